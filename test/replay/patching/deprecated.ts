/** A release from a time when no run is left that began before the change. */
import { deprecatePatch } from '@temporalio/workflow';
import { check, CHECK, prepare, publish, released } from './steps.js';

export async function exampleWorkflow(): Promise<void> {
  await prepare();
  deprecatePatch(CHECK);
  await check();
  await released();
  await publish();
}
