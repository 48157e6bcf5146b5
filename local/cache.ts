/** The user's cache folder of server programs: one folder per name and version, each complete or absent. */
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { identityOf, isAlive, type Identity } from './identity.js';
import { poll } from './ports.js';

export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(base, 'shelfwright');
}

/**
 * Fills `folder` by `fill(temporaryFolder)` and a rename, so that an interrupted install leaves nothing incomplete. A
 * second process waits for the first instead of repeating the work; the lock of a dead process is ignored.
 */
export async function installOnce(folder: string, fill: (temporary: string) => Promise<void>, waiting: () => void) {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const lock = `${folder}.lock`;
  const HOUR = 3_600_000;
  const mine = await poll(async () => existsSync(folder) || take(lock, waiting), HOUR, 500);
  if (!mine) throw new Error(`Another process has held ${lock} for an hour. Remove it if that process hangs.`);
  if (existsSync(folder)) return release(lock);
  const temporary = `${folder}.${process.pid}.tmp`;
  try {
    removeRemains(folder);
    mkdirSync(temporary);
    await fill(temporary);
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    release(lock);
  }
}

function take(lock: string, waiting: () => void): boolean {
  try {
    writeFileSync(lock, JSON.stringify(identityOf(process.pid)), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = readHolder(lock);
  // two waiters may both find a dead holder and then both install: twice the work, but each rename is atomic
  if (holder !== 'unknown' && !isAlive(holder)) rmSync(lock, { force: true });
  else waiting();
  return false;
}

function readHolder(lock: string): Identity | 'unknown' {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Identity;
  } catch {
    return 'unknown'; // gone meanwhile, or being written: the next poll reads it again
  }
}

function release(lock: string): void {
  const holder = readHolder(lock);
  if (holder !== 'unknown' && holder.pid === process.pid) rmSync(lock, { force: true });
}

/** Removes temporary folders of installs that were killed. Only the holder of the lock calls this. */
function removeRemains(folder: string): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (path.startsWith(`${folder}.`) && name.endsWith('.tmp')) rmSync(path, { recursive: true, force: true });
  }
}
