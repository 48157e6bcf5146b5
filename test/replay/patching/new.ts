/** The change as one would write it at first, and as it is in the end, when no run is left that noted it. */
import { check, prepare, publish, released } from './steps.js';

export async function exampleWorkflow(): Promise<void> {
  await prepare();
  await check();
  await released();
  await publish();
}
