/** The rate limits of the contract's table with its numbers, a test a row; test/entities/rate-limits.test.ts has the window. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { loadConfig } from '../../infra/config.js';
import { TEST_ENCRYPTION_KEY } from '../support/encryption-key.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE } from '../support/forms.js';
import { listen } from '../support/listen.js';
import { until } from '../support/until.js';

const NO_SHELF = `/v1/shelves/shf_${'0'.repeat(24)}`;
const refusal = (details: object) => ({
  code: 'RATE_LIMITED',
  message: 'Too many requests, please try again later.',
  details,
});

let api: TestApp;
let other: FastifyInstance;
beforeAll(async () => {
  const env = { DATABASE_URL: 'postgres://x', TEMPORAL_ADDRESS: 'x:1', S3_ENDPOINT: 'http://x', MAIL_DIR: 'x' };
  const { limits } = loadConfig({
    ...env,
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://x:25',
    S3_ACCESS_KEY: 'x',
    S3_SECRET_KEY: 'x',
    ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
  });
  api = await buildTestApp({ limits });
  other = await api.anotherInstance();
});
afterAll(async () => {
  await other?.close();
  await api?.stop();
});

const create = (key: string) =>
  api.as(key)({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: form(fileField()) });

/** Sends the same request so many times; answers the statuses, each with how often it came. */
async function statuses(count: number, send: () => Promise<{ statusCode: number }>): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (let sent = 0; sent < count; sent += 1) {
    const { statusCode } = await send();
    found[statusCode] = (found[statusCode] ?? 0) + 1;
  }
  return found;
}

let addresses = 0;
const newAddress = () => `198.51.100.${(addresses += 1)}`;
const verify = (remoteAddress: string): InjectOptions => ({
  method: 'POST',
  url: '/v1/auth/verify-email',
  payload: { email: 'a@example.com', code: '1' },
  remoteAddress,
});
const session = (remoteAddress: string): InjectOptions => ({ url: '/api/auth/session', remoteAddress });

test('/v1/auth/*: 10 requests per 15 minutes per IP', async () => {
  const address = newAddress();
  expect((await api.request(verify(address))).headers['ratelimit-policy']).toBe(
    '"auth";q=10;w=900, "network";q=50;w=900',
  );
  expect(await statuses(12, () => api.request(verify(address)))).toEqual({ 400: 9, 429: 3 });
  const refused = await api.request(verify(address));
  expect(refused.json()).toEqual(
    refusal({ limit: 'auth', max: 10, windowSeconds: 900, setting: 'LIMIT_AUTH_PER_15_MINUTES' }),
  );
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  expect((await api.request(verify(newAddress()))).statusCode).toBe(400);
});

test('/api/auth/**: 10 requests per 15 minutes per IP, apart from /v1/auth/*', async () => {
  const address = newAddress();
  expect(await statuses(12, () => api.request(session(address)))).toMatchObject({ 429: 2 });
  expect((await api.request(verify(address))).statusCode).toBe(400);
});

test('authenticated reads: 120 per minute per user, HEAD among them', async () => {
  const { key } = await api.user();
  const read = (method: 'GET' | 'HEAD' = 'GET') => api.as(key)({ method, url: NO_SHELF });
  const first = await read();
  expect(first.headers['ratelimit']).toMatch(/^"reads";r=119;t=\d+$/);
  expect(first.headers['ratelimit-policy']).toBe('"reads";q=120;w=60');
  expect(await statuses(59, () => read('HEAD'))).toEqual({ 404: 59 });
  expect(await statuses(65, () => read())).toEqual({ 404: 60, 429: 5 });
  const refused = await read();
  expect(refused.headers['ratelimit']).toMatch(/^"reads";r=0;t=\d+$/);
  expect(refused.headers['retry-after']).toBe(/t=(\d+)/.exec(String(refused.headers['ratelimit']))?.[1]);
  expect((await create(key)).statusCode).toBe(201);
});

test('authenticated writes: 20 per minute per user', async () => {
  const { key } = await api.user();
  const remove = () => api.as(key)({ method: 'DELETE', url: NO_SHELF });
  expect((await remove()).headers['ratelimit-policy']).toBe('"writes";q=20;w=60');
  expect(await statuses(22, remove)).toEqual({ 404: 19, 429: 3 });
  expect((await api.as(key)({ url: NO_SHELF })).statusCode).toBe(404);
});

