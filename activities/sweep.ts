/**
 * Removes what no row speaks for any more: uploads that broke off, work files of runs that are over, files of versions
 * that were never published, objects of shelves that are gone. Only what is older than an age of the configuration,
 * since the row of something new may be about to be written.
 */
import { log } from '@temporalio/activity';
import {
  filterKnownUploads,
  filterKnownVersions,
  findShelfStates,
  type ShelfState,
} from '../entities/queries/reconcile.js';
import { isProcessing, needsRun } from '../entities/queries/runs.js';
import { claimStaleUploads, removeUpload } from '../entities/queries/uploads.js';
import { activity } from './activity.js';
import { oneOfMany } from './isolation.js';
import type { ActivityDeps } from './deps.js';
import type { Walk } from './reconcile.js';
import { removeRunFiles } from './removal.js';

const UPLOADS_A_BATCH = 100;
/** Each costs a few requests to the object store. */
const SHELVES_A_BATCH = 100;
const KEYS_A_QUERY = 1000;

export function sweepActivities(deps: Pick<ActivityDeps, 'dataSource' | 'storage' | 'config'>) {
  const { storage } = deps;
  const { manager } = deps.dataSource;
  const { intentMs, workMs } = deps.config.sweep;

  /** Whether everything under a prefix was written longer ago than `ageMs`; false when there is nothing. */
  async function isOlder(prefix: string, ageMs: number, signal: AbortSignal): Promise<boolean> {
    let newestMs = Number.NEGATIVE_INFINITY;
    for await (const object of storage.list(prefix, signal)) newestMs = Math.max(newestMs, object.modifiedAt.getTime());
    return Number.isFinite(newestMs) && newestMs < Date.now() - ageMs;
  }

  /** Source PDFs of an account that no row knows: the row goes first when its object could not be removed. */
  async function sweepSources(account: string, signal: AbortSignal): Promise<void> {
    let old: string[] = [];
    const flush = async (): Promise<void> => {
      const known = await filterKnownUploads(manager, old);
      const unknown = old.filter((key) => !known.has(key));
      if (unknown.length > 0) await storage.remove(unknown, signal);
      old = [];
    };
    for await (const { key, modifiedAt } of storage.list(`${account}uploads/`, signal)) {
      if (modifiedAt.getTime() < Date.now() - intentMs) old.push(key);
      if (old.length === KEYS_A_QUERY) await flush();
    }
    await flush();
  }

  async function sweepShelf(prefix: string, signal: AbortSignal): Promise<void> {
    const shelfPublicId = lastSegment(prefix);
    const shelf = (await findShelfStates(manager, [shelfPublicId])).get(shelfPublicId);
    if (shelf?.deleted) return; // its deletion is under way
    if (!shelf) {
      if (await isOlder(prefix, workMs, signal)) await storage.removePrefix(prefix, signal);
      return;
    }
    await sweepRuns(prefix, shelf, signal);
    if (!isProcessing(shelf.status)) await sweepVersions(prefix, signal);
  }

  async function sweepRuns(prefix: string, shelf: ShelfState, signal: AbortSignal): Promise<void> {
    for (const folder of await storage.listFolders(`${prefix}runs/`, signal)) {
      const run = Number(lastSegment(folder));
      const isOpen = run === shelf.run && needsRun(shelf.status);
      if (isOpen || !(await isOlder(folder, workMs, signal))) continue;
      await removeRunFiles(deps, { ...shelf, shelfPublicId: shelf.publicId, run }, signal);
      log.info('removed the work files of a run that is over', { shelf: shelf.publicId, run });
    }
  }

  /** Files and archives of versions without a row. */
  async function sweepVersions(prefix: string, signal: AbortSignal): Promise<void> {
    const folders = await storage.listFolders(`${prefix}files/`, signal);
    const known = await filterKnownVersions(manager, folders.map(lastSegment));
    for (const folder of folders) {
      if (known.has(lastSegment(folder)) || !(await isOlder(folder, workMs, signal))) continue;
      await storage.removePrefix(folder, signal);
      await storage.remove([`${prefix}archives/${lastSegment(folder)}.tar.gz`], signal);
    }
  }

  return {
    /** Gives up uploads that were begun and never became a shelf: parts, object, row. */
    sweepUploads: activity(async (_: void, { signal }): Promise<void> => {
      for (const upload of await claimStaleUploads(manager, { olderThanMs: intentMs, limit: UPLOADS_A_BATCH })) {
        await oneOfMany(upload.objectKey, signal, async () => {
          for await (const parts of storage.listIncompleteUploads(upload.objectKey, signal)) {
            await storage.abortUpload(parts, signal);
          }
          await storage.remove([upload.objectKey], signal);
          await removeUpload(manager, upload.id);
        });
      }
    }),

    /** Walks over the accounts' objects in the order of keys; `after` is the last shelf's prefix. */
    sweepObjects: activity(async ({ after }: Walk, { signal }): Promise<Walk> => {
      let last = after;
      let looked = 0;
      for (const account of await storage.listFolders('users/', signal)) {
        if (after !== null && account < after.slice(0, account.length)) continue;
        if (!after?.startsWith(account)) await oneOfMany(account, signal, () => sweepSources(account, signal));
        for (const prefix of await storage.listFolders(`${account}shelves/`, signal)) {
          if (after !== null && prefix <= after) continue;
          if (looked === SHELVES_A_BATCH) return { after: last };
          await oneOfMany(prefix, signal, () => sweepShelf(prefix, signal));
          looked += 1;
          last = prefix;
        }
      }
      return { after: null };
    }),
  };
}

/** `shf_...` of `users/usr_.../shelves/shf_.../`. */
function lastSegment(prefix: string): string {
  return prefix.split('/').at(-2) ?? '';
}
