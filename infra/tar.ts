/** Reads the archives that activities/archive.ts writes. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';

const unzip = promisify(gunzip);

/**
 * Unpacks a .tar.gz in memory. Throws when it would unpack to more than `maxBytes`.
 * @returns the files, relative path to text in archive order, and the size of the unpacked archive
 */
export async function unpackTree(
  packed: Buffer,
  maxBytes: number,
): Promise<{ files: Map<string, string>; sizeBytes: number }> {
  const tar = await unzip(packed, { maxOutputLength: maxBytes });
  const unpacker = extract();
  unpacker.end(tar);
  const files = new Map<string, string>();
  for await (const entry of unpacker) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name, Buffer.concat(chunks).toString('utf8'));
  }
  return { files, sizeBytes: tar.length };
}
