/**
 * The states that a backup's folder holds: dump, index and manifest of each are in a folder of its own, which gets its name
 * by one rename when all is in it. So whatever kills a backup, what has such a name is whole, and its parts belong together.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasReaders, leaseForReading } from './read-leases.js';

const NAME = /^snapshot-(\d+)$/;
const UNFINISHED = 'unfinished';

/** Path of the newest whole snapshot; null when there is none. */
export async function latestSnapshot(folder: string): Promise<string | null> {
  const number = (await numbers(folder)).at(-1);
  return number === undefined ? null : pathOf(folder, number);
}

/** Calls `read` with the path of the newest whole snapshot, null when there is none. No backup removes it meanwhile. */
export async function readSnapshot<T>(folder: string, read: (path: string | null) => Promise<T>): Promise<T> {
  // first the lease: a backup that does not see it has its snapshot in place by then, and that is the newest
  const release = await leaseForReading(folder);
  try {
    return await read(await latestSnapshot(folder));
  } finally {
    await release();
  }
}

/**
 * Makes a snapshot of what `write` puts into a folder, and removes the ones before it, unless somebody reads; what one that
 * was killed has left is removed first. Of two at a time each would remove the other: callers hold the folder's lock.
 */
export async function writeSnapshot<T>(folder: string, write: (path: string) => Promise<T>): Promise<T> {
  const unfinished = join(folder, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const written = await write(unfinished).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    throw error;
  });
  const before = await numbers(folder);
  await rename(unfinished, pathOf(folder, (before.at(-1) ?? 0) + 1));
  if (await hasReaders(folder)) return written; // the next backup removes them
  for (const number of before) await rm(pathOf(folder, number), { recursive: true });
  return written;
}

const pathOf = (folder: string, number: number): string => join(folder, `snapshot-${number}`);

/** Of the whole snapshots, in their order. */
async function numbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
}
