/** What the engine's bundle holds: scripts/bundle-engine.mjs starts from here. */
export { send } from './engine-events.js';
export { runJob } from './engine-jobs.js';
export { reader } from './reading-jobs.js';

/** The engine without the jobs around it, for who measures it in a process of their own. */
export const engine = () => import('../engine/index.js');
