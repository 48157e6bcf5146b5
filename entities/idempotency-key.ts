import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { oneOf } from './checks.js';

const IDEMPOTENCY_STATES = ['running', 'done'] as const;
type IdempotencyState = (typeof IDEMPOTENCY_STATES)[number];

/** A request with an `Idempotency-Key`, and its answer. */
@Entity({ name: 'idempotency_keys' })
@Index(['createdAt'])
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
@Check('idempotency_keys_key_check', 'char_length(key) BETWEEN 1 AND 255')
@Check('idempotency_keys_state_check', oneOf('state', IDEMPOTENCY_STATES))
@Check('idempotency_keys_done_check', "(state = 'done') = (status_code IS NOT NULL)")
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  requestHash!: string;

  @Column('text', { default: 'running' })
  state!: IdempotencyState;

  /** Token of the request that holds the key: only that one may finish or release it. */
  @Column('uuid')
  @Generated('uuid')
  claim!: string;

  @Column('integer', { nullable: true })
  statusCode!: number | null;

  @Column('text', { nullable: true })
  responseBody!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** When a running request last renewed its lease. */
  @Column('timestamptz', { default: () => 'now()' })
  renewedAt!: Date;
}
