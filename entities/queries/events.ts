import type { EntityManager } from 'typeorm';
import type { ShelfEvent } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { Delivery } from '../delivery.js';
import { Event } from '../event.js';
import { newPublicId } from '../ids.js';
import type { Shelf } from '../shelf.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';

/** The body of a shelf's event, as every receiver gets it. */
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

/**
 * Writes what has just happened to `shelf` (as it now is) and one delivery for each enabled endpoint that subscribed to
 * it; answers the deliveries' ids. Belongs in the transaction that moves the shelf.
 */
export async function recordShelfEvent(manager: EntityManager, type: ShelfEvent, shelf: Shelf): Promise<string[]> {
  const { publicId: userId } = await manager.findOneByOrFail(Account, { id: shelf.accountId });
  const at = new Date();
  const eventId = newPublicId('evt');
  const body = eventBody(type, { shelf, userId, at });
  const { accountId, id: shelfId, run } = shelf;
  await manager.insert(Event, { id: eventId, accountId, shelfId, run, type, body, createdAt: at });
  const endpoints = await manager
    .createQueryBuilder(WebhookEndpoint, 'endpoint')
    .where('endpoint.accountId = :accountId AND endpoint.enabled AND :type = ANY (endpoint.events)', {
      accountId,
      type,
    })
    .orderBy('endpoint.createdAt')
    .getMany();
  const deliveries = endpoints.map((endpoint) => ({ id: newPublicId('dlv'), eventId, endpointId: endpoint.id }));
  if (deliveries.length > 0) await manager.insert(Delivery, deliveries);
  return deliveries.map((delivery) => delivery.id);
}

/** The deliveries of the latest event of `type` that run `run` of a shelf caused. */
export async function findRunDeliveries(
  manager: EntityManager,
  { shelfId, run, type }: { shelfId: string; run: number; type: ShelfEvent },
): Promise<string[]> {
  const event = await manager.findOne(Event, { where: { shelfId, run, type }, order: { createdAt: 'DESC' } });
  if (!event) return [];
  const deliveries = await manager.find(Delivery, {
    where: { eventId: event.id },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
  return deliveries.map((delivery) => delivery.id);
}
