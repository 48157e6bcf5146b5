/** What the engine's bundle holds: scripts/bundle-engine.mjs starts from here. */
import * as engineFunctions from '../engine/index.js';

export { prepareProcess } from './prepare-process.js';
export { serveJob } from './serve-job.js';
export { warmUp } from './warm-up.js';

/** The engine without the jobs around it, for measurements in a process of their own. */
export const engine = async () => engineFunctions;
