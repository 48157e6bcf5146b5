/**
 * Suspending and deleting accounts. A deleted account is closed in one transaction; its rows are removed step by step,
 * after the objects that they refer to.
 */
import { IsNull, type EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { Event } from '../event.js';
import { Mail } from '../mail.js';
import { PasswordReset } from '../password-reset.js';
import { Registration } from '../registration.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';
import { revokeKeysOf } from './api-keys.js';
import { removeSome } from './purge.js';
import { revokeSessionsOf } from './sessions.js';
import { removeWebhook } from './webhooks.js';

/** Accounts that one call of `removeClosedAccounts` works on. */
const ACCOUNTS_PER_BATCH = 20;

/** Suspends an account, which ends its sessions, or lets it work again; null when there is no such account. */
export async function setSuspended(
  manager: EntityManager,
  { email, suspended }: { email: string; suspended: boolean },
): Promise<Account | null> {
  return manager.transaction(async (tx) => {
    const account = await tx.findOneBy(Account, { email: email.toLowerCase(), deletedAt: IsNull() });
    if (!account) return null;
    await tx
      .createQueryBuilder()
      .update(Account)
      .set({ suspendedAt: suspended ? () => 'coalesce(suspended_at, now())' : null })
      .where({ id: account.id })
      .execute();
    if (suspended) await revokeSessionsOf(tx, account.id);
    return tx.findOneByOrFail(Account, { id: account.id });
  });
}

/**
 * Closes an account for good: nothing signs in to it any more, its address is free, its shelves are marked as deleted, and
 * whatever runs for it is superseded. False when it was closed before.
 */
export async function closeAccount(manager: EntityManager, id: string): Promise<boolean> {
  return manager.transaction(async (tx) => {
    // the account before its shelves, as where a run is started. Not FOR UPDATE: where a version is published, the shelf is
    // locked before the event refers to the account, and the two would wait for each other
    const where = { id, deletedAt: IsNull() };
    const account = await tx.findOne(Account, { where, lock: { mode: 'for_no_key_update' } });
    if (!account) return false;
    await markForRemoval(tx, id);
    const { email, publicId } = account;
    await tx.delete(Registration, { email });
    await tx.delete(PasswordReset, { email });
    await tx.delete(Mail, { recipient: email });
    await tx
      .createQueryBuilder()
      .update(Account)
      .set({
        email: `${publicId}@deleted.invalid`,
        name: '',
        passwordHash: '',
        subscribedAt: null,
        suspendedAt: null,
        deletedAt: () => 'now()',
      })
      .where({ id })
      .execute();
    await revokeKeysOf(tx, id);
    await revokeSessionsOf(tx, id);
    const disabled = { enabled: false, disabledReason: 'by_owner' as const };
    await tx.update(WebhookEndpoint, { accountId: id, enabled: true }, disabled);
    return true;
  });
}

/** A request that was authenticated before the account was closed may still have made an upload. */
async function markForRemoval(tx: EntityManager, accountId: string): Promise<void> {
  const marked = { deletedAt: () => 'now()', run: () => 'run + 1' };
  const live = 'account_id = :accountId AND deleted_at IS NULL';
  await tx.createQueryBuilder().update(Shelf).set(marked).where(live, { accountId }).execute();
  const open = 'account_id = :accountId AND committed_at IS NULL AND abandoned_at IS NULL';
  const abandoned = { abandonedAt: () => 'now()' };
  await tx.createQueryBuilder().update(Upload).set(abandoned).where(open, { accountId }).execute();
}

/**
 * Removes the rows of closed accounts as far as their shelves and uploads, which go with their objects, are gone; at most
 * `limit` events of each account in one call. Returns the highest number of rows removed from one account.
 */
export async function removeClosedAccounts(manager: EntityManager, limit: number): Promise<number> {
  const closed = await manager
    .createQueryBuilder(Account, 'account')
    .select('account.id')
    .where('account.deletedAt IS NOT NULL')
    .orderBy('account.deletedAt')
    .limit(ACCOUNTS_PER_BATCH)
    .getMany();
  let most = 0;
  for (const { id } of closed) most = Math.max(most, await removeClosedAccount(manager, id, limit));
  return most;
}

async function removeClosedAccount(manager: EntityManager, accountId: string, limit: number): Promise<number> {
  await manager.transaction((tx) => markForRemoval(tx, accountId));
  for (const { publicId } of await manager.findBy(WebhookEndpoint, { accountId }))
    await removeWebhook(manager, { accountId, publicId });
  const where = 'account_id = :accountId';
  const events = await removeSome(manager, Event, { where, parameters: { accountId }, limit });
  if (events === limit) return events;
  const left = [Shelf, Upload].map((entity) => manager.existsBy(entity, { accountId }));
  if ((await Promise.all(left)).some(Boolean)) return events;
  // keys, sessions and answers to repeated requests go with it
  await manager.delete(Account, { id: accountId });
  return events + 1;
}
