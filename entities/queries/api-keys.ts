import type { EntityManager } from 'typeorm';
import { ApiKey } from '../api-key.js';
import { createApiKey, lockAccount, type NewApiKey } from './accounts.js';
import { removeSome } from './purge.js';

/** Keys of the account that are not revoked, newest first. */
export async function listApiKeys(
  manager: EntityManager,
  { accountId, page, limit }: { accountId: string; page: number; limit: number },
): Promise<{ keys: ApiKey[]; total: number }> {
  const [keys, total] = await manager
    .createQueryBuilder(ApiKey, 'apiKey')
    .where('apiKey.accountId = :accountId AND apiKey.revokedAt IS NULL', { accountId })
    .orderBy('apiKey.createdAt', 'DESC')
    .addOrderBy('apiKey.id')
    .offset((page - 1) * limit)
    .limit(limit)
    .getManyAndCount();
  return { keys, total };
}

/** Stores another key. Null when the account has `maxKeys` that are not revoked, including expired ones. Throws AccountClosedError. */
export async function addApiKey(
  manager: EntityManager,
  { maxKeys, ...key }: NewApiKey & { accountId: string; maxKeys: number },
): Promise<ApiKey | null> {
  return manager.transaction(async (tx) => {
    // without the lock concurrent requests would all see the same count
    await lockAccount(tx, key.accountId);
    const { total } = await listApiKeys(tx, { accountId: key.accountId, page: 1, limit: 1 });
    return total < maxKeys ? createApiKey(tx, key) : null;
  });
}

/** Revokes a key of the account; false when it has no such key, or it was revoked before. */
export async function revokeApiKey(
  manager: EntityManager,
  { accountId, publicId }: { accountId: string; publicId: string },
): Promise<boolean> {
  const revoked = await manager
    .createQueryBuilder()
    .update(ApiKey)
    .set({ revokedAt: () => 'now()' })
    .where('account_id = :accountId AND public_id = :publicId AND revoked_at IS NULL', { accountId, publicId })
    .execute();
  return revoked.affected === 1;
}

/** Revokes every key of the account; returns how many. */
export async function revokeKeysOf(manager: EntityManager, accountId: string): Promise<number> {
  const revoked = await manager
    .createQueryBuilder()
    .update(ApiKey)
    .set({ revokedAt: () => 'now()' })
    .where('account_id = :accountId AND revoked_at IS NULL', { accountId })
    .execute();
  return revoked.affected ?? 0;
}

/** Removes keys that were revoked over `olderThanDays` ago (at most `limit`); returns how many. */
export function removeRevokedKeys(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const where = 'revoked_at < now() - make_interval(days => :olderThanDays)';
  return removeSome(manager, ApiKey, { where, parameters: { olderThanDays }, limit });
}
