/** Quotas and free disk before an upload is read; the claim's transaction checks the quotas again. */
import { statfs } from 'node:fs/promises';
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
import { ConfigError } from '../infra/config.js';
import { createFreeDisk, type FreeDisk } from '../infra/free-disk.js';
import type { Deps } from './deps.js';

/** Boundaries, names and fields of a form, which its length includes. */
const FORM_BYTES = 64 * 1024;

/** How old what is known of a disk may be: uploads come in bursts, and what they write takes longer. */
const DISK_AGE_MS = 1_000;

/** A new PDF for a shelf, and one that becomes a shelf of its own. */
export const NEW_PDF: QuotaNeed = { pages: 1, runs: 1 };
export const NEW_SHELF: QuotaNeed = { ...NEW_PDF, shelves: 1 };

/**
 * A hook that refuses an upload for which there is no room: 402 by the account's quotas, 503 by the disk's floor. Before a
 * client with `Expect: 100-continue` is told to send its body.
 */
export function uploadGate(deps: Deps, need: QuotaNeed): (request: FastifyRequest) => Promise<void> {
  const requireDisk = diskGate(deps, 'uploads');
  return async (request) => {
    await requireDisk();
    // a repeat gets its answer whatever is used now
    if (request.headers['idempotency-key'] !== undefined) return;
    const storageBytes = Math.max(0, Number(request.headers['content-length'] ?? 0) - FORM_BYTES);
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

/** For the start of the api. Throws ConfigError for a path that is not there, which would fail every upload later. */
export async function requireDisks({ paths }: Deps['config']['disk']): Promise<void> {
  const looks = await Promise.allSettled(paths.map((path) => statfs(path)));
  const faults = looks.flatMap(({ status }, at) => (status === 'rejected' ? [at + 1] : []));
  if (faults.length === 0) return;
  throw new ConfigError(
    `The configuration cannot be used:\n  DISK_FLOOR_PATHS: the api cannot see folder ${faults.join(', ')} of ${paths.length}`,
  );
}

/**
 * A check that throws ServiceError 503 when a disk that the installation writes to is nearly full, which fails more than
 * uploads, or cannot be seen any more.
 */
export function diskGate(deps: Pick<Deps, 'config' | 'log'>, refused: 'uploads' | 'drawings'): () => Promise<void> {
  const freeDisk = createFreeDisk(DISK_AGE_MS);
  return () => requireFreeDisk(deps, freeDisk, refused);
}

async function requireFreeDisk(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  freeDisk: FreeDisk,
  refused: string,
): Promise<void> {
  const { floorBytes, paths } = config.disk;
  for (const path of paths) {
    const freeBytes = await freeDisk(path).catch((cause: unknown) => {
      // a disk that was unmounted: what would be written may land on the one below it
      log.error({ err: cause, path }, `${refused} are refused: a folder of DISK_FLOOR_PATHS cannot be seen any more`);
      throw new ServiceError('SERVICE_UNAVAILABLE', undefined, { reason: 'disk_unknown' }, { cause });
    });
    if (freeBytes >= floorBytes) continue;
    log.error({ path, freeBytes, floorBytes }, `${refused} are refused: the disk is nearly full`);
    throw new ServiceError('SERVICE_UNAVAILABLE', undefined, { reason: 'disk_full' });
  }
}
