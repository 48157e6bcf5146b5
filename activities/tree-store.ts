/** Stores a tree in the object store: each file as an object, and all of them in one archive. */
import { createHash } from 'node:crypto';
import type { ShelfFile } from '../engine/shelf.js';
import type { FinishedTree, ManifestFile } from '../entities/queries/publishing.js';
import { allOrNone } from '../infra/all-or-none.js';
import type { versionKeys } from '../infra/object-keys.js';
import { createSemaphore } from '../infra/semaphore.js';
import type { Storage } from '../infra/storage.js';
import { packTree } from './archive.js';

/** Concurrent writes to the object store. */
const WRITES_IN_FLIGHT = 8;

type Stored = Pick<FinishedTree, 'prefix' | 'files' | 'archive'>;

/** Stores a version's files and its archive. Idempotent: a retry overwrites the objects with the same content. */
export async function storeTree(
  storage: Storage,
  { prefix, archiveKey }: ReturnType<typeof versionKeys>,
  tree: ShelfFile[],
  signal: AbortSignal,
): Promise<Stored> {
  const files = await writeFiles(storage, prefix, tree, signal);
  return { prefix, files, archive: await writeArchive(storage, archiveKey, tree, signal) };
}

async function writeFiles(
  storage: Storage,
  prefix: string,
  files: ShelfFile[],
  signal: AbortSignal,
): Promise<ManifestFile[]> {
  const writes = createSemaphore({ permits: WRITES_IN_FLIGHT, maxWaiting: Infinity, what: 'object writes' });
  // all or none: a failed attempt must not keep writing while the next one runs
  await allOrNone(signal, files, ({ path, content }, stop) =>
    writes.run(() => storage.put(prefix + path, content, contentType(path), stop), { signal: stop }),
  );
  return files.map(({ path, content }) => ({
    path,
    sizeBytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
}

async function writeArchive(storage: Storage, key: string, files: ShelfFile[], signal: AbortSignal) {
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
