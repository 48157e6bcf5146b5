/**
 * The worker process. It replaces itself by one without its environment first (sandbox/environment.ts). All else is imported
 * only then: Node reads and compiles whatever a module imports statically before the first line of it runs, which would take
 * a second twice.
 */
import './sandbox/environment.js';

await import('./process.js');
