import { isCancellation, log, patched } from '@temporalio/workflow';
import { showProgress } from './details.js';
import { isStale } from './failures.js';
import type { ShelfRunInput } from './messages.js';
import { objects, waits } from './proxies.js';

/** Patch id: where work files of the run before could not be removed, releases up to 0.5.0 failed this one. */
const LEAVES_WORK = 'leaves-work-of-the-run-before';

/**
 * The first thing a run does: ends the run before it, which may be waiting in review, and removes its work files. The
 * earlier run is fenced off from the row by its number, but it could still write objects. Files that are left after all
 * attempts are left to the sweeper: this run may have a draft in review, which it must not lose for them.
 */
export async function supersede({ shelfPublicId, run, requestId }: ShelfRunInput): Promise<void> {
  if (run === 1) return;
  showProgress('ending the run before');
  const lastRun = run - 1;
  await waits.endRun.executeWithOptions({ summary: `run ${lastRun}` }, [{ shelfPublicId, lastRun, requestId }]);
  try {
    await objects.removeWork({ shelfPublicId, run: lastRun, requestId });
  } catch (error) {
    if (isCancellation(error) || isStale(error) || !patched(LEAVES_WORK)) throw error;
    log.warn('work files of the run before were left to the sweeper', { error: String(error) });
  }
}
