/** Work of which only so much runs at once, and which can be ended as a whole. */
export interface Slots {
  /** Waits for a slot, then runs `work` with a signal that aborts with `signal` or on close. */
  run<T>(signal: AbortSignal, work: (stop: AbortSignal) => Promise<T>): Promise<T>;
  /** Aborts what runs and what waits; resolves when all of it has ended. */
  close(): Promise<void>;
}

export function createSlots(count: number): Slots {
  const closing = new AbortController();
  const waiting: (() => void)[] = [];
  const running = new Set<Promise<unknown>>();
  let free = count;

  async function acquire(stop: AbortSignal): Promise<void> {
    stop.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(stop.reason as Error);
      };
      const take = (): void => {
        stop.removeEventListener('abort', onAbort);
        resolve();
      };
      waiting.push(take);
      stop.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** The slot goes on to who has waited longest. */
  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  async function inSlot<T>(stop: AbortSignal, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    await acquire(stop);
    try {
      return await work(stop);
    } finally {
      release();
    }
  }

  return {
    async run(signal, work) {
      const task = inSlot(AbortSignal.any([signal, closing.signal]), work);
      running.add(task);
      try {
        return await task;
      } finally {
        running.delete(task);
      }
    },
    async close() {
      closing.abort(Object.assign(new Error('the engine pool is closed'), { name: 'AbortError', code: 'ABORT_ERR' }));
      await Promise.allSettled(running);
    },
  };
}
