/** Webhooks from end to end: endpoints by the api, events of real runs, a receiver that verifies, history, redelivery. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { Delivery, DeliveryDetail, DeliveryList, Recovery } from '../../contract/delivery.js';
import type { CreatedWebhook, RotatedSecret } from '../../contract/webhook.js';
import { textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';
import { verifyDelivery } from '../support/webhooks.js';

const FIRST_RETRY_MS = 3000;
const ARRIVES_MS = 90_000;

let service: Service;
let receiver: Receiver;
let webhook: CreatedWebhook;
beforeAll(async () => {
  service = await startService({
    ENGINE_PROCESSES: '1',
    WEBHOOK_FIRST_RETRY_SECONDS: String(FIRST_RETRY_MS / 1000),
    LIMIT_WRITES_PER_MINUTE: '1000',
    LIMIT_PINGS_PER_MINUTE: '1000',
  });
  receiver = await startReceiver();
  webhook = await send<CreatedWebhook>('POST', '', 201, {
    url: `${receiver.origin}/hooks?of=shelves`,
    events: ['shelf.ready', 'shelf.failed', 'shelf.review'],
  });
}, START_MS);
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
}, STOP_MS);

async function send<T>(method: string, path: string, status: number, body?: object): Promise<T> {
  const reply = await service.request(`/v1/webhooks${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await reply.text();
  expect([method, path, reply.status, text]).toEqual([method, path, status, expect.any(String)]);
  return JSON.parse(text) as T;
}

const at = (rest: string) => `/${webhook.publicId}${rest}`;
const detail = (id: string) => send<DeliveryDetail>('GET', at(`/deliveries/${id}`), 200);
const history = async (query = '') => (await send<DeliveryList>('GET', at(`/deliveries${query}`), 200)).data;

/** The delivery once it is at rest. */
const atRest = (id: string) =>
  poll(async () => {
    const found = await detail(id);
    return found.status === 'pending' ? null : found;
  }, ARRIVES_MS);

/** The requests with an event's id, once there are so many. */
const requestsOf = (eventId: string, count = 1) =>
  poll(async () => {
    const some = receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId);
    return some.length >= count ? some : null;
  }, ARRIVES_MS);

/** By a verifier written from the interface specification, and by the library of the standard. */
function verify(secret: string, received: Received): unknown {
  verifyDelivery(secret, received);
  const headers = received.headers as Record<string, string>;
  return new Webhook(secret, { format: 'raw' }).verify(received.body.toString(), headers);
}

async function readyShelf(): Promise<string> {
  const { publicId } = await service.createShelf(await textPdf(1));
  await service.shelfIn(publicId, ['ready']);
  return publicId;
}

test('a ping arrives signed, with the contract’s headers and body, and the history shows it', async () => {
  const { publicId, eventId } = await send<Delivery>('POST', at('/ping'), 202);
  const [received] = (await requestsOf(eventId)) as [Received];
  expect(received.path).toBe('/hooks?of=shelves');
  expect(received.headers).toMatchObject({
    'webhook-id': eventId,
    'webhook-attempt': '1',
    'webhook-endpoint-id': webhook.publicId,
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    'content-type': 'application/json',
  });
  expect(verify(webhook.secret, received)).toEqual({
    event: 'webhook.ping',
    timestamp: expect.any(String),
    webhookPublicId: webhook.publicId,
    data: {},
  });
  const shown = await atRest(publicId);
  expect(shown).toMatchObject({ status: 'succeeded', attemptCount: 1, attempts: [{ number: 1, statusCode: 204 }] });
  expect(Buffer.from(shown.body)).toEqual(received.body);
}, 240_000);

test('shelf.ready arrives when a shelf is ready, with the body that the contract has', async () => {
  const shelfPublicId = await readyShelf();
  const delivery = await poll(async () => (await history()).find((one) => one.shelfPublicId === shelfPublicId) ?? null);
  const [received] = (await requestsOf(delivery.eventId)) as [Received];
  expect(verify(webhook.secret, received)).toEqual({
    event: 'shelf.ready',
    timestamp: expect.any(String),
    shelfPublicId,
    data: {
      shelfPublicId,
      userId: service.account.publicId,
      name: 'document',
      status: 'ready',
      errorMessage: null,
      failedAtStep: null,
      auditStatus: expect.any(String),
      currentVersionNumber: 1,
    },
  });
  expect(await atRest(delivery.publicId)).toMatchObject({ event: 'shelf.ready', status: 'succeeded' });
}, 240_000);

