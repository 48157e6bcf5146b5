import { tell } from './details.js';
import type { ShelfRunInput } from './messages.js';
import { objects, waits } from './proxies.js';

/**
 * The first thing a run does: ends the run before it, which may be waiting in review, and removes what that leaves. By
 * its number it can write nothing to the row any more; but it must not write objects beside this one's either.
 */
export async function supersede({ shelfPublicId, run, requestId }: ShelfRunInput): Promise<void> {
  if (run === 1) return;
  tell('ending the run before');
  const lastRun = run - 1;
  await waits.endRun({ shelfPublicId, lastRun, requestId });
  await objects.removeWork({ shelfPublicId, run: lastRun, requestId });
}
