import { And, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import type { ShelfEvent } from '../../contract/vocabulary.js';
import { DeliveryAttempt } from '../delivery-attempt.js';
import { Delivery } from '../delivery.js';
import { Event } from '../event.js';
import { newPublicId } from '../ids.js';
import type { Shelf } from '../shelf.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';
import { findCrowded } from './deferrals.js';
import { removeSome } from './purge.js';

/** The body of a shelf's event, the same for all receivers. */
function eventBody(type: ShelfEvent, { shelf, userId, at }: { shelf: Shelf; userId: string; at: Date }): string {
  return JSON.stringify({
    event: type,
    timestamp: at.toISOString(),
    shelfPublicId: shelf.publicId,
    data: {
      shelfPublicId: shelf.publicId,
      userId,
      name: shelf.name,
      status: shelf.status,
      errorMessage: shelf.errorMessage,
      failedAtStep: shelf.failedAtStep,
      auditStatus: shelf.auditStatus,
      currentVersionNumber: shelf.currentVersionNumber,
    },
  });
}

/** A delivery before its first attempt: the input of its workflow. */
export interface NewDelivery {
  /** `dlv_` and 24 hex digits. */
  deliveryId: string;
  /** `wh_` id. */
  endpointPublicId: string;
  /** `usr_` id. */
  accountPublicId: string;
}

/**
 * Records an event of `shelf` (in its new state) and one delivery for each endpoint that subscribed to it; returns those
 * whose workflows are to be started. For a disabled endpoint the delivery is recorded as failed, so that it can be recovered;
 * where many wait already it is deferred. To be called in the
 * transaction that changes the shelf, after the change: the event's time is the row's `updatedAt`, so that a shelf's
 * events are ordered independently of the clocks of processes.
 */
export async function recordShelfEvent(manager: EntityManager, type: ShelfEvent, shelf: Shelf): Promise<NewDelivery[]> {
  const [head] = await manager.query<{ userId: string; at: Date }[]>(
    `SELECT account.public_id AS "userId", shelf.updated_at AS at
     FROM shelves shelf JOIN accounts account ON account.id = shelf.account_id WHERE shelf.id = $1`,
    [shelf.id],
  );
  if (!head) throw new Error(`shelf ${shelf.publicId} has no row`);
  const { userId, at } = head;
  const eventId = newPublicId('evt');
  const body = eventBody(type, { shelf, userId, at });
  const { accountId, id: shelfId, run } = shelf;
  await manager.insert(Event, { id: eventId, accountId, shelfId, run, type, body, createdAt: at });
  const endpoints = await manager
    .createQueryBuilder(WebhookEndpoint, 'endpoint')
    .where('endpoint.accountId = :accountId AND :type = ANY (endpoint.events)', { accountId, type })
    .setLock('for_key_share') // waits for a concurrent deletion, since a delivery to a deleted endpoint cannot be inserted
    .orderBy('endpoint.createdAt')
    .getMany();
  if (endpoints.length === 0) return [];
  const crowded = await findCrowded(
    manager,
    endpoints.map(({ id }) => id),
  );
  const deliveries = endpoints.map(({ id: endpointId, enabled }) => {
    const status = enabled ? ('pending' as const) : ('failed' as const);
    return { id: newPublicId('dlv'), eventId, endpointId, status, deferred: enabled && crowded.has(endpointId) };
  });
  await manager.insert(Delivery, deliveries);
  return endpoints.flatMap(({ enabled, publicId }, index) => {
    const { id: deliveryId, deferred } = deliveries[index]!;
    return enabled && !deferred ? { deliveryId, endpointPublicId: publicId, accountPublicId: userId } : [];
  });
}

/** The pending deliveries, except deferred ones, of the latest event of `type` that a run of a shelf caused. */
export async function findRunDeliveries(
  manager: EntityManager,
  { shelfId, run, type }: { shelfId: string; run: number; type: ShelfEvent },
): Promise<NewDelivery[]> {
  return manager.query<NewDelivery[]>(
    `SELECT delivery.id AS "deliveryId", endpoint.public_id AS "endpointPublicId", account.public_id AS "accountPublicId"
     FROM (SELECT id, account_id FROM events WHERE shelf_id = $1 AND run = $2 AND type = $3
           ORDER BY created_at DESC LIMIT 1) event
     JOIN deliveries delivery ON delivery.event_id = event.id AND delivery.status = 'pending' AND NOT delivery.deferred
     JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
     JOIN accounts account ON account.id = event.account_id
     ORDER BY delivery.created_at, delivery.id`,
    [shelfId, run, type],
  );
}

/** A shelf's events after one time and up to another, oldest first. */
export async function listShelfEvents(
  manager: EntityManager,
  { shelfId, after, upTo, limit }: { shelfId: string; after: Date; upTo: Date; limit: number },
): Promise<Event[]> {
  return manager.find(Event, {
    where: { shelfId, createdAt: And(MoreThan(after), LessThanOrEqual(upTo)) },
    order: { createdAt: 'ASC', id: 'ASC' },
    take: limit,
  });
}

/** When an event of a shelf happened; null when the shelf has no such event. */
export async function findEventTime(
  manager: EntityManager,
  { shelfId, id }: { shelfId: string; id: string },
): Promise<Date | null> {
  const event = await manager.findOneBy(Event, { shelfId, id });
  return event?.createdAt ?? null;
}

/**
 * Removes events older than `olderThanDays` with their deliveries (at most `limit`), except those that are being sent
 * again; returns how many.
 */
export function removeOldEvents(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  // a delivery unchanged for longer than all attempts take is not being sent
  const where = `created_at < now() - make_interval(days => :olderThanDays)
    AND NOT EXISTS (SELECT 1 FROM deliveries delivery WHERE delivery.event_id = events.id
                    AND delivery.status = 'pending' AND delivery.updated_at > now() - interval '7 days')`;
  return removeSome(manager, Event, { where, parameters: { olderThanDays }, limit });
}

/** Removes the records of old attempts (at most `limit`), not their deliveries; returns how many. */
export function removeOldAttempts(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const where = 'started_at < now() - make_interval(days => :olderThanDays)';
  return removeSome(manager, DeliveryAttempt, { where, parameters: { olderThanDays }, limit });
}
