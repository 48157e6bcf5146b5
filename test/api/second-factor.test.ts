/** The second factor: set up, signed in with, and removed. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRequest } from '../../admin/request.js';
import { Account } from '../../entities/account.js';
import { enableSecondFactor, findPendingFactor } from '../../entities/queries/second-factors.js';
import { listSessions, revokeSessionsOf } from '../../entities/queries/sessions.js';
import { SecondFactor } from '../../entities/second-factor.js';
import { accountClient, cookieOf, PASSWORD } from '../support/accounts.js';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../support/app.js';
import { codeOf, wrongCode } from '../support/totp.js';
import { until } from '../support/until.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const { login, mailsTo, registered, send } = accountClient(() => api);
const PATH = '/v1/dashboard/second-factor';

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
