/**
 * V8's start-up snapshot of an engine process, which scripts/snapshot-engine.cjs has made: the heap of a process that has
 * loaded the engine and converted some documents. A process that starts from it has nothing to load and little to compile.
 */
import type { SpawnSyncReturns } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SNAPSHOT = fileURLToPath(new URL('../engine.snapshot', import.meta.url));
/** What an engine process runs without a snapshot, and what its command line is known by. */
export const CHILD = fileURLToPath(new URL('./engine-child.js', import.meta.url));
/** Node's option for a process that starts from the snapshot. */
export const SNAPSHOT_OPTION = `--snapshot-blob=${SNAPSHOT}`;

/**
 * Why processes cannot start from the snapshot, as with another version of Node than made it; null where they can.
 *
 * @param tryStart starts one that gets no job, and waits for its end. It ends in order, with an error for the pool; one that
 *   the permission model does not hold does not.
 */
export function missingSnapshot(tryStart: () => SpawnSyncReturns<Buffer>): string | null {
  if (!existsSync(SNAPSHOT)) return 'the build has made none';
  const { status, signal, error, stderr } = tryStart();
  if (status === 0) return null;
  const why = error?.message ?? `exit ${status ?? signal}`;
  return `a process does not start from it: ${why} ${stderr?.toString().trim() ?? ''}`.trimEnd();
}
