import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Delivery } from '../../entities/delivery.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createSealer } from '../../infra/sealing.js';
import type { Account } from '../../entities/account.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { TEST_ENCRYPTION_KEY } from '../support/encryption-key.js';
import { givenDelivery } from '../support/rows.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

let account: Account;
let send: ReturnType<TestApp['as']>;
beforeEach(async () => {
  const user = await api.user();
  account = user.account;
  send = api.as(user.key);
});

const URL = '/v1/webhooks';
const RECEIVER = 'http://localhost:9/hooks';
const EVENTS = ['shelf.ready', 'shelf.failed'];
interface Created {
  publicId: string;
  secret: string;
}

const create = (payload: object = { url: RECEIVER, events: EVENTS }) => send({ method: 'POST', url: URL, payload });
const created = async (payload?: object) => (await create(payload)).json<Created>();
const change = (id: string, payload: object) => send({ method: 'PATCH', url: `${URL}/${id}`, payload });
const rowOf = (publicId: string) => api.database.manager.findOneByOrFail(WebhookEndpoint, { publicId });

test('POST answers 201 with the endpoint and its secret, which is not to be cached', async () => {
  const reply = await create();
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([201, 'no-store']);
  expect(reply.json()).toEqual({
    publicId: expect.stringMatching(/^wh_[0-9a-f]{24}$/),
    userId: account.publicId,
    url: RECEIVER,
    events: EVENTS,
    secret: expect.stringMatching(/^whsec_.{40,}$/),
    enabled: true,
    disabledReason: null,
    createdAt: expect.any(String),
  });
});

test('the secret is sealed in the database, and shown or logged nowhere else', async () => {
  const { secret, publicId } = await created();
  const { secretSealed } = await rowOf(publicId);
  expect(secretSealed.includes(secret)).toBe(false);
  expect(createSealer([TEST_ENCRYPTION_KEY]).open(secretSealed, publicId)).toBe(secret);
  for (const url of [URL, `${URL}/${publicId}`]) expect((await send({ url })).body).not.toContain('secret');
  await change(publicId, { enabled: false });
  expect((await change(publicId, { enabled: true })).body).not.toContain('secret');
  const log = api.logged.join('');
  for (const hidden of [secret, RECEIVER, secretSealed.toString('base64')]) expect(log).not.toContain(hidden);
  expect(log).toContain(publicId);
});

test('GET is a bare array of the account’s own endpoints, newest first; GET of one is the same', async () => {
  expect((await send({ url: URL })).json()).toEqual([]);
  const [{ secret: _one, ...first }, { secret: _two, ...second }] = [await created(), await created()];
  await api.as((await api.user()).key)({ method: 'POST', url: URL, payload: { url: RECEIVER, events: EVENTS } });
  expect((await send({ url: URL })).json()).toEqual([second, first]);
  expect((await send({ url: `${URL}/${first.publicId}` })).json()).toEqual(first);
});

test('a session can do all that a key can', async () => {
  const session = await api.withSession(account);
  const reply = await session({ method: 'POST', url: URL, payload: { url: RECEIVER, events: EVENTS } });
  const { publicId } = reply.json<Created>();
  const at = `${URL}/${publicId}`;
  expect((await session({ url: at })).statusCode).toBe(200);
  expect((await session({ method: 'PATCH', url: at, payload: { events: ['shelf.review'] } })).statusCode).toBe(200);
  expect((await session({ method: 'POST', url: `${at}/rotate-secret` })).statusCode).toBe(200);
  expect((await session({ method: 'POST', url: `${at}/ping` })).statusCode).toBe(202);
  expect((await session({ method: 'DELETE', url: at })).json()).toEqual({ success: true });
});

test('an account has at most twenty endpoints, also when two are asked for at once', async () => {
  for (let made = 0; made < 18; made += 1) await create();
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => create()));
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409]);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'too_many_webhooks', maxWebhooks: 20 },
  });
  const list = (await send({ url: URL })).json<Created[]>();
  expect(list).toHaveLength(20);
  await send({ method: 'DELETE', url: `${URL}/${list[0]?.publicId}` });
  expect((await create()).statusCode).toBe(201);
});

