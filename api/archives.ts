/** Whole trees, read from the archive with one GET. */
import { createHash } from 'node:crypto';
import { unpackTree } from '../infra/tar.js';
import type { Files } from '../reading/files.js';
import type { LruCache } from './lru-cache.js';

/** Limit of a tree's text that can be sent in one reply. */
const MAX_TREE_BYTES = 256 * 1024 * 1024;

/** The files of a tree as a serialised JSON object. */
export interface TreeJson {
  fileCount: number;
  json: Buffer;
}

interface Archive {
  archiveKey: string;
  /** Lower-case hex; archives of the same hash have the same content. */
  archiveSha256: string;
}

/** Reads archives through the cache, and otherwise by `get`. */
export function createArchiveReader(get: (key: string) => Promise<Buffer>, cache: LruCache) {
  async function read({ archiveKey, archiveSha256 }: Archive): Promise<{ files: Files; sizeBytes: number }> {
    const packed = await get(archiveKey);
    if (createHash('sha256').update(packed).digest('hex') !== archiveSha256)
      throw new Error(`archive ${archiveKey} is not what its row says`);
    return unpackTree(packed, MAX_TREE_BYTES);
  }

  return {
    files: (archive: Archive): Promise<Files> =>
      cache(`files of ${archive.archiveSha256}`, archive.archiveKey, async () => {
        const { files, sizeBytes } = await read(archive);
        return { value: files, sizeBytes };
      }),

    /** Serialised once, because that takes far longer than sending it. */
    json: (archive: Archive): Promise<TreeJson> =>
      cache(`json of ${archive.archiveSha256}`, archive.archiveKey, async () => {
        const { files } = await read(archive);
        // not from an object, in which keys that look like numbers would come first
        const members = Array.from(files, ([path, text]) => `${JSON.stringify(path)}:${JSON.stringify(text)}`);
        const json = Buffer.from(`{${members.join(',')}}`);
        return { value: { fileCount: files.size, json }, sizeBytes: json.length };
      }),
  };
}
