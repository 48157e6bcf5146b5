import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { oneOf } from './checks.js';

/** What is recorded; docs/security.md lists what each means. */
export const SECURITY_EVENTS = [
  'account_created',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'sessions_ended',
  'password_confirmed',
  'confirmation_failed',
  'password_changed',
  'password_reset',
  'password_reset_failed',
  'key_created',
  'key_revoked',
  'second_factor_enabled',
  'second_factor_disabled',
  'recovery_codes_created',
  'recovery_code_used',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_rotated',
  'account_suspended',
  'account_resumed',
  'account_deleted',
  'account_exported',
  'subscription_granted',
  'subscription_revoked',
  'quota_changed',
  'shelf_retried',
  'shelf_cancelled',
  'shelf_deleted',
  'delivery_redelivered',
  'limits_reset',
] as const;
export type SecurityEventType = (typeof SECURITY_EVENTS)[number];

/** Who did it: the owner of the account (or somebody with its credentials), or an operator at the command line. */
const SECURITY_ACTORS = ['owner', 'operator'] as const;
export type SecurityActor = (typeof SECURITY_ACTORS)[number];

/** How long the database refuses to remove an event. */
export const SECURITY_EVENT_DAYS = 400;

/**
 * An entry of the security log. Triggers refuse to change it, and to remove it before its time. It refers to accounts by
 * public id and without a foreign key, so that it outlives them; it holds no address, password, key or code.
 */
@Entity({ name: 'security_events' })
@Index(['accountPublicId', 'createdAt'])
@Index(['createdAt'])
@Check('security_events_type_check', oneOf('type', SECURITY_EVENTS))
@Check('security_events_actor_check', oneOf('actor', SECURITY_ACTORS))
export class SecurityEvent {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** `usr_` and 24 hex digits. */
  @Column('text')
  accountPublicId!: string;

  @Column('text')
  type!: SecurityEventType;

  @Column('text')
  actor!: SecurityActor;

  /** The IPv4 /24 or IPv6 /48 of the client; null for an operator. */
  @Column('text', { nullable: true })
  network!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  /** Public ids and counts that belong to it. */
  @Column('jsonb', { default: () => `'{}'` })
  details!: Record<string, unknown>;

  /** As in the log of the api. */
  @Column('text', { nullable: true })
  requestId!: string | null;

  /** Set by a trigger. */
  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
