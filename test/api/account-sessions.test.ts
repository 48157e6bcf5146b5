/** Where an account is signed in, its password inside a session, and what it uses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ActiveSessionList } from '../../contract/session.js';
import { Account } from '../../entities/account.js';
import { countGranted, hitLimit } from '../../entities/queries/rate-limits.js';
import { accountClient, cookieOf, newAddress, PASSWORD } from '../support/accounts.js';
import { buildTestApp, givenReadyShelf, PUBLIC_URL, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE } from '../support/forms.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ trustedProxies: '127.0.0.1', limits: { createsPerHour: 7 } });
});
afterAll(() => api?.stop());

const { login, registered, forgot, lastCode, reset } = accountClient(() => api);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
type Session = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => ReturnType<TestApp['request']>;

let email: string;
let one: Session;
let two: Session;
const signIn = async (headers: Record<string, string> = {}, password = PASSWORD): Promise<Session> => {
  const cookie = cookieOf(await login(email, password, headers));
  return (method, url, payload) =>
    api.request({ method, url, headers: { cookie, origin: PUBLIC_URL }, ...(payload && { payload }) });
};
beforeEach(async () => {
  ({ email } = await registered());
  one = await signIn({ 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.77' });
  two = await signIn({ 'user-agent': 'curl/8', 'x-forwarded-for': '2001:db8:aa:bb::1' });
});

const SESSIONS = '/v1/dashboard/sessions';
const list = async (session: Session) => (await session('GET', SESSIONS)).json<ActiveSessionList>();
const isOpen = async (session: Session) => (await session('GET', '/v1/dashboard/account')).statusCode === 200;
/** As if the password had been entered some time ago. */
const confirmedBefore = (minutes: number) =>
  api.database.manager.query(
    `UPDATE sessions SET confirmed_at = now() - make_interval(mins => $2)
     WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`,
    [email.toLowerCase(), minutes],
  );

describe('sessions', () => {
  test('are listed with browser and network, of which no more is kept', async () => {
    const { data, pagination } = await list(one);
    expect(pagination).toEqual({ limit: 20, page: 1, total: 2, totalPages: 1 });
    const shown = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), createdAt: expect.any(String) };
    const times = { lastUsedAt: expect.any(String), expiresAt: expect.any(String) };
    expect(data.toSorted((a, b) => Number(b.current) - Number(a.current))).toEqual([
      { ...shown, ...times, current: true, userAgent: FIREFOX, network: '203.0.113.0/24' },
      { ...shown, ...times, current: false, userAgent: 'curl/8', network: '2001:db8:aa::/48' },
    ]);
    const rows = JSON.stringify(await api.database.manager.query('SELECT * FROM sessions'));
    for (const hidden of ['203.0.113.77', '2001:db8:aa:bb']) expect(rows).not.toContain(hidden);
  });

  test('show nothing hostile of what a browser calls itself', async () => {
    const hostile = await signIn({ 'user-agent': `<script>\u0007${'x'.repeat(5000)}`, 'x-forwarded-for': 'nonsense' });
    const own = (await list(hostile)).data.find(({ current }) => current);
    expect(own?.userAgent).toBe(`<script>${'x'.repeat(192)}`);
  });

  test('end one by one, at once, and only those of the account', async () => {
    const other = (await list(one)).data.find(({ current }) => !current);
    const stranger = await api.withSession((await api.user()).account);
    expect((await stranger({ method: 'DELETE', url: `${SESSIONS}/${other?.id}` })).statusCode).toBe(404);
    const ended = await one('DELETE', `${SESSIONS}/${other?.id}`);
    expect([ended.statusCode, ended.headers['set-cookie']]).toEqual([200, undefined]);
    expect([await isOpen(one), await isOpen(two)]).toEqual([true, false]);
    expect((await one('DELETE', `${SESSIONS}/${other?.id}`)).statusCode).toBe(404);
    expect((await list(one)).data).toHaveLength(1);
    expect((await one('DELETE', `${SESSIONS}/1`)).json()).toMatchObject({ details: { field: 'id' } });
  });

  test('end from within, and then the cookie goes', async () => {
    const own = (await list(one)).data.find(({ current }) => current);
    const ended = await one('DELETE', `${SESSIONS}/${own?.id}`);
    expect(String(ended.headers['set-cookie'])).toMatch(/^shelfwright_session=; Max-Age=0; /);
    expect([await isOpen(one), await isOpen(two)]).toEqual([false, true]);
  });

  test('end everywhere else at once', async () => {
    const three = await signIn();
    expect((await one('DELETE', SESSIONS)).json()).toEqual({ success: true });
    expect([await isOpen(one), await isOpen(two), await isOpen(three)]).toEqual([true, false, false]);
  });
});

