import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE } from '../support/forms.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({
    limits: { readsPerMinute: 3, writesPerMinute: 5, createsPerHour: 2, authPer15Minutes: 2 },
    trustedProxies: '192.0.2.0/24',
  });
}, 60_000);
afterAll(() => api?.stop());

const create = (key: string) =>
  api.as(key)({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: form(fileField()) });

/** Windows are fixed: a test that would cross into the next minute begins there. */
async function withinOneMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 8_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}

test('answers 429 to reads over the limit, says when to come again, and leaves writes alone', async () => {
  await withinOneMinute();
  const { key } = await api.user();
  const read = (method: 'GET' | 'HEAD' = 'GET') => api.as(key)({ method, url: '/v1/shelves' });
  const first = await read();
  expect(first.headers['ratelimit']).toMatch(/^"reads";r=2;t=\d+$/);
  expect(first.headers['ratelimit-policy']).toBe('"reads";q=3;w=60');
  expect([(await read('HEAD')).statusCode, (await read()).statusCode]).toEqual([200, 200]);
  const refused = await read();
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toEqual({ code: 'RATE_LIMITED', message: 'Too many requests, please try again later.' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(refused.headers['ratelimit']).toMatch(/^"reads";r=0;t=\d+$/);
  expect((await create(key)).statusCode).toBe(201);
}, 60_000);

test('counts a create as a write and as a create', async () => {
  await withinOneMinute();
  const { key } = await api.user();
  expect((await create(key)).headers['ratelimit']).toMatch(/^"writes";r=4;t=\d+, "creates";r=1;t=\d+$/);
  expect((await create(key)).statusCode).toBe(201);
  const refused = await create(key);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
  const remove = () => api.as(key)({ method: 'DELETE', url: `/v1/shelves/shf_${'0'.repeat(24)}` });
  expect([(await remove()).statusCode, (await remove()).statusCode, (await remove()).statusCode]).toEqual([
    404, 404, 429,
  ]);
}, 60_000);

test('counts each account for itself, and 429 comes before a malformed path', async () => {
  await withinOneMinute();
  const [one, two] = [await api.user(), await api.user()];
  for (let sent = 0; sent < 3; sent += 1) await api.as(one.key)({ url: '/v1/shelves' });
  expect((await api.as(one.key)({ url: '/v1/shelves/none' })).statusCode).toBe(429);
  expect((await api.as(two.key)({ url: '/v1/shelves/none' })).statusCode).toBe(400);
}, 60_000);

test('counts auth requests by address: IPv4 one by one, IPv6 by /64', async () => {
  const send = (remoteAddress: string) =>
    api.request({
      method: 'POST',
      url: '/v1/auth/verify-email',
      payload: { email: 'a@example.com', code: '1' },
      remoteAddress,
    });
  const statuses = async (...addresses: string[]) => {
    const found = [];
    for (const address of addresses) found.push((await send(address)).statusCode);
    return found;
  };
  expect(await statuses('10.0.0.1', '::ffff:10.0.0.1', '10.0.0.1', '10.0.0.2')).toEqual([400, 400, 429, 400]);
  expect(await statuses('2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::3', '2001:db8:0:1::1')).toEqual([
    400, 400, 429, 400,
  ]);
});

test('believes X-Forwarded-For of a trusted proxy, and of nobody else', async () => {
  const send = async (remoteAddress: string, client: string) =>
    (
      await api.request({
        method: 'POST',
        url: '/v1/auth/verify-email',
        payload: { email: 'a@example.com', code: '1' },
        remoteAddress,
        headers: { 'x-forwarded-for': client },
      })
    ).statusCode;
  for (const client of ['10.1.0.1', '10.1.0.2', '10.1.0.3']) expect(await send('192.0.2.7', client)).toBe(400);
  const untrusted = [];
  for (const client of ['10.2.0.1', '10.2.0.2', '10.2.0.3']) untrusted.push(await send('203.0.113.9', client));
  expect(untrusted).toEqual([400, 400, 429]);
});

test('does not count what is public', async () => {
  for (let sent = 0; sent < 10; sent += 1) expect((await api.request({ url: '/healthz' })).statusCode).toBe(200);
});
