/** Stores a tree in the object store: each file as an object, and all of them in one archive. */
import type { FinishedTree, ManifestFile } from '../entities/queries/publishing.js';
import { allOrNone } from '../infra/all-or-none.js';
import type { versionKeys } from '../infra/object-keys.js';
import { createSemaphore } from '../infra/semaphore.js';
import type { Storage } from '../infra/storage.js';
import { packTree } from './archive.js';
import type { TreeFile } from './tree-files.js';

/** Concurrent writes of one tree to the object store: each file is in memory then. */
const WRITES_IN_FLIGHT = 8;
/** From so many bytes on, files and trees are large: how many are written at once is limited for the whole process. */
const LARGE_BYTES = 1024 * 1024;

/**
 * Limits the writes of large files, and of the archives of large trees, which are sent in parts of some megabytes. More at
 * once would not be faster: archives take the processor.
 */
export type TreeWrites = ReturnType<typeof treeWrites>;
const treeWrites = () => createSemaphore({ permits: 2, maxWaiting: Infinity, what: 'writes of large objects' });
/** Of trees that runs publish. */
export const WRITES_OF_RUNS = treeWrites();
/** Of those of approvals, which clients wait for. */
export const WRITES_OF_APPROVALS = treeWrites();

type Stored = Pick<FinishedTree, 'prefix' | 'files' | 'archive'>;

/** Stores a version's files and its archive. Idempotent: a retry overwrites the objects with the same content. */
export async function storeTree(
  storage: Storage,
  { prefix, archiveKey }: ReturnType<typeof versionKeys>,
  tree: TreeFile[],
  { signal, writes }: { signal: AbortSignal; writes: TreeWrites },
): Promise<Stored> {
  const isLarge = tree.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > LARGE_BYTES;
  const files = tree.map(({ path, sizeBytes, sha256 }): ManifestFile => ({ path, sizeBytes, sha256 }));
  const writeAll = async (stop: AbortSignal): Promise<null> => {
    await writeFiles(storage, prefix, tree, { signal: stop, writes });
    return null;
  };
  const pack = async (stop: AbortSignal): Promise<Stored['archive']> => {
    const write = () => writeArchive(storage, archiveKey, tree, stop);
    return isLarge ? writes.run(write, { signal: stop }) : write();
  };
  // side by side: files wait for the store, the archive takes the processor
  const [, archive] = await allOrNone(signal, [writeAll, pack], (work, stop) => work(stop));
  return { prefix, files, archive: archive! };
}

async function writeFiles(
  storage: Storage,
  prefix: string,
  files: TreeFile[],
  { signal, writes }: { signal: AbortSignal; writes: TreeWrites },
): Promise<void> {
  const inFlight = createSemaphore({ permits: WRITES_IN_FLIGHT, maxWaiting: Infinity, what: 'object writes' });
  // all or none: a failed attempt must not keep writing while the next one runs
  await allOrNone(signal, files, (file, stop) => {
    const put = async () => storage.put(prefix + file.path, await file.content(), contentType(file.path), stop);
    const isLarge = file.sizeBytes > LARGE_BYTES;
    return inFlight.run(isLarge ? () => writes.run(put, { signal: stop }) : put, { signal: stop });
  });
}

async function writeArchive(storage: Storage, key: string, files: TreeFile[], signal: AbortSignal) {
  const { stream, packed } = packTree(files);
  const options = { signal, contentType: 'application/gzip' };
  try {
    const [stored] = await Promise.all([storage.upload(key, stream, options), packed]);
    return { key, ...stored, builtAt: new Date() };
  } finally {
    stream.destroy();
  }
}

function contentType(path: string): string {
  if (path.endsWith('.json')) return 'application/json';
  return path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8';
}
