/** A tree of files in the object store: every file by itself, and all of them in one archive. */
import { createHash } from 'node:crypto';
import type { ShelfFile } from '../engine/shelf.js';
import type { FinishedTree, ManifestFile } from '../entities/queries/publishing.js';
import type { Storage } from '../infra/storage.js';
import { packTree } from './archive.js';
import type { versionKeys } from '../infra/object-keys.js';

/** Writes to the object store at once. */
const WRITES_IN_FLIGHT = 8;

type Stored = Pick<FinishedTree, 'prefix' | 'files' | 'archive'>;

/** Stores a version's files and its archive; a repeat writes the same over the same. */
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
  let next = 0;
  const lane = async (): Promise<void> => {
    try {
      for (let file = files[next++]; file; file = files[next++]) {
        await storage.put(prefix + file.path, file.content, contentType(file.path), signal);
      }
    } catch (error) {
      next = files.length; // the other lanes end as well
      throw error;
    }
  };
  // Ends only when every lane has: an attempt that failed must not go on writing beside the next one.
  const lanes = await Promise.allSettled(Array.from({ length: WRITES_IN_FLIGHT }, lane));
  const failed = lanes.find((ended) => ended.status === 'rejected');
  if (failed) throw failed.reason;
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
