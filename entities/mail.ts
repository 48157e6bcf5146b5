import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An e-mail of the outbox, written in the transaction that needs it. Removed if it is unsent when it expires. */
@Entity({ name: 'mails' })
@Index(['createdAt'])
@Index('mails_pending_idx', ['createdAt'], { where: 'sent_at IS NULL' })
@Check('mails_body_check', '(body IS NULL) = (sent_at IS NOT NULL)')
export class Mail {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  recipient!: string;

  @Column('text')
  subject!: string;

  /** Null once sent, because it may contain a code. */
  @Column('text', { nullable: true })
  body!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Not sent after this time, when its content is outdated (a code has expired). */
  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
