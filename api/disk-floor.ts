/** The floor of free disk space: 503 when a disk that the installation writes to has too little left. */
import { statfs } from 'node:fs/promises';
import { ServiceError } from '../contract/errors.js';
import { ConfigError } from '../infra/config.js';
import { createFreeDisk, type FreeDisk } from '../infra/free-disk.js';
import type { Deps } from './deps.js';

/** How old a reading of a disk may be: uploads come in bursts, and writing them takes longer. */
export const DISK_AGE_MS = 1_000;

/** One for the process, which reads each disk once a second at most. */
export const freeDisk = createFreeDisk(DISK_AGE_MS);

export type Floor = Pick<Deps, 'config' | 'log'>;
type Refused = 'uploads' | 'drawings';

export interface DiskLook {
  path: string;
  freeBytes: number;
}

/** For the start of the api. Throws ConfigError for a path that is not there, which would fail every upload later. */
export async function requireDisks({ paths }: Deps['config']['disk']): Promise<void> {
  const looks = await Promise.allSettled(paths.map((path) => statfs(path)));
  const faults = looks.flatMap(({ status }, at) => (status === 'rejected' ? [at + 1] : []));
  if (faults.length === 0) return;
  throw new ConfigError(
    `The configuration cannot be used:\n  DISK_FLOOR_PATHS: the api cannot see folder ${faults.join(', ')} of ${paths.length}`,
  );
}

/** A check that throws ServiceError 503 when a disk cannot be seen, or is nearly full: once it is, more than uploads would fail. */
export function diskGate(floor: Floor, refused: Refused): () => Promise<void> {
  return async () => requireFloor(floor, await lookAtDisks(floor, freeDisk, refused), refused);
}

/** What is free on each of DISK_FLOOR_PATHS. Throws ServiceError 503 for one that cannot be seen any more. */
export function lookAtDisks({ config, log }: Floor, look: FreeDisk, refused: Refused): Promise<DiskLook[]> {
  const one = async (path: string): Promise<DiskLook> => ({
    path,
    freeBytes: await look(path).catch((cause: unknown) => {
      // a disk that was unmounted: what would be written may land on the one below it
      log.error({ err: cause, path }, `${refused} are refused: a folder of DISK_FLOOR_PATHS cannot be seen any more`);
      throw new ServiceError('SERVICE_UNAVAILABLE', undefined, { reason: 'disk_unknown' }, { cause });
    }),
  });
  return Promise.all(config.disk.paths.map(one));
}

/** Throws ServiceError 503 where less than the floor is free. */
export function requireFloor({ config, log }: Floor, looks: readonly DiskLook[], refused: Refused): void {
  const { floorBytes } = config.disk;
  const full = looks.find(({ freeBytes }) => freeBytes < floorBytes);
  if (!full) return;
  log.error({ ...full, floorBytes }, `${refused} are refused: the disk is nearly full`);
  throw diskFull();
}

export const diskFull = (): ServiceError => new ServiceError('SERVICE_UNAVAILABLE', undefined, { reason: 'disk_full' });
