/** What goes out to a receiver, and what is kept of its answer. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { Delivery } from '../../entities/delivery.js';
import { Event } from '../../entities/event.js';
import { FIRST_RETRY_MS, startAttempts, type Attempts } from '../support/attempts.js';
import { ownDatabase } from '../support/own-database.js';
import { verifyDelivery } from '../support/webhooks.js';

const OVER = { outcome: 'over', number: null, statusCode: null, waitMs: null };
let env: Attempts;

beforeAll(async () => {
  env = await startAttempts(await ownDatabase());
});
afterAll(() => env?.stop());

const eventOf = async (deliveryId: string) => {
  const { eventId } = await env.manager.findOneByOrFail(Delivery, { id: deliveryId });
  return env.manager.findOneByOrFail(Event, { id: eventId });
};

test('a receiver gets the stored bytes with one signature that others than we can verify', async () => {
  const { receiver, webhook, secret } = await env.receiver(() => ({ status: 200, body: 'thank you' }));
  const input = await env.deliveryTo(webhook);
  expect(await env.attempt(input)).toEqual({ outcome: 'succeeded', number: 1, statusCode: 200, waitMs: null });
  const [request] = receiver.received;
  const event = await eventOf(input.deliveryId);
  expect(request?.path).toBe('/hook?a=1');
  expect(request?.body.toString()).toBe(event.body);
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Shelfwright-Webhooks\//),
    'webhook-id': event.id,
    'webhook-attempt': '1',
    'webhook-endpoint-id': webhook.publicId,
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
  verifyDelivery(secret, request!);
  new Webhook(secret, { format: 'raw' }).verify(request!.body, request!.headers as Record<string, string>);
  expect(() => verifyDelivery(`${secret}x`, request!)).toThrow('wrong signature');
  expect(await env.delivery(input)).toMatchObject({ status: 'succeeded', attemptCount: 1, nextAttemptAt: null });
  expect(await env.attempts(input)).toEqual([
    expect.objectContaining({ number: 1, statusCode: 200, responseText: 'thank you', error: null }),
  ]);
  expect(await env.attempt(input)).toEqual(OVER);
  expect(receiver.received).toHaveLength(1);
});

test('each attempt has its number and its time, and the same id and bytes', async () => {
  const { receiver, webhook, secret } = await env.receiver((_, number) => ({ status: number < 3 ? 500 : 204 }));
  const input = await env.deliveryTo(webhook);
  expect(await env.attempt(input)).toMatchObject({ outcome: 'retry', number: 1, statusCode: 500 });
  expect(await env.next(input)).toMatchObject({ outcome: 'retry', number: 2 });
  expect(await env.next(input)).toMatchObject({ outcome: 'succeeded', number: 3 });
  const { received } = receiver;
  expect(received.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3']);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
  for (const request of received) verifyDelivery(secret, request, request.atMs);
  expect((await env.attempts(input)).map(({ statusCode }) => statusCode)).toEqual([500, 500, 204]);
});

test.each([301, 307, 400, 401, 404, 429, 500, 503] as const)('%i is a failure that is tried again', async (status) => {
  const { receiver, webhook } = await env.receiver(() => ({ status, headers: { location: 'http://localhost:1/' } }));
  const input = await env.deliveryTo(webhook);
  const { outcome, waitMs } = await env.attempt(input);
  expect(outcome).toBe('retry');
  expect(waitMs).toBeGreaterThanOrEqual(0.8 * FIRST_RETRY_MS);
  expect(waitMs).toBeLessThanOrEqual(1.2 * FIRST_RETRY_MS);
  expect(receiver.received).toHaveLength(1); // a redirect is not followed
});

test('a broken connection is a failure with its cause in the history', async () => {
  const { webhook } = await env.receiver(() => 'reset');
  const input = await env.deliveryTo(webhook);
  expect(await env.attempt(input)).toMatchObject({ outcome: 'retry', statusCode: null });
  expect(await env.attempts(input)).toEqual([
    expect.objectContaining({ statusCode: null, error: expect.stringMatching(/^[a-z_]+$/) }),
  ]);
});

test('an attempt that comes before its time waits for the rest of it', async () => {
  const { receiver, webhook } = await env.receiver(() => ({ status: 500 }));
  const input = await env.deliveryTo(webhook);
  const { waitMs } = await env.attempt(input);
  const early = await env.attempt(input);
  expect(early).toMatchObject({ outcome: 'busy', number: 2 });
  expect(early.waitMs).toBeLessThanOrEqual(waitMs!);
  expect(early.waitMs).toBeGreaterThan(0);
  expect(receiver.received).toHaveLength(1);
});

test.each([
  { status: 503, header: '7', longMs: 7_000 },
  { status: 429, header: '3600', longMs: 2 * FIRST_RETRY_MS },
  { status: 503, header: '1', longMs: null },
  { status: 500, header: '9', longMs: null },
])('Retry-After $header on $status lengthens a wait to twice at most', async ({ status, header, longMs }) => {
  const { webhook } = await env.receiver(() => ({ status, headers: { 'retry-after': header } }));
  const { waitMs } = await env.attempt(await env.deliveryTo(webhook));
  if (longMs !== null) expect(waitMs).toBe(longMs);
  else expect(waitMs).toBeLessThanOrEqual(1.2 * FIRST_RETRY_MS);
});

test('the twelfth failure is the last; a redelivery continues counting and begins its waits anew', async () => {
  const { receiver, webhook } = await env.receiver(() => ({ status: 500 }));
  const input = await env.deliveryTo(webhook);
  await env.manager.update(Delivery, { id: input.deliveryId }, { attemptCount: 10 });
  expect(await env.next(input)).toMatchObject({ outcome: 'retry', number: 11 });
  expect(await env.next(input)).toEqual({ outcome: 'failed', number: 12, statusCode: 500, waitMs: null });
  expect(await env.delivery(input)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  const again = { status: 'pending', attemptsBefore: 12 } as const;
  await env.manager.update(Delivery, { id: input.deliveryId }, again);
  const { outcome, number, waitMs } = await env.attempt(input);
  expect([outcome, number]).toEqual(['retry', 13]);
  expect(waitMs).toBeLessThanOrEqual(1.2 * FIRST_RETRY_MS);
  expect(receiver.received.at(-1)?.headers['webhook-attempt']).toBe('13');
});

test('what was sent is recorded although Postgres goes down before it can be', async () => {
  const { receiver, webhook } = await env.receiver(async () => {
    const [{ pid }] = (await env.manager.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    process.kill(pid, 'SIGKILL'); // which makes the server end every connection and recover
    return { status: 204 };
  });
  const input = await env.deliveryTo(webhook);
  expect(await env.attempt(input)).toMatchObject({ outcome: 'succeeded', number: 1 });
  expect(receiver.received).toHaveLength(1);
  expect(await env.delivery(input)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
});

test('of two who attempt the same delivery one records it, and the other continues from there', async () => {
  const { receiver, webhook } = await env.receiver(() => ({ status: 500 }));
  const input = await env.deliveryTo(webhook);
  const both = await Promise.all([env.attempt(input), env.attempt(input)]);
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['busy', 'retry']);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-attempt']))).toEqual(new Set(['1']));
  expect(await env.attempts(input)).toHaveLength(1);
});

test('a delivery that is gone, or whose endpoint is disabled, is over without a request', async () => {
  const { receiver, webhook } = await env.receiver();
  const input = await env.deliveryTo(webhook);
  await env.manager.update('webhook_endpoints', { id: webhook.id }, { enabled: false, disabledReason: 'by_owner' });
  expect(await env.attempt(input)).toEqual(OVER);
  expect(await env.delivery(input)).toMatchObject({ status: 'failed', attemptCount: 0 });
  await env.manager.delete('webhook_endpoints', { id: webhook.id });
  expect(await env.attempt(input)).toEqual(OVER);
  expect(receiver.received).toEqual([]);
});
