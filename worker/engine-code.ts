/** What the engine's bundle holds: scripts/bundle-engine.mjs starts from here. */
export { prepareProcess } from './prepare-process.js';
export { serveJob } from './serve-job.js';

/** The engine without the jobs around it, for measurements in a process of their own. */
export const engine = () => import('../engine/index.js');

/** Converts documents, so that the functions that documents need are compiled. */
export const warmUp = async (paths: readonly string[]): Promise<void> => (await import('./warm-up.js')).warmUp(paths);
