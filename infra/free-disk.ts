/** Free space of disks, looked up at most so often however many ask. */
import { statfs } from 'node:fs/promises';

/** Bytes that an unprivileged process may still write on the disk of a folder. Rejects where the folder cannot be seen. */
export type FreeDisk = (path: string) => Promise<number>;

/** @param maxAgeMs how old an answer may be; a failed look is not kept */
export function createFreeDisk(maxAgeMs: number): FreeDisk {
  const looks = new Map<string, { until: number; bytes: Promise<number> }>();
  return (path) => {
    const known = looks.get(path);
    if (known && performance.now() < known.until) return known.bytes;
    const bytes = look(path);
    const mine = { until: performance.now() + maxAgeMs, bytes };
    looks.set(path, mine);
    bytes.catch(() => {
      if (looks.get(path) === mine) looks.delete(path);
    });
    return bytes;
  };
}

async function look(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
