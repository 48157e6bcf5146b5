import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../infra/semaphore.js';
import type { Change, Patch } from './patch.js';

/** Many times longer than the bounds of one patch allow. */
const PATCH_TIMEOUT_MS = 20_000;
const MAX_HEAP_MIB = 768;
/** The thread makes one patch at a time. Few diffs run at once, and each asks for one file after another. */
const PATCHES = { permits: 1, maxWaiting: 64, what: 'patches' };

export type Patcher = ReturnType<typeof createPatcher>;

/** Makes patches, one after another, on a thread that starts with the first one; `close` ends it. */
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

  async function make(change: Change): Promise<Patch> {
    const asked = (worker ??= start());
    const answer = once(asked, 'message', { signal: AbortSignal.timeout(PATCH_TIMEOUT_MS) }) as Promise<[Patch]>;
    asked.postMessage(change);
    try {
      return (await answer)[0];
    } catch (error) {
      forget(asked);
      await asked.terminate();
      // when it was aborted, the cause is the time-out
      throw new Error('a patch could not be made', { cause: (error as Error).cause ?? error });
    }
  }

  return {
    patch: (change: Change): Promise<Patch> => semaphore.run(() => make(change)),
    async close(): Promise<void> {
      await worker?.terminate();
    },
  };
}
