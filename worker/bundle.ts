/**
 * Makes the workflow bundle that workers and replay tests load. Run once in the build (`node dist/worker/bundle.js`),
 * because the bundle must have the same SDK version as the worker that runs it.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { BUNDLE_PATH } from './bundle-path.js';

const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('../workflows/index.js', import.meta.url)),
  logger: new DefaultLogger('WARN'),
});
await writeFile(BUNDLE_PATH, code);
