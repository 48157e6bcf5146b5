import { fileURLToPath } from 'node:url';

/** Of the workflow bundle that workers and replay tests load; bundle.ts makes it. */
export const BUNDLE_PATH = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
