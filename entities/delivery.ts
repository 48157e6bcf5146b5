import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../contract/vocabulary.js';
import { oneOf, publicId } from './checks.js';

/** The delivery of one event to one endpoint. */
@Entity({ name: 'deliveries' })
@Unique(['eventId', 'endpointId'])
@Index(['endpointId', 'createdAt'])
@Index('deliveries_pending_idx', ['nextAttemptAt', 'id'], { where: "status = 'pending' AND NOT deferred" })
@Index('deliveries_endpoint_pending_idx', ['endpointId'], { where: "status = 'pending'" })
@Index('deliveries_untried_idx', ['endpointId'], {
  where: "status = 'pending' AND NOT deferred AND attempt_count = attempts_before",
})
@Index('deliveries_deferred_idx', ['endpointId', 'createdAt', 'id'], { where: "status = 'pending' AND deferred" })
@Index('deliveries_failed_idx', ['endpointId', 'failedAt'], { where: "status = 'failed'" })
// of no use to this release, but workers of 0.5.0 beside it count by it: to be dropped in the release after
@Index('deliveries_waiting_idx', ['waitsFor'], { where: "status = 'pending'" })
@ForeignKey('Event', ['eventId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('WebhookEndpoint', ['endpointId'], ['id'], { onDelete: 'CASCADE' })
@Check('deliveries_id_check', publicId('id', 'dlv'))
@Check('deliveries_status_check', oneOf('status', DELIVERY_STATUSES))
export class Delivery {
  /** `dlv_` and 24 hex digits. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  eventId!: string;

  @Column('uuid')
  endpointId!: string;

  @Column('text', { default: 'pending' })
  status!: DeliveryStatus;

  @Column('integer', { default: 0 })
  attemptCount!: number;

  /** Attempts before the last redelivery, which restarts the back-off. */
  @Column('integer', { default: 0 })
  attemptsBefore!: number;

  /** Set while pending, after the first attempt. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt!: Date | null;

  /** Set while failed, by a trigger. */
  @Column('timestamptz', { nullable: true })
  failedAt!: Date | null;

  /** Origin whose slots were all held when the delivery was due; null otherwise. */
  @Column('text', { nullable: true })
  waitsFor!: string | null;

  /** While it is pending: it has no workflow yet, because enough others of the endpoint come before it (queries/deferrals.ts). */
  @Column('boolean', { default: false })
  deferred!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Set by a trigger on every update. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