test('POST /v1/shelves: 10 per hour per user, each a write as well', async () => {
  const { key } = await api.user();
  const first = await create(key);
  expect(first.headers['ratelimit']).toMatch(/^"writes";r=19;t=\d+, "creates";r=9;t=\d+$/);
  expect(first.headers['ratelimit-policy']).toBe('"writes";q=20;w=60, "creates";q=10;w=3600');
  expect(await statuses(10, () => create(key))).toEqual({ 201: 9, 429: 1 });
  const refused = await create(key);
  expect(refused.json()).toEqual(
    refusal({ limit: 'creates', max: 10, windowSeconds: 3600, setting: 'LIMIT_CREATES_PER_HOUR' }),
  );
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
  // 12 writes so far
  expect(await statuses(9, () => api.as(key)({ method: 'DELETE', url: NO_SHELF }))).toEqual({ 404: 8, 429: 1 });
});

test('limits hold over all instances of the api, for a key and a session of one account together', async () => {
  const { account, key } = await api.user();
  const asSession = await api.withSession(account);
  const headers = { authorization: `Bearer ${key}` };
  const senders = [
    () => other.inject({ method: 'DELETE', url: NO_SHELF, headers }),
    () => api.as(key)({ method: 'DELETE', url: NO_SHELF }),
    () => asSession({ method: 'DELETE', url: NO_SHELF }),
  ];
  const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => senders[at % 3]!()));
  expect(replies.filter(({ statusCode }) => statusCode === 404)).toHaveLength(20);
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
});

test('accounts are counted each for itself, and 429 comes before a malformed path', async () => {
  const [one, two] = [await api.user(), await api.user()];
  await statuses(120, () => api.as(one.key)({ url: NO_SHELF }));
  expect((await api.as(one.key)({ url: '/v1/shelves/none' })).statusCode).toBe(429);
  expect((await api.as(two.key)({ url: '/v1/shelves/none' })).statusCode).toBe(400);
});

test('an upload over the limit is answered before its 300 MB are sent, without a 100 Continue, and logged as that', async () => {
  const { account, key } = await api.user();
  await statuses(20, () => api.as(key)({ method: 'DELETE', url: NO_SHELF }));
  const socket = connect(await listen(api.app), '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  const head = ['POST /v1/shelves HTTP/1.1', 'host: localhost', `authorization: Bearer ${key}`];
  const length = ['expect: 100-continue', `content-length: ${300 * 1024 * 1024}`];
  socket.write([...head, `content-type: ${FORM_TYPE['content-type']}`, ...length, '', ''].join('\r\n'));
  await until(() => received.includes('RATE_LIMITED'), 'the answer is there');
  expect(received).toMatch(/^HTTP\/1\.1 429 /);
  expect(received).toMatch(/retry-after: \d+/i);
  const before = api.logged.length;
  socket.destroy();
  await until(() => api.logged.length > before, 'the request is logged');
  const { msg, status, route, account: who } = JSON.parse(api.logged[before]!) as Record<string, unknown>;
  expect({ msg, status, route, who }).toEqual({
    msg: 'request',
    status: 429,
    route: '/v1/shelves',
    who: account.publicId,
  });
  expect(api.logged.slice(before).join('')).not.toContain('client went away');
});

test('what is public, what has no route and what has no good key counts nowhere', async () => {
  const { key } = await api.user();
  const unknown: InjectOptions[] = [
    { url: '/healthz' },
    { url: '/v1/shelves', headers: { authorization: `Bearer sk_live_${'x'.repeat(32)}` } },
    { url: '/v1/shelves/a/b/c', headers: { authorization: `Bearer ${key}` } },
    { method: 'OPTIONS', url: '/v1/shelves', headers: { authorization: `Bearer ${key}` } },
  ];
  for (const one of unknown) {
    const response = await api.request({ ...one, remoteAddress: '198.51.100.99' });
    expect([one.url, response.headers['ratelimit']]).toEqual([one.url, undefined]);
  }
  expect((await api.as(key)({ url: NO_SHELF })).headers['ratelimit']).toMatch(/r=119/);
});

test('a key that is revoked, and one that expires, opens nothing from then on', async () => {
  const { account, key } = await api.user();
  const read = () => api.as(key)({ url: '/v1/shelves' });
  expect(await statuses(5, read)).toEqual({ 200: 5 });
  const where = `WHERE account_id = '${account.id}'`;
  await api.database.manager.query(`UPDATE api_keys SET revoked_at = now() ${where}`);
  const replies = await Promise.all(Array.from({ length: 5 }, read));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
  await api.database.manager.query(`UPDATE api_keys SET revoked_at = NULL, expires_at = now() ${where}`);
  expect((await read()).statusCode).toBe(401);
});
