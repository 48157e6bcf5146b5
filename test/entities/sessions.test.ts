import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { ApiKey } from '../../entities/api-key.js';
import { PasswordReset } from '../../entities/password-reset.js';
import { addApiKey, listApiKeys, removeRevokedKeys, revokeApiKey } from '../../entities/queries/api-keys.js';
import { removeOldCodes } from '../../entities/queries/codes.js';
import { createPasswordReset, replacePassword } from '../../entities/queries/password-resets.js';
import {
  findSession,
  createSession,
  createSessionByPassword,
  removeOldSessions,
  revokeSession,
  revokeSessionsOf,
} from '../../entities/queries/sessions.js';
import { Session } from '../../entities/session.js';
import { givenAccount, sha256 } from '../support/rows.js';
import { setUpDatabase } from '../support/set-up-database.js';

let manager: EntityManager;
setUpDatabase((database) => ({ manager } = database));

let count = 0;
async function given(accountId: string): Promise<string> {
  const tokenHash = sha256(`token ${(count += 1)}`);
  await createSession(manager, { accountId, tokenHash });
  return tokenHash;
}

test('the use of a session is noted at most once a minute, and moves its end on', async () => {
  const { id } = await givenAccount(manager);
  const tokenHash = await given(id);
  const row = () => manager.findOneByOrFail(Session, { tokenHash });
  const first = await row();
  await findSession(manager, tokenHash);
  expect(await row()).toEqual(first);
  await manager.query(
    `UPDATE sessions SET last_seen_at = now() - interval '2 minutes', expires_at = now() + interval '1 hour'
     WHERE token_hash = $1`,
    [tokenHash],
  );
  await Promise.all([1, 2, 3].map(() => findSession(manager, tokenHash)));
  const used = await row();
  expect(used.lastSeenAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(used.expiresAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
});

test('a password that was replaced while it was compared opens no session', async () => {
  const account = await givenAccount(manager);
  const { email } = account;
  const reset = async (passwordHash: string) => {
    await createPasswordReset(manager, { email, codeHash: `code ${passwordHash}`, ttlSeconds: 60, maxPerDay: 5 });
    const { id: resetId } = await manager.findOneByOrFail(PasswordReset, { codeHash: `code ${passwordHash}` });
    return replacePassword(manager, { resetId, passwordHash, revokeKeys: false });
  };
  const open = (tokenHash: string) => createSessionByPassword(manager, { account, tokenHash });
  const early = sha256('before the new password');
  expect(await open(early)).toMatchObject({ accountId: account.id });
  await reset('new');
  expect([await findSession(manager, early), await open(sha256('after it'))]).toEqual([null, null]);
  // side by side: whichever comes first, nothing that the old password opened is left
  account.passwordHash = 'new';
  const tokens = [1, 2, 3, 4].map((at) => sha256(`beside it ${at}`));
  await Promise.all([...tokens.slice(0, 2).map(open), reset('newer'), ...tokens.slice(2).map(open)]);
  expect(await Promise.all(tokens.map((token) => findSession(manager, token)))).toEqual([null, null, null, null]);
});

test('one session or all of an account can be ended, and no other account’s', async () => {
  const [one, other] = [await givenAccount(manager), await givenAccount(manager)];
  const [first, second, third] = [await given(one.id), await given(one.id), await given(other.id)];
  const live = async (tokenHash: string) => (await findSession(manager, tokenHash)) !== null;
  await revokeSession(manager, first);
  expect([await live(first), await live(second), await live(third)]).toEqual([false, true, true]);
  await revokeSessionsOf(manager, one.id);
  expect([await live(second), await live(third)]).toEqual([false, true]);
});

test('ended sessions are removed after a while in bounded batches, live ones never', async () => {
  const { id } = await givenAccount(manager);
  const live = await given(id);
  for (let made = 0; made < 3; made += 1) await revokeSession(manager, await given(id));
  const remove = () => removeOldSessions(manager, { olderThanDays: 30, limit: 2 });
  expect(await remove()).toBe(0);
  await manager.query(
    `UPDATE sessions SET revoked_at = revoked_at - interval '31 days', expires_at = expires_at - interval '31 days'
     WHERE account_id = $1 AND revoked_at IS NOT NULL`,
    [id],
  );
  expect([await remove(), await remove(), await remove()]).toEqual([2, 1, 0]);
  expect(await findSession(manager, live)).not.toBeNull();
});

test('revoked keys are removed after a while in bounded batches, live and expired ones never', async () => {
  const { id: accountId } = await givenAccount(manager);
  const add = async (expiresAt: Date | null = null) => {
    const name = `key ${(count += 1)}`;
    return addApiKey(manager, { accountId, name, prefix: 'sk', keyHash: sha256(name), expiresAt, maxKeys: 10 });
  };
  for (let made = 0; made < 3; made += 1)
    await revokeApiKey(manager, { accountId, publicId: (await add())?.publicId ?? '' });
  await add();
  await add(new Date(0));
  await manager.query(
    "UPDATE api_keys SET revoked_at = now() - interval '31 days', created_at = now() - interval '60 days' WHERE revoked_at IS NOT NULL",
  );
  const remove = () => removeRevokedKeys(manager, { olderThanDays: 30, limit: 2 });
  expect([await remove(), await remove(), await remove()]).toEqual([2, 1, 0]);
  expect((await listApiKeys(manager, { accountId, page: 1, limit: 10 })).total).toBe(2);
  expect(await manager.countBy(ApiKey, { accountId })).toBe(2);
});

test('a new password comes of one code once, ends the sessions and closes the other codes', async () => {
  const account = await givenAccount(manager);
  const tokenHash = await given(account.id);
  const code = { email: account.email, codeHash: 'c', ttlSeconds: 900, maxPerDay: 5 };
  for (let sent = 0; sent < 2; sent += 1) await createPasswordReset(manager, code);
  const resets = await manager.findBy(PasswordReset, { email: account.email });
  const replaced = await Promise.all(
    resets.map(({ id }) => replacePassword(manager, { resetId: id, passwordHash: `of ${id}`, revokeKeys: false })),
  );
  expect(replaced.filter((one) => one !== null)).toHaveLength(1);
  expect(await findSession(manager, tokenHash)).toBeNull();
});

test('a code for an address without an account sets no password, and old codes are removed', async () => {
  const email = 'nobody@example.com';
  await createPasswordReset(manager, { email, codeHash: 'c', ttlSeconds: 900, maxPerDay: 5 });
  const { id } = await manager.findOneByOrFail(PasswordReset, { email });
  expect(await replacePassword(manager, { resetId: id, passwordHash: 'p', revokeKeys: false })).toBeNull();
  await manager.query("UPDATE password_resets SET created_at = now() - interval '8 days' WHERE email = $1", [email]);
  const remove = () => removeOldCodes(manager, PasswordReset, { olderThanDays: 7, limit: 10 });
  expect([await remove(), await remove()]).toEqual([1, 0]);
});
