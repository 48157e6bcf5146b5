/** Work over many things of which one may be beyond repair. */
import { log } from '@temporalio/activity';
import { isDependencyOutage } from './failures.js';

/** One that fails must not keep those after it from their turn, walk after walk; an outage is for all of them. */
export async function each<T>(batch: T[], signal: AbortSignal, repair: (one: T) => Promise<void>): Promise<void> {
  for (const one of batch) await oneOfMany(one, signal, () => repair(one));
}

/** As `each`, for a loop of one's own. `what` names the one in the log. */
export async function oneOfMany(what: unknown, signal: AbortSignal, repair: () => Promise<void>): Promise<void> {
  signal.throwIfAborted();
  try {
    await repair();
  } catch (error) {
    if (signal.aborted || isDependencyOutage(error)) throw error;
    log.error('could not be put right', { what, error: String(error) });
  }
}
