import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Account } from '../../entities/account.js';
import { Delivery } from '../../entities/delivery.js';
import { DeliveryAttempt } from '../../entities/delivery-attempt.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { newPublicId } from '../../entities/ids.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { sessionWaitingFor } from '../support/database.js';
import { poll } from '../support/poll.js';
import { givenDelivery, givenEndpoint } from '../support/rows.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

let account: Account;
let send: ReturnType<TestApp['as']>;
let webhookPublicId: string;
let endpointId: string;
let at: string;
beforeEach(async () => {
  const user = await api.user();
  account = user.account;
  send = api.as(user.key);
  webhookPublicId = await givenEndpoint(api.database.manager, account.id, { events: ['shelf.ready'] });
  ({ id: endpointId } = await api.database.manager.findOneByOrFail(WebhookEndpoint, { publicId: webhookPublicId }));
  at = `/v1/webhooks/${webhookPublicId}`;
  api.started.length = 0;
});

interface Shown {
  publicId: string;
  eventId: string;
  status: string;
}
const given = (fields: Parameters<typeof givenDelivery>[3]) =>
  givenDelivery(api.database.manager, account.id, endpointId, fields);
const post = (path: string, payload?: object) =>
  send({ method: 'POST', url: `${at}${path}`, ...(payload && { payload }) });
const disable = () =>
  api.database.manager.update(WebhookEndpoint, { id: endpointId }, { enabled: false, disabledReason: 'failing' });
const inputOf = (deliveryId: string) => ({
  deliveryId,
  endpointPublicId: webhookPublicId,
  accountPublicId: account.publicId,
});

describe('ping', () => {
  test('answers 202 with its delivery, written with its event, and the run is started', async () => {
    const reply = await post('/ping');
    const shown = reply.json<Shown>();
    expect([reply.statusCode, shown]).toEqual([
      202,
      {
        publicId: expect.stringMatching(/^dlv_[0-9a-f]{24}$/),
        webhookPublicId,
        eventId: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
        event: 'webhook.ping',
        shelfPublicId: null,
        status: 'pending',
        attemptCount: 0,
        nextAttemptAt: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(api.started).toEqual([['delivery', inputOf(shown.publicId)]]);
    const { body, attempts } = (await send({ url: `${at}/deliveries/${shown.publicId}` })).json<{
      body: string;
      attempts: object[];
    }>();
    expect(JSON.parse(body)).toEqual({
      event: 'webhook.ping',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      webhookPublicId,
      data: {},
    });
    expect(attempts).toEqual([]);
  });

  test('is sent whatever the endpoint subscribed to, and to no other endpoint', async () => {
    const other = await givenEndpoint(api.database.manager, account.id, { events: ['shelf.ready'] });
    await post('/ping');
    expect((await send({ url: `/v1/webhooks/${other}/deliveries` })).json()).toMatchObject({ data: [] });
  });

  test('to a disabled endpoint is 409, and nothing is written', async () => {
    await disable();
    const refused = await post('/ping');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'CONFLICT', details: { reason: 'disabled', disabledReason: 'failing' } },
    ]);
    expect((await send({ url: `${at}/deliveries` })).json()).toMatchObject({ data: [] });
    expect(api.started).toEqual([]);
  });
});

