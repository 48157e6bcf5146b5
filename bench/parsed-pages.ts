/** Pages as they are read, kept in a folder: they change only with the PDF and with what reads it. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { EnginePool } from '../worker/engine-pool.js';
import { readPdf } from '../worker/read-document.js';
import type { DocumentInfo } from '../engine/model.js';

const TIMEOUT_MS = 1_800_000;

export interface ReadPages {
  info: DocumentInfo;
  pagesPaths: string[];
}

/** Pages, or the code of the error that reading them ended with. */
export type ReadOutcome = ReadPages | { error: string };

/** What is kept: names of files, since the folder is renamed when it is complete. */
type Kept = { info: DocumentInfo; names: string[] } | { error: string };

/** Reads the document in engine processes, as the service does, unless the folder `cache` has its pages already. */
export async function readPagesOnce(
  pool: EnginePool,
  { file, cache, readHash }: { file: string; cache: string; readHash: string },
): Promise<ReadOutcome> {
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  const folder = join(cache, `${sha256.slice(0, 32)}-${readHash}`);
  const kept = await keptIn(folder);
  if (kept) return placed(kept, folder);
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(join(cache, 'reading-'));
  try {
    const read = await readInto(pool, file, scratch);
    // how long it took is no property of the document
    if ('error' in read && read.error === 'timed_out') return read;
    await writeFile(join(scratch, 'kept.json'), JSON.stringify(read));
    await rm(folder, { recursive: true, force: true }); // left by a process that was killed before
    await rename(scratch, folder);
    return placed(read, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function readInto(pool: EnginePool, file: string, folder: string): Promise<Kept> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { info, readPaths, recognisedPaths } = await readPdf(pool, { file, scratch: folder, signal });
    return { info, names: [...readPaths, ...recognisedPaths].map((path) => basename(path)) };
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string };
    if (name === 'DocumentError' && code) return { error: code };
    throw error;
  }
}

const placed = (kept: Kept, folder: string): ReadOutcome =>
  'error' in kept ? kept : { info: kept.info, pagesPaths: kept.names.map((name) => join(folder, name)) };

async function keptIn(folder: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'kept.json'), 'utf8')) as Kept;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}
