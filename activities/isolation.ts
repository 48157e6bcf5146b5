/** Failure isolation in batches: an item that keeps failing must not block the items behind it, batch after batch. */
import { log } from '@temporalio/activity';
import { isDependencyOutage } from './failures.js';

interface BatchLimits {
  /** How many items at the same time; 1 if not given. */
  atOnce?: number;
  /** Whether the time is over. Checked before each item but the first: that one always begins, so that each batch makes progress. */
  isOver?: () => boolean;
}

/**
 * Calls `repair` for each item, in their order. A failure is logged and the next item follows; an outage ends the whole
 * batch, once the items under way have ended. Returns the first item that was not begun because the time was over: all
 * before it have ended.
 */
export async function forEachIsolated<T>(
  batch: readonly T[],
  signal: AbortSignal,
  repair: (item: T) => Promise<void>,
  { atOnce = 1, isOver = () => false }: BatchLimits = {},
): Promise<T | undefined> {
  const rest = batch.entries();
  let isBroken = false;
  let left: T | undefined;
  const repairing = Array.from({ length: Math.min(atOnce, batch.length) }, async () => {
    for (const [index, item] of rest) {
      if (isBroken || left !== undefined) return;
      if (index > 0 && isOver()) {
        left = item;
        return;
      }
      try {
        await isolateFailure(item, signal, () => repair(item));
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  });
  const failed = (await Promise.allSettled(repairing)).find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return left;
}

/** The same for one item of a loop; `what` names the item in the log. A worker without capacity (BusyError) is no failure. */
export async function isolateFailure(what: unknown, signal: AbortSignal, repair: () => Promise<void>): Promise<void> {
  signal.throwIfAborted();
  try {
    await repair();
  } catch (error) {
    if (signal.aborted || isDependencyOutage(error) || isBusy(error)) throw error;
    log.error('could not be repaired', { what, error: String(error) });
  }
}

const isBusy = (error: unknown): boolean => error instanceof Error && error.name === 'BusyError';
