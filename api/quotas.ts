/** Quotas and free disk before an upload is read; the claim's transaction checks the quotas again. */
import { statfs } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import { checkQuota, type QuotaError, type QuotaNeed } from '../entities/queries/quotas.js';
import { accountOf } from './auth.js';
import { ConfigError } from '../infra/config.js';
import type { Deps } from './deps.js';

/** Boundaries, names and fields of a form, which its length includes. */
const FORM_BYTES = 64 * 1024;

/** A new PDF for a shelf, and one that becomes a shelf of its own. */
export const NEW_PDF: QuotaNeed = { pages: 1, runs: 1 };
export const NEW_SHELF: QuotaNeed = { ...NEW_PDF, shelves: 1 };

/**
 * A hook that refuses an upload for which there is no room: 402 by the account's quotas, 503 by the disk's floor. Before a
 * client with `Expect: 100-continue` is told to send its body.
 */
export function uploadGate(deps: Deps, need: QuotaNeed): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    await requireFreeDisk(deps);
    // a repeat gets its answer whatever is used now
    if (request.headers['idempotency-key'] !== undefined) return;
    const storageBytes = Math.max(0, Number(request.headers['content-length'] ?? 0) - FORM_BYTES);
    await requireRoom(deps, request, { ...need, storageBytes });
  };
}

/** Throws QuotaError, which is answered by 402, when the account's quotas do not leave `need` now. */
export function requireRoom({ dataSource, config }: Deps, request: FastifyRequest, need: QuotaNeed): Promise<void> {
  return checkQuota(dataSource.manager, { account: accountOf(request), defaults: config.quotas, need });
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

/** Throws ServiceError 503 when a disk that the installation writes to is nearly full: a full one fails more than uploads. */
async function requireFreeDisk({ config, log }: Deps): Promise<void> {
  const { floorBytes, paths } = config.disk;
  for (const path of paths) {
    const { bavail, bsize } = await statfs(path);
    if (bavail * bsize >= floorBytes) continue;
    log.error({ path, freeBytes: bavail * bsize, floorBytes }, 'uploads are refused: the disk is nearly full');
    throw new ServiceError('SERVICE_UNAVAILABLE', undefined, { reason: 'disk_full' });
  }
}
