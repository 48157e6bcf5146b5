/** Runs engine work whose result is a work file: timed, and skipped if the object already exists. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { workFiles } from '../infra/object-keys.js';
import type { ActivityDeps } from './deps.js';
import { objectExists } from './objects.js';
import type { Run } from './run.js';

type StoreDeps = Pick<ActivityDeps, 'storage' | 'scratch'>;

/** How long engine work took, counted against the document's time limit; 0 when it was done before. */
export interface Timed {
  workMs: number;
}

export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; workMs: number }> {
  const startedMs = performance.now();
  const result = await work();
  return { result, workMs: Math.round(performance.now() - startedMs) };
}

/** Runs `work`, which writes a file, and stores that file under `key`. Only the work is timed. */
export async function makeObject<T>(
  { storage, scratch }: StoreDeps,
  key: string,
  signal: AbortSignal,
  work: (outPath: string) => Promise<T>,
): Promise<{ result: T; workMs: number }> {
  return scratch.withFolder(async (folder) => {
    const outPath = join(folder, 'out');
    const done = await timed(() => work(outPath));
    const out = createReadStream(outPath);
    try {
      await storage.upload(key, out, { signal });
    } finally {
      out.destroy(); // an upload that fails leaves its source open
    }
    return done;
  });
}

/**
 * Makes the object of a work file unless that was done since the last draft was given up. The earlier one is overwritten
 * and never removed, so that a late attempt finds the file it needs. (A worker of release 0.4.0 removes it.)
 */
export async function makeOncePerDraft(
  { storage }: Pick<ActivityDeps, 'storage'>,
  { run: { workPrefix, shelf }, file, signal }: { run: Run; file: string; signal: AbortSignal },
  make: (key: string) => Promise<Timed>,
): Promise<Timed> {
  const key = workPrefix + file;
  const mark = workPrefix + workFiles.made(file, shelf.draftsGivenUp);
  const exists = (name: string): Promise<boolean> => objectExists(storage, name, signal);
  if ((await exists(key)) && (mark === key || (await exists(mark)))) return { workMs: 0 };
  const { workMs } = await make(key);
  if (mark !== key) await storage.put(mark, file, 'text/plain', signal);
  return { workMs };
}