describe('a password', () => {
  const NEXT = 'battery staple';
  const change = (session: Session, password = NEXT) => session('PUT', '/v1/dashboard/password', { password });
  const confirm = (session: Session, password = PASSWORD) => session('POST', '/api/auth/confirm', { password });
  const REQUIRED = { code: 'FORBIDDEN', details: { reason: 'confirmation_required' } };

  test('is changed within 15 minutes of signing in; other sessions end, this one and keys stay', async () => {
    const account = await api.database.manager.findOneByOrFail(Account, { email: email.toLowerCase() });
    const done = await change(one);
    expect([done.statusCode, done.json()]).toEqual([200, { success: true }]);
    expect([await isOpen(one), await isOpen(two)]).toEqual([true, false]);
    expect((await login(email)).statusCode).toBe(401);
    expect((await login(email, NEXT)).statusCode).toBe(200);
    const now = await api.database.manager.findOneByOrFail(Account, { id: account.id });
    expect(now.passwordHash).not.toBe(account.passwordHash);
    expect(api.logged.join('')).not.toContain(NEXT);
  });

  test('has to be entered again after that, for keys as well', async () => {
    const { publicId } = (await one('POST', '/v1/dashboard/api-keys', { name: 'a' })).json<{ publicId: string }>();
    await confirmedBefore(16);
    const guarded = () => [
      change(one),
      one('POST', '/v1/dashboard/api-keys', { name: 'b' }),
      one('DELETE', `/v1/dashboard/api-keys/${publicId}`),
    ];
    for (const refused of await Promise.all(guarded()))
      expect([refused.statusCode, refused.json()]).toMatchObject([403, REQUIRED]);
    const wrong = await confirm(one, 'wrong horse');
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      { details: { field: 'password', reason: 'incorrect' } },
    ]);
    expect((await change(one)).statusCode).toBe(403);
    expect((await confirm(one)).json()).toEqual({ success: true });
    expect((await change(two)).statusCode).toBe(403);
    expect((await Promise.all(guarded().slice(1))).map(({ statusCode }) => statusCode)).toEqual([201, 200]);
    expect((await change(one)).statusCode).toBe(200);
  });

  test('that is too short is refused, and nobody’s without a session', async () => {
    expect((await change(one, 'short')).json()).toMatchObject({ details: { field: 'password', reason: 'too_short' } });
    for (const [method, url] of [
      ['PUT', '/v1/dashboard/password'],
      ['POST', '/api/auth/confirm'],
    ] as const) {
      const refused = await api.request({ method, url, payload: { password: NEXT } });
      expect(refused.statusCode).toBe(401);
    }
  });

  test('that is changed voids the codes that were sent, and of two changes at once the sessions of one stay', async () => {
    await forgot(email);
    const code = await lastCode(email);
    const replies = await Promise.all([change(one), change(two, 'another horse')]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await reset(email, code)).statusCode).toBe(400);
    expect([await isOpen(one), await isOpen(two)].filter(Boolean)).toHaveLength(1);
  });
});

describe('usage', () => {
  const usage = async (session: Session) =>
    (await session('GET', '/v1/dashboard/account')).json<{ usage: object }>().usage;

  test('tells shelves created this hour and the limit, and the bytes that are stored', async () => {
    const { account, key } = await api.user();
    const session = await api.withSession(account);
    const ask = async () => (await session({ url: '/v1/dashboard/account' })).json<{ usage: object }>().usage;
    const none = { used: 0, limit: null };
    const quotas = { storageBytes: none, shelves: none, pages: none, runs: none };
    const nothing = { createsThisHour: { used: 0, limit: 7 }, ...quotas };
    expect(await ask()).toEqual(nothing);
    await givenReadyShelf(api, account);
    const [{ bytes }] = await api.database.manager.query<[{ bytes: number }]>(
      `SELECT (upload.size_bytes + versions.storage_size_bytes + archive_size_bytes)::float8 AS bytes
       FROM versions JOIN uploads upload ON upload.id = upload_id JOIN shelves ON shelves.id = versions.shelf_id
       WHERE shelves.account_id = $1`,
      [account.id],
    );
    expect(await ask()).toEqual({
      ...nothing,
      storageBytes: { used: bytes, limit: null },
      shelves: { used: 1, limit: null },
    });
    const create = () =>
      api.as(key)({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: form(fileField()) });
    expect([(await create()).statusCode, (await create()).statusCode]).toEqual([201, 201]);
    expect(await ask()).toMatchObject({ createsThisHour: { used: 2, limit: 7 } });
    expect(await usage(one)).toEqual(nothing);
    await api.database.manager.query('UPDATE shelves SET deleted_at = now() WHERE account_id = $1', [account.id]);
    expect(await ask()).toMatchObject({ storageBytes: { used: 0 } });
  });

  test('counts as the limit does: what is older than the window is over', async () => {
    const { manager } = api.database;
    // of a day, so that no slice of it ends during the test
    const hit = { key: `creates:${newAddress()}`, windowSeconds: 86_400, limit: 5 };
    for (let hits = 0; hits < 8; hits += 1) await hitLimit(manager, hit);
    expect(await countGranted(manager, hit)).toBe(5);
    const age = (seconds: number) =>
      manager.query('UPDATE rate_limits SET slice_start = slice_start - make_interval(secs => $2) WHERE key = $1', [
        hit.key,
        seconds,
      ]);
    await age(79_200);
    expect(await countGranted(manager, hit)).toBe(5);
    await age(7_200);
    expect([await countGranted(manager, hit), (await hitLimit(manager, hit)).allowed]).toEqual([0, true]);
  });
});
