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

/** Runs `work`, which writes a file, and stores that file under each of `keys`, in their order. Only the work is timed. */
export async function makeObject<T>(
  { storage, scratch }: StoreDeps,
  keys: readonly string[],
  signal: AbortSignal,
  work: (outPath: string) => Promise<T>,
): Promise<{ result: T; workMs: number }> {
  return scratch.withFolder(async (folder) => {
    const outPath = join(folder, 'out');
    const done = await timed(() => work(outPath));
    for (const key of keys) {
      const out = createReadStream(outPath);
      try {
        await storage.upload(key, out, { signal });
      } finally {
        out.destroy(); // an upload that fails leaves its source open
      }
    }
    return done;
  });
}

/**
 * Makes the object of a work file unless that was done since the last draft was given up. Each draft has a key of its own, and
 * that of the one before is not removed: neither does a late attempt change the next draft's, nor does it miss the file it needs.
 *
 * Workers of releases up to 0.5.0 know one key for all drafts, and a mark that says for which one it was made: they find both.
 * (One of release 0.4.0 gives a draft up by removing what is under that key.) When none of their runs is open any more, the
 * shared key is needed for the first draft alone, by which a run that starts again finds its pages (documents.ts).
 * @param make stores the object under each of the keys, in their order
 */
export async function makeOncePerDraft(
  { storage }: Pick<ActivityDeps, 'storage'>,
  { run: { workPrefix, shelf }, file, signal }: { run: Run; file: string; signal: AbortSignal },
  make: (keys: readonly string[]) => Promise<Timed>,
): Promise<Timed> {
  const shared = workPrefix + file;
  const own = workPrefix + workFiles.ofDraft(file, shelf.draftsGivenUp);
  const mark = workPrefix + workFiles.made(file, shelf.draftsGivenUp);
  const exists = (name: string): Promise<boolean> => objectExists(storage, name, signal);
  if ((await exists(shared)) && (own === shared || (await exists(own)) || (await exists(mark)))) return { workMs: 0 };
  const { workMs } = await make(own === shared ? [own] : [shared, own]);
  if (mark !== shared) await storage.put(mark, file, 'text/plain', signal);
  return { workMs };
}

/** The key of what `makeOncePerDraft` made: the draft's own, or that of all drafts where an earlier release's worker made it. */
export async function keyOfDraft(
  { storage }: Pick<ActivityDeps, 'storage'>,
  { run: { workPrefix, shelf }, file, signal }: { run: Run; file: string; signal: AbortSignal },
): Promise<string> {
  const own = workPrefix + workFiles.ofDraft(file, shelf.draftsGivenUp);
  return (await objectExists(storage, own, signal)) ? own : workPrefix + file;
}
