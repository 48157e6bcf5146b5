import { IsNull, type EntityManager } from 'typeorm';
import type { KeyScope } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { ApiKey } from '../api-key.js';
import { newPublicId } from '../ids.js';
import { Registration } from '../registration.js';
import { closeCodes, lockCode } from './codes.js';
import { batchLoader } from './batch-loader.js';

/** A key to store; the whole key is shown once, when it is created. */
export interface NewApiKey {
  name: string;
  /** The part that can be shown. */
  prefix: string;
  /** SHA-256 of the whole key in lower-case hex. */
  keyHash: string;
  expiresAt?: Date | null;
  /** Default: write. */
  scope?: KeyScope;
}

export interface AccountWithKey {
  account: Account;
  apiKey: ApiKey;
}

/** The account was closed for good, after the request that works for it was authenticated. */
class AccountClosedError extends Error {
  override readonly name = 'AccountClosedError';
  readonly code = 'ACCOUNT_CLOSED';
}

/** Locks the account's row for the rest of the transaction. Throws AccountClosedError. */
export async function lockAccount(tx: EntityManager, id: string): Promise<Account> {
  const account = await tx.findOne(Account, { where: { id }, lock: { mode: 'for_no_key_update' } });
  if (!account || account.deletedAt !== null) throw new AccountClosedError('the account is closed');
  return account;
}

/** Not of an account that was closed for good. */
export async function findAccountByEmail(manager: EntityManager, email: string): Promise<Account | null> {
  return manager.findOneBy(Account, { email: email.toLowerCase(), deletedAt: IsNull() });
}

/** The account of a valid key (`keyHash`: SHA-256 in hex). Records the use at most once a minute. */
export const findAccountByKeyHash = batchLoader(async (manager: EntityManager, keyHashes: string[]) => {
  const rows = (await manager
    .createQueryBuilder(ApiKey, 'apiKey')
    .innerJoinAndMapOne('apiKey.account', Account, 'account', 'account.id = apiKey.accountId')
    .where('apiKey.keyHash = ANY(:keyHashes)', { keyHashes: [...new Set(keyHashes)] })
    .andWhere('apiKey.revokedAt IS NULL AND (apiKey.expiresAt IS NULL OR apiKey.expiresAt > now())')
    .getMany()) as (ApiKey & { account: Account })[];
  const found = new Map(
    rows.map(({ account, ...apiKey }): [string, AccountWithKey] => [apiKey.keyHash, { account, apiKey }]),
  );
  const unnoted = rows.filter(({ lastUsedAt }) => lastUsedAt === null || Date.now() - lastUsedAt.getTime() > 60_000);
  if (unnoted.length > 0) {
    // the condition again, by the database's clock: of concurrent requests only the first writes. Locked rows are skipped,
    // because waiting for one would delay all requests of this batch
    await manager
      .createQueryBuilder()
      .update(ApiKey)
      .set({ lastUsedAt: () => 'now()' })
      .where(
        `id IN (
          SELECT id FROM api_keys
          WHERE id = ANY(:ids) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
          FOR NO KEY UPDATE SKIP LOCKED
        )`,
        { ids: unnoted.map(({ id }) => id) },
      )
      .execute();
  }
  return keyHashes.map((keyHash) => found.get(keyHash) ?? null);
});

/** Creates an account. Throws the driver's unique violation (code 23505) when the address has one. */
export async function createAccount(
  manager: EntityManager,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<Account> {
  const publicId = newPublicId('usr');
  await manager.insert(Account, { publicId, email: email.toLowerCase(), name, passwordHash });
  return manager.findOneByOrFail(Account, { publicId });
}

export async function createApiKey(
  manager: EntityManager,
  { accountId, name, prefix, keyHash, expiresAt = null, scope = 'write' }: NewApiKey & { accountId: string },
): Promise<ApiKey> {
  const publicId = newPublicId('key');
  await manager.insert(ApiKey, { publicId, accountId, name, prefix, keyHash, expiresAt, scope });
  return manager.findOneByOrFail(ApiKey, { publicId });
}

/**
 * Creates the account of a registration, with its first key, and closes all registrations of the address. Null when the
 * registration was used already, or the address has got an account in another way.
 */
export async function createAccountFromRegistration(
  manager: EntityManager,
  { registrationId, apiKey }: { registrationId: string; apiKey: NewApiKey },
): Promise<AccountWithKey | null> {
  return manager.transaction(async (tx) => {
    const registration = await lockCode(tx, Registration, registrationId);
    if (!registration) return null;
    const { email, name, passwordHash } = registration;
    const publicId = newPublicId('usr');
    await tx
      .createQueryBuilder()
      .insert()
      .into(Account)
      .values({ publicId, email, name, passwordHash })
      .orIgnore()
      .execute();
    await closeCodes(tx, Registration, email);
    const account = await tx.findOneBy(Account, { publicId });
    return account && { account, apiKey: await createApiKey(tx, { ...apiKey, accountId: account.id }) };
  });
}
