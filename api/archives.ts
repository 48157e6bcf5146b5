/** Whole trees, read from the archive with one GET. */
import { createHash } from 'node:crypto';
import { unpackTree } from '../infra/tar.js';
import type { Files } from '../reading/files.js';
import type { Kept } from './lru-cache.js';

/** A tree of more text than this cannot be given in one reply. */
const MAX_TREE_BYTES = 256 * 1024 * 1024;

/** The files of a tree as the text of a JSON object. */
export interface TreeJson {
  fileCount: number;
  json: Buffer;
}

interface Archive {
  archiveKey: string;
  /** Lower-case hex; archives of the same hash have the same content. */
  archiveSha256: string;
}

/** Reads archives through `get`, those that are not kept. */
export function createArchiveReader(get: (key: string) => Promise<Buffer>, kept: Kept) {
  async function read({ archiveKey, archiveSha256 }: Archive): Promise<{ files: Files; sizeBytes: number }> {
    const packed = await get(archiveKey);
    if (createHash('sha256').update(packed).digest('hex') !== archiveSha256)
      throw new Error(`archive ${archiveKey} is not what its row says`);
    return unpackTree(packed, MAX_TREE_BYTES);
  }

  return {
    files: (archive: Archive): Promise<Files> =>
      kept(`files of ${archive.archiveSha256}`, archive.archiveKey, async () => {
        const { files, sizeBytes } = await read(archive);
        return { value: files, sizeBytes };
      }),

    /** Written once: that takes far longer than sending it. */
    json: (archive: Archive): Promise<TreeJson> =>
      kept(`json of ${archive.archiveSha256}`, archive.archiveKey, async () => {
        const { files } = await read(archive);
        // not by an object, whose members that look like numbers would come first
        const members = Array.from(files, ([path, text]) => `${JSON.stringify(path)}:${JSON.stringify(text)}`);
        const json = Buffer.from(`{${members.join(',')}}`);
        return { value: { fileCount: files.size, json }, sizeBytes: json.length };
      }),
  };
}
