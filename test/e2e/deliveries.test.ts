/**
 * Events over real processes: which moments have one, and that every one reaches its receiver, with one id and the same
 * bytes, whatever is killed between any two steps on its way.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Delivery } from '../../entities/delivery.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { claimClient, type Claims } from '../support/claims.js';
import { textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { tryReconciler } from '../support/reconciler.js';
import { startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { verifyDelivery } from '../support/webhooks.js';

const ARRIVES_MS = 120_000;
const DAMAGED = Buffer.from('%PDF-1.7\nnothing that can be read');
let service: Service;
let temporal: Temporal;
let claims: Claims;
let receiver: Receiver;
let webhook: { publicId: string; secret: string };
let pdf: Buffer;

beforeAll(async () => {
  pdf = await textPdf(2);
  const plenty = { LIMIT_WRITES_PER_MINUTE: '1000', LIMIT_CREATES_PER_HOUR: '1000' };
  service = await startService({ ENGINE_PROCESSES: '1', RECONCILE_AFTER_SECONDS: '5', ...plenty });
  temporal = createTemporal(service.temporal);
  claims = claimClient(service, temporal);
  await claims.subscribe();
  receiver = await startReceiver();
  webhook = (await json(
    await post('/v1/webhooks', {
      url: `${receiver.origin}/events`,
      events: ['shelf.ready', 'shelf.failed', 'shelf.review'],
    }),
  )) as typeof webhook;
}, START_MS);
afterAll(async () => {
  await temporal?.close();
  await service?.stop();
  await receiver?.stop();
}, STOP_MS);
beforeEach(() => receiver.answerWith(() => ({})));

const post = (path: string, body?: object): Promise<Response> =>
  service.request(path, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

async function json(reply: Response): Promise<unknown> {
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  return reply.json();
}

interface Payload {
  event: string;
  shelfPublicId: string;
  data: { status: string };
}
const payloadOf = ({ body }: Received) => JSON.parse(body.toString()) as Payload;
const of = (shelfPublicId: string): Received[] =>
  receiver.received.filter((one) => payloadOf(one).shelfPublicId === shelfPublicId);
const eventsOf = (shelfPublicId: string): string[] => of(shelfPublicId).map((one) => payloadOf(one).event);

/** The one delivery of a shelf's event once it is at rest; the reconciler runs every few seconds rather than each minute. */
async function arrived(shelfPublicId: string): Promise<Delivery> {
  return poll(
    async () => {
      const [delivery] = await service.database.manager
        .createQueryBuilder(Delivery, 'delivery')
        .where('delivery.event_id IN (SELECT id FROM events WHERE body LIKE :shelf)', { shelf: `%${shelfPublicId}%` })
        .getMany();
      if (delivery && delivery.status !== 'pending') return delivery;
      await tryReconciler(temporal);
      return null;
    },
    ARRIVES_MS,
    1_000,
  );
}

/** Waits until a shelf's events so far have come: the order of their ways is not that of their moments. */
const haveCome = (shelfPublicId: string, count: number): Promise<void> =>
  until(() => of(shelfPublicId).length === count, `event ${count} of ${shelfPublicId}`, ARRIVES_MS);

/** All requests of a shelf's only event carry one id and the same bytes, each signed for its own time. */
function expectOneEvent(shelfPublicId: string): void {
  const requests = of(shelfPublicId);
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(requests.map(({ body }) => body.toString('base64'))).size).toBe(1);
  for (const request of requests) verifyDelivery(webhook.secret, request, request.atMs);
}

test('the events of a shelf’s life come exactly at its moments', async () => {
  const ready = (await service.createShelf(pdf)).publicId;
  await haveCome(ready, 1);
  await claims.upload(ready, DAMAGED);
  await service.shelfIn(ready, ['failed']);
  await claims.post(ready, 'retry');
  await haveCome(ready, 3);
  await service.shelfIn(ready, ['failed']);
  expect((await claims.post(ready, 'restore')).status).toBe(200);
  expect((await claims.upload(ready, pdf)).status).toBe(200);
  await service.shelfIn(ready, ['ready']);

  const reviewed = await claims.createReviewed(pdf);
  await service.shelfIn(reviewed, ['review']);
  expect((await claims.post(reviewed, 'regenerate')).status).toBe(200);
  await haveCome(reviewed, 2);
  await service.shelfIn(reviewed, ['review']);
  const operations = [{ type: 'write', path: 'notes.md', content: 'Seen.' }];
  await json(await post(`/v1/shelves/${reviewed}/approve`, { operations }));
  const approved = await claims.createReviewed(pdf);
  await haveCome(approved, 1);
  await json(await post(`/v1/shelves/${approved}/approve`));

  await haveCome(ready, 5);
  await haveCome(reviewed, 3);
  await haveCome(approved, 2);
  expect(eventsOf(ready)).toEqual(['shelf.ready', 'shelf.failed', 'shelf.failed', 'shelf.ready', 'shelf.ready']);
  expect(eventsOf(reviewed)).toEqual(['shelf.review', 'shelf.review', 'shelf.ready']);
  expect(eventsOf(approved)).toEqual(['shelf.review', 'shelf.ready']);
  for (const request of receiver.received) {
    const { event, data } = payloadOf(request);
    expect(event).toBe(`shelf.${data.status}`);
    verifyDelivery(webhook.secret, request, request.atMs);
  }
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(ids.length);
}, 300_000);

