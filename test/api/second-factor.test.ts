import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { readRequest } from '../../admin/request.js';
import { Account } from '../../entities/account.js';
import { hitLimit } from '../../entities/queries/rate-limits.js';
import { enableSecondFactor, findPendingFactor } from '../../entities/queries/second-factors.js';
import { addSecurityEvent } from '../../entities/queries/security-events.js';
import { listSessions, revokeSessionsOf } from '../../entities/queries/sessions.js';
import { SecondFactor } from '../../entities/second-factor.js';
import { accountClient, cookieOf, PASSWORD } from '../support/accounts.js';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const { login, mailsTo, registered, send } = accountClient(() => api);
const PATH = '/v1/dashboard/second-factor';

/** As an authenticator app of somebody else's making shows it. */
const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
const signIn = (email: string, code?: string) => send('/api/auth/login', { email, password: PASSWORD, code });

async function signedIn() {
  const { email, key } = await registered();
  const cookie = cookieOf(await login(email));
  const act = (method: 'GET' | 'POST', url: string, payload?: object) =>
    api.request({ method, url, headers: { cookie, origin: PUBLIC_URL }, ...(payload && { payload }) });
  return { email, key, cookie, act };
}

/** An account with a second factor, and the code that ended its set-up. */
async function withFactor() {
  const given = await signedIn();
  const { secret } = (await given.act('POST', PATH)).json<{ secret: string }>();
  const used = codeOf(secret);
  const confirmed = await given.act('POST', `${PATH}/confirm`, { code: used });
  return { ...given, secret, used, ...confirmed.json<{ recoveryCodes: string[] }>() };
}

test('a sign-in that has passed its password while a factor is enabled opens no session without a code', async () => {
  const { email, act } = await signedIn();
  await act('POST', PATH);
  const { dataSource, manager } = api.database;
  const { id: accountId } = await manager.findOneByOrFail(Account, { email: email.toLowerCase() });
  const pending = (await findPendingFactor(manager, accountId))!;
  const blocked = async () => {
    const [{ count }] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%accounts%'`,
    );
    return count > 0;
  };
  let late: ReturnType<typeof signIn> | undefined;
  await dataSource.transaction(async (tx) => {
    expect(await enableSecondFactor(tx, pending, { step: 1, recoveryHashes: [] })).toBe(true);
    await revokeSessionsOf(tx, accountId);
    late = signIn(email);
    await until(blocked, 'the sign-in waits for the account');
  });
  const reply = await late!;
  expect([reply.statusCode, reply.json()]).toMatchObject([401, { details: { reason: 'code_required' } }]);
  expect((await listSessions(manager, { accountId, page: 1, limit: 10 })).total).toBe(0);
});

describe('setting it up', () => {
  test('changes nothing before a code of the app is entered; then gives recovery codes and tells the owner', async () => {
    const { email, act } = await signedIn();
    expect((await act('GET', PATH)).json()).toEqual({ enabled: false, since: null, recoveryCodesLeft: 0 });
    const { secret, uri } = (await act('POST', PATH)).json<{ secret: string; uri: string }>();
    expect(uri).toContain(secret);
    expect((await login(email)).statusCode).toBe(200);
    const wrong = await act('POST', `${PATH}/confirm`, { code: wrongCode(secret) });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { details: { reason: 'invalid_or_expired' } }]);
    const right = await act('POST', `${PATH}/confirm`, { code: codeOf(secret) });
    const { recoveryCodes } = right.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    expect((await act('GET', PATH)).json()).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expect((await mailsTo(email)).at(-1)!.subject).toBe('The second factor of your Shelfwright account was enabled');
    const [row] = await api.database.manager.find(SecondFactor, { order: { createdAt: 'DESC' }, take: 1 });
    expect(`${row!.secretSealed.toString('latin1')} ${row!.recoveryHashes.join(' ')}`).not.toContain(secret);
    for (const code of recoveryCodes) expect(row!.recoveryHashes).not.toContain(code);
  });

  test('cannot be begun while there is one, by a key, by another site, or without the password of late', async () => {
    const { act, key, cookie } = await withFactor();
    expect((await act('POST', PATH)).statusCode).toBe(409);
    expect((await api.as(key)({ method: 'POST', url: PATH })).statusCode).toBe(401);
    expect((await api.request({ method: 'POST', url: PATH, headers: { cookie } })).statusCode).toBe(403);
    const other = await signedIn();
    await api.database.manager.query("UPDATE sessions SET confirmed_at = confirmed_at - interval '16 minutes'");
    const stale = await other.act('POST', PATH);
    expect([stale.statusCode, stale.json()]).toMatchObject([403, { details: { reason: 'confirmation_required' } }]);
  });
});

