import { setCurrentDetails, sleep } from '@temporalio/workflow';
import type { DeleteShelfInput } from './messages.js';
import { objects, waits } from './proxies.js';

/**
 * Removes what a deleted shelf left: first its run, so that nothing writes any more, then objects, then rows. An activity
 * attempt whose worker was lost may still write until its time-out, hence the second sweep.
 */
export async function deleteShelfWorkflow(input: DeleteShelfInput): Promise<void> {
  setCurrentDetails('ending the run');
  await waits.endRun(input);
  setCurrentDetails('removing objects');
  const { prefix, longestAttemptMs } = await objects.removeShelfObjects(input);
  setCurrentDetails('removing rows');
  await objects.removeShelfRows(input); // of a long history as many rows as objects
  if (prefix === null) return;
  setCurrentDetails('waiting to sweep the objects once more');
  await sleep(longestAttemptMs, { summary: 'until no lost attempt can write any more' });
  await objects.sweepPrefix({ ...input, prefix });
}
