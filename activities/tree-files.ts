/** The files of a tree that is to be stored, each read when its turn comes: no worker holds whole trees in memory. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ShelfFile, VerifiedTree } from '../engine/shelf.js';
import { readElements } from '../infra/json-elements.js';
import { createSemaphore } from '../infra/semaphore.js';
import { MAX_TREE_BYTES } from './objects.js';

export interface TreeFile {
  path: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
  content(): Promise<Buffer>;
}

/** A verified tree whose files are on disk. */
export type UnpackedTree = Omit<VerifiedTree, 'files'> & { files: TreeFile[] };

/**
 * A file is in memory several times while it is parsed, and the source map of a book has tens of megabytes. What is small
 * waits for none of them.
 */
export const SMALL_PACKED_BYTES = 256 * 1024;
const unpacking = createSemaphore({ permits: 1, maxWaiting: Infinity, what: 'trees to unpack' });

/** Unpacks a VerifiedTree (gzipped JSON) into files of `folder`. */
export async function unpackTreeFiles(packedPath: string, folder: string, signal: AbortSignal): Promise<UnpackedTree> {
  const { size } = await stat(packedPath);
  if (size <= SMALL_PACKED_BYTES) return unpack(packedPath, folder, signal);
  return unpacking.run(() => unpack(packedPath, folder, signal), { signal });
}

async function unpack(packedPath: string, folder: string, signal: AbortSignal): Promise<UnpackedTree> {
  const files: TreeFile[] = [];
  const onElement = async (element: unknown): Promise<void> => {
    const { path, content } = element as ShelfFile;
    const place = join(folder, `file-${files.length}`);
    const bytes = Buffer.from(content);
    await writeFile(place, bytes);
    files.push(describe(path, bytes, () => readFile(place)));
  };
  const json = new PassThrough();
  const unzipped = pipeline(createReadStream(packedPath), createGunzip(), json, { signal });
  const read = readElements(json, { member: 'files', maxBytes: MAX_TREE_BYTES, onElement });
  const [rest] = await Promise.all([read, unzipped]);
  return { ...(rest as VerifiedTree), files };
}

/** The files of a tree that is in memory. */
export function filesInMemory(tree: readonly ShelfFile[]): TreeFile[] {
  return tree.map(({ path, content }) => {
    const bytes = Buffer.from(content);
    return describe(path, bytes, async () => bytes);
  });
}

function describe(path: string, bytes: Buffer, content: () => Promise<Buffer>): TreeFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, sizeBytes: bytes.length, sha256, content };
}
