import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Quota } from '../contract/vocabulary.js';
import { publicId } from './checks.js';

/** A user with a verified e-mail address. */
@Entity({ name: 'accounts' })
@Unique(['publicId'])
@Unique(['email'])
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

  /** Set by an operator, in place of the configuration's; null for no limit. */
  @Column('jsonb', { default: () => `'{}'` })
  quotas!: Partial<Record<Quota, number | null>>;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Set by a trigger on every update. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
