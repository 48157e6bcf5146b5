/** Quotas before an upload is read, and room on the disks; the claim's transaction checks the quotas again. */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import {
  checkQuota,
  endReservation,
  reserveQuota,
  type QuotaError,
  type QuotaNeed,
  type ReservableNeed,
  type ReservedCommand,
} from '../entities/queries/quotas.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';
import { isRepeat } from './idempotency.js';
import { requireUploadRoom } from './uploads/under-way.js';

/** Boundaries, names and fields of a form, which its length includes. */
const FORM_BYTES = 64 * 1024;

/** A new PDF for a shelf, and one that becomes a shelf of its own. */
export const NEW_PDF: QuotaNeed = { pages: 1, runs: 1 };
export const NEW_SHELF: QuotaNeed = { ...NEW_PDF, shelves: 1 };

/**
 * A hook that refuses an upload for which there is no room: 402 by the account's quotas, 503 by the disk's floor. Before a
 * client with `Expect: 100-continue` gets permission to send its body.
 */
export function uploadGate(deps: Deps, need: QuotaNeed): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    await requireUploadRoom(deps, request);
    // a repeat gets its answer whatever is used now; a key of no earlier request is none
    if (await isRepeat(deps, request)) return;
    // a body of unknown length has at least a byte: where no byte is left, nothing is read
    const storageBytes = Math.max(1, Number(request.headers['content-length'] ?? 0) - FORM_BYTES);
    await requireRoom(deps, request, { ...need, storageBytes });
  };
}

/** Throws QuotaError, which is answered by 402, when the account's quotas do not leave `need` now. */
export function requireRoom(
  { dataSource, config }: Deps,
  request: FastifyRequest,
  need: QuotaNeed,
  /** As in `measureUse`. */
  besideShelf: string | null = null,
): Promise<void> {
  const account = accountOf(request);
  return checkQuota(dataSource.manager, { account, defaults: config.quotas, need, besideShelf });
}

/** Longer than a request waits for its run to accept a command and to carry it out. */
const RESERVED_SECONDS = 120;

/**
 * Does `work`, which a run finishes, with the quota that it needs reserved. Where it is not known to be over, the quota stays
 * reserved for two minutes at most, since the run may still finish it. Throws QuotaError.
 */
export async function withRoom<T>(
  deps: Deps,
  request: FastifyRequest,
  { need, work, secondsLeft, ...command }: Reserved<T>,
): Promise<T> {
  if (Object.keys(need).length === 0) return work();
  const { dataSource, config } = deps;
  const reservation = { ...command, accountId: accountOf(request).id, defaults: config.quotas, need };
  await reserveQuota(dataSource.manager, { ...reservation, seconds: RESERVED_SECONDS });
  const result = await work().catch(async (error: unknown) => {
    await releaseRoom(deps, request, command);
    throw error;
  });
  const seconds = secondsLeft(result);
  if (seconds !== null) await releaseRoom(deps, request, command, seconds);
  return result;
}

/** Never fails: the command may have been carried out, and its answer matters more than two minutes of its quota. */
export async function releaseRoom(
  { dataSource: { manager } }: Deps,
  request: FastifyRequest,
  command: ReservedCommand,
  secondsLeft = 0,
): Promise<void> {
  await endReservation(manager, { account: accountOf(request), seconds: secondsLeft, ...command }).catch(
    (err: unknown) => request.log.warn({ err, ...command }, 'quota left reserved for two minutes'),
  );
}

interface Reserved<T> extends ReservedCommand {
  need: ReservableNeed;
  work: () => Promise<T>;
  /** How long the run may still do it: 0 if it is over, null if that is not known. */
  secondsLeft: (result: T) => number | null;
}

/** The 402 of a quota. */
export function quotaRefusal({ quota, limit, used }: QuotaError): ServiceError {
  const details = { reason: 'quota_exceeded', quota, limit, used };
  return new ServiceError('PAYMENT_REQUIRED', `The account's quota does not allow this: ${MEANINGS[quota]}.`, details);
}

const MEANINGS = {
  storageBytes: 'bytes stored; delete shelves, or ask the operator for more',
  shelves: 'shelves; delete some, or ask the operator for more',
  pages: 'pages this month; wait for the next, or ask the operator for more',
  runs: 'shelves in work at once; wait until one is done',
} as const;
