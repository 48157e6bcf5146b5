/**
 * The sweeper: removes objects and rows that nothing refers to: uploads that broke off, work files of runs that have
 * ended, files of versions that were never published, objects of shelves that are gone, old pictures of pages. Only objects
 * older than a configured age are removed, because the row of a newer one may be about to be written.
 */
import { log } from '@temporalio/activity';
import {
  filterKnownUploads,
  filterKnownVersions,
  findShelfStates,
  type ShelfState,
} from '../entities/queries/reconcile.js';
import { settlePictures, type FoundPicture } from '../entities/queries/page-pictures.js';
import { isProcessing, needsRun } from '../entities/queries/runs.js';
import { claimStaleUploads, removeUploads } from '../entities/queries/uploads.js';
import { ACCOUNTS_PREFIX, folderName, inAccount, inShelf, pageFiles } from '../infra/object-keys.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { isDependencyOutage } from './failures.js';
import { forEachIsolated, isolateFailure } from './isolation.js';
import { removeExcessPictures } from './pictures.js';
import { removeRunFiles } from './removal.js';
import { removeVersionObjects } from './version-objects.js';
import { keepPosition, TURN_MS, walk, type Cursor } from './walk.js';

/** Uploads of which parts are listed, and shelves whose objects are: each is one or a few requests to the object store. */
const SWEPT_AT_ONCE = 16;
const KEYS_PER_QUERY = 1000;

type SweepDeps = Pick<ActivityDeps, 'dataSource' | 'storage' | 'config'>;

export function sweepActivities(deps: SweepDeps) {
  return {
    /**
     * Walks over uploads that were begun but never became a shelf's source: abandons them, removes their parts, object and
     * row. Workflows of releases up to 0.5.0 name no position.
     */
    sweepUploads: activity((from: Cursor | undefined, { signal }): Promise<Cursor> =>
      sweepUploads(deps, from?.after ?? null, signal),
    ),

    /** Walks over the objects of all accounts in key order; `after` is the prefix of the last shelf, or that of an account's. */
    sweepObjects: activity(async ({ after }: Cursor, { signal }): Promise<Cursor> => ({
      after: await sweepObjects(deps, after, signal),
    })),
  };
}

function sweepUploads(deps: SweepDeps, after: string | null, signal: AbortSignal): Promise<Cursor> {
  const { storage, config } = deps;
  const { manager } = deps.dataSource;
  return walk({ after }, signal, {
    find: (from) => claimStaleUploads(manager, { ...from, olderThanMs: config.sweep.intentMs }),
    positionOf: ({ id }) => id,
    async repair(uploads, isOver) {
      const withoutParts: StaleUpload[] = [];
      const abort = async (upload: StaleUpload): Promise<void> => {
        await storage.abortUploadsTo(upload.objectKey, signal);
        withoutParts.push(upload);
      };
      const left = await forEachIsolated(uploads, signal, abort, { atOnce: SWEPT_AT_ONCE, isOver });
      await removeUploadsOf(deps, withoutParts, signal);
      return left;
    },
  });
}

interface StaleUpload {
  id: string;
  objectKey: string;
}

/** Removes objects, then rows, of all at once; one by one where that fails, so that one of them does not keep the others. */
async function removeUploadsOf(
  { storage, dataSource: { manager } }: SweepDeps,
  uploads: readonly StaleUpload[],
  signal: AbortSignal,
): Promise<void> {
  if (uploads.length === 0) return;
  const remove = async (some: readonly StaleUpload[]): Promise<void> => {
    const keys = some.map(({ objectKey }) => objectKey);
    await storage.remove(keys, signal);
    await removeUploads(
      manager,
      some.map(({ id }) => id),
    );
  };
  try {
    await remove(uploads);
  } catch (error) {
    if (signal.aborted || isDependencyOutage(error)) throw error;
    await forEachIsolated(uploads, signal, (upload) => remove([upload]), { atOnce: SWEPT_AT_ONCE });
  }
}

/** Returns where the next turn continues; null at the end. A turn sweeps some shelves at least, unless an outage ends it. */
async function sweepObjects(deps: SweepDeps, after: string | null, signal: AbortSignal): Promise<string | null> {
  const endMs = performance.now() + TURN_MS;
  let last = after;
  const isOver = (): boolean => last !== after && performance.now() > endMs;
  try {
    for await (const swept of sweepInOrder(deps, after, signal)) {
      last = swept;
      if (isOver()) return last;
    }
    return null;
  } catch (error) {
    return keepPosition(error, signal, { from: after, at: last });
  }
}

/** Sweeps what is behind `after`, and yields the position that it has reached, now and then. */
async function* sweepInOrder(deps: SweepDeps, after: string | null, signal: AbortSignal): AsyncGenerator<string> {
  const { storage } = deps;
  for (const account of await storage.listFolders(ACCOUNTS_PREFIX, signal)) {
    if (after !== null && account < after.slice(0, account.length)) continue;
    if (!after?.startsWith(account)) {
      await isolateFailure(account, signal, () => sweepSources(deps, account, signal));
      yield inAccount.shelves(account); // before its first shelf
    }
    const from = after?.startsWith(account) ? after : undefined;
    const shelves = await storage.listFolders(inAccount.shelves(account), signal, from);
    for (let at = 0; at < shelves.length; at += SWEPT_AT_ONCE) {
      // all of a group end before it is behind the position, and before an outage ends the turn
      const group = shelves.slice(at, at + SWEPT_AT_ONCE);
      await forEachIsolated(group, signal, (shelf) => sweepShelf(deps, shelf, signal), { atOnce: SWEPT_AT_ONCE });
      yield group.at(-1)!;
    }
  }
}

