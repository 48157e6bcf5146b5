import { showProgress } from './details.js';
import type { ShelfRunInput } from './messages.js';
import { objects, waits } from './proxies.js';

/**
 * The first thing a run does: ends the run before it, which may be waiting in review, and removes its work files. The
 * earlier run is fenced off from the row by its number, but it could still write objects.
 */
export async function supersede({ shelfPublicId, run, requestId }: ShelfRunInput): Promise<void> {
  if (run === 1) return;
  showProgress('ending the run before');
  const lastRun = run - 1;
  await waits.endRun.executeWithOptions({ summary: `run ${lastRun}` }, [{ shelfPublicId, lastRun, requestId }]);
  await objects.removeWork({ shelfPublicId, run: lastRun, requestId });
}
