import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { ApiKey } from '../../entities/api-key.js';
import {
  createAccount,
  createAccountFromRegistration,
  findAccountByEmail,
  findAccountByKeyHash,
} from '../../entities/queries/accounts.js';
import { removeOldCodes, takeCodeAttempt } from '../../entities/queries/codes.js';
import { createRegistration } from '../../entities/queries/registrations.js';
import { Registration } from '../../entities/registration.js';
import { givenAccount, givenApiKey, sha256 } from '../support/rows.js';
import { setUpDatabase } from '../support/set-up-database.js';

let manager: EntityManager;
setUpDatabase((database) => ({ manager } = database));

const register = (email: string, passwordHash = 'p1') =>
  createRegistration(manager, { email, name: 'Ada', passwordHash, codeHash: 'c', ttlSeconds: 900, maxPerDay: 5 });
const take = (email: string, codeHash = 'c') =>
  takeCodeAttempt(manager, Registration, { email, codeHash, maxAttempts: 5 });
const key = (name: string) => ({ name, prefix: 'sk_live_abcd', keyHash: sha256(name) });

test('a live key opens its account; a revoked, expired or unknown one nothing', async () => {
  const account = await givenAccount(manager);
  const live = sha256(await givenApiKey(manager, account.id));
  expect(await findAccountByKeyHash(manager, live)).toMatchObject({
    account: { id: account.id, email: account.email },
  });
  expect(await findAccountByKeyHash(manager, sha256('unknown'))).toBeNull();
  const soon = new Date(Date.now() + 60_000);
  await manager.update(ApiKey, { keyHash: live }, { expiresAt: soon });
  expect(await findAccountByKeyHash(manager, live)).not.toBeNull();
  await manager.update(ApiKey, { keyHash: live }, { expiresAt: new Date(Date.now() - 1000) });
  expect(await findAccountByKeyHash(manager, live)).toBeNull();
  await manager.update(ApiKey, { keyHash: live }, { expiresAt: null, revokedAt: () => 'now()' });
  expect(await findAccountByKeyHash(manager, live)).toBeNull();
});

test('the use of a key is noted at most once a minute', async () => {
  const keyHash = sha256(await givenApiKey(manager, (await givenAccount(manager)).id));
  const lastUse = async () => (await manager.findOneByOrFail(ApiKey, { keyHash })).lastUsedAt;
  await Promise.all([1, 2, 3].map(() => findAccountByKeyHash(manager, keyHash)));
  const first = await lastUse();
  await findAccountByKeyHash(manager, keyHash);
  expect(await lastUse()).toEqual(first);
  await manager.update(ApiKey, { keyHash }, { lastUsedAt: () => "now() - interval '2 minutes'" });
  await findAccountByKeyHash(manager, keyHash);
  expect((await lastUse())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity);
});

test('a key whose row is held up opens its account all the same, and holds up no other', async () => {
  const { id } = await givenAccount(manager);
  const [held, free] = [sha256(await givenApiKey(manager, id)), sha256(await givenApiKey(manager, id))];
  await manager.transaction(async (tx) => {
    await tx.update(ApiKey, { keyHash: held }, { name: 'renamed' });
    const found = await Promise.all([held, free].map((hash) => findAccountByKeyHash(manager, hash)));
    expect(found.map((one) => one?.account.id)).toEqual([id, id]);
  });
});

test('addresses are one whatever their case, and have one account', async () => {
  await createAccount(manager, { email: 'Grace@Example.com', name: 'Grace', passwordHash: 'x' });
  expect(await findAccountByEmail(manager, 'GRACE@example.COM')).toMatchObject({ email: 'grace@example.com' });
  const second = createAccount(manager, { email: 'grace@example.com', name: 'Grace', passwordHash: 'x' });
  await expect(second).rejects.toMatchObject({ code: '23505' });
});