/** Source PDFs of an account without a row: their object could not be removed when the row was. */
async function sweepSources(
  { storage, dataSource: { manager }, config }: SweepDeps,
  account: string,
  signal: AbortSignal,
): Promise<void> {
  let old: string[] = [];
  const flush = async (): Promise<void> => {
    const known = await filterKnownUploads(manager, old);
    const unknown = old.filter((key) => !known.has(key));
    if (unknown.length > 0) await storage.remove(unknown, signal);
    old = [];
  };
  for await (const { key, modifiedAt } of storage.list(inAccount.uploads(account), signal)) {
    if (modifiedAt.getTime() < Date.now() - config.sweep.intentMs) old.push(key);
    if (old.length === KEYS_PER_QUERY) await flush();
  }
  await flush();
}

async function sweepShelf(deps: SweepDeps, prefix: string, signal: AbortSignal): Promise<void> {
  const { storage, dataSource } = deps;
  const shelfPublicId = folderName(prefix);
  const shelf = (await findShelfStates(dataSource.manager, [shelfPublicId])).get(shelfPublicId);
  if (shelf?.deleted) return; // its delete workflow removes everything
  if (!shelf) {
    if (await isOldEnough(deps, prefix, signal)) await storage.removePrefix(prefix, signal);
    return;
  }
  await sweepRuns(deps, prefix, shelf, signal);
  if (!isProcessing(shelf.status)) await sweepVersions(deps, prefix, signal);
  await sweepPictures(deps, prefix, shelf, signal);
}

async function sweepRuns(deps: SweepDeps, prefix: string, shelf: ShelfState, signal: AbortSignal): Promise<void> {
  for (const folder of await deps.storage.listFolders(inShelf.runs(prefix), signal)) {
    const run = Number(folderName(folder));
    const isOpen = run === shelf.run && needsRun(shelf.status);
    if (isOpen || !(await isOldEnough(deps, folder, signal))) continue;
    await removeRunFiles(deps, { ...shelf, shelfPublicId: shelf.publicId, run }, signal);
    log.info('removed the work files of a run that is over', { shelf: shelf.publicId, run });
  }
}

/** Everything of versions without a row: their files, or what was drawn of them after these were removed. */
async function sweepVersions(deps: SweepDeps, prefix: string, signal: AbortSignal): Promise<void> {
  const { storage, dataSource } = deps;
  const folders = [
    ...(await storage.listFolders(inShelf.versions(prefix), signal)),
    ...(await storage.listFolders(inShelf.drawnVersions(prefix), signal)),
  ];
  const known = await filterKnownVersions(dataSource.manager, [...new Set(folders.map(folderName))]);
  for (const folder of folders) {
    const publicId = folderName(folder);
    if (known.has(publicId) || !(await isOldEnough(deps, folder, signal))) continue;
    await removeVersionObjects(storage, inShelf.version(prefix, publicId), signal);
  }
}

/**
 * Pictures of pages: they are drawn again at the next request. The rows of those that stay are made to
 * agree with what is stored.
 */
async function sweepPictures(deps: SweepDeps, prefix: string, shelf: ShelfState, signal: AbortSignal): Promise<void> {
  const { storage, dataSource, config } = deps;
  const { publicId: shelfPublicId, accountPublicId } = shelf;
  const drawn = inShelf.drawnVersions(prefix);
  const before = Date.now() - config.sweep.picturesMs;
  const old: string[] = [];
  const found: FoundPicture[] = [];
  for await (const { key: objectKey, sizeBytes, modifiedAt } of storage.list(drawn, signal)) {
    const [versionPublicId = '', ...name] = objectKey.slice(drawn.length).split('/');
    const page = pageFiles.pageOfPicture(name.join('/'));
    if (modifiedAt.getTime() < before) old.push(objectKey);
    else if (page !== null) found.push({ objectKey, versionPublicId, page, sizeBytes, modifiedAt });
  }
  if (old.length > 0) await storage.remove(old, signal);
  const uncounted = await settlePictures(dataSource.manager, { shelfPublicId, found });
  const excess = uncounted === 0 ? 0 : await removeExcessPictures(deps, accountPublicId, signal);
  if (old.length + excess > 0)
    log.info('removed pictures of pages', { shelf: shelfPublicId, old: old.length, beyondBudget: excess });
}

/** Whether all objects under a prefix are older than the configured age; false when there are none. */
async function isOldEnough({ storage, config }: SweepDeps, prefix: string, signal: AbortSignal): Promise<boolean> {
  let newestMs = Number.NEGATIVE_INFINITY;
  for await (const object of storage.list(prefix, signal)) newestMs = Math.max(newestMs, object.modifiedAt.getTime());
  return Number.isFinite(newestMs) && newestMs < Date.now() - config.sweep.workMs;
}
