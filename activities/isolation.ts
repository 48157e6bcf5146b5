/** Failure isolation in batches: an item that keeps failing must not block the items behind it, batch after batch. */
import { log } from '@temporalio/activity';
import { isDependencyOutage } from './failures.js';

/**
 * Calls `repair` for each item, `atOnce` at the same time. A failure is logged and the next item follows; an outage ends
 * the whole batch, once what was begun has ended.
 */
export async function forEachIsolated<T>(
  batch: readonly T[],
  signal: AbortSignal,
  repair: (item: T) => Promise<void>,
  atOnce = 1,
): Promise<void> {
  const rest = batch.values();
  let isOver = false;
  const repairing = Array.from({ length: Math.min(atOnce, batch.length) }, async () => {
    for (const item of rest) {
      if (isOver) return;
      try {
        await isolateFailure(item, signal, () => repair(item));
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  });
  const failed = (await Promise.allSettled(repairing)).find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The same for one item of a loop; `what` names the item in the log. */
export async function isolateFailure(what: unknown, signal: AbortSignal, repair: () => Promise<void>): Promise<void> {
  signal.throwIfAborted();
  try {
    await repair();
  } catch (error) {
    if (signal.aborted || isDependencyOutage(error)) throw error;
    log.error('could not be put right', { what, error: String(error) });
  }
}