test('after rotate-secret the next request is signed with the new secret alone', async () => {
  const { secret } = await send<RotatedSecret>('POST', at('/rotate-secret'), 200);
  const { eventId } = await send<Delivery>('POST', at('/ping'), 202);
  const [received] = (await requestsOf(eventId)) as [Received];
  expect(() => verify(webhook.secret, received)).toThrow();
  verify(secret, received);
  webhook = { ...webhook, secret };
}, 240_000);

test('a receiver that fails is tried again, each attempt is in the history, and a redelivery goes on counting', async () => {
  receiver.answerWith(() => ({ status: 500, body: 'not now' }));
  const { publicId, eventId } = await send<Delivery>('POST', at('/ping'), 202);
  const pending = await poll(async () => {
    const found = await detail(publicId);
    return found.attempts.length > 0 ? found : null;
  });
  expect(pending).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(String) });
  // on a loaded machine the second may be there by now
  expect(pending.attempts[0]).toMatchObject({ number: 1, statusCode: 500, error: null, responseText: 'not now' });
  const refused = await send<{ details: object }>('POST', at(`/deliveries/${publicId}/redeliver`), 409);
  expect(refused.details).toEqual({ reason: 'pending' });
  receiver.answerWith(() => ({}));
  const done = await atRest(publicId);
  expect(done.status).toBe('succeeded');
  await send<Delivery>('POST', at(`/deliveries/${publicId}/redeliver`), 202);
  const all = await requestsOf(eventId, done.attemptCount + 1);
  expect(all.map(({ headers }) => Number(headers['webhook-attempt']))).toEqual(all.map((_, index) => index + 1));
  expect(new Set(all.map(({ body }) => body.toString())).size).toBe(1);
  for (const received of all) verify(webhook.secret, received);
  expect(await atRest(publicId)).toMatchObject({ status: 'succeeded', attemptCount: all.length });
}, 240_000);

test('what happens while the endpoint is disabled is recovered once it is enabled', async () => {
  const since = new Date().toISOString();
  await send('PATCH', at(''), 200, { enabled: false });
  const shelves = [await readyShelf(), await readyShelf()];
  const missed = await history('?status=failed');
  expect(missed.map(({ shelfPublicId }) => shelfPublicId)).toEqual(shelves.toReversed());
  expect(missed.map(({ attemptCount }) => attemptCount)).toEqual([0, 0]);
  await send('POST', at('/recover'), 409, { since });
  await send('PATCH', at(''), 200, { enabled: true });
  expect(await send<Recovery>('POST', at('/recover'), 202, { since })).toMatchObject({ deliveries: 2 });
  for (const { publicId, eventId } of missed) {
    const [received] = (await requestsOf(eventId)) as [Received];
    verify(webhook.secret, received);
    expect(await atRest(publicId)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
  }
}, 300_000);

test('delete stops what is pending', async () => {
  receiver.answerWith(() => ({ status: 500 }));
  const { eventId } = await send<Delivery>('POST', at('/ping'), 202);
  await requestsOf(eventId);
  await send('DELETE', at(''), 200);
  const sent = await requestsOf(eventId); // on a loaded machine the second may be there by now
  await pause(2 * FIRST_RETRY_MS);
  expect(await requestsOf(eventId)).toHaveLength(sent.length);
  await send('GET', at(''), 404);
}, 240_000);

test('no secret and no receiver’s address is in a log', async () => {
  for (const path of [service.api.logPath(), service.worker.logPath()]) {
    const log = readFileSync(path, 'utf8');
    expect(log).toContain('"level"');
    for (const hidden of [webhook.secret, receiver.origin]) expect(log).not.toContain(hidden);
  }
});
