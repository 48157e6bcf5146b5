import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { DISABLED_REASONS, SHELF_EVENTS, type DisabledReason, type ShelfEvent } from '../contract/vocabulary.js';
import { oneOf, publicId, textArray } from './checks.js';

/** A webhook subscription of an account. */
@Entity({ name: 'webhook_endpoints' })
@Unique(['publicId'])
@Index(['accountId'])
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
@Check('webhook_endpoints_public_id_check', publicId('public_id', 'wh'))
@Check('webhook_endpoints_url_check', 'char_length(url) <= 2048')
@Check('webhook_endpoints_events_check', `cardinality(events) > 0 AND events <@ ${textArray(SHELF_EVENTS)}`)
@Check('webhook_endpoints_disabled_reason_check', oneOf('disabled_reason', DISABLED_REASONS))
@Check('webhook_endpoints_enabled_check', 'enabled = (disabled_reason IS NULL)')
export class WebhookEndpoint {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  publicId!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  url!: string;

  /** Public id of the key that has set the URL; null for a session, and where nobody knows. It outlives the key. */
  @Column('text', { nullable: true })
  urlSetByKey!: string | null;

  @Column('text', { array: true })
  events!: ShelfEvent[];

  /** The signing secret, encrypted and not hashed, because signing needs it in clear text. */
  @Column('bytea')
  secretSealed!: Buffer;

  @Column('boolean', { default: true })
  enabled!: boolean;

  @Column('text', { nullable: true })
  disabledReason!: DisabledReason | null;

  /** Time of the first failed attempt since the last success; null when the last one succeeded. */
  @Column('timestamptz', { nullable: true })
  failingSince!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Set by a trigger on every update. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
