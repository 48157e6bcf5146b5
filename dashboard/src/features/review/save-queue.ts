/**
 * Saves changes of a list, one request at a time. The service takes a whole list, and only so many requests a minute:
 * changes that are made during a request are saved by the next one, and a request that was rate limited is repeated when
 * the service allows it, with all changes that were made meanwhile.
 */

export type Edit<Item> = (items: Item[]) => Item[];

export interface SaveQueueOptions<Item, Saved> {
  /** The list as it is known now. */
  read: () => readonly Item[];
  put: (items: Item[]) => Promise<Saved>;
  /** After it, `read` returns the saved list. */
  onSaved: (saved: Saved) => Promise<void>;
  /** How long to wait before a failed request is repeated; null if it is not repeated. */
  waitSeconds: (error: unknown) => number | null;
  pause: (seconds: number) => Promise<void>;
}

interface QueuedEdit<Item, Saved> {
  edit: Edit<Item>;
  resolve: (saved: Saved) => void;
  reject: (error: unknown) => void;
}

/** A function that saves one change: resolves once the service has it, rejects if it no longer applies or is refused. */
export function createSaveQueue<Item, Saved>(
  options: SaveQueueOptions<Item, Saved>,
): (edit: Edit<Item>) => Promise<Saved> {
  let queued: QueuedEdit<Item, Saved>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (queued.length > 0) {
      const batch: QueuedEdit<Item, Saved>[] = [];
      const takeQueued = () => batch.push(...queued.splice(0));
      try {
        const saved = await saveBatch(options, batch, takeQueued);
        for (const { resolve } of batch) if (saved !== null) resolve(saved);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (edit) =>
    new Promise((resolve, reject) => {
      queued = [...queued, { edit, resolve, reject }];
      if (!isRunning) void run();
    });
}

/** Null if no change of the batch applies. */
async function saveBatch<Item, Saved>(
  { read, put, onSaved, waitSeconds, pause }: SaveQueueOptions<Item, Saved>,
  batch: QueuedEdit<Item, Saved>[],
  takeQueued: () => void,
): Promise<Saved | null> {
  for (;;) {
    takeQueued();
    const items = applyBatch([...read()], batch);
    if (batch.length === 0) return null;
    try {
      const saved = await put(items);
      await onSaved(saved);
      return saved;
    } catch (error) {
      const seconds = waitSeconds(error);
      if (seconds === null) throw error;
      await pause(seconds);
    }
  }
}

/** The list with all changes of the batch. A change that does not apply is rejected and removed from the batch. */
function applyBatch<Item, Saved>(items: Item[], batch: QueuedEdit<Item, Saved>[]): Item[] {
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
