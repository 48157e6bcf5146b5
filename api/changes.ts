/**
 * How requests that wait learn that their shelf has changed: an instance asks the database for all of them together,
 * one small query at a time, and not at all while nobody waits. So it works on any instance, behind any connection
 * pooler, and an outage of the database only makes the waiting longer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { findChangedShelves } from '../entities/queries/changes.js';
import { isProcessing } from '../entities/queries/runs.js';
import type { Shelf } from '../entities/shelf.js';
import type { Deps } from './deps.js';

/** The most that a change is told late; half of it in the mean. */
const LOOK_EVERY_MS = 250;
/** Nobody is told of work in progress more often, however many pages are finished a second. Its end is told at once. */
export const PROGRESS_EVERY_MS = 1_000;

/** `none`: the wait was ended by its signal, or the process is told to stop. */
export type Change = { kind: 'changed'; shelf: Shelf } | { kind: 'deleted' } | { kind: 'none' };

export interface Watch {
  /** UUID of the shelf's row. */
  shelfId: string;
  /** `updatedAt` of what the client knows. */
  seen: Date;
  /** Time on the process's clock (performance.now) before which progress is not told. */
  notBefore: number;
}

interface Waiter extends Watch {
  tell: (change: Change) => void;
}

export type Changes = ReturnType<typeof watchChanges>;

/** One for all routes of a process. `close()` ends all waits and makes further ones end at once. */
export function watchChanges({ dataSource, log }: Pick<Deps, 'dataSource' | 'log'>) {
  const waiters = new Set<Waiter>();
  const closing = new AbortController();
  let looking = false;

  async function lookWhileWatched(): Promise<void> {
    if (looking) return;
    looking = true;
    let failing = false;
    while (waiters.size > 0) {
      await delay(LOOK_EVERY_MS);
      try {
        await look();
        failing = false;
      } catch (error) {
        // those who wait go on waiting until their time is over; the log hears of it once
        if (!failing && !closing.signal.aborted)
          log.warn({ err: error, waiting: waiters.size }, 'cannot look for changes of shelves');
        failing = true;
      }
    }
    looking = false;
  }

  async function look(): Promise<void> {
    const asked = [...waiters];
    const changed = await findChangedShelves(dataSource.manager, earliest(asked));
    const now = performance.now();
    for (const waiter of asked) {
      const change = changeFor(waiter, changed, now);
      if (change) waiter.tell(change);
    }
  }

  return {
    /** Resolves with the first change after `seen`, or when `signal` says that nobody waits any longer. */
    next(watch: Watch, signal: AbortSignal): Promise<Change> {
      if (closing.signal.aborted || signal.aborted) return Promise.resolve({ kind: 'none' });
      return new Promise((resolve) => {
        const end = () => waiter.tell({ kind: 'none' });
        const waiter: Waiter = {
          ...watch,
          tell(change) {
            waiters.delete(waiter);
            signal.removeEventListener('abort', end);
            resolve(change);
          },
        };
        signal.addEventListener('abort', end, { once: true });
        waiters.add(waiter);
        void lookWhileWatched();
      });
    },
    /** Aborted by `close()`. */
    closing: closing.signal,
    close(): void {
      closing.abort();
      for (const waiter of waiters) waiter.tell({ kind: 'none' });
    },
  };
}

/** For each shelf the oldest state that somebody knows. */
function earliest(waiters: Waiter[]): Map<string, Date> {
  const known = new Map<string, Date>();
  for (const { shelfId, seen } of waiters) {
    const other = known.get(shelfId);
    if (!other || seen < other) known.set(shelfId, seen);
  }
  return known;
}

function changeFor(waiter: Waiter, changed: Map<string, Shelf | null>, now: number): Change | null {
  const shelf = changed.get(waiter.shelfId);
  if (shelf === undefined) return null;
  if (shelf === null) return { kind: 'deleted' };
  if (shelf.updatedAt <= waiter.seen) return null;
  return !isProcessing(shelf.status) || now >= waiter.notBefore ? { kind: 'changed', shelf } : null;
}
