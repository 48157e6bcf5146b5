/** Accounts that an operator suspends, and that their owners delete. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRequest } from '../../admin/request.js';
import { addApiKey } from '../../entities/queries/api-keys.js';
import { closeAccount } from '../../entities/queries/closed-accounts.js';
import { requireQuota } from '../../entities/queries/quotas.js';
import { lockRun } from '../../entities/queries/runs.js';
import { addWebhook } from '../../entities/queries/webhooks.js';
import { Shelf } from '../../entities/shelf.js';
import { accountClient, cookieOf, PASSWORD } from '../support/accounts.js';
import { buildTestApp, givenReadyShelf, PUBLIC_URL, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
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
async function waitingForLocks(): Promise<number> {
  const [row] = await api.database.manager.query<{ waiting: number }[]>(
    "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return row?.waiting ?? 0;
}
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

  test('is refused even with a key or a session that outlived the account, and gets no new key, run or webhook', async () => {
    const { account, key } = await api.user();
    const session = await api.withSession(account);
    await closeAccount(api.database.manager, account.id);
    const { manager } = api.database;
    for (const table of ['api_keys', 'sessions'])
      await manager.query(`UPDATE ${table} SET revoked_at = NULL WHERE account_id = $1`, [account.id]);
    const replies = [await api.as(key)({ url: '/v1/shelves' }), await session({ url: '/v1/dashboard/account' })];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
    const accountId = account.id;
    const refused = { code: 'ACCOUNT_CLOSED' };
    const newKey = { accountId, name: 'late', prefix: 'sk', keyHash: '0'.repeat(64), maxKeys: 10 };
    await expect(addApiKey(manager, newKey)).rejects.toMatchObject(refused);
    const hook = { accountId, publicId: `wh_${'0'.repeat(24)}`, url: 'https://late.example', events: [], max: 10 };
    await expect(
      addWebhook(manager, { ...hook, urlSetByKey: null, secretSealed: Buffer.alloc(1) }),
    ).rejects.toMatchObject(refused);
    const need = { accountId, defaults: api.deps.config.quotas, need: {} };
    await expect(manager.transaction((tx) => requireQuota(tx, need))).rejects.toMatchObject(refused);
  });

  test('and a run that starts at the same moment do not wait for each other', async () => {
    const { account } = await api.user();
    const shelf = await givenReadyShelf(api, account);
    const { manager } = api.database;
    let closing: Promise<boolean> | undefined;
    const locked = await manager.transaction(async (tx) => {
      await requireQuota(tx, { accountId: account.id, defaults: api.deps.config.quotas, need: {} });
      closing = closeAccount(manager, account.id);
      await until(async () => (await waitingForLocks()) > 0, 'the closing waits');
      return lockRun(tx, { publicId: shelf.publicId, run: shelf.run });
    });
    expect([locked?.id, await closing]).toEqual([shelf.id, true]);
    expect((await manager.findOneByOrFail(Shelf, { id: shelf.id })).deletedAt).not.toBeNull();
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
