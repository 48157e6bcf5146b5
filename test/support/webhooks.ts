/** Endpoints and deliveries that tests start from, and what receivers make of them. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { ShelfEvent } from '../../contract/vocabulary.js';
import type { Account } from '../../entities/account.js';
import type { Event } from '../../entities/event.js';
import { newPublicId } from '../../entities/ids.js';
import { recordShelfEvent } from '../../entities/queries/events.js';
import type { Shelf } from '../../entities/shelf.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createSealer } from '../../infra/sealing.js';
import { newWebhookSecret } from '../../infra/webhook-signature.js';
import type { DeliveryInput } from '../../workflows/messages.js';
import type { TestDatabase } from './database.js';
import { TEST_ENCRYPTION_KEY } from './encryption-key.js';
import type { Received } from './receiver.js';
import { givenDelivery } from './rows.js';

export interface GivenWebhook {
  webhook: WebhookEndpoint;
  secret: string;
}

/** An endpoint whose secret is known. */
export async function givenWebhook(
  manager: EntityManager,
  account: Account,
  { url, events = ['shelf.ready'] }: { url: string; events?: ShelfEvent[] },
): Promise<GivenWebhook> {
  const [publicId, secret] = [newPublicId('wh'), newWebhookSecret()];
  const secretSealed = createSealer([TEST_ENCRYPTION_KEY]).seal(secret, publicId);
  await manager.insert(WebhookEndpoint, { publicId, accountId: account.id, url, events, secretSealed });
  return { webhook: await manager.findOneByOrFail(WebhookEndpoint, { publicId }), secret };
}

/** An event of the account on its way to one endpoint, with bytes like no other's; answers the input of its run. */
export async function givenDeliveryRun(
  manager: EntityManager,
  account: Account,
  { webhook, type = 'shelf.ready' }: { webhook: WebhookEndpoint; type?: Event['type'] },
): Promise<DeliveryInput> {
  const body = `{"event":"${type}","data":{"z":1,"a":"grün"},  "of":"${randomUUID()}"}`;
  const { id } = await givenDelivery(manager, account.id, webhook.id, { type, body });
  return { deliveryId: id, endpointPublicId: webhook.publicId, accountPublicId: account.publicId };
}

/** An event of a shelf, recorded as its run does; answers the deliveries that the run starts. */
export function recordEvent(
  { dataSource }: Pick<TestDatabase, 'dataSource'>,
  shelf: Shelf,
  type: ShelfEvent = 'shelf.ready',
): Promise<DeliveryInput[]> {
  return dataSource.transaction((tx) => recordShelfEvent(tx, type, shelf));
}

/** Many pings on their way to one endpoint, written at once; answers the inputs of their runs. */
export async function givenDeliveryRuns(
  manager: EntityManager,
  account: Account,
  { webhook, count }: { webhook: WebhookEndpoint; count: number },
): Promise<DeliveryInput[]> {
  const events = Array.from({ length: count }, () => newPublicId('evt'));
  const deliveries = Array.from({ length: count }, () => newPublicId('dlv'));
  await manager.query(
    `INSERT INTO events (id, account_id, type, body) SELECT id, $2, 'webhook.ping', '{}' FROM unnest($1::text[]) AS id`,
    [events, account.id],
  );
  await manager.query(
    `INSERT INTO deliveries (id, event_id, endpoint_id) SELECT id, event_id, $3 FROM unnest($1::text[], $2::text[]) AS one (id, event_id)`,
    [deliveries, events, webhook.id],
  );
  const of = { endpointPublicId: webhook.publicId, accountPublicId: account.publicId };
  return deliveries.map((deliveryId) => ({ deliveryId, ...of }));
}

/** Verifies a delivery from the interface specification alone, as a receiver does. Throws where it must not be trusted. */
export function verifyDelivery(secret: string, { headers, body }: Received, nowMs = Date.now()): void {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const [version, signature = '', ...more] = String(headers['webhook-signature']).split(/[, ]/);
  if (version !== 'v1' || more.length > 0) throw new Error('not exactly one signature of version 1');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > 300) throw new Error('too old');
  const signed = Buffer.concat([Buffer.from(`${String(id)}.${String(timestamp)}.`), body]);
  const expected = createHmac('sha256', secret).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('wrong signature');
}
