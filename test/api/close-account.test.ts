/** Accounts that an operator suspends, and that their owners delete. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRequest } from '../../admin/request.js';
import { accountClient, cookieOf, PASSWORD } from '../support/accounts.js';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
}, 60_000);
afterAll(() => api?.stop());

const { login, mailsTo, register, registered, verify, lastCode } = accountClient(() => api);
const run = (...args: string[]) =>
  readRequest(args)!.work({
    manager: api.database.manager,
    temporal: null,
    storage: () => api.storage,
    temporalUiUrl: null,
  });
const shelvesWith = async (headers: Record<string, string>) =>
  (await api.request({ url: '/v1/shelves', headers })).statusCode;
const remove = (cookie: string, email: string, headers: Record<string, string> = { origin: PUBLIC_URL }) =>
  api.request({
    method: 'POST',
    url: '/v1/dashboard/account/delete',
    headers: { cookie, ...headers },
    payload: { email },
  });
const SUSPENDED = { code: 'UNAUTHORIZED', details: { reason: 'account_suspended' } };

describe('a suspended account', () => {
  test('is refused by key, session and password, and told why; after that all is as before', async () => {
    const { email, key } = await registered();
    const cookie = cookieOf(await login(email));
    await run('account', 'suspend', email);
    const byKey = await api.as(key)({ url: '/v1/shelves' });
    expect([byKey.statusCode, byKey.json()]).toMatchObject([401, SUSPENDED]);
    const byPassword = await login(email);
    expect([byPassword.statusCode, byPassword.json()]).toMatchObject([401, SUSPENDED]);
    expect(await shelvesWith({ cookie })).toBe(401);
    await run('account', 'resume', email);
    expect([(await login(email)).statusCode, await shelvesWith({ authorization: `Bearer ${key}` })]).toEqual([
      200, 200,
    ]);
    expect(await shelvesWith({ cookie })).toBe(401); // the session is over
  });

  test('with a wrong password is told nothing', async () => {
    const { email } = await registered();
    await run('account', 'suspend', email);
    const refused = await login(email, 'wrong horse');
    expect([refused.statusCode, refused.json()]).toEqual([
      401,
      { code: 'UNAUTHORIZED', message: 'Invalid or missing authentication' },
    ]);
  });
});

describe('an owner who deletes the account', () => {
  test('is signed out everywhere at once, gets a mail, and can register the address again', async () => {
    const { email, key } = await registered();
    const cookie = cookieOf(await login(email));
    const reply = await remove(cookie, ` ${email} `);
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }]);
    expect(String(reply.headers['set-cookie'])).toContain('Max-Age=0');
    expect([await shelvesWith({ cookie }), await shelvesWith({ authorization: `Bearer ${key}` })]).toEqual([401, 401]);
    expect((await login(email)).statusCode).toBe(401);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your Shelfwright account was deleted']);
    await register(email);
    expect((await verify(email, await lastCode(email))).statusCode).toBe(200);
    expect((await login(email)).statusCode).toBe(200);
  });

  test('has to type the address, to have entered the password of late, and to be on the service’s own page', async () => {
    const { email, key } = await registered();
    const cookie = cookieOf(await login(email));
    const wrong = await remove(cookie, 'somebody@example.com');
    expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { details: { field: 'email', reason: 'incorrect' } }]);
    expect((await remove(cookie, email, {})).statusCode).toBe(403);
    expect((await remove(cookie, email, { authorization: `Bearer ${key}` })).statusCode).toBe(401);
    await api.database.manager.query("UPDATE sessions SET confirmed_at = confirmed_at - interval '16 minutes'");
    const stale = await remove(cookie, email);
    expect([stale.statusCode, stale.json()]).toMatchObject([403, { details: { reason: 'confirmation_required' } }]);
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
  });
});
