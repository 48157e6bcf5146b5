import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Session } from '../../entities/session.js';
import { accountClient, cookieOf, newAddress, PASSWORD } from '../support/accounts.js';
import { buildTestApp, hash, PUBLIC_URL, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const { login, registered, send } = accountClient(() => api);
const session = (cookie: string) => api.request({ url: '/api/auth/session', headers: { cookie } });
const logout = (headers: Record<string, string>) => send('/api/auth/logout', {}, headers);
const UNAUTHORIZED = { code: 'UNAUTHORIZED', message: 'Invalid or missing authentication' };

describe('login', () => {
  test('opens a session whose token only the cookie holds', async () => {
    const { email } = await registered();
    const reply = await login(email.toUpperCase());
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ user: { email: email.toLowerCase(), name: 'Ada' } });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^shelfwright_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const [, token = ''] = cookieOf(reply).split('=');
    expect(reply.body).not.toContain(token);
    expect(await api.database.manager.countBy(Session, { tokenHash: hash(token) })).toBe(1);
    expect(api.logged.join('')).not.toContain(token);
    const asked = await session(cookieOf(reply));
    expect([asked.statusCode, asked.json()]).toEqual([200, reply.json()]);
  });

  test('refuses a wrong password and an unknown address alike with 401, without a cookie', async () => {
    const { email } = await registered();
    const replies = [
      await login(email, 'wrong horse'),
      await login(newAddress(), PASSWORD),
      await login('no address', PASSWORD),
      await login(email, ''),
      await login(email, PASSWORD.toUpperCase()),
    ];
    for (const reply of replies) {
      expect([reply.statusCode, reply.json()]).toEqual([401, UNAUTHORIZED]);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect(api.logged.join('')).not.toContain(email.toLowerCase());
  });

  test('gives every sign-in a session of its own, and ends the one that it replaces', async () => {
    const { email } = await registered();
    const [first, second] = [cookieOf(await login(email)), cookieOf(await login(email))];
    expect(first).not.toBe(second);
    expect((await session(first)).statusCode).toBe(200);
    const third = cookieOf(await login(email, PASSWORD, { cookie: first, origin: PUBLIC_URL }));
    expect((await session(first)).statusCode).toBe(401);
    expect([(await session(second)).statusCode, (await session(third)).statusCode]).toEqual([200, 200]);
  });

  test('of another site’s page is refused with 403: it would sign a visitor in as somebody else', async () => {
    const { email } = await registered();
    const origins = ['https://elsewhere.example', 'null'];
    for (const origin of origins) {
      const refused = await login(email, PASSWORD, { origin });
      expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'FORBIDDEN' }]);
      expect(refused.headers['set-cookie']).toBeUndefined();
    }
    expect((await login(email, PASSWORD, { origin: PUBLIC_URL })).statusCode).toBe(200);
  });

  test('beyond what can wait for its turn is 503 with Retry-After, and the rest is answered', async () => {
    const replies = await Promise.all(Array.from({ length: 80 }, () => login('nobody@example.com')));
    const busy = replies.filter((reply) => reply.statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const reply of busy) {
      expect(reply.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(80 - busy.length);
  });

  test.each<[object, object]>([
    [{ password: 'x' }, { field: 'email', reason: 'required' }],
    [{ email: 'a@example.com' }, { field: 'password', reason: 'required' }],
    [
      { email: 5, password: 'x' },
      { field: 'email', reason: 'invalid_type' },
    ],
    [
      { email: 'a@example.com', password: null },
      { field: 'password', reason: 'invalid_type' },
    ],
    [
      { email: 'a@example.com', password: 'x'.repeat(129) },
      { field: 'password', reason: 'too_long' },
    ],
    [
      { email: 'a'.repeat(255), password: 'x' },
      { field: 'email', reason: 'too_long' },
    ],
    [
      { email: 'a\0@example.com', password: 'x' },
      { field: 'email', reason: 'invalid_characters' },
    ],
  ])('refuses %j with 400', async (payload, details) => {
    const refused = await send('/api/auth/login', payload);
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR', details }]);
  });
});

describe('logout', () => {
  test('ends the session for good and removes the cookie', async () => {
    const { email } = await registered();
    const cookie = cookieOf(await login(email));
    const reply = await logout({ cookie, origin: PUBLIC_URL });
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }]);
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^shelfwright_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/,
    );
    const asked = await session(cookie);
    expect([asked.statusCode, asked.json()]).toEqual([401, UNAUTHORIZED]);
    expect((await api.request({ url: '/v1/shelves', headers: { cookie } })).statusCode).toBe(401);
    expect((await logout({ cookie, origin: PUBLIC_URL })).statusCode).toBe(200);
  });

  test('of another site’s page is refused with 403 and changes nothing', async () => {
    const { email } = await registered();
    const cookie = cookieOf(await login(email));
    expect((await logout({ cookie })).statusCode).toBe(403);
    expect((await logout({ cookie, origin: 'https://elsewhere.example' })).statusCode).toBe(403);
    expect((await session(cookie)).statusCode).toBe(200);
  });

  test('without a session answers 200: nobody is signed in', async () => {
    expect((await logout({})).statusCode).toBe(200);
  });
});

describe('session', () => {
  test('is for cookies: no credentials and a key are 401', async () => {
    const { key, email } = await registered();
    const cookie = cookieOf(await login(email));
    const ask = (headers: Record<string, string>) => api.request({ url: '/api/auth/session', headers });
    for (const headers of [{}, { authorization: `Bearer ${key}` }, { cookie, authorization: `Bearer ${key}` }]) {
      const refused = await ask(headers as Record<string, string>);
      expect([refused.statusCode, refused.json()]).toEqual([401, UNAUTHORIZED]);
    }
  });
});

test('in production the cookie is Secure and bound to the host', async () => {
  const production = await buildTestApp({ nodeEnv: 'production' });
  try {
    const client = accountClient(() => production);
    const reply = await client.login((await client.registered()).email);
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-shelfwright_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const ask = (cookie: string) => production.request({ url: '/api/auth/session', headers: { cookie } });
    expect((await ask(cookieOf(reply))).statusCode).toBe(200);
    // a subdomain can set the plain name, so that counts for nothing
    expect((await ask(cookieOf(reply).replace('__Host-', ''))).statusCode).toBe(401);
  } finally {
    await production.stop();
  }
});
