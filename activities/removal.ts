/** Removes what is no longer needed: the work files of a finished run, and everything of a deleted shelf. */
import { setTimeout as pause } from 'node:timers/promises';
import { findDeletedShelf, removeDeletedShelf } from '../entities/queries/deletions.js';
import { filterKnownVersions, findShelfStates } from '../entities/queries/reconcile.js';
import type { DeleteShelfInput, ShelfRunInput } from '../workflows/messages.js';
import { shelfRunId } from '../workflows/starts.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { cancelWorkflow, workflowStatus, terminateWorkflow, type Executions } from './executions.js';
import { runPrefix, shelfPrefix, versionKeys, workFiles } from '../infra/object-keys.js';
import { readJson } from './objects.js';
import { longestAttempt } from './record.js';
import type { VersionNote } from './publish.js';
import { removeVersionObjects } from './version-objects.js';

/** How long a cancelled run may take to close before it is terminated. */
const CANCEL_GRACE_MS = 60_000;
const POLL_MS = 500;

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
     */
    endRun: activity(async ({ shelfPublicId, lastRun }: DeleteShelfInput, { signal }): Promise<void> => {
      const ids = [lastRun - 1, lastRun].filter((run) => run > 0).map((run) => shelfRunId(shelfPublicId, run));
      await Promise.all(ids.map((id) => endWorkflow(temporal, id, signal)));
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

async function endWorkflow(temporal: Executions, id: string, signal: AbortSignal): Promise<void> {
  if (!(await cancelWorkflow(temporal, id))) return;
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