test('the registration whose code is entered decides the password, and closes the others', async () => {
  const first = await register('two@example.com', 'first password');
  const second = await register('Two@example.com', 'second password');
  expect(await take('two@example.com')).toEqual({ id: second?.id });
  const registrationId = first?.id ?? '';
  const made = await createAccountFromRegistration(manager, { registrationId, apiKey: key('k1') });
  expect(made?.account).toMatchObject({ email: 'two@example.com', passwordHash: 'first password', subscribedAt: null });
  expect(await findAccountByKeyHash(manager, sha256('k1'))).toMatchObject({ account: { id: made?.account.id } });
  expect(await take('two@example.com')).toBeNull();
});

test('a registration makes one account, also for two requests at once', async () => {
  const registrationId = (await register('once@example.com'))?.id ?? '';
  const both = await Promise.all(
    ['k2', 'k3'].map((name) => createAccountFromRegistration(manager, { registrationId, apiKey: key(name) })),
  );
  expect(both.filter((made) => made !== null)).toHaveLength(1);
});

test('of two codes of an address that come at once one makes the account, and neither waits for the other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `two-codes-${round}@example.com`;
    const both = [(await register(email))?.id ?? '', (await register(email))?.id ?? ''];
    const made = await Promise.all(
      both.map((registrationId) =>
        createAccountFromRegistration(manager, { registrationId, apiKey: key(`two-${registrationId}`) }),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
  }
});

test('a registration of an address that has an account by now makes none', async () => {
  const registration = await register('late@example.com');
  await createAccount(manager, { email: 'late@example.com', name: 'Earlier', passwordHash: 'x' });
  const registrationId = registration?.id ?? '';
  expect(await createAccountFromRegistration(manager, { registrationId, apiKey: key('k4') })).toBeNull();
  expect(await findAccountByEmail(manager, 'late@example.com')).toMatchObject({ name: 'Earlier' });
});

test('an address gets five codes a day, also from requests side by side', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => register('many@example.com')));
  expect(made.filter((one) => one !== null)).toHaveLength(5);
  await manager.query(
    "UPDATE registrations SET created_at = now() - interval '25 hours' WHERE email = 'many@example.com'",
  );
  expect(await register('many@example.com')).not.toBeNull();
});

test('a code is void after five tries, right or wrong, also side by side, and after its time', async () => {
  const email = 'tries@example.com';
  await register(email);
  const tries = await Promise.all(Array.from({ length: 7 }, () => take(email)));
  expect(tries.filter((open) => open !== null)).toHaveLength(5);
  await register(email);
  expect(await take(email)).not.toBeNull();
  for (let attempt = 0; attempt < 4; attempt += 1) expect(await take(email, 'wrong')).toBeNull();
  expect(await take(email)).toBeNull();
  await register(email);
  await manager.query('UPDATE registrations SET expires_at = now() WHERE email = $1', [email]);
  expect(await take(email)).toBeNull();
});

test('tries of an address with several codes do not block one another', async () => {
  const email = 'several@example.com';
  for (const codeHash of ['c1', 'c2', 'c3'])
    await createRegistration(manager, {
      email,
      name: 'Ada',
      passwordHash: 'p',
      codeHash,
      ttlSeconds: 900,
      maxPerDay: 5,
    });
  const tries = await Promise.all(['c1', 'c2', 'c3', 'c4', 'c1', 'c2'].map((codeHash) => take(email, codeHash)));
  expect(tries.filter((open) => open !== null).length).toBeGreaterThanOrEqual(4);
});

test('old registrations are removed in bounded batches', async () => {
  for (let i = 0; i < 3; i++) await register('old@example.com');
  await manager.query(
    "UPDATE registrations SET created_at = now() - interval '8 days' WHERE email = 'old@example.com'",
  );
  expect(await removeOldCodes(manager, Registration, { olderThanDays: 7, limit: 2 })).toBe(2);
  expect(await removeOldCodes(manager, Registration, { olderThanDays: 7, limit: 2 })).toBe(1);
});
