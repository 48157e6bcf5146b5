/** What happens to a draft in review: approved, with operations or as it is, or given up to be made anew. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/activity';
import type { ShelfFile } from '../engine/shelf.js';
import type { FinishedTree } from '../entities/queries/publishing.js';
import { findRunDeliveries } from '../entities/queries/events.js';
import { filterKnownVersions } from '../entities/queries/reconcile.js';
import { approveDraft, findReviewed, giveUpDraft } from '../entities/queries/review.js';
import { findRun, type RunContext } from '../entities/queries/runs.js';
import type { Version } from '../entities/version.js';
import {
  REFUSALS,
  type DeliveriesRequest,
  type DeliveryInput,
  type Regenerating,
  type ShelfRunInput,
} from '../workflows/messages.js';
import { activity } from './activity.js';
import { withRequestedDeliveries } from './requested-deliveries.js';
import type { ActivityDeps } from './deps.js';
import { staleRun } from './failures.js';
import { versionKeys } from '../infra/object-keys.js';
import { unpackJson } from './objects.js';
import { storeTree } from './tree-store.js';

export interface DraftInput extends ShelfRunInput {
  /** `ver_` id of the draft. */
  draft: string;
}

export interface ApproveInput extends DraftInput, DeliveriesRequest {
  /** Key of the object that holds the operations; null without any. */
  operationsKey: string | null;
  /** `ver_` id of the version that operations make. */
  versionPublicId: string;
}

export interface Approved {
  /** What is to be sent because of it, where the run asks. Release 0.3.0 answered none. */
  deliveries?: DeliveryInput[];
}

type ReviewDeps = Pick<ActivityDeps, 'dataSource' | 'storage' | 'scratch' | 'engine'>;

export function reviewActivities({ dataSource: { manager }, storage, scratch, engine }: ReviewDeps) {
  async function contextOf({ shelfPublicId, run }: ShelfRunInput): Promise<RunContext> {
    const found = await findRun(manager, { publicId: shelfPublicId, run });
    if (!found) throw staleRun();
    return found;
  }

  async function approve(input: ApproveInput, signal: AbortSignal): Promise<Approved> {
    const { shelfPublicId: publicId, run, draft, operationsKey } = input;
    const reviewed = await findReviewed(manager, { publicId, run, draft });
    if (!reviewed) throw staleRun();
    // The attempt before this one may have committed without its answer reaching Temporal.
    if (reviewed.versionNumber !== null) {
      const { shelfId } = reviewed;
      return { deliveries: await findRunDeliveries(manager, { shelfId, run, type: 'shelf.ready' }) };
    }
    const edited = operationsKey === null ? null : await edit({ ...input, operationsKey }, reviewed, signal);
    const result = await approveDraft(manager, { publicId, run, draft, edited });
    if (result.outcome === 'superseded') throw staleRun();
    return { deliveries: result.deliveries };
  }

  /** The tree that operations make of the draft, in the object store. */
  async function edit(
    input: ApproveInput & { operationsKey: string },
    { archiveKey, pageCount }: Version,
    signal: AbortSignal,
  ): Promise<FinishedTree> {
    const { shelfPublicId, versionPublicId: publicId } = input;
    const { accountPublicId } = await contextOf(input);
    const files = await scratch.withFolder(async (folder) => {
      const [archivePath, operationsPath] = [join(folder, 'draft.tar.gz'), join(folder, 'operations.json')];
      await storage.downloadTo(archiveKey, archivePath, signal);
      await storage.downloadTo(input.operationsKey, operationsPath, signal);
      const outPath = join(folder, 'edited.json.gz');
      const { refused } = await engine.edit({ archivePath, operationsPath, outPath, signal }).catch(tooMuch);
      if (refused) throw badOperation(refused);
      return unpackJson<ShelfFile[]>(await readFile(outPath));
    });
    const keys = versionKeys(accountPublicId, shelfPublicId, publicId);
    return { ...(await storeTree(storage, keys, files, signal)), publicId, pageCount };
  }

  /**
   * Moves a shelf in review back to `structuring`. Work files stay: a late attempt would take the next draft's. They are
   * made anew since the row counts the draft.
   */
  async function giveUp({ shelfPublicId, run, draft }: DraftInput): Promise<Regenerating> {
    const shelf = await giveUpDraft(manager, { publicId: shelfPublicId, run, draft });
    if (!shelf) throw staleRun();
    return { updatedAt: shelf.updatedAt.toISOString() };
  }

  return {
    approveShelf: activity(async (input: ApproveInput, { signal }) => withRequestedDeliveries(input, await approve(input, signal))),
    giveUpDraft: activity((input: DraftInput) => giveUp(input)),

    /** Removes the objects of a draft that was given up. */
    removeDraft: activity(async ({ draft, ...input }: DraftInput, { signal }): Promise<void> => {
      const { accountPublicId } = await contextOf(input);
      if ((await filterKnownVersions(manager, [draft])).has(draft)) return;
      const { prefix, archiveKey } = versionKeys(accountPublicId, input.shelfPublicId, draft);
      await storage.removePrefix(prefix, signal);
      await storage.remove([archiveKey], signal);
    }),
  };
}

/** Operations that need more time or memory than there is are the client's to change. */
function tooMuch(error: unknown): never {
  if ((error as { name?: unknown }).name !== 'DocumentError') throw error;
  throw badOperation({ reason: 'too_complex' });
}

function badOperation(refused: { index?: number; reason: string; member?: string }): ApplicationFailure {
  const type = REFUSALS.badOperation;
  return ApplicationFailure.create({
    message: `an operation is refused: ${refused.reason}`,
    type,
    details: [refused],
    nonRetryable: true,
    category: 'BENIGN',
  });
}
