/** Every way of coming without a good credential; all are answered alike. */
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, hash, type TestApp } from '../support/app.js';
import { listen } from '../support/listen.js';

let api: TestApp;
let key: string;
beforeAll(async () => {
  api = await buildTestApp();
  ({ key } = await api.user());
});
afterAll(() => api?.stop());

const UNAUTHORIZED = { code: 'UNAUTHORIZED', message: 'Invalid or missing authentication' };

test.each<[string, (key: string) => string | undefined]>([
  ['nothing', () => undefined],
  ['an empty header', () => ''],
  ['another scheme', (live) => `Basic ${Buffer.from(`${live}:`).toString('base64')}`],
  ['the key under another scheme', (live) => `Token ${live}`],
  ['the key without a scheme', (live) => live],
  ['the scheme without a key', () => 'Bearer'],
  ['the scheme joined to the key', (live) => `Bearer${live}`],
  ['two keys', (live) => `Bearer ${live} ${live}`],
  ['two keys and a comma', (live) => `Bearer ${live}, Bearer ${live}`],
  ['a key in quotes', (live) => `Bearer "${live}"`],
  ['a key with something more', (live) => `Bearer ${live}x`],
  ['the beginning of a key', (live) => `Bearer ${live.slice(0, -1)}`],
  ['a key in other case', (live) => `Bearer ${live.toUpperCase()}`],
  ['an unknown key', () => `Bearer sk_live_${'x'.repeat(32)}`],
  ['a huge key', () => `Bearer sk_live_${'x'.repeat(5000)}`],
  ['a key’s hash', (live) => `Bearer ${hash(live)}`],
])('%s is 401', async (_what, header) => {
  const authorization = header(key);
  const refused = await api.request({
    url: '/v1/shelves',
    headers: authorization === undefined ? {} : { authorization },
  });
  expect([refused.statusCode, refused.json()]).toEqual([401, UNAUTHORIZED]);
  expect(refused.headers['www-authenticate']).toBe('Bearer');
});

test.each(['revoked_at', 'expires_at'])('a key whose %s has passed is 401', async (column) => {
  const { key: own } = await api.user();
  expect((await api.as(own)({ url: '/v1/shelves' })).statusCode).toBe(200);
  await api.database.manager.query(`UPDATE api_keys SET ${column} = now() WHERE key_hash = $1`, [hash(own)]);
  const refused = await api.as(own)({ url: '/v1/shelves' });
  expect([refused.statusCode, refused.json()]).toEqual([401, UNAUTHORIZED]);
});

test('the scheme may be in any case', async () => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer '])
    expect((await api.request({ url: '/v1/shelves', headers: { authorization: `${scheme} ${key}` } })).statusCode).toBe(
      200,
    );
});

test('two Authorization headers are 401, also two good ones: which one counts would be a guess', async () => {
  const port = await listen(api.app);
  const send = (...values: string[]) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const headers = ['host', `127.0.0.1:${port}`, ...values.flatMap((value) => ['authorization', value])];
      const sent = httpRequest({ host: '127.0.0.1', port, path: '/v1/shelves', headers }, (reply) => {
        text(reply).then((body) => resolve({ status: reply.statusCode, body }), reject);
      });
      sent.on('error', reject).end();
    });
  expect((await send(`Bearer ${key}`)).status).toBe(200);
  for (const second of [`Bearer ${key}`, 'Bearer none', 'Basic eDp5'])
    expect(await send(`Bearer ${key}`, second)).toEqual({ status: 401, body: JSON.stringify(UNAUTHORIZED) });
});
