/** What an account may use, what it uses, and the check of one against the other. */
import type { EntityManager } from 'typeorm';
import { PROCESSING_STEPS, QUOTAS, type Quota } from '../../contract/vocabulary.js';
import type { Account } from '../account.js';
import { QuotaReservation } from '../quota-reservation.js';
import { lockAccount } from './accounts.js';

/** The most of each; null for no limit. */
export type QuotaLimits = Readonly<Record<Quota, number | null>>;
export type QuotaUse = Readonly<Record<Quota, number>>;

/** Pages are counted in the calendar month by UTC; rows are kept for a month more. */
const KEPT = '62 days';

/** A change would take an account over one of its quotas. */
export class QuotaError extends Error {
  override readonly name = 'QuotaError';
  readonly code = 'QUOTA_EXCEEDED';
  constructor(
    readonly quota: Quota,
    readonly limit: number,
    readonly used: number,
  ) {
    super(`${quota}: ${used} of ${limit} are used`);
  }
}

/** The limits of an account: what an operator has set for it, else those of the configuration. */
export function limitsOf({ quotas }: Pick<Account, 'quotas'>, defaults: QuotaLimits): QuotaLimits {
  return { ...defaults, ...quotas };
}

/**
 * What the account uses now. `storageBytes`: PDFs, files of versions and drafts, archives of its shelves, without work
 * files; a restored version stores nothing; `pages`: of runs of this month; `runs`: shelves in work. With what is
 * reserved.
 */
export async function measureUse(manager: EntityManager, accountId: string): Promise<QuotaUse> {
  const [use] = await manager.query<QuotaUse[]>(
    `WITH own AS MATERIALIZED (SELECT id, status FROM shelves WHERE account_id = $1 AND deleted_at IS NULL),
     reserved AS (SELECT storage_bytes, runs FROM quota_reservations WHERE account_id = $1 AND expires_at > now())
     SELECT (
       coalesce((SELECT sum(size_bytes) FROM uploads WHERE shelf_id IN (SELECT id FROM own)), 0) +
       coalesce((SELECT sum(storage_size_bytes + archive_size_bytes) FROM versions
         WHERE shelf_id IN (SELECT id FROM own) AND restored_from IS NULL), 0) +
       coalesce((SELECT sum(storage_bytes) FROM reserved), 0)
     )::float8 AS "storageBytes",
     (SELECT count(*)::int FROM own) AS shelves,
     (SELECT coalesce(sum(pages), 0)::int FROM counted_pages
       WHERE account_id = $1 AND counted_at >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS pages,
     (SELECT count(*)::int FROM own WHERE status = ANY ($2)) +
       (SELECT coalesce(sum(runs), 0)::int FROM reserved) AS runs`,
    [accountId, [...PROCESSING_STEPS]],
  );
  if (!use) throw new Error('a query without a row');
  return use;
}

/** What a change takes of each quota. Of pages, whose number is not known before the PDF is read, one. */
export type QuotaNeed = Partial<Record<Quota, number>>;

/**
 * Throws QuotaError for the first quota that `need` would exceed, AccountClosedError for an account that is closed.
 *
 * @param tx of the change; the account's row stays locked to its end, so that changes at the same time are counted
 */
export async function requireQuota(
  tx: EntityManager,
  { accountId, defaults, need }: { accountId: string; defaults: QuotaLimits; need: QuotaNeed },
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  await checkQuota(tx, { account, defaults, need });
}

/** The same without a lock: for a refusal before a PDF is read. */
export async function checkQuota(
  manager: EntityManager,
  { account, defaults, need }: { account: Account; defaults: QuotaLimits; need: QuotaNeed },
): Promise<void> {
  const limits = limitsOf(account, defaults);
  if (!isLimited(limits, need)) return;
  const use = await measureUse(manager, account.id);
  for (const quota of QUOTAS) {
    const [limit, needed, used] = [limits[quota], need[quota], use[quota]];
    if (limit !== null && needed !== undefined && used + needed > limit) throw new QuotaError(quota, limit, used);
  }
}

/**
 * Takes what a run is going to use, in a transaction that does not wait for the run: requests at the same time count each
 * other, and not an earlier attempt with the same id. Throws as `requireQuota`.
 *
 * @param seconds after which it no longer counts; by then the run has used it, or never will
 */
export async function reserveQuota(
  manager: EntityManager,
  { id, accountId, defaults, need, seconds }: Reservation,
): Promise<void> {
  await manager.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!isLimited(limitsOf(account, defaults), need)) return;
    await tx.query('DELETE FROM quota_reservations WHERE account_id = $1 AND (id = $2 OR expires_at <= now())', [
      accountId,
      id,
    ]);
    await checkQuota(tx, { account, defaults, need });
    await tx.query(
      `INSERT INTO quota_reservations (id, account_id, storage_bytes, runs, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [id, accountId, need.storageBytes ?? 0, need.runs ?? 0, seconds],
    );
  });
}

interface Reservation {
  /** Of the command, unique among all accounts. */
  id: string;
  accountId: string;
  defaults: QuotaLimits;
  need: ReservableNeed;
  seconds: number;
}

/** What can be reserved: what a review takes. */
export type ReservableNeed = Pick<QuotaNeed, 'storageBytes' | 'runs'>;

/** The run has used what was reserved for it, or never will. */
export async function releaseQuota(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(QuotaReservation, { id });
}

const isLimited = (limits: QuotaLimits, need: QuotaNeed): boolean =>
  QUOTAS.some((quota) => need[quota] !== undefined && limits[quota] !== null);

/** Counts the pages of a run, once however often it is called, also for a run that was superseded meanwhile. */
export async function countPages(
  manager: EntityManager,
  { publicId, run, pages }: { publicId: string; run: number; pages: number },
): Promise<void> {
  await manager.query(
    `INSERT INTO counted_pages (shelf_id, run, account_id, pages)
     SELECT id, $2, account_id, $3 FROM shelves WHERE public_id = $1
     ON CONFLICT DO NOTHING`,
    [publicId, run, pages],
  );
  await manager.query(
    `DELETE FROM counted_pages WHERE counted_at < now() - interval '${KEPT}'
       AND account_id = (SELECT account_id FROM shelves WHERE public_id = $1)`,
    [publicId],
  );
}