describe('signing in with it', () => {
  test('needs password and code; only whoever knows the password learns that there is one', async () => {
    const { email, secret } = await withFactor();
    const without = await signIn(email);
    expect([without.statusCode, without.json()]).toMatchObject([401, { details: { reason: 'code_required' } }]);
    const wrong = await signIn(email, wrongCode(secret));
    expect([wrong.statusCode, wrong.json()]).toMatchObject([401, { details: { reason: 'code_invalid' } }]);
    const guess = await send('/api/auth/login', { email, password: 'wrong horse', code: codeOf(secret, 1) });
    expect(guess.json()).toEqual({ code: 'UNAUTHORIZED', message: 'Invalid or missing authentication' });
    expect((await signIn(email, codeOf(secret, 1))).statusCode).toBe(200);
  });

  test('takes a code once, even of two requests at the same time', async () => {
    const { email, secret, used } = await withFactor();
    expect((await signIn(email, used)).statusCode).toBe(401);
    const code = codeOf(secret, 1);
    const both = await Promise.all([signIn(email, code), signIn(email, code)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await signIn(email, code)).statusCode).toBe(401);
  });

  test('takes each recovery code once', async () => {
    const { email, recoveryCodes, act } = await withFactor();
    const [first = ''] = recoveryCodes;
    const both = await Promise.all([signIn(email, first), signIn(email, first.toUpperCase())]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await act('GET', PATH)).json()).toMatchObject({ recoveryCodesLeft: 9 });
  });

  test('ends the sessions that were opened without it', async () => {
    const { email, act } = await signedIn();
    const before = cookieOf(await login(email));
    const { secret } = (await act('POST', PATH)).json<{ secret: string }>();
    await act('POST', `${PATH}/confirm`, { code: codeOf(secret) });
    const elsewhere = await api.request({ url: '/v1/dashboard/account', headers: { cookie: before } });
    expect(elsewhere.statusCode).toBe(401);
    expect((await act('GET', PATH)).statusCode).toBe(200);
  });

  test('leaves keys alone', async () => {
    const { key } = await withFactor();
    expect((await api.as(key)({ url: '/v1/shelves' })).statusCode).toBe(200);
  });
});

