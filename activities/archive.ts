import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { TreeFile } from './tree-files.js';

/** The time of every entry, so that equal trees give equal bytes. */
const FIXED_TIME = new Date('2000-01-01T00:00:00Z');

/**
 * Packs a tree as .tar.gz: regular files in the given order, mode 0644, fixed time and owner; Node's gzip writes no time.
 * Only one file at a time is in memory. Equal trees give equal bytes. `packed` settles when the last byte is out, or with the error that ended the stream.
 */
export function packTree(files: readonly TreeFile[]): { stream: Readable; packed: Promise<void> } {
  const tar = pack();
  const gzip = createGzip();
  const packed = Promise.all([addFiles(tar, files), pipeline(tar, gzip)]).then(() => undefined);
  return { stream: gzip, packed };
}

async function addFiles(tar: Pack, files: readonly TreeFile[]): Promise<void> {
  for (const file of files) {
    const { path } = file;
    const content = await file.content();
    const header = { name: path, mode: 0o644, mtime: FIXED_TIME, uid: 0, gid: 0, uname: '', gname: '' };
    await new Promise<void>((resolve, reject) => {
      tar.entry({ ...header, type: 'file' }, content, (error) => (error ? reject(error) : resolve()));
    });
  }
  tar.finalize();
}
