import { createSemaphore, type AcquireOptions } from '../infra/semaphore.js';

/** Engine jobs of one kind: a limited number at once, and all of them aborted by `close`. */
export interface JobQueue {
  /**
   * Waits for a permit, then runs `work` with a signal that aborts with `signal` or on close. Throws an error with the code
   * BUSY where none came free within `maxWaitMs`.
   */
  run<T>(signal: AbortSignal, work: (stop: AbortSignal) => Promise<T>, waiting?: Waiting): Promise<T>;
  /** Aborts jobs that run and jobs that wait; resolves once all of them have ended. */
  close(): Promise<void>;
}

type Waiting = Pick<AcquireOptions, 'maxWaitMs'>;

export function createJobQueue(concurrency: number): JobQueue {
  const closing = new AbortController();
  const semaphore = createSemaphore({ permits: concurrency, maxWaiting: Infinity, what: 'engine jobs' });
  const jobs = new Set<Promise<unknown>>();
  return {
    async run(signal, work, waiting) {
      const stop = AbortSignal.any([signal, closing.signal]);
      const job = semaphore.run(() => work(stop), { ...waiting, signal: stop });
      jobs.add(job);
      try {
        return await job;
      } finally {
        jobs.delete(job);
      }
    },
    async close() {
      closing.abort(Object.assign(new Error('the engine pool is closed'), { name: 'AbortError', code: 'ABORT_ERR' }));
      await Promise.allSettled(jobs);
    },
  };
}