describe('codes that are guessed', () => {
  let behind: TestApp;
  beforeAll(async () => {
    behind = await buildTestApp({ limits: { authPer15Minutes: 9 }, trustedProxies: '127.0.0.1' });
  });
  afterAll(() => behind?.stop());
  // the accounts are all registered from one address
  beforeEach(() => behind.database.manager.query('DELETE FROM rate_limits'));
  const HOME = '198.51.100.7';
  let networks = 0;
  const elsewhere = () => `203.0.${(networks += 1)}.1`;
  const account = accountClient(() => behind);

  /** An account that was signed in to from HOME alone; the code of the current step is used up. */
  async function owner(registered?: string) {
    const email = registered ?? (await account.registered()).email;
    const cookie = cookieOf(await account.login(email, PASSWORD, { 'x-forwarded-for': HOME }));
    const headers = { cookie, origin: PUBLIC_URL, 'x-forwarded-for': HOME };
    const act = (url: string, payload?: object) =>
      behind.request({ method: 'POST', url, headers, ...(payload && { payload }) });
    const { secret } = (await act(PATH)).json<{ secret: string }>();
    const confirmed = await act(`${PATH}/confirm`, { code: codeOf(secret) });
    const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
    const enter = (code: string, address: string) =>
      account.send('/api/auth/login', { email, password: PASSWORD, code }, { 'x-forwarded-for': address });
    return { email, secret, recoveryCodes, guess: (address: string) => enter(wrongCode(secret), address), enter };
  }
  const wrongCodeMails = async (email: string) =>
    (await account.mailsTo(email)).filter(({ subject }) => subject.startsWith('Wrong codes'));
  const DELAYED = { details: { limit: 'second-factor-delay' } };

  /** As if so many codes in a row were tried, the last one so long ago. */
  const given = (tries: number, secondsAgo: number) =>
    behind.database.manager.query(
      'UPDATE second_factors SET strange_tries = $1, strange_tried_at = now() - make_interval(secs => $2)',
      [tries, secondsAgo],
    );

  test('are delayed by account after five, however many networks they come from, even all at once', async () => {
    const { email, secret, enter, guess } = await owner();
    const first = await Promise.all(Array.from({ length: 20 }, () => guess(elsewhere())));
    const compared = first.filter(({ statusCode }) => statusCode === 401).length;
    expect(compared).toBeGreaterThanOrEqual(5);
    expect(compared).toBeLessThan(10); // 5, and few more where the machine is so slow that delays have passed
    expect(first.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20 - compared);
    // each delay is twice as long, up to a quarter of an hour
    for (const [tries, seconds] of [
      [8, 8],
      [12, 128],
      [14, 512],
      [15, 900],
      [60, 900],
    ] as const) {
      await given(tries, 0);
      const delayed = await enter(codeOf(secret, 1), elsewhere());
      expect(delayed.statusCode).toBe(429);
      const { details } = delayed.json<{ details: { limit: string; waitSeconds: number } }>();
      expect(details.limit).toBe('second-factor-delay');
      expect(delayed.headers['retry-after']).toBe(String(details.waitSeconds));
      expect(details.waitSeconds).toBeLessThanOrEqual(seconds);
      expect(details.waitSeconds).toBeGreaterThan(Math.min(seconds - 5, seconds / 2));
      await given(tries, seconds);
      expect((await guess(elsewhere())).statusCode).toBe(401);
    }
    await given(60, 25 * 3600);
    for (let guesses = 0; guesses < 5; guesses += 1) expect((await guess(elsewhere())).statusCode).toBe(401);
    expect(await wrongCodeMails(email)).toHaveLength(2);
  });

  test('do not keep the owner out of a network that was signed in from', async () => {
    const { secret, recoveryCodes, guess, enter } = await owner();
    await given(15, 0);
    expect((await guess(elsewhere())).statusCode).toBe(429);
    expect((await enter(codeOf(secret, 1), HOME)).statusCode).toBe(200);
    // recovery codes are guesses like others
    expect((await enter(recoveryCodes[0]!, elsewhere())).statusCode).toBe(429);
    expect((await enter(recoveryCodes[0]!, HOME)).statusCode).toBe(200);
  });

  test('are limited in that network, too', async () => {
    const { guess } = await owner();
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await guess(HOME.replace(/7$/, String(tries)))).statusCode);
    expect(statuses).toEqual([...Array(9).fill(401), 429, 429]);
  });

  test('are limited in all such networks together; the owner is told, and comes in later', async () => {
    const { email, secret, guess, enter } = await owner();
    const { manager } = behind.database;
    const { publicId: accountPublicId } = await manager.findOneByOrFail(Account, { email: email.toLowerCase() });
    await addSecurityEvent(manager, { accountPublicId, type: 'signed_in', network: '198.51.101.0/24' });
    const WORK = '198.51.101.7';
    await given(15, 0);
    for (const address of [HOME, WORK, HOME, WORK]) expect((await guess(address)).statusCode).toBe(401);
    expect(await wrongCodeMails(email)).toHaveLength(0);
    expect((await guess(WORK)).statusCode).toBe(401);
    expect(await wrongCodeMails(email)).toHaveLength(1);
    const day = { key: `second-factor-day:${accountPublicId}`, windowSeconds: 86_400, limit: 50 };
    await Promise.all(Array.from({ length: 44 }, () => hitLimit(manager, day)));
    expect((await guess(HOME)).statusCode).toBe(401);
    await given(15, 0);
    for (const address of [HOME, WORK]) expect((await guess(address)).json()).toMatchObject(DELAYED);
    await given(15, 900);
    expect((await enter(codeOf(secret, 1), HOME)).statusCode).toBe(200);
    await given(15, 0);
    expect((await guess(HOME)).statusCode).toBe(401);
  });

  test('are those of a stranger where nobody has had a code, or not with the password of now', async () => {
    const { email } = await account.registered();
    const BEFORE = '192.0.2.7';
    await account.login(email, PASSWORD, { 'x-forwarded-for': BEFORE });
    const { guess } = await owner(email);
    await given(15, 0);
    expect((await guess(BEFORE)).json()).toMatchObject(DELAYED);
    expect((await guess(HOME)).statusCode).toBe(401);
    const { publicId: accountPublicId } = await behind.database.manager.findOneByOrFail(Account, {
      email: email.toLowerCase(),
    });
    await addSecurityEvent(behind.database.manager, { accountPublicId, type: 'password_changed' });
    expect((await guess(HOME)).json()).toMatchObject(DELAYED);
  });

  test('are forgotten after a right one, and after a new password', async () => {
    const { email, secret, guess, enter } = await owner();
    const tries = async () => {
      const [row] = await behind.database.manager.find(SecondFactor, { order: { createdAt: 'DESC' }, take: 1 });
      return row?.strangeTries;
    };
    await guess(elsewhere());
    expect(await tries()).toBe(1);
    expect((await enter(codeOf(secret, 1), elsewhere())).statusCode).toBe(200);
    expect(await tries()).toBe(0);
    await guess(elsewhere());
    expect(await tries()).toBe(1);
    await account.forgot(email);
    expect((await account.reset(email, await account.lastCode(email))).statusCode).toBe(200);
    expect(await tries()).toBe(0);
  });
});

describe('removing it', () => {
  test('needs a code; afterwards the password is enough', async () => {
    const { email, act, secret, recoveryCodes } = await withFactor();
    expect((await act('POST', `${PATH}/disable`, { code: wrongCode(secret) })).statusCode).toBe(400);
    const renewed = await act('POST', `${PATH}/recovery-codes`, { code: recoveryCodes[0]! });
    const [fresh = ''] = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes;
    expect((await act('POST', `${PATH}/disable`, { code: recoveryCodes[1]! })).statusCode).toBe(400);
    expect((await act('POST', `${PATH}/disable`, { code: fresh })).statusCode).toBe(200);
    expect((await login(email)).statusCode).toBe(200);
    expect((await act('POST', `${PATH}/disable`, { code: fresh })).statusCode).toBe(409);
  });

  test('is what an operator does for an owner who has lost everything', async () => {
    const { email } = await withFactor();
    const systems = { manager: api.database.manager, temporal: null, storage: () => api.storage, temporalUiUrl: null };
    await readRequest(['account', 'remove-factor', email])!.work(systems);
    expect((await login(email)).statusCode).toBe(200);
  });
});
