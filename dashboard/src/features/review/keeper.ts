/**
 * Keeps changes of a list on the service, one request at a time. The service takes a whole list, and only so many a
 * minute: what is changed while a request is under way goes with the next one, and a request that came too soon is
 * repeated when the service says, with all that was changed meanwhile.
 */

export type Edit<Item> = (items: Item[]) => Item[];

export interface Keeping<Item, Kept> {
  /** The list as it is known now. */
  read: () => readonly Item[];
  put: (items: Item[]) => Promise<Kept>;
  /** The list that the service has kept is what `read` gives from then on. */
  onKept: (kept: Kept) => Promise<void>;
  /** How long to wait before a request that has failed is repeated; null for what is not repeated. */
  waitSeconds: (error: unknown) => number | null;
  pause: (seconds: number) => Promise<void>;
}

interface Waiting<Item, Kept> {
  edit: Edit<Item>;
  resolve: (kept: Kept) => void;
  reject: (error: unknown) => void;
}

/** A function that keeps one change: resolves once the service has it, rejects where it cannot be made or is refused. */
export function createKeeper<Item, Kept>(keeping: Keeping<Item, Kept>): (edit: Edit<Item>) => Promise<Kept> {
  let waiting: Waiting<Item, Kept>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch: Waiting<Item, Kept>[] = [];
      const takeWaiting = () => batch.push(...waiting.splice(0));
      try {
        const kept = await keep(keeping, batch, takeWaiting);
        for (const { resolve } of batch) if (kept !== null) resolve(kept);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (edit) =>
    new Promise((resolve, reject) => {
      waiting = [...waiting, { edit, resolve, reject }];
      if (!isRunning) void run();
    });
}

/** Null where no change of the batch could be made. */
async function keep<Item, Kept>(
  { read, put, onKept, waitSeconds, pause }: Keeping<Item, Kept>,
  batch: Waiting<Item, Kept>[],
  takeWaiting: () => void,
): Promise<Kept | null> {
  for (;;) {
    takeWaiting();
    const items = edited([...read()], batch);
    if (batch.length === 0) return null;
    try {
      const kept = await put(items);
      await onKept(kept);
      return kept;
    } catch (error) {
      const seconds = waitSeconds(error);
      if (seconds === null) throw error;
      await pause(seconds);
    }
  }
}

/** The list with all changes of the batch. One that cannot be made is refused, and leaves the batch. */
function edited<Item, Kept>(items: Item[], batch: Waiting<Item, Kept>[]): Item[] {
  let now = items;
  for (const one of batch.slice()) {
    try {
      now = one.edit([...now]);
    } catch (error) {
      batch.splice(batch.indexOf(one), 1);
      one.reject(error);
    }
  }
  return now;
}
