/** What holds for every route alike, taken from /openapi.json so that none is forgotten. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newPublicId } from '../../entities/ids.js';
import { Account } from '../../entities/account.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { buildTestApp, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { givenApiKey, givenDelivery, givenEndpoint } from '../support/rows.js';
import { ofShelves, operationsOf, wholeRequestOf, type Operation } from '../support/operations.js';

let api: TestApp;
let operations: Operation[];
beforeAll(async () => {
  api = await buildTestApp();
  operations = operationsOf(api.app);
});
afterAll(() => api?.stop());

/** Of requests that are good for a shelf that there is. */
const READABLE = { path: 'README.md', filePath: 'README.md', start: 1, q: 'what' };

async function subscribed() {
  const user = await api.user();
  await api.database.manager.update(Account, user.account.id, { subscribedAt: new Date() });
  return user;
}

test('there are routes of each kind', () => {
  expect(ofShelves(operations).length).toBeGreaterThanOrEqual(20);
  expect(operations.filter(({ schemes }) => schemes.join() === 'session').length).toBeGreaterThanOrEqual(5);
});

test('every route with credentials is 401 without them, whatever else is sent', async () => {
  for (const operation of operations.filter(({ schemes }) => schemes.length > 0))
    for (const headers of [{}, { authorization: 'Bearer sk_live_none_of_those_keys_there_are' }, { cookie: 'x=y' }]) {
      const request = wholeRequestOf(operation);
      const { statusCode } = await api.request({ ...request, headers: { ...request.headers, ...headers } });
      expect([operation.id, statusCode]).toEqual([operation.id, 401]);
    }
});

test('routes for sessions alone are 401 with a key, also beside a session', async () => {
  const { account, key } = await api.user();
  const withSession = await api.withSession(account);
  for (const operation of operations.filter(({ schemes }) => schemes.join() === 'session')) {
    const headers = { authorization: `Bearer ${key}` };
    expect([operation.id, (await withSession({ ...wholeRequestOf(operation), headers })).statusCode]).toEqual([
      operation.id,
      401,
    ]);
  }
});

test('every route that changes something is 403 with a session whose request comes from elsewhere', async () => {
  const { account } = await api.user();
  const withSession = await api.withSession(account);
  const unsafe = operations.filter(({ method, schemes }) => method !== 'GET' && schemes.includes('session'));
  expect(unsafe.length).toBeGreaterThan(6);
  for (const operation of unsafe)
    for (const origin of ['https://evil.example', 'null', '']) {
      const request = wholeRequestOf(operation);
      const response = await withSession({ ...request, headers: { ...request.headers, origin } });
      expect([operation.id, response.statusCode, response.json()]).toMatchObject([
        operation.id,
        403,
        { code: 'FORBIDDEN', details: { field: 'Origin', reason: 'mismatch' } },
      ]);
    }
});

test('every route that changes something is 403 with a key that may only read, and every other is open to it', async () => {
  const { account } = await subscribed();
  const shelf = await givenReadyShelf(api, account);
  const reader = api.as(await givenApiKey(api.database.manager, account.id, 'read'));
  const ofKeys = operations.filter(({ schemes }) => schemes.includes('bearer'));
  const unsafe = ofKeys.filter(({ method }) => method !== 'GET');
  expect(unsafe.length).toBeGreaterThan(10);
  for (const operation of unsafe) {
    const response = await reader(wholeRequestOf(operation, { id: shelf.publicId, ...READABLE }));
    expect([operation.id, response.statusCode, response.json()]).toMatchObject([
      operation.id,
      403,
      { code: 'FORBIDDEN', details: { reason: 'read_only_key' } },
    ]);
  }
  for (const operation of ofShelves(ofKeys).filter(({ method, id }) => method === 'GET' && id !== 'followShelf')) {
    const { statusCode } = await reader(
      wholeRequestOf(operation, { id: shelf.publicId, version: 1, from: 1, to: 1, ...READABLE }),
    );
    expect([operation.id, statusCode]).not.toEqual([operation.id, 403]);
  }
});