describe('PATCH', () => {
  test('changes what it names and leaves the rest', async () => {
    const { secret: _, ...before } = await created();
    expect((await change(before.publicId, {})).json()).toEqual(before);
    const url = 'http://hooks.localhost:9/other';
    expect((await change(before.publicId, { url })).json()).toEqual({ ...before, url });
    const events = ['shelf.review'];
    expect((await change(before.publicId, { events })).json()).toEqual({ ...before, url, events });
  });

  test('disabling is by_owner and ends what is pending; enabling forgets the reason and the failures', async () => {
    const { publicId } = await created();
    const { manager } = api.database;
    const { id } = await rowOf(publicId);
    await manager.update(WebhookEndpoint, { id }, { failingSince: new Date() });
    const { id: pending } = await givenDelivery(manager, account.id, id, {
      status: 'pending',
      nextAttemptAt: new Date(),
    });
    const { id: done } = await givenDelivery(manager, account.id, id, { status: 'succeeded' });
    const disabled = await change(publicId, { enabled: false });
    expect(disabled.json()).toMatchObject({ enabled: false, disabledReason: 'by_owner' });
    const statuses = async () =>
      Promise.all([pending, done].map(async (one) => manager.findOneByOrFail(Delivery, { id: one })));
    expect(await statuses()).toMatchObject([{ status: 'failed', nextAttemptAt: null }, { status: 'succeeded' }]);
    const enabled = await change(publicId, { enabled: true });
    expect(enabled.json()).toMatchObject({ enabled: true, disabledReason: null });
    expect((await rowOf(publicId)).failingSince).toBeNull();
    expect(await statuses()).toMatchObject([{ status: 'failed' }, { status: 'succeeded' }]);
  });

  test('disabling what is disabled keeps its reason; enabling what is enabled keeps the time of its failures', async () => {
    const { publicId } = await created();
    const failingSince = new Date('2026-01-02T03:04:05.678Z');
    await api.database.manager.update(WebhookEndpoint, { publicId }, { failingSince });
    await change(publicId, { enabled: true });
    expect((await rowOf(publicId)).failingSince).toEqual(failingSince);
    await api.database.manager.update(WebhookEndpoint, { publicId }, { enabled: false, disabledReason: 'gone' });
    expect((await change(publicId, { enabled: false })).json()).toMatchObject({ disabledReason: 'gone' });
    expect((await change(publicId, { enabled: true })).json()).toMatchObject({ disabledReason: null });
  });

  test('another URL has not failed yet', async () => {
    const { publicId } = await created();
    await api.database.manager.update(WebhookEndpoint, { publicId }, { failingSince: new Date() });
    await change(publicId, { url: RECEIVER });
    expect((await rowOf(publicId)).failingSince).not.toBeNull();
    await change(publicId, { url: 'http://localhost:10/' });
    expect((await rowOf(publicId)).failingSince).toBeNull();
  });

  test.each<[object, object]>([
    [{ enable: false }, { field: 'enable', reason: 'unknown' }],
    [{ secret: 'whsec_mine' }, { field: 'secret', reason: 'unknown' }],
    [{ disabledReason: null }, { field: 'disabledReason', reason: 'unknown' }],
    [{ enabled: 'no' }, { field: 'enabled', reason: 'invalid_type' }],
    [{ enabled: null }, { field: 'enabled', reason: 'invalid_type' }],
    [{ events: [] }, { field: 'events', reason: 'too_few' }],
    [{ url: 'ftp://example.com/' }, { field: 'url', reason: 'https_required' }],
  ])('refuses %j with 400 and changes nothing', async (payload, details) => {
    const { secret: _, ...before } = await created();
    const refused = await change(before.publicId, { events: ['shelf.review'], ...payload });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR', details }]);
    expect((await send({ url: `${URL}/${before.publicId}` })).json()).toEqual(before);
  });
});

test('rotate-secret answers 200 with a new secret, which holds at once and is not to be cached', async () => {
  const { publicId, secret } = await created();
  const rotated = await send({ method: 'POST', url: `${URL}/${publicId}/rotate-secret` });
  expect([rotated.statusCode, rotated.headers['cache-control']]).toEqual([200, 'no-store']);
  const fresh = rotated.json<Created>();
  expect(fresh).toEqual({ publicId, secret: expect.stringMatching(/^whsec_/) });
  expect(fresh.secret).not.toBe(secret);
  expect(createSealer([TEST_ENCRYPTION_KEY]).open((await rowOf(publicId)).secretSealed, publicId)).toBe(fresh.secret);
  expect(api.logged.join('')).not.toContain(fresh.secret);
});

test('a stolen session replaces no secret: the password has to have been entered; a key may', async () => {
  const { publicId } = await created();
  const path = `${URL}/${publicId}/rotate-secret`;
  const session = await api.withSession(account);
  const before = (await rowOf(publicId)).secretSealed;
  await api.database.manager.query(
    `UPDATE sessions SET confirmed_at = confirmed_at - interval '16 minutes' WHERE account_id = $1`,
    [account.id],
  );
  const refused = await session({ method: 'POST', url: path });
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { details: { reason: 'confirmation_required' } }]);
  expect((await rowOf(publicId)).secretSealed).toEqual(before);
  expect((await send({ method: 'POST', url: path })).statusCode).toBe(200);
});

test('DELETE answers 200 once, then 404; its deliveries go with it, and no other’s', async () => {
  const { manager } = api.database;
  const [gone, stays] = [await created(), await created()];
  for (const { publicId } of [gone, stays]) {
    const { id } = await rowOf(publicId);
    await givenDelivery(manager, account.id, id, { status: 'pending' });
  }
  const { id: kept } = await rowOf(stays.publicId);
  const remove = () => send({ method: 'DELETE', url: `${URL}/${gone.publicId}` });
  const first = await remove();
  expect([first.statusCode, first.json()]).toEqual([200, { success: true }]);
  expect((await remove()).statusCode).toBe(404);
  expect((await send({ url: `${URL}/${gone.publicId}` })).statusCode).toBe(404);
  const left = await manager.query<{ endpoint_id: string }[]>(
    'SELECT endpoint_id FROM deliveries d JOIN events e ON e.id = d.event_id WHERE e.account_id = $1',
    [account.id],
  );
  expect(left).toEqual([{ endpoint_id: kept }]);
});
