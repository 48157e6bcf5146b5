/** More work waits for its turn than can be done soon; it may come again in a moment. */
class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code = 'BUSY';
}

/** Lets `atOnce` pieces of work run and `maxWaiting` more wait for their turn; those beyond end with a BusyError. */
export function createTurns({ atOnce, maxWaiting, what }: { atOnce: number; maxWaiting: number; what: string }) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) {
      running += 1;
    } else {
      if (waiting.length >= maxWaiting) throw new BusyError(`too many ${what} are waiting`);
      // Who finishes hands its place on, so `running` stays as it is.
      await new Promise<void>((start) => waiting.push(start));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
