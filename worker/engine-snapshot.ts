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
const STDIO = ['ignore', 'ignore', 'pipe', 'pipe'] as const;

const OPTION = `--snapshot-blob=${SNAPSHOT}`;

let found: { missing: string | null } | null = null;

/** Node's options for a process that starts from the snapshot; none where it cannot. */
export const snapshotArguments = (): readonly string[] => (missingSnapshot() === null ? [OPTION] : []);

/** What processes start from, and why it is not the snapshot where it is not, for the log. */
export const describeStart = (): string => {
  const missing = missingSnapshot();
  return missing === null ? 'snapshot' : `bundle: ${missing}`;
};

/** Why they cannot start from the snapshot, as with another version of Node than made it; null where they can. Tried once. */
const missingSnapshot = (): string | null => (found ??= { missing: probe() }).missing;

/** A process without a job ends in order, with an error for the pool; one that the permission model does not hold does not. */
function probe(): string | null {
  if (!existsSync(SNAPSHOT)) return 'the build has made none';
  const program = ['--permission', '--allow-addons', OPTION, CHILD];
  const done = spawnSync(process.execPath, program, { env: {}, stdio: [...STDIO], timeout: PROBE_TIMEOUT_MS });
  if (done.status === 0) return null;
  const why = done.error?.message ?? `exit ${done.status ?? done.signal}`;
  return `a process does not start from it: ${why} ${done.stderr?.toString().trim() ?? ''}`.trimEnd();
}
