/** The quotas of an account, its use, and the check of one against the other. */
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
 * files; a restored version stores nothing; `pages`: of runs of this month; `runs`: shelves in work. Includes
 * reservations: for each shelf the largest one, because it carries out only one command.
 *
 * @param besideShelf public id of a shelf whose reservations do not count: its next command replaces them
 */
export async function measureUse(
  manager: EntityManager,
  accountId: string,
  besideShelf: string | null = null,
): Promise<QuotaUse> {
  const [use] = await manager.query<QuotaUse[]>(
    `WITH own AS MATERIALIZED (SELECT id, status FROM shelves WHERE account_id = $1 AND deleted_at IS NULL),
     reserved AS (SELECT max(storage_bytes) AS storage_bytes, max(runs) AS runs FROM quota_reservations,
         LATERAL (SELECT split_part(id, '/', 2) AS shelf) AS whose
       WHERE account_id = $1 AND expires_at > now() AND shelf IS DISTINCT FROM $3 GROUP BY shelf)
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
    [accountId, [...PROCESSING_STEPS], besideShelf],
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
  { account, defaults, need, besideShelf = null }: QuotaCheck,
): Promise<void> {
  const limits = limitsOf(account, defaults);
  if (!isLimited(limits, need)) return;
  const use = await measureUse(manager, account.id, besideShelf);
  for (const quota of QUOTAS) {
    const [limit, needed, used] = [limits[quota], need[quota], use[quota]];
    if (limit !== null && needed !== undefined && used + needed > limit) throw new QuotaError(quota, limit, used);
  }
}

interface QuotaCheck {
  account: Account;
  defaults: QuotaLimits;
  need: QuotaNeed;
  /** As in `measureUse`. */
  besideShelf?: string | null;
}

/**
 * Reserves what a run is going to use, in a transaction that does not wait for the run: concurrent requests count each
 * other, except those for the same shelf. Throws as `requireQuota`.
 *
 * @param seconds after which the reservation expires; by then the run has used it, or never will
 */
export async function reserveQuota(
  manager: EntityManager,
  { shelf, command, accountId, defaults, need, seconds }: Reservation,
): Promise<void> {
  await manager.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!isLimited(limitsOf(account, defaults), need)) return;
    const id = reservationId(account, { shelf, command });
    await tx.query('DELETE FROM quota_reservations WHERE account_id = $1 AND (id = $2 OR expires_at <= now())', [
      accountId,
      id,
    ]);
    await checkQuota(tx, { account, defaults, need, besideShelf: shelf });
    await tx.query(
      `INSERT INTO quota_reservations (id, account_id, storage_bytes, runs, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [id, accountId, need.storageBytes ?? 0, need.runs ?? 0, seconds],
    );
  });
}

export interface ReservedCommand {
  /** Public id of the shelf that it is for. */
  shelf: string;
  /** The same for each attempt at it, where that is known. */
  command: string;
}

const reservationId = ({ publicId }: Pick<Account, 'publicId'>, { shelf, command }: ReservedCommand): string =>
  `${publicId}/${shelf}/${command}`;

interface Reservation extends ReservedCommand {
  accountId: string;
  defaults: QuotaLimits;
  need: ReservableNeed;
  seconds: number;
}

/** The quotas that can be reserved: those that a review uses. */
export type ReservableNeed = Pick<QuotaNeed, 'storageBytes' | 'runs'>;

/** Ends a reservation after this many seconds at most; at once for 0. */
export async function endReservation(
  manager: EntityManager,
  { account, seconds, ...command }: ReservedCommand & { account: Pick<Account, 'publicId'>; seconds: number },
): Promise<void> {
  const id = reservationId(account, command);
  if (seconds <= 0) await manager.delete(QuotaReservation, { id });
  else
    await manager.query(
      `UPDATE quota_reservations SET expires_at = least(expires_at, now() + make_interval(secs => $2)) WHERE id = $1`,
      [id, seconds],
    );
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
