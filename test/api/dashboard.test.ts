import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Account } from '../../entities/account.js';
import { ApiKey } from '../../entities/api-key.js';
import { buildTestApp, hash, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

let account: Account;
let key: string;
let session: Awaited<ReturnType<TestApp['withSession']>>;
beforeEach(async () => {
  ({ account, key } = await api.user());
  session = await api.withSession(account);
});

const URL = '/v1/dashboard/api-keys';
const create = (payload: object) => session({ method: 'POST', url: URL, payload });
const list = async (query = '') => (await session({ url: `${URL}${query}` })).json<{ data: object[] }>();
const opens = async (secret: string) => (await api.as(secret)({ url: '/v1/shelves' })).statusCode === 200;

test.each([
  ['GET', '/v1/dashboard/account'],
  ['GET', URL],
  ['POST', URL],
  ['DELETE', `${URL}/key_${'0'.repeat(24)}`],
] as const)('%s %s is for sessions alone: a key, or nothing, is 401', async (method, url) => {
  const payload = method === 'POST' ? { payload: { name: 'x' } } : {};
  for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
    const refused = await api.request({ method, url, ...payload, headers });
    expect([refused.statusCode, refused.json()]).toEqual([
      401,
      { code: 'UNAUTHORIZED', message: 'Invalid or missing authentication' },
    ]);
    const both = await session({ method, url, ...payload, headers: { authorization: `Bearer ${key}` } });
    expect(both.statusCode).toBe(401);
  }
});

test('the account says who is signed in, and whether there is a subscription', async () => {
  const ask = async () => (await session({ url: '/v1/dashboard/account' })).json<object>();
  const user = { id: account.publicId, name: account.name, email: account.email };
  expect(await ask()).toEqual({
    user,
    subscription: { active: false, since: null },
    usage: expect.any(Object),
    languages: ['eng', 'deu', 'fra'],
    createdAt: account.createdAt.toISOString(),
  });
  await api.database.manager.query("UPDATE accounts SET subscribed_at = '2026-01-02T03:04:05Z' WHERE id = $1", [
    account.id,
  ]);
  expect(await ask()).toMatchObject({ subscription: { active: true, since: '2026-01-02T03:04:05.000Z' } });
});

