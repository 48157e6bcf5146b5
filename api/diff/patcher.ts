import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../infra/semaphore.js';
import type { Job, Jobs } from './worker.js';

/** Many times longer than the bounds of one comparison allow. */
const PATCH_TIMEOUT_MS = 20_000;
const MAX_HEAP_MIB = 768;
/** The thread makes one patch at a time. Few diffs run at once, and each asks for one file after another. */
const PATCHES = { permits: 1, maxWaiting: 64, what: 'patches' };

export type Patcher = ReturnType<typeof createPatcher>;

/** Makes patches and finds renames, one after another, on a thread that starts with the first one; `close` ends it. */
export function createPatcher() {
  let worker: Worker | null = null;
  const semaphore = createSemaphore(PATCHES);

  function start(): Worker {
    const started = new Worker(new URL('./worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    started.unref();
    // the patch in progress is notified as well; between two patches only the thread is lost
    started.on('error', () => forget(started));
    started.on('exit', () => forget(started));
    return started;
  }

  function forget(ended: Worker): void {
    if (worker === ended) worker = null;
  }

  async function make<Name extends keyof Jobs>(name: Name, input: Jobs[Name]['input']): Promise<Jobs[Name]['answer']> {
    const asked = (worker ??= start());
    const answer = once(asked, 'message', { signal: AbortSignal.timeout(PATCH_TIMEOUT_MS) });
    asked.postMessage({ name, input } as Job);
    try {
      return ((await answer) as [Jobs[Name]['answer']])[0];
    } catch (error) {
      forget(asked);
      await asked.terminate();
      // when it was aborted, the cause is the time-out
      throw new Error('texts could not be compared', { cause: (error as Error).cause ?? error });
    }
  }

  return {
    patch: (change: Jobs['patch']['input']) => semaphore.run(() => make('patch', change)),
    /** The renamed and edited among files that only one version has: the path before, by the path after. */
    similar: (files: Jobs['similar']['input']) => semaphore.run(() => make('similar', files)),
    async close(): Promise<void> {
      await worker?.terminate();
    },
  };
}
