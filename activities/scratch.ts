/**
 * Local files of a worker. The source PDF of a document is downloaded once for all ranges that this worker parses of it,
 * and removed some time after the last of them. Each process has its own folder, named after its process id, so that a
 * later start finds and removes what a killed process left.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../infra/storage.js';

/** Ranges of other documents may come between two of one document; a copy of 300 MB is not kept for longer. */
const IDLE_MS = 60_000;

export interface Scratch {
  /** Where all of this process's files are. */
  readonly root: string;
  /** Calls `use` with the path of a local copy of the object, which is read-only and shared with other calls. */
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
  const sources = createSourceCache(root, storage);
  return {
    root,
    withSource: (key, signal, use) => sources.use(key, signal, use),
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
      await sources.clear();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Downloads of objects that are shared by all callers and removed once they have been idle for a while. */
function createSourceCache(root: string, storage: Pick<Storage, 'downloadTo'>) {
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
    async use<T>(key: string, signal: AbortSignal, work: (path: string) => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      const source = acquire(key);
      let downloaded = false;
      try {
        await untilAborted(source.ready, signal);
        downloaded = true;
        return await work(source.path);
      } finally {
        source.users -= 1;
        if (source.users === 0) {
          if (downloaded) source.idle = setTimeout(() => void drop(key, source), IDLE_MS).unref();
          else await drop(key, source);
        }
      }
    },
    async clear(): Promise<void> {
      for (const [key, source] of sources) await drop(key, source);
    },
  };
}

/** Waits for `promise` until `signal` aborts; other callers may still wait for the promise. */
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

/** Removes the folders of worker processes that no longer run. */
async function removeLeftovers(workDir: string): Promise<void> {
  await mkdir(workDir, { recursive: true });
  for (const name of await readdir(workDir)) {
    const pid = Number(/^worker-(\d+)-/.exec(name)?.[1]);
    if (pid && !ownFolders.has(name) && !isAlive(pid)) await rm(join(workDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  // in a container every worker has the same id: a folder with ours that we did not make is a predecessor's
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