describe('history', () => {
  test('is a page of deliveries, newest first, of one status or all', async () => {
    const made: string[] = [];
    for (const [index, status] of (['succeeded', 'failed', 'pending', 'failed'] as const).entries())
      made.push((await given({ status, createdAt: new Date(Date.now() - 60_000 + index) })).id);
    const list = async (query: string) =>
      (await send({ url: `${at}/deliveries${query}` })).json<{ data: Shown[]; pagination: object }>();
    const all = await list('');
    expect(all.data.map(({ publicId }) => publicId)).toEqual(made.toReversed());
    expect(all.pagination).toEqual({ limit: 20, page: 1, total: 4, totalPages: 1 });
    const failed = await list('?status=failed&limit=1&page=2');
    expect(failed.data.map(({ publicId }) => publicId)).toEqual([made[1]]);
    expect(failed.pagination).toEqual({ limit: 1, page: 2, total: 2, totalPages: 2 });
    expect((await list('?page=9')).data).toEqual([]);
  });

  test.each([
    ['status=gone', 'status', 'invalid_value'],
    ['status=', 'status', 'invalid_value'],
    ['status=failed&status=pending', 'status', 'invalid_value'],
    ['limit=101', 'limit', 'too_large'],
    ['page=0', 'page', 'too_small'],
  ])('refuses ?%s with 400', async (query, field, reason) => {
    const refused = await send({ url: `${at}/deliveries?${query}` });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { field, reason } }]);
  });

  test('of one delivery has its body to the byte and every attempt, first to last', async () => {
    const body = '{"event":"shelf.ready",  "shelfPublicId":"shf_0123456789abcdef01234567","data":{"name":"Zoë 💡"}}';
    const { id } = await given({ status: 'pending', attemptCount: 2, body });
    const startedAt = new Date('2026-01-02T03:04:05.678Z');
    const attempts = [
      { number: 1, durationMs: 15_000, statusCode: null, error: 'timeout', responseText: null },
      { number: 2, durationMs: 12, statusCode: 500, error: null, responseText: 'not now' },
    ];
    for (const attempt of attempts.toReversed())
      await api.database.manager.insert(DeliveryAttempt, { deliveryId: id, startedAt, ...attempt });
    const reply = await send({ url: `${at}/deliveries/${id}` });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      {
        publicId: id,
        event: 'shelf.ready',
        shelfPublicId: 'shf_0123456789abcdef01234567',
        attemptCount: 2,
        body,
        attempts: attempts.map((attempt) => ({ ...attempt, startedAt: startedAt.toISOString() })),
      },
    ]);
  });

  test('of one delivery shows one moment, also while an attempt is being recorded', async () => {
    const { dataSource } = api.database;
    const { id } = await given({ status: 'pending' });
    let asked: ReturnType<typeof send> | undefined;
    await dataSource.transaction(async (tx) => {
      await tx.query('LOCK TABLE delivery_attempts');
      asked = send({ url: `${at}/deliveries/${id}` });
      await poll(() => sessionWaitingFor('delivery_attempts', api.database));
      await tx.update(Delivery, { id }, { attemptCount: 1, nextAttemptAt: new Date() });
      const attempt = { number: 1, startedAt: new Date(), durationMs: 1, statusCode: 500 };
      await tx.insert(DeliveryAttempt, { deliveryId: id, ...attempt });
    });
    expect((await asked!).json()).toMatchObject({ attemptCount: 0, nextAttemptAt: null, attempts: [] });
  });

  test('of a delivery that was sent again and again has its latest hundred attempts', async () => {
    const { id } = await given({ status: 'failed', attemptCount: 120 });
    await api.database.manager.query(
      `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, response_text)
       SELECT $1, n, now(), 1, repeat('x', 4096) FROM generate_series(1, 120) n`,
      [id],
    );
    const { attemptCount, attempts } = (await send({ url: `${at}/deliveries/${id}` })).json<{
      attemptCount: number;
      attempts: { number: number }[];
    }>();
    expect([attemptCount, attempts.length, attempts[0]?.number, attempts.at(-1)?.number]).toEqual([120, 100, 21, 120]);
  });

  test('has no delivery of another endpoint, nor of another account', async () => {
    const { id } = await given({ status: 'failed' });
    const other = await givenEndpoint(api.database.manager, account.id, { events: ['shelf.ready'] });
    const stranger = api.as((await api.user()).key);
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/redeliver'],
    ] as const) {
      const elsewhere = await send({ method, url: `/v1/webhooks/${other}/deliveries/${id}${rest}` });
      expect([elsewhere.statusCode, elsewhere.json()]).toEqual([
        404,
        { code: 'NOT_FOUND', message: 'There is no such delivery.' },
      ]);
      const hidden = await stranger({ method, url: `${at}/deliveries/${id}${rest}` });
      expect([hidden.statusCode, hidden.json()]).toEqual([
        404,
        { code: 'NOT_FOUND', message: 'There is no such webhook.' },
      ]);
    }
    expect(api.started).toEqual([]);
  });
});

describe('redeliver', () => {
  test.each(['failed', 'succeeded'] as const)(
    'makes a delivery that has %s pending again: same event, attempts go on, waits begin anew',
    async (status) => {
      const { id, eventId } = await given({ status, attemptCount: 12 });
      const reply = await post(`/deliveries/${id}/redeliver`);
      expect([reply.statusCode, reply.json()]).toMatchObject([
        202,
        { publicId: id, eventId, status: 'pending', attemptCount: 12, nextAttemptAt: null },
      ]);
      expect(await api.database.manager.findOneByOrFail(Delivery, { id })).toMatchObject({ attemptsBefore: 12 });
      expect(api.started).toEqual([['delivery', inputOf(id)]]);
    },
  );

  test('of a pending one is 409, also when two ask at once', async () => {
    const { id } = await given({ status: 'failed', attemptCount: 3 });
    const replies = await Promise.all([1, 2, 3].map(() => post(`/deliveries/${id}/redeliver`)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 409, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'pending' },
    });
    expect(api.started).toHaveLength(1);
  });

  test('to a disabled endpoint is 409, and the delivery stays as it is', async () => {
    const { id } = await given({ status: 'failed' });
    await disable();
    const refused = await post(`/deliveries/${id}/redeliver`);
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { details: { reason: 'disabled' } }]);
    expect(await api.database.manager.findOneByOrFail(Delivery, { id })).toMatchObject({ status: 'failed' });
  });

  test('of one that there is not is 404', async () => {
    const absent = await post(`/deliveries/${newPublicId('dlv')}/redeliver`);
    expect([absent.statusCode, absent.json()]).toMatchObject([404, { message: 'There is no such delivery.' }]);
  });
});