test('a worker killed between the request and its record: the request comes again under its number', async () => {
  const goOn = Promise.withResolvers<object>();
  receiver.answerWith(() => goOn.promise);
  const { publicId } = await service.createShelf(pdf);
  await until(() => of(publicId).length === 1, 'the first request', ARRIVES_MS);
  await service.worker.kill();
  receiver.answerWith(() => ({}));
  goOn.resolve({});
  await service.worker.start();
  expect(await arrived(publicId)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
  expect(of(publicId).map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '1']);
  expectOneEvent(publicId);
}, 300_000);

test('a worker killed while a delivery waits: the next attempt comes after the wait', async () => {
  receiver.answerWith(() => ({ status: 503 }));
  const { publicId } = await service.createShelf(pdf);
  const { manager } = service.database;
  await until(() => of(publicId).length === 1, 'the first request', ARRIVES_MS);
  await until(
    async () => (await manager.countBy(Delivery, { status: 'pending', attemptCount: 1 })) === 1,
    'its record',
  );
  await service.worker.kill();
  receiver.answerWith(() => ({}));
  await service.worker.start();
  expect(await arrived(publicId)).toMatchObject({ status: 'succeeded', attemptCount: 2 });
  expect(of(publicId).map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2']);
  expectOneEvent(publicId);
}, 300_000);

test('Temporal wiped, and the worker killed, before a delivery’s run could begin: the reconciler starts it', async () => {
  receiver.answerWith(() => ({ status: 500 }));
  const { publicId } = await service.createShelf(pdf);
  await poll(async () => ((await service.getShelf(publicId)).status === 'ready' ? true : null), ARRIVES_MS, 5);
  await service.worker.kill();
  await service.temporal.wipe();
  receiver.answerWith(() => ({}));
  await service.worker.start();
  expect(await arrived(publicId)).toMatchObject({ status: 'succeeded' });
  expectOneEvent(publicId);
}, 300_000);

test('an api killed between a redelivery’s row and its start: the delivery goes out all the same', async () => {
  const { publicId } = await service.createShelf(pdf);
  const { id } = await arrived(publicId);
  // an api that has never spoken to Temporal: no start of it can lie in a socket until the server goes on
  await service.api.stop();
  await service.api.start();
  await service.temporal.suspend();
  try {
    const answer = post(`/v1/webhooks/${webhook.publicId}/deliveries/${id}/redeliver`).then(
      () => 'answered',
      () => 'cut off',
    );
    await poll(() => service.database.manager.findOneBy(Delivery, { id, status: 'pending' }));
    await service.api.kill();
    expect(await answer).toBe('cut off');
  } finally {
    service.temporal.resume();
  }
  await service.api.start();
  expect(await arrived(publicId)).toMatchObject({ status: 'succeeded', attemptCount: 2, attemptsBefore: 1 });
  expect(of(publicId).map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2']);
  expectOneEvent(publicId);
}, 300_000);

test('what failed while a receiver was away comes by one request, although the worker is killed meanwhile', async () => {
  const { manager } = service.database;
  const before = receiver.received.length;
  const [failed] = await manager.query<[unknown[], number]>(`UPDATE deliveries SET status = 'failed' RETURNING id`);
  const count = failed.length;
  const since = new Date(Date.now() - 3_600_000).toISOString();
  expect((await post(`/v1/webhooks/${webhook.publicId}/recover`, { since })).status).toBe(202);
  await service.worker.kill();
  await service.worker.start();
  await until(
    async () => (await manager.countBy(Delivery, { status: 'succeeded' })) === count,
    'all are delivered again',
    ARRIVES_MS,
  );
  const again = receiver.received.slice(before);
  expect(new Set(again.map(({ headers }) => headers['webhook-id'])).size).toBe(count);
}, 300_000);
