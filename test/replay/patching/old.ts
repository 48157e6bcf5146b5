/** The release before the change. */
import { prepare, publish, released } from './steps.js';

export async function exampleWorkflow(): Promise<void> {
  await prepare();
  await released();
  await publish();
}
