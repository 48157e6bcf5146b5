/** Whole trees, read from the archive with one GET and kept in memory for the next reader, up to a number of bytes. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Files } from '../reading/files.js';

const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** A tree of more text than this cannot be given in one reply. */
const MAX_TREE_BYTES = 256 * 1024 * 1024;

const unzip = promisify(gunzip);

interface Archive {
  archiveKey: string;
  /** Lower-case hex; archives of the same hash have the same content. */
  archiveSha256: string;
}

/** Reads archives through `get`; requests for one that is on its way wait for the same reading. */
export function createArchiveReader(get: (key: string) => Promise<Buffer>, maxBytes = MAX_KEPT_BYTES) {
  const kept = new Map<string, { files: Files; sizeBytes: number }>();
  const underWay = new Map<string, Promise<Files>>();
  let keptBytes = 0;

  function keep(sha256: string, files: Files, sizeBytes: number): void {
    if (sizeBytes > maxBytes) return;
    kept.set(sha256, { files, sizeBytes });
    keptBytes += sizeBytes;
    for (const [oldest, entry] of kept) {
      if (keptBytes <= maxBytes) break;
      kept.delete(oldest);
      keptBytes -= entry.sizeBytes;
    }
  }

  async function read({ archiveKey, archiveSha256 }: Archive): Promise<Files> {
    const packed = await get(archiveKey);
    if (createHash('sha256').update(packed).digest('hex') !== archiveSha256)
      throw new Error(`archive ${archiveKey} is not what its row says`);
    const tar = await unzip(packed, { maxOutputLength: MAX_TREE_BYTES });
    const files = await untar(tar);
    keep(archiveSha256, files, tar.length);
    return files;
  }

  return async (archive: Archive): Promise<Files> => {
    const { archiveSha256 } = archive;
    const found = kept.get(archiveSha256);
    if (found) {
      // last in the map is used last
      kept.delete(archiveSha256);
      kept.set(archiveSha256, found);
      return found.files;
    }
    const reading = underWay.get(archiveSha256) ?? read(archive).finally(() => underWay.delete(archiveSha256));
    underWay.set(archiveSha256, reading);
    return reading;
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
