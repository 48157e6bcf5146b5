/// <reference types="node" />
/** What needs a file system: for Node. */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { brokeOff, checkArchive, type ArchiveOptions } from './archive.js';
import type { Shelfwright } from './client.js';

/** A file on disk for `upload`. It is read as it is sent, and never whole into memory. */
export async function fileFrom(path: string): Promise<File> {
  const type = 'application/pdf';
  return new File([await openAsBlob(path, { type })], basename(path), { type });
}

/**
 * Writes a shelf's archive to `path`, which appears once it is whole and its hash is right.
 *
 * @throws ApiError, NoAnswerError when the connection breaks, ShelfwrightError for other bytes than the service has
 * described, and the file system's errors.
 */
export async function saveArchive(api: Shelfwright, id: string, path: string, options?: ArchiveOptions): Promise<void> {
  const { descriptor, body } = await api.openArchive(id, options);
  const reader = body.getReader();
  const unfinished = `${path}.${globalThis.crypto.randomUUID()}.part`;
  try {
    const file = await open(unfinished, 'wx');
    try {
      const hash = createHash('sha256');
      let sizeBytes = 0;
      const next = () => reader.read().catch(brokeOff(options?.signal));
      for (let read = await next(); !read.done; read = await next()) {
        hash.update(read.value);
        sizeBytes += read.value.length;
        await file.writeFile(read.value);
      }
      checkArchive(descriptor, sizeBytes, hash.digest('hex'));
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await reader.cancel().catch(() => undefined); // of a body that broke off there is nothing left to cancel
    await rm(unfinished, { force: true });
    throw error;
  }
}
