import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Quota } from '../contract/vocabulary.js';
import { publicId } from './checks.js';

/** A user with a verified e-mail address. */
@Entity({ name: 'accounts' })
@Unique(['publicId'])
@Unique(['email'])
@Index('accounts_deleted_idx', ['deletedAt'], { where: 'deleted_at IS NOT NULL' })
@Check('accounts_public_id_check', publicId('public_id', 'usr'))
@Check('accounts_email_check', 'email = lower(email) AND char_length(email) <= 254')
export class Account {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  publicId!: string;

  /** Lower case. */
  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  /** argon2id in PHC form. */
  @Column('text')
  passwordHash!: string;

  /** When the subscription was granted; null without one. */
  @Column('timestamptz', { nullable: true })
  subscribedAt!: Date | null;

  /** When an operator suspended it: its keys and sessions are refused. */
  @Column('timestamptz', { nullable: true })
  suspendedAt!: Date | null;

  /** When it was closed for good; the row goes after those of its shelves. */
  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;

  /** Set by an operator, in place of the configuration's; null for no limit. */
  @Column('jsonb', { default: () => `'{}'` })
  quotas!: Partial<Record<Quota, number | null>>;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Set by a trigger on every update. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
