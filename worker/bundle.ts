/**
 * Makes the workflow bundle that workers and replay tests load. Run once in the build (`node dist/worker/bundle.js`),
 * because the bundle must have the same SDK version as the worker that runs it.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** Path of the bundle, relative to the compiled files. */
export const BUNDLE_PATH = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));

/** Bundles the compiled workflows into `path`. */
async function writeBundle(path: string): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../workflows/index.js', import.meta.url)),
    logger: new DefaultLogger('WARN'),
  });
  await writeFile(path, code);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeBundle(BUNDLE_PATH);
