/** Failure isolation in batches: an item that keeps failing must not block the items behind it, batch after batch. */
import { log } from '@temporalio/activity';
import { isDependencyOutage } from './failures.js';

/** Calls `repair` for each item. A failure is logged and the next item follows; an outage ends the whole batch. */
export async function forEachIsolated<T>(
  batch: T[],
  signal: AbortSignal,
  repair: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of batch) await isolateFailure(item, signal, () => repair(item));
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
