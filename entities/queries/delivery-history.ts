/** The deliveries of an endpoint, as its owner lists and repeats them. */
import { Not, type EntityManager } from 'typeorm';
import type { DeliveryStatus } from '../../contract/vocabulary.js';
import { Delivery } from '../delivery.js';
import { DeliveryAttempt } from '../delivery-attempt.js';
import { Event } from '../event.js';
import { newPublicId } from '../ids.js';
import type { WebhookEndpoint } from '../webhook-endpoint.js';
import { lockWebhook, type WebhookKey } from './webhooks.js';

/** The type of test events. */
export const PING = 'webhook.ping';

export interface DeliveryOfEvent {
  delivery: Delivery;
  event: Event;
}

/** A page of the deliveries to an endpoint, newest first, of one status or all. `page` counts from 1. */
export async function listDeliveries(
  manager: EntityManager,
  { endpointId, status, page, limit }: { endpointId: string; status?: DeliveryStatus; page: number; limit: number },
): Promise<{ deliveries: DeliveryOfEvent[]; total: number }> {
  const [found, total] = await manager.findAndCount(Delivery, {
    where: { endpointId, ...(status && { status }) },
    order: { createdAt: 'DESC', id: 'DESC' },
    skip: (page - 1) * limit,
    take: limit,
  });
  return { deliveries: await withEvents(manager, found), total };
}

/** A delivery to an endpoint; null when there is no such delivery. */
export async function findDelivery(
  manager: EntityManager,
  key: { endpointId: string; id: string },
): Promise<DeliveryOfEvent | null> {
  const [found = null] = await withEvents(manager, await manager.findBy(Delivery, key));
  return found;
}

/** The latest `limit` attempts of a delivery, first to last. */
export async function listAttempts(
  manager: EntityManager,
  { deliveryId, limit }: { deliveryId: string; limit: number },
): Promise<DeliveryAttempt[]> {
  const latest = await manager.find(DeliveryAttempt, { where: { deliveryId }, order: { number: 'DESC' }, take: limit });
  return latest.toReversed();
}

/** Counts the deliveries to an endpoint that have failed since a time and are still failed, without pings; `until` is now. */
export async function countFailed(
  manager: EntityManager,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<{ deliveries: number; until: Date }> {
  // by the clock that sets `failed_at`; a millisecond is the resolution of a Date
  const [counted] = await manager.query<[{ deliveries: number; until: Date }]>(
    `SELECT count(*) AS deliveries, now() + interval '1 millisecond' AS until
     FROM deliveries delivery JOIN events event ON event.id = delivery.event_id
     WHERE endpoint_id = $1 AND status = 'failed' AND failed_at >= $2 AND event.type <> $3`,
    [endpointId, since, PING],
  );
  return counted;
}

async function withEvents(manager: EntityManager, deliveries: Delivery[]): Promise<DeliveryOfEvent[]> {
  if (deliveries.length === 0) return [];
  const events = await manager
    .createQueryBuilder(Event, 'event')
    .where('event.id = ANY (:ids)', { ids: deliveries.map(({ eventId }) => eventId) })
    .getMany();
  const byId = new Map(events.map((event) => [event.id, event]));
  return deliveries.flatMap((delivery) => {
    const event = byId.get(delivery.eventId);
    return event ? [{ delivery, event }] : []; // the event was purged between the two statements
  });
}

/** `disabled`: the endpoint gets nothing; `pending`: the delivery is in progress already. */
export type Sending =
  | ({ outcome: 'pending_now' } & DeliveryOfEvent)
  | { outcome: 'absent' | 'pending' }
  | { outcome: 'disabled'; webhook: WebhookEndpoint };

/** Writes a ping and its delivery, both or neither. */
export async function recordPing(manager: EntityManager, key: WebhookKey): Promise<Sending> {
  return manager.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, key);
    if (!webhook) return { outcome: 'absent' };
    if (!webhook.enabled) return { outcome: 'disabled', webhook };
    const [{ at }] = (await tx.query('SELECT now() AS at')) as [{ at: Date }];
    const type = PING;
    const eventId = newPublicId('evt');
    const body = JSON.stringify({
      event: type,
      timestamp: at.toISOString(),
      webhookPublicId: webhook.publicId,
      data: {},
    });
    await tx.insert(Event, { id: eventId, accountId: webhook.accountId, type, body, createdAt: at });
    const id = newPublicId('dlv');
    await tx.insert(Delivery, { id, eventId, endpointId: webhook.id, createdAt: at });
    const delivery = await tx.findOneByOrFail(Delivery, { id });
    return { outcome: 'pending_now', delivery, event: await tx.findOneByOrFail(Event, { id: eventId }) };
  });
}

/** Makes a delivery pending again: its attempts are counted further, the back-off restarts. */
export async function redeliver(manager: EntityManager, key: WebhookKey, id: string): Promise<Sending> {
  return manager.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, key);
    const found = webhook && (await findDelivery(tx, { endpointId: webhook.id, id }));
    if (!found) return { outcome: 'absent' };
    if (!webhook.enabled) return { outcome: 'disabled', webhook };
    const { affected } = await tx.update(
      Delivery,
      { id, status: Not('pending') },
      {
        status: 'pending',
        attemptsBefore: () => 'attempt_count',
        nextAttemptAt: null,
        waitsFor: null,
        deferred: false,
      },
    );
    if (affected !== 1) return { outcome: 'pending' };
    return { outcome: 'pending_now', event: found.event, delivery: await tx.findOneByOrFail(Delivery, { id }) };
  });
}
