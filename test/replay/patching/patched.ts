/** The release with the change: runs of the one before go on as they began. */
import { patched } from '@temporalio/workflow';
import { check, CHECK, prepare, publish, released } from './steps.js';

export async function exampleWorkflow(): Promise<void> {
  await prepare();
  if (patched(CHECK)) await check();
  await released();
  await publish();
}