describe('every route of a shelf', () => {
  test('is 404 for a shelf of another account in each status, by key and by session, and leaves it as it is', async () => {
    const [owner, other] = [await subscribed(), await subscribed()];
    const shelves = [await givenReadyShelf(api, owner.account), await givenShelfInReview(api, owner.account)];
    const own = await api.as(owner.key)({ url: '/v1/shelves' });
    const withSession = await api.withSession(other.account);
    for (const operation of ofShelves(operations))
      for (const { publicId, id: uuid } of shelves)
        for (const id of operation.id === 'getCredentials' ? [publicId, uuid] : [publicId])
          for (const send of [api.as(other.key), withSession]) {
            const response = await send(wholeRequestOf(operation, { id, ...READABLE }));
            expect([operation.id, response.statusCode, response.json()]).toEqual([
              operation.id,
              404,
              { code: 'NOT_FOUND', message: 'There is no such shelf.', details: { resource: 'shelf' } },
            ]);
          }
    expect((await api.as(owner.key)({ url: '/v1/shelves' })).json()).toEqual(own.json());
  });

  test('is 404 for a shelf that there is not, in the same words', async () => {
    const { key } = await subscribed();
    for (const operation of ofShelves(operations)) {
      const response = await api.as(key)(wholeRequestOf(operation, { id: newPublicId('shf'), ...READABLE }));
      expect([operation.id, response.statusCode, response.json()]).toEqual([
        operation.id,
        404,
        { code: 'NOT_FOUND', message: 'There is no such shelf.', details: { resource: 'shelf' } },
      ]);
    }
  });

  test.each([
    'shf_',
    'shf_0123456789ABCDEF01234567',
    'shf_0123456789abcdef012345678',
    'ver_0123456789abcdef01234567',
    ' shf_0123456789abcdef01234567',
    'shf_0123456789abcdef01234567\n',
    'shf_0123456789abcdef0123456\0',
    "' OR 1=1 --",
    '../shelves',
    'ＳＨＦ_0123456789abcdef01234567',
    'x'.repeat(3000),
  ])('is 400 with the field for an id that is none, case %#', async (id) => {
    const { key } = await subscribed();
    for (const operation of ofShelves(operations)) {
      const response = await api.as(key)(wholeRequestOf(operation, { id }));
      expect([operation.id, response.statusCode, response.json()]).toMatchObject([
        operation.id,
        400,
        { details: { field: 'id', reason: 'invalid_format' } },
      ]);
    }
  });

  test.each(['%', '%2', '%zz', '%ff', '%c0%af', '%ed%a0%80', '%E0%A4%A'])(
    'is 400 for a path with %s, once the key is known',
    async (broken) => {
      const { key } = await api.user();
      for (const operation of ofShelves(operations)) {
        const url = operation.path.replace('{id}', broken).replace(/\{\w+\}/g, '1');
        const response = await api.as(key)({ ...wholeRequestOf(operation), url });
        expect([operation.id, response.statusCode, response.json()]).toMatchObject([
          operation.id,
          400,
          { details: { field: 'path', reason: 'malformed' } },
        ]);
        expect((await api.request({ ...wholeRequestOf(operation), url })).statusCode).toBe(401);
      }
    },
  );
});

describe('every route of a webhook', () => {
  const ofWebhooks = () => operations.filter(({ path }) => path.startsWith('/v1/webhooks/{webhookPublicId}'));
  const NONE = { code: 'NOT_FOUND', message: 'There is no such webhook.' };

  async function givenWebhook(accountId: string) {
    const { manager } = api.database;
    const webhookPublicId = await givenEndpoint(manager, accountId, { events: ['shelf.ready'] });
    const { id } = await manager.findOneByOrFail(WebhookEndpoint, { publicId: webhookPublicId });
    const { id: deliveryId } = await givenDelivery(manager, accountId, id, { status: 'failed' });
    return { webhookPublicId, deliveryId };
  }

  test('is 404 for one of another account, by key and by session, and leaves it as it is', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const given = await givenWebhook(owner.account.id);
    const rows = () =>
      api.database.manager.query('SELECT w.*, d.* FROM webhook_endpoints w JOIN deliveries d ON d.endpoint_id = w.id');
    const before: unknown = await rows();
    expect(ofWebhooks()).toHaveLength(9);
    for (const operation of ofWebhooks())
      for (const send of [api.as(other.key), await api.withSession(other.account)]) {
        const response = await send(wholeRequestOf(operation, given));
        expect([operation.id, response.statusCode, response.json()]).toEqual([operation.id, 404, NONE]);
      }
    expect(await rows()).toEqual(before);
  });

  test('is 404 for one that there is not, and for a delivery that there is not', async () => {
    const { account, key } = await api.user();
    const { webhookPublicId } = await givenWebhook(account.id);
    for (const operation of ofWebhooks()) {
      const absent = await api.as(key)(wholeRequestOf(operation, { webhookPublicId: newPublicId('wh') }));
      expect([operation.id, absent.statusCode, absent.json()]).toEqual([operation.id, 404, NONE]);
      if (!operation.path.includes('{deliveryId}')) continue;
      const response = await api.as(key)(
        wholeRequestOf(operation, { webhookPublicId, deliveryId: newPublicId('dlv') }),
      );
      expect([operation.id, response.statusCode, response.json()]).toEqual([
        operation.id,
        404,
        { code: 'NOT_FOUND', message: 'There is no such delivery.' },
      ]);
    }
  });

  test.each(['wh_', 'wh_0123456789ABCDEF01234567', 'shf_0123456789abcdef01234567', "' OR 1=1 --", '../webhooks'])(
    'is 400 with the field for an id that is none: %s',
    async (bad) => {
      const { account, key } = await api.user();
      const { webhookPublicId } = await givenWebhook(account.id);
      for (const operation of ofWebhooks()) {
        const response = await api.as(key)(wholeRequestOf(operation, { webhookPublicId: bad }));
        const details = { field: 'webhookPublicId', reason: 'invalid_format' };
        expect([operation.id, response.statusCode, response.json()]).toMatchObject([operation.id, 400, { details }]);
        if (!operation.path.includes('{deliveryId}')) continue;
        const other = await api.as(key)(wholeRequestOf(operation, { webhookPublicId, deliveryId: bad }));
        expect([operation.id, other.statusCode, other.json()]).toMatchObject([
          operation.id,
          400,
          { details: { field: 'deliveryId', reason: 'invalid_format' } },
        ]);
      }
    },
  );

  test('is 400 for a path that cannot be decoded, once the key is known', async () => {
    const { key } = await api.user();
    for (const operation of ofWebhooks()) {
      const url = operation.path.replace('{webhookPublicId}', '%ff').replace('{deliveryId}', 'x');
      const response = await api.as(key)({ ...wholeRequestOf(operation), url });
      expect([operation.id, response.json()]).toMatchObject([operation.id, { details: { field: 'path' } }]);
      expect((await api.request({ ...wholeRequestOf(operation), url })).statusCode).toBe(401);
    }
  });
});
