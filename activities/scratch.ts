/**
 * Local files of a worker. The source PDF of a document is fetched once for all the ranges that this worker parses of
 * it, and dropped a while after the last of them. Each process has a folder of its own, named by its process id, so
 * that a later start finds and removes what a killed one left.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../infra/storage.js';

/** Between two ranges of one document there may be those of others; a copy of 300 MB is not kept for longer. */
const IDLE_MS = 60_000;

export interface Scratch {
  /** Calls `use` with the path of a local copy of the object; read only, shared with other calls. */
  withSource<T>(key: string, signal: AbortSignal, use: (path: string) => Promise<T>): Promise<T>;
  /** Calls `use` with an empty folder, which is removed afterwards. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>;
  /** Removes everything. */
  close(): Promise<void>;
}

interface Source {
  path: string;
  ready: Promise<unknown>;
  abort: AbortController;
  users: number;
  idle?: NodeJS.Timeout;
}

/** Names of this process's folders. */
const ownFolders = new Set<string>();

/** @param workDir folder that worker processes of this machine share */
export async function createScratch(workDir: string, storage: Pick<Storage, 'downloadTo'>): Promise<Scratch> {
  await removeLeftovers(workDir);
  const name = `worker-${process.pid}-${randomUUID().slice(0, 8)}`;
  const root = join(workDir, name);
  ownFolders.add(name);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const sources = new Map<string, Source>();

  const drop = async (key: string, source: Source): Promise<void> => {
    clearTimeout(source.idle);
    if (sources.get(key) === source) sources.delete(key);
    source.abort.abort();
    await rm(source.path, { force: true });
  };

  const acquire = (key: string): Source => {
    const known = sources.get(key);
    if (known) {
      known.users += 1;
      clearTimeout(known.idle);
      return known;
    }
    const path = join(root, `${randomUUID()}.pdf`);
    const abort = new AbortController();
    const source: Source = { path, abort, users: 1, ready: storage.downloadTo(key, path, abort.signal) };
    sources.set(key, source);
    return source;
  };

  return {
    async withSource(key, signal, use) {
      signal.throwIfAborted();
      const source = acquire(key);
      let fetched = false;
      try {
        await untilAborted(source.ready, signal);
        fetched = true;
        return await use(source.path);
      } finally {
        source.users -= 1;
        if (source.users === 0) {
          if (fetched) source.idle = setTimeout(() => void drop(key, source), IDLE_MS).unref();
          else await drop(key, source);
        }
      }
    },
    async withFolder(use) {
      const folder = join(root, randomUUID());
      await mkdir(folder);
      try {
        return await use(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async close() {
      for (const [key, source] of sources) await drop(key, source);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Waits for `promise`, but leaves it to others when `signal` aborts first. */
async function untilAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Removes the folders of worker processes that are no more. */
async function removeLeftovers(workDir: string): Promise<void> {
  await mkdir(workDir, { recursive: true });
  for (const name of await readdir(workDir)) {
    const pid = Number(/^worker-(\d+)-/.exec(name)?.[1]);
    if (pid && !ownFolders.has(name) && !isAlive(pid)) await rm(join(workDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  // In a container each worker has the same id: what bears it and is not ours is of one before.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
