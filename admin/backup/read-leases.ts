/**
 * Who reads a backup's folder: a restore takes a lease on it, and a backup that is made meanwhile removes no snapshot. Leases
 * are renewed rather than kept by process, since the folder may be one that other machines have mounted.
 */
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^reading-[0-9a-f-]+$/;
const RENEWED_MS = 60_000;
/** A lease that is older is of a restore that was killed. */
const MAX_AGE_MS = 10 * RENEWED_MS;

/** Where nothing can be written into the folder there is no lease: mostly nobody makes backups into it then. */
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']);

/** Resolves to what ends the lease. */
export async function leaseForReading(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, `reading-${randomUUID()}`);
  const renew = (): Promise<void> => writeFile(path, '', { mode: 0o600 });
  try {
    await renew();
  } catch (error) {
    if (NOT_WRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) return async () => undefined;
    throw error;
  }
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renew().catch(() => undefined); // the next one may succeed
  }, RENEWED_MS).unref();
  return async () => {
    clearInterval(timer);
    await renewing;
    await rm(path, { force: true });
  };
}

/** Whether somebody reads the folder. Removes the leases of restores that were killed. */
export async function hasReaders(folder: string): Promise<boolean> {
  let isLeased = false;
  for (const name of await readdir(folder)) {
    if (!NAME.test(name)) continue;
    const path = join(folder, name);
    const modifiedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (modifiedMs === null) continue; // it has just ended
    if (Date.now() - modifiedMs < MAX_AGE_MS) isLeased = true;
    else await rm(path, { force: true });
  }
  return isLeased;
}
