/**
 * Notifies waiting requests of changes to their shelf. An instance polls the database for all of them together, with one
 * small query at a time, and not at all while none is waiting. So it works on any instance and behind any connection
 * pooler, and an outage of the database only delays the notification.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { findChangedShelves } from '../entities/queries/changes.js';
import { isProcessing } from '../entities/queries/runs.js';
import type { Shelf } from '../entities/shelf.js';
import type { Deps } from './deps.js';

/** The longest delay of a notification; half of it on average. */
const POLL_EVERY_MS = 250;
/** Progress is notified at most this often, however many pages are finished per second; its end is notified at once. */
export const PROGRESS_EVERY_MS = 1_000;

/** `none`: the wait was ended by its signal, or the process is stopping. */
export type Change = { kind: 'changed'; shelf: Shelf } | { kind: 'deleted' } | { kind: 'none' };

export interface Watch {
  /** UUID of the shelf's row. */
  shelfId: string;
  /** `updatedAt` of the state that the client has. */
  seen: Date;
  /** Time (performance.now) before which progress is not notified. */
  notBefore: number;
}

interface Waiter extends Watch {
  notify: (change: Change) => void;
}

export type Changes = ReturnType<typeof watchChanges>;

/** One for all routes of a process. `close()` ends all waits and makes further ones end at once. */
export function watchChanges(deps: Pick<Deps, 'dataSource' | 'log'>) {
  const waiters = new Set<Waiter>();
  const closing = new AbortController();
  const poll = createPoller(deps, waiters, closing.signal);

  return {
    /** Resolves with the first change after `seen`, or with `none` when `signal` aborts. */
    next(watch: Watch, signal: AbortSignal): Promise<Change> {
      if (closing.signal.aborted || signal.aborted) return Promise.resolve({ kind: 'none' });
      return new Promise((resolve) => {
        const end = () => waiter.notify({ kind: 'none' });
        const waiter: Waiter = {
          ...watch,
          notify(change) {
            waiters.delete(waiter);
            signal.removeEventListener('abort', end);
            resolve(change);
          },
        };
        signal.addEventListener('abort', end, { once: true });
        waiters.add(waiter);
        void poll();
      });
    },
    /** Aborted by `close()`. */
    closing: closing.signal,
    close(): void {
      closing.abort();
      for (const waiter of waiters) waiter.notify({ kind: 'none' });
    },
  };
}

/** A function that polls while there are waiters; without effect while it is polling already. */
function createPoller(
  { dataSource, log }: Pick<Deps, 'dataSource' | 'log'>,
  waiters: Set<Waiter>,
  closing: AbortSignal,
) {
  let isPolling = false;

  async function pollOnce(): Promise<void> {
    const asked = [...waiters];
    const changed = await findChangedShelves(dataSource.manager, oldestSeen(asked));
    const now = performance.now();
    for (const waiter of asked) {
      const change = changeFor(waiter, changed, now);
      if (change) waiter.notify(change);
    }
  }

  return async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    let isFailing = false;
    while (waiters.size > 0) {
      await delay(POLL_EVERY_MS);
      try {
        await pollOnce();
        isFailing = false;
      } catch (error) {
        // waiters keep waiting until their time-out; each outage is logged once
        if (!isFailing && !closing.aborted)
          log.warn({ err: error, waiting: waiters.size }, 'cannot look for changes of shelves');
        isFailing = true;
      }
    }
    isPolling = false;
  };
}

/** For each shelf the oldest state that one of its waiters has. */
function oldestSeen(waiters: Waiter[]): Map<string, Date> {
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
