/** What the engine's bundle holds: scripts/bundle-engine.mjs starts from here. */
export { reader, runJob, send } from './engine-jobs.js';

/** The engine without the jobs around it, for who measures it in a process of their own. */
export const engine = () => import('../engine/index.js');
