import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ limits: { readsPerMinute: 3, writesPerMinute: 3, authPer15Minutes: 3 } });
});
afterAll(() => api?.stop());

const RATE_LIMITED = { code: 'RATE_LIMITED', message: 'Too many requests, please try again later.' };
const POSTS = {
  '/v1/auth/register': { email: 'a@example.com', name: 'Ada', password: 'correct horse' },
  '/v1/auth/verify-email': { email: 'a@example.com', code: '123456' },
  '/api/auth/login': { email: 'a@example.com', password: 'correct horse' },
  '/api/auth/forgot-password': { email: 'a@example.com' },
  '/api/auth/reset-password': { email: 'a@example.com', code: '123456', password: 'correct horse' },
  '/api/auth/logout': {},
} as const;
type Path = keyof typeof POSTS;
const post = async (url: Path, remoteAddress: string) =>
  (await api.request({ method: 'POST', url, payload: POSTS[url], remoteAddress })).statusCode;

test.each(Object.keys(POSTS) as Path[])('%s counts for the client’s address', async (url) => {
  const address = `10.0.${Object.keys(POSTS).indexOf(url) + 1}.1`;
  for (let sent = 0; sent < 3; sent += 1) expect(await post(url, address)).not.toBe(429);
  const refused = await api.request({ method: 'POST', url, payload: POSTS[url], remoteAddress: address });
  expect([refused.statusCode, refused.json()]).toMatchObject([429, RATE_LIMITED]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  expect(refused.headers['ratelimit-policy']).toContain('q=3;w=900');
});

test('reading the session counts too, and is refused before any look-up', async () => {
  const ask = async () => (await api.request({ url: '/api/auth/session', remoteAddress: '10.1.0.1' })).statusCode;
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([401, 401, 401, 429]);
});

test('/v1/auth/* and /api/auth/** are counted apart, the routes of each together', async () => {
  const address = '10.2.0.1';
  for (const url of ['/v1/auth/register', '/v1/auth/verify-email', '/v1/auth/register'] as const)
    expect(await post(url, address)).not.toBe(429);
  expect(await post('/v1/auth/verify-email', address)).toBe(429);
  for (const url of ['/api/auth/login', '/api/auth/forgot-password', '/api/auth/logout'] as const)
    expect(await post(url, address)).not.toBe(429);
  expect(await post('/api/auth/reset-password', address)).toBe(429);
});

test('a key and a session of an account share its limits, on the dashboard too, which the sign-in limit leaves alone', async () => {
  const { account, key } = await api.user();
  const session = await api.withSession(account);
  const readAccount = () => session({ url: '/v1/dashboard/account' });
  expect((await readAccount()).headers['ratelimit']).toMatch(/^"reads";r=2/);
  expect((await api.as(key)({ url: '/v1/shelves' })).headers['ratelimit']).toMatch(/^"reads";r=1/);
  expect((await readAccount()).headers['ratelimit']).toMatch(/^"reads";r=0/);
  const refused = await readAccount();
  expect([refused.statusCode, refused.json()]).toMatchObject([429, RATE_LIMITED]);
  expect((await api.as(key)({ url: '/v1/shelves' })).statusCode).toBe(429);
  const create = () => session({ method: 'POST', url: '/v1/dashboard/api-keys', payload: { name: 'Key' } });
  expect([(await create()).statusCode, (await create()).statusCode, (await create()).statusCode]).toEqual([
    201, 201, 201,
  ]);
  expect((await create()).statusCode).toBe(429);
});

test('entering the password again counts for the account, whatever the address', async () => {
  const { account } = await api.user();
  const session = await api.withSession(account);
  const confirm = (remoteAddress: string) =>
    session({ method: 'POST', url: '/api/auth/confirm', payload: { password: 'a guess' }, remoteAddress });
  for (const last of [1, 2, 3]) expect((await confirm(`198.51.100.${last}`)).statusCode).toBe(400);
  const refused = await confirm('198.51.100.4');
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { details: { limit: 'confirm', max: 3 } }]);
});
