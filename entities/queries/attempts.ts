/** The database queries of a delivery attempt: what it reads, and what it records. */
import { In, type EntityManager } from 'typeorm';
import type { DeliveryStatus, ShelfEvent } from '../../contract/vocabulary.js';
import { DeliveryAttempt } from '../delivery-attempt.js';
import { Delivery } from '../delivery.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';
import { disableEndpoint, FAILING_DAYS, failRest, type DisableNotice } from './disabling.js';
import { fromNow } from './times.js';

export interface Sendable {
  deliveryId: string;
  attemptCount: number;
  attemptsBefore: number;
  /** Until the next attempt is due; 0 or less when it is, or there has been no attempt yet. */
  dueInMs: number;
  eventId: string;
  type: ShelfEvent | 'webhook.ping';
  /** The body as it will be sent. */
  body: string;
  accountPublicId: string;
  /** UUID of the endpoint's row. */
  endpointId: string;
  endpointPublicId: string;
  enabled: boolean;
  url: string;
  secretSealed: Buffer;
}

/** A pending delivery with all that a request needs; null when it is no longer pending, or gone. */
export async function findSendable(manager: EntityManager, deliveryId: string): Promise<Sendable | null> {
  const [found] = await manager.query<Sendable[]>(
    `SELECT delivery.id AS "deliveryId", attempt_count AS "attemptCount", attempts_before AS "attemptsBefore",
            coalesce(extract(epoch FROM next_attempt_at - now()) * 1000, 0)::float8 AS "dueInMs",
            event.id AS "eventId", event.type, event.body, account.public_id AS "accountPublicId",
            endpoint.id AS "endpointId", endpoint.public_id AS "endpointPublicId", endpoint.enabled, endpoint.url,
            endpoint.secret_sealed AS "secretSealed"
     FROM deliveries delivery
     JOIN events event ON event.id = delivery.event_id
     JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
     JOIN accounts account ON account.id = endpoint.account_id
     WHERE delivery.id = $1 AND delivery.status = 'pending'`,
    [deliveryId],
  );
  return found ?? null;
}

/** Fails a delivery whose workflow an operator ended, unless its row has changed since `updatedAt` (a redelivery, say). */
export async function failUntouched(
  manager: EntityManager,
  { deliveryId, updatedAt }: { deliveryId: string; updatedAt: Date },
): Promise<void> {
  await manager.query(
    `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL
     WHERE id = $1 AND status = 'pending' AND date_trunc('milliseconds', updated_at) = $2`,
    [deliveryId, updatedAt],
  );
}

/** Records that a delivery waits for a slot of `origin`, an account's lane to one (`laneOf`). */
export async function recordWaiting(
  manager: EntityManager,
  { deliveryId: id, origin, waitMs }: { deliveryId: string; origin: string; waitMs: number },
): Promise<void> {
  const waiting = { waitsFor: origin, nextAttemptAt: fromNow(waitMs / 1000), deferred: false };
  await manager.update(Delivery, { id, status: 'pending' }, waiting);
}

export interface AttemptRecord {
  delivery: Sendable;
  startedAt: Date;
  statusCode: number | null;
  responseText: string | null;
  error: string | null;
  durationMs: number;
  outcome: 'succeeded' | 'failed' | 'retry';
  /** Until the next attempt, for `retry`. */
  waitMs: number;
  /** The receiver answered 410: it is gone for good. */
  gone: boolean;
}

/**
 * Records an attempt and its consequences for the delivery and the endpoint, in one transaction. An endpoint that is gone,
 * or has only failed for days, is disabled: its pending deliveries fail, and its owner gets `notice`. An attempt at a
 * delivery that was ended during the request (its endpoint was disabled) is recorded too, and the delivery has succeeded
 * if the receiver accepted it. Returns the delivery's status; null when the row has changed meanwhile, as a retry of the
 * activity finds it.
 */
export async function recordAttempt(
  manager: EntityManager,
  record: AttemptRecord,
  notice: DisableNotice,
): Promise<DeliveryStatus | null> {
  const { delivery, outcome, startedAt, durationMs, statusCode, responseText, error } = record;
  const { deliveryId: id } = delivery;
  const number = delivery.attemptCount + 1;
  const recorded = await manager.transaction(async (tx) => {
    // the endpoint before its deliveries: the lock order that all transactions keep
    const endpoint = await tx.findOne(WebhookEndpoint, {
      where: { id: delivery.endpointId },
      lock: { mode: 'for_no_key_update' },
    });
    const before = await tx.findOne(Delivery, {
      where: { id, attemptCount: delivery.attemptCount, status: In(['pending', 'failed']) },
      lock: { mode: 'for_no_key_update' },
    });
    if (!endpoint || !before) return null;
    const isDisabled = await judgeEndpoint(tx, endpoint, { record, notice });
    // a redelivery was requested during the request: its first attempt is due at once
    const isRedelivered = before.attemptsBefore !== delivery.attemptsBefore;
    const isUnfinished = outcome === 'retry' || (outcome === 'failed' && isRedelivered);
    const status = isUnfinished ? (isDisabled ? 'failed' : before.status) : outcome;
    const nextAttemptAt = status === 'pending' && !isRedelivered ? fromNow(record.waitMs / 1000) : null;
    await tx.update(Delivery, { id }, { status, attemptCount: number, waitsFor: null, nextAttemptAt, deferred: false });
    const attempt = { deliveryId: id, number, startedAt, durationMs, statusCode, responseText, error };
    await tx.insert(DeliveryAttempt, attempt);
    return { status, isDisabled };
  });
  if (recorded?.isDisabled) await failRest(manager, delivery.endpointId);
  return recorded?.status ?? null;
}

/**
 * Updates the endpoint by the outcome of an attempt, unless its URL has changed since. The failure of a ping does not
 * count. Returns whether this has disabled the endpoint.
 */
async function judgeEndpoint(
  tx: EntityManager,
  endpoint: WebhookEndpoint,
  { record, notice }: { record: AttemptRecord; notice: DisableNotice },
): Promise<boolean> {
  const { delivery, outcome, gone, startedAt } = record;
  const { id, url, failingSince } = endpoint;
  if (url !== delivery.url) return false;
  if (outcome === 'succeeded') {
    if (failingSince !== null) await tx.update(WebhookEndpoint, { id }, { failingSince: null });
    return false;
  }
  if (delivery.type === 'webhook.ping' || !endpoint.enabled) return false;
  if (failingSince === null) await tx.update(WebhookEndpoint, { id }, { failingSince: startedAt });
  const failingMs = startedAt.getTime() - (failingSince ?? startedAt).getTime();
  const reason = gone ? 'gone' : failingMs >= FAILING_DAYS * 24 * 3_600_000 ? 'failing' : null;
  if (reason !== null) await disableEndpoint(tx, endpoint, { reason, notice });
  return reason !== null;
}
