import { open } from 'node:fs/promises';
import type { ByteSource } from '../engine/model.js';

/** Opens a PDF on disk for random access, so that a large one is never in memory as a whole. */
export async function openFileSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    sizeBytes: size,
    async read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
        if (bytesRead === 0) throw new Error(`the file became shorter while it was read: ${path}`);
        done += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}
