/** Whole trees, read from the archive with one GET. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Files } from '../reading/files.js';
import type { Kept } from './kept.js';

/** A tree of more text than this cannot be given in one reply. */
const MAX_TREE_BYTES = 256 * 1024 * 1024;

const unzip = promisify(gunzip);

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
    const tar = await unzip(packed, { maxOutputLength: MAX_TREE_BYTES });
    return { files: await untar(tar), sizeBytes: tar.length };
  }

  return {
    files: (archive: Archive): Promise<Files> =>
      kept(`files of ${archive.archiveSha256}`, async () => {
        const { files, sizeBytes } = await read(archive);
        return { value: files, sizeBytes };
      }),

    /** Written once: that takes far longer than sending it. */
    json: (archive: Archive): Promise<TreeJson> =>
      kept(`json of ${archive.archiveSha256}`, async () => {
        const { files } = await read(archive);
        // not by an object, whose members that look like numbers would come first
        const members = Array.from(files, ([path, text]) => `${JSON.stringify(path)}:${JSON.stringify(text)}`);
        const json = Buffer.from(`{${members.join(',')}}`);
        return { value: { fileCount: files.size, json }, sizeBytes: json.length };
      }),
  };
}

async function untar(tar: Buffer): Promise<Files> {
  const unpacker = extract();
  unpacker.end(tar);
  const files = new Map<string, string>();
  for await (const entry of unpacker) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name, Buffer.concat(chunks).toString('utf8'));
  }
  return files;
}
