/** Removes what is no longer needed: the work files of a finished run, and everything of a deleted shelf. */
import { setTimeout as pause } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { findDeletedShelf, removeDeletedShelf } from '../entities/queries/deletions.js';
import { filterKnownVersions, findShelfStates } from '../entities/queries/reconcile.js';
import type { DeleteShelfInput, ShelfRunInput } from '../workflows/messages.js';
import { shelfRunId } from '../workflows/starts.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { cancelWorkflow, workflowStatus, terminateWorkflow, type Executions } from './executions.js';
import { runPrefix, shelfPrefix, versionKeys, workFiles } from '../infra/object-keys.js';
import { noRoom } from './failures.js';
import { readJson } from './objects.js';
import { longestAttempt } from './record.js';
import type { VersionNote } from './publish.js';
import { removeVersionObjects } from './version-objects.js';

/** How long a cancelled run may take to close before it is terminated. */
const CANCEL_GRACE_MS = 60_000;
const POLL_MS = 500;
/**
 * Half of the slots that a worker has for these tasks (worker/queues.ts): a run that is cancelled needs one of them to record
 * its end, so waits for runs must not hold all of them.
 */
const WAITS_AT_ONCE = 20;
/** So often a wait is put off. What it has of attempts beyond that is left for outages. */
const BUSY_ATTEMPTS = 100;

/** `prefix` is null when there is nothing, or nothing left, to delete. */
export interface RemovedObjects {
  prefix: string | null;
  /** After this time no lost attempt can still write under the prefix. */
  longestAttemptMs: number;
}

type StoreDeps = Pick<ActivityDeps, 'dataSource' | 'storage'>;

/**
 * Removes a run's work files, and the files of versions that it began and did not publish. The notes with the ids of
 * those versions are work files and go last, so that a retry finds them as long as there is something left to remove.
 */
export async function removeRunFiles(
  { dataSource: { manager }, storage }: StoreDeps,
  { accountPublicId, shelfPublicId, run }: { accountPublicId: string; shelfPublicId: string; run: number },
  signal: AbortSignal,
): Promise<void> {
  const prefix = runPrefix(accountPublicId, shelfPublicId, run);
  for await (const { key } of storage.list(prefix + workFiles.versions, signal)) {
    const note = await readJson<VersionNote>(storage, key, signal);
    if (!note || (await filterKnownVersions(manager, [note.publicId])).has(note.publicId)) continue;
    await removeVersionObjects(storage, versionKeys(accountPublicId, shelfPublicId, note.publicId), signal);
  }
  await storage.removePrefix(prefix, signal);
}

export function removalActivities(deps: StoreDeps & Pick<ActivityDeps, 'temporal' | 'config'>) {
  const { storage, temporal } = deps;
  const { manager } = deps.dataSource;
  let waiting = 0;
  return {
    /** Called when a run has ended, successfully or not. */
    removeWork: activity(async ({ shelfPublicId, run }: ShelfRunInput, { signal }): Promise<void> => {
      const shelf = (await findShelfStates(manager, [shelfPublicId])).get(shelfPublicId);
      if (!shelf || shelf.deleted) return; // the deletion removes everything
      await removeRunFiles(deps, { ...shelf, shelfPublicId, run }, signal);
    }),

    /**
     * Cancels superseded runs and waits until they are closed; terminates those that do not close. The run before the last
     * may still be open when the last one was claimed a moment ago and has not ended it yet.
     * A wait that its worker has no room for is repeated in a second.
     */
    endRun: activity(async ({ shelfPublicId, lastRun }: DeleteShelfInput, { signal }): Promise<void> => {
      const ids = [lastRun - 1, lastRun].filter((run) => run > 0).map((run) => shelfRunId(shelfPublicId, run));
      const cancelled = await Promise.all(ids.map(async (id) => ((await cancelWorkflow(temporal, id)) ? [id] : [])));
      const open = cancelled.flat();
      if (open.length === 0) return;
      if (waiting >= WAITS_AT_ONCE && Context.current().info.attempt < BUSY_ATTEMPTS) throw noRoom();
      waiting += 1;
      try {
        await Promise.all(open.map((id) => seeClosed(temporal, id, signal)));
      } finally {
        waiting -= 1;
      }
    }),

    /** Removes a deleted shelf's objects. */
    removeShelfObjects: activity(async ({ shelfPublicId }: DeleteShelfInput, { signal }): Promise<RemovedObjects> => {
      const deleted = await findDeletedShelf(manager, shelfPublicId);
      const longestAttemptMs = longestAttempt(deps.config);
      if (!deleted) return { prefix: null, longestAttemptMs };
      const prefix = shelfPrefix(deleted.accountPublicId, shelfPublicId);
      await storage.removePrefix(prefix, signal);
      await storage.remove(deleted.uploadKeys, signal);
      return { prefix, longestAttemptMs };
    }),

    removeShelfRows: activity(({ shelfPublicId }: DeleteShelfInput, { signal }) =>
      removeDeletedShelf(manager, shelfPublicId, signal),
    ),

    sweepPrefix: activity(({ prefix }: { prefix: string }, { signal }) => storage.removePrefix(prefix, signal)),
  };
}

/** Waits until a cancelled run is closed, and terminates it if that takes too long. */
async function seeClosed(temporal: Executions, id: string, signal: AbortSignal): Promise<void> {
  if (await isClosedWithin(temporal, id, CANCEL_GRACE_MS, signal)) return;
  await terminateWorkflow(temporal, id, 'superseded by a later claim on its shelf');
}

async function isClosedWithin(
  temporal: Executions,
  workflowId: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const deadlineMs = Date.now() + timeoutMs;
  while (Date.now() < deadlineMs) {
    if ((await workflowStatus(temporal, workflowId)) !== 'RUNNING') return true;
    await pause(POLL_MS, undefined, { signal });
  }
  return false;
}
