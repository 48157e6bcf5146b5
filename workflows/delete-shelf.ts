import { setCurrentDetails, sleep } from '@temporalio/workflow';
import type { DeleteShelfInput } from './messages.js';
import { objects, waits } from './proxies.js';

/**
 * Removes what a deleted shelf left: its run first, so that nothing writes any more, then objects, then rows. An attempt
 * of an activity that its worker has lost sight of can still write for as long as it may run, hence the second sweep.
 */
export async function deleteShelfWorkflow(input: DeleteShelfInput): Promise<void> {
  setCurrentDetails('ending the run');
  await waits.endRun(input);
  setCurrentDetails('removing objects');
  const { prefix, longestAttemptMs } = await objects.removeShelfObjects(input);
  setCurrentDetails('removing rows');
  await objects.removeShelfRows(input); // of a long history as many as objects
  if (prefix === null) return;
  setCurrentDetails('waiting to sweep the objects once more');
  await sleep(longestAttemptMs);
  await objects.sweepPrefix({ ...input, prefix });
}
