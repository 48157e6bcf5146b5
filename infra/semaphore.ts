/** More work waits for its turn than can be done soon; it may come again in a moment. */
class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code = 'BUSY';
}

interface Bounds {
  /** Pieces of work that run side by side. */
  atOnce: number;
  /** Those that wait for their turn; further ones are refused. */
  maxWaiting: number;
}

interface Turns extends Bounds {
  what: string;
  /** The bounds of one owner's work, so that others have their turn. */
  ofOne?: Bounds;
}

/** Lets pieces of work run a few at a time, in the order they come; those beyond the bounds end with a BusyError. */
export function createSemaphore({ atOnce, maxWaiting, what, ofOne = { atOnce, maxWaiting } }: Turns) {
  const waiting: { owner: string; start: () => void }[] = [];
  const running: string[] = [];

  const count = (owner: string, owners: string[]) => owners.filter((one) => one === owner).length;
  const mayRun = (owner: string) => running.length < atOnce && count(owner, running) < ofOne.atOnce;
  const mayWait = (owner: string) =>
    waiting.length < maxWaiting &&
    count(
      owner,
      waiting.map((one) => one.owner),
    ) < ofOne.maxWaiting;

  function end(owner: string): void {
    running.splice(running.indexOf(owner), 1);
    const at = waiting.findIndex((one) => mayRun(one.owner));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) return;
    running.push(next.owner);
    next.start();
  }

  /** `owner` is whose work it is, where the bounds of one matter. */
  return async function inTurn<T>(work: () => Promise<T>, owner = ''): Promise<T> {
    if (mayRun(owner)) {
      running.push(owner);
    } else {
      if (!mayWait(owner)) throw new BusyError(`too many ${what} are waiting`);
      // who finishes hands the place on
      await new Promise<void>((start) => waiting.push({ owner, start }));
    }
    try {
      return await work();
    } finally {
      end(owner);
    }
  };
}
