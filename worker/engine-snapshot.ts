/**
 * V8's start-up snapshot of an engine process, which scripts/snapshot-engine.cjs has made: the heap of a process that has
 * loaded the engine and converted some documents. A process that starts from it has nothing to load and little to compile.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SNAPSHOT = fileURLToPath(new URL('../engine.snapshot', import.meta.url));
/** What an engine process runs without a snapshot, and what its command line is known by. */
export const CHILD = fileURLToPath(new URL('./engine-child.js', import.meta.url));
const PROBE_TIMEOUT_MS = 10_000;
/** As an engine process has them: no job, and a pipe for its events. */
const STDIO = ['ignore', 'ignore', 'ignore', 'pipe'] as const;

let found: readonly string[] | null = null;

/**
 * Node's options for a process that starts from the snapshot; none where there is no snapshot or this Node does not take
 * it, as another version than the one that made it. Tried once.
 */
export function snapshotArguments(): readonly string[] {
  return (found ??= isUsable() ? [`--snapshot-blob=${SNAPSHOT}`] : []);
}

/** A process without a job ends in order, with an error for the pool; one that the permission model does not hold does not. */
function isUsable(): boolean {
  if (!existsSync(SNAPSHOT)) return false;
  const program = ['--permission', '--allow-addons', `--snapshot-blob=${SNAPSHOT}`, CHILD];
  const done = spawnSync(process.execPath, program, { env: {}, stdio: [...STDIO], timeout: PROBE_TIMEOUT_MS });
  return done.status === 0;
}