describe('api keys', () => {
  test('are shown whole once, open the account, and are listed without their secret', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const created = await create({ name: '  Nightly import ', expiresAt });
    expect(created.statusCode).toBe(201);
    const { key: secret, ...shown } = created.json<{ key: string; publicId: string; prefix: string }>();
    expect(shown).toEqual({
      publicId: expect.stringMatching(/^key_[0-9a-f]{24}$/),
      name: 'Nightly import',
      prefix: secret.slice(0, 12),
      scope: 'write',
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt,
    });
    expect(created.headers['cache-control']).toBe('no-store');
    const text = JSON.stringify(await list());
    for (const hidden of [secret, hash(secret)]) expect(text).not.toContain(hidden);
    expect((await list()).data[0]).toEqual(shown);
    expect(await opens(secret)).toBe(true);
    expect((await list()).data[0]).toMatchObject({ lastUsedAt: expect.any(String) });
    expect(api.logged.join('')).not.toContain(secret);
  });

  test.each(['Nightly\u202etropmi', 'import\u{e0049}', '\u2066import'])(
    'have no names that mislead: %j',
    async (name) => {
      const refused = await create({ name });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { details: { field: 'name', reason: 'invalid_characters' } },
      ]);
    },
  );

  test('may be for reading alone, and nothing else', async () => {
    const created = await create({ name: 'agent', scope: 'read' });
    const { key: secret, ...shown } = created.json<{ key: string; scope: string }>();
    expect([created.statusCode, shown.scope]).toEqual([201, 'read']);
    expect((await list()).data[0]).toEqual(shown);
    expect(await opens(secret)).toBe(true);
    const refused = await api.as(secret)({ method: 'POST', url: '/v1/webhooks', payload: {} });
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { details: { reason: 'read_only_key' } }]);
    const unknown = await create({ name: 'agent', scope: 'admin' });
    expect([unknown.statusCode, unknown.json()]).toMatchObject([400, { details: { field: 'scope' } }]);
  });

  test('expire at their time, and stay listed', async () => {
    const created = await create({ name: 'short', expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const { key: secret } = created.json<{ key: string }>();
    await api.database.manager.update(ApiKey, { keyHash: hash(secret) }, { expiresAt: new Date() });
    expect(await opens(secret)).toBe(false);
    expect((await list()).data).toHaveLength(2);
  });

  test('once revoked open nothing, are listed no more and cannot be revoked again', async () => {
    const { key: secret, publicId } = (await create({ name: 'gone' })).json<{ key: string; publicId: string }>();
    const revoke = () => session({ method: 'DELETE', url: `${URL}/${publicId}` });
    const done = await revoke();
    expect([done.statusCode, done.json()]).toEqual([200, { success: true }]);
    expect(await opens(secret)).toBe(false);
    expect((await list()).data).toHaveLength(1);
    expect((await revoke()).statusCode).toBe(404);
  });

  test('of another account are neither listed nor revoked', async () => {
    const { publicId } = (await create({ name: 'mine' })).json<{ publicId: string }>();
    const other = await api.withSession((await api.user()).account);
    expect((await other({ method: 'DELETE', url: `${URL}/${publicId}` })).statusCode).toBe(404);
    expect((await other({ url: URL })).json()).toMatchObject({ pagination: { total: 1 } });
    expect((await list()).data).toHaveLength(2);
  });

  test('are fifty at most, also when they are asked for side by side', async () => {
    for (let made = 1; made < 48; made += 1) await create({ name: `key ${made}` });
    const replies = await Promise.all([1, 2, 3, 4].map(() => create({ name: 'last' })));
    expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    const refused = replies.find((reply) => reply.statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'CONFLICT', details: { reason: 'too_many_keys', maxKeys: 50 } });
  });

  test('come in pages, newest first', async () => {
    for (const name of ['one', 'two']) await create({ name });
    const page = await list('?limit=2');
    expect(page).toMatchObject({
      data: [{ name: 'two' }, { name: 'one' }],
      pagination: { limit: 2, page: 1, total: 3, totalPages: 2 },
    });
    expect((await session({ url: `${URL}?limit=0` })).json()).toMatchObject({ details: { field: 'limit' } });
  });

  test.each<[object, object]>([
    [{}, { field: 'name', reason: 'required' }],
    [{ name: '' }, { field: 'name', reason: 'too_short' }],
    [{ name: ' ' }, { field: 'name', reason: 'invalid_format' }],
    [{ name: 'a\nb' }, { field: 'name', reason: 'invalid_format' }],
    [{ name: 'x'.repeat(101) }, { field: 'name', reason: 'too_long' }],
    [{ name: 5 }, { field: 'name', reason: 'invalid_type' }],
    [
      { name: 'x', expiresAt: 'tomorrow' },
      { field: 'expiresAt', reason: 'invalid_format' },
    ],
    [
      { name: 'x', expiresAt: '2026-01-02' },
      { field: 'expiresAt', reason: 'invalid_format' },
    ],
    [
      { name: 'x', expiresAt: '2120-06-30T23:59:60Z' },
      { field: 'expiresAt', reason: 'invalid_format' },
    ],
    [
      { name: 'x', expiresAt: '2020-01-02T03:04:05Z' },
      { field: 'expiresAt', reason: 'in_the_past' },
    ],
    [
      { name: 'x', expiresAt: 5 },
      { field: 'expiresAt', reason: 'invalid_type' },
    ],
  ])('refuses %j with 400', async (payload, details) => {
    const refused = await create(payload);
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR', details }]);
  });

  test('takes null for a key that does not expire', async () => {
    expect((await create({ name: 'ever', expiresAt: null })).json()).toMatchObject({ expiresAt: null });
  });

  test('refuses an id that is none with 400', async () => {
    const refused = await session({ method: 'DELETE', url: `${URL}/first` });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { field: 'id' } }]);
  });
});
