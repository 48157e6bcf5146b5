import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An e-mail to be sent, written with the change that asks for it. Unsent when it expires, it is given up and removed. */
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

  /** Null once sent: it may hold a code. */
  @Column('text', { nullable: true })
  body!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** From then on what it says no longer holds (a code is void), so it is not sent any more. */
  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
