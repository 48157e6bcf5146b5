/** Queries and changes by operators, over all accounts. */
import type { EntityManager } from 'typeorm';
import type { ProcessingStep, Quota, ShelfStatus } from '../../contract/vocabulary.js';
import { Account } from '../account.js';

/** Grants or revokes an account's subscription; null when there is no such account. A grant keeps an earlier date. */
export async function setSubscription(
  manager: EntityManager,
  { email, active }: { email: string; active: boolean },
): Promise<Account | null> {
  const address = email.toLowerCase();
  await manager
    .createQueryBuilder()
    .update(Account)
    .set({ subscribedAt: active ? () => 'coalesce(subscribed_at, now())' : null })
    .where('email = :address', { address })
    .execute();
  return manager.findOneBy(Account, { email: address });
}

/** Sets quotas of an account; undefined takes one back to what the configuration says. */
export async function setQuotas(
  manager: EntityManager,
  { id }: Account,
  change: ReadonlyMap<Quota, number | null | undefined>,
): Promise<Account> {
  return manager.transaction(async (tx) => {
    const account = await tx.findOneOrFail(Account, { where: { id }, lock: { mode: 'for_no_key_update' } });
    const quotas = { ...account.quotas, ...Object.fromEntries(change) };
    await tx.update(Account, { id }, { quotas: JSON.parse(JSON.stringify(quotas)) as Account['quotas'] });
    return tx.findOneByOrFail(Account, { id });
  });
}

export interface AccountSummary {
  publicId: string;
  email: string;
  name: string;
  subscribedAt: Date | null;
  suspendedAt: Date | null;
  /** Shelves that are not deleted. */
  shelves: number;
  createdAt: Date;
}

/** The newest accounts, newest first. */
export async function listAccounts(manager: EntityManager, limit: number): Promise<AccountSummary[]> {
  return manager.query<AccountSummary[]>(
    `SELECT account.public_id AS "publicId", account.email, account.name, account.subscribed_at AS "subscribedAt",
            account.suspended_at AS "suspendedAt",
            (SELECT count(*) FROM shelves WHERE account_id = account.id AND deleted_at IS NULL)::int AS shelves,
            account.created_at AS "createdAt"
     FROM accounts account WHERE account.deleted_at IS NULL ORDER BY account.created_at DESC, account.id DESC LIMIT $1`,
    [limit],
  );
}

export interface ShelfSummary {
  publicId: string;
  status: ShelfStatus;
  failedAtStep: ProcessingStep | null;
  pagesDone: number | null;
  pageCount: number | null;
  run: number;
  updatedAt: Date;
  email: string;
  name: string;
}

export interface ShelfSelection {
  /** All statuses if empty. */
  statuses: ShelfStatus[];
  /** Only shelves that have not changed for this long. */
  olderThanSeconds: number;
  limit: number;
}

/** Shelves of all accounts, those that have not changed for longest first. */
export async function listShelvesOfAll(
  manager: EntityManager,
  { statuses, olderThanSeconds, limit }: ShelfSelection,
): Promise<ShelfSummary[]> {
  return manager.query<ShelfSummary[]>(
    `SELECT shelf.public_id AS "publicId", shelf.status, shelf.failed_at_step AS "failedAtStep",
            shelf.pages_done AS "pagesDone", shelf.page_count AS "pageCount", shelf.run,
            shelf.updated_at AS "updatedAt", account.email, shelf.name
     FROM shelves shelf JOIN accounts account ON account.id = shelf.account_id
     WHERE shelf.deleted_at IS NULL
       AND (cardinality($1::text[]) = 0 OR shelf.status = ANY ($1))
       AND shelf.updated_at <= now() - make_interval(secs => $2)
     ORDER BY shelf.updated_at, shelf.id LIMIT $3`,
    [statuses, olderThanSeconds, limit],
  );
}
