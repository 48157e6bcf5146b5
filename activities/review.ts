/** The two ends of a draft in review: it is approved, with operations or as it is, or given up to be regenerated. */
import { join } from 'node:path';
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Template } from '../contract/vocabulary.js';
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
import { activity, documentActivity, type ActivityScope } from './activity.js';
import { withRequestedDeliveries } from './requested-deliveries.js';
import type { ActivityDeps } from './deps.js';
import { staleRun } from './failures.js';
import { runPrefix, versionKeys, workFiles } from '../infra/object-keys.js';
import { unpackEditedFiles } from './tree-files.js';
import { storeTree, WRITES_OF_APPROVALS } from './tree-store.js';
import { removeVersionObjects } from './version-objects.js';

/**
 * An approval that its worker has no room for leaves it after this, so that another one can take it: a client waits for a
 * minute at most. Waiting alone would tie it to the worker that its task happened to come to.
 */
const ROOM_WAIT_MS = 1_000;
/** Nobody waits any longer for an approval that was tried so often. What it has of attempts is left for outages. */
const BUSY_ATTEMPTS = 30;
const patience = (): number | undefined => (Context.current().info.attempt < BUSY_ATTEMPTS ? ROOM_WAIT_MS : undefined);

export interface DraftInput extends ShelfRunInput {
  /** `ver_` id of the draft. */
  draft: string;
}

export interface GiveUpInput extends DraftInput {
  /** Becomes the shelf's template; missing where it stays as it is. */
  template?: Template | null;
}

export interface ApproveInput extends DraftInput, DeliveriesRequest {
  /** Key of the object that holds the operations; null without any. */
  operationsKey: string | null;
  /** `ver_` id of the version that the operations result in. */
  versionPublicId: string;
  /** Of the pending operations that the client has seen; missing where it names none. */
  revision?: number;
}

export interface Approved {
  /** The event's deliveries, where the run starts them. Release 0.3.0 returned none. */
  deliveries?: DeliveryInput[];
}

type ReviewDeps = Pick<ActivityDeps, 'dataSource' | 'storage' | 'scratch' | 'engine'>;

export function reviewActivities(deps: ReviewDeps) {
  const run = async (input: ApproveInput, { signal }: ActivityScope): Promise<Approved> =>
    withRequestedDeliveries(input, await approve(deps, input, signal));
  const approveAsIs = activity(run); // a statement, which waits for no document
  const approveEdited = documentActivity(run, patience);
  return {
    approveShelf: (input: ApproveInput) => (input.operationsKey === null ? approveAsIs : approveEdited)(input),

    /**
     * Moves a shelf in review back to `structuring`. Its work files are not removed, because a late attempt at giving up would
     * take those of the next draft. The next draft has trees of its own, since the row counts the drafts.
     */
    giveUpDraft: activity(async ({ shelfPublicId: publicId, ...input }: GiveUpInput): Promise<Regenerating> => {
      const shelf = await giveUpDraft(deps.dataSource.manager, { publicId, ...input });
      if (!shelf) throw staleRun();
      return { updatedAt: shelf.updatedAt.toISOString(), template: shelf.template };
    }),

    /** Removes the objects of a draft that was given up, and the trees of the one before it: nobody reads these any more. */
    removeDraft: activity(async ({ draft, ...input }: DraftInput, { signal }): Promise<void> => {
      const { storage, dataSource } = deps;
      const { accountPublicId, shelf } = await contextOf(deps, input);
      const isKnown = (await filterKnownVersions(dataSource.manager, [draft])).has(draft);
      if (!isKnown)
        await removeVersionObjects(storage, versionKeys(accountPublicId, input.shelfPublicId, draft), signal);
      if (shelf.draftsGivenUp <= 2) return;
      const prefix = runPrefix(accountPublicId, input.shelfPublicId, input.run);
      await storage.removePrefix(prefix + workFiles.draftPrefix(shelf.draftsGivenUp - 2), signal);
    }),
  };
}

async function contextOf({ dataSource }: ReviewDeps, { shelfPublicId, run }: ShelfRunInput): Promise<RunContext> {
  const found = await findRun(dataSource.manager, { publicId: shelfPublicId, run });
  if (!found) throw staleRun();
  return found;
}

async function approve(deps: ReviewDeps, input: ApproveInput, signal: AbortSignal): Promise<Approved> {
  const { manager } = deps.dataSource;
  const { shelfPublicId: publicId, run, draft, operationsKey, revision } = input;
  const reviewed = await findReviewed(manager, { publicId, run, draft });
  if (!reviewed) throw staleRun();
  // an earlier attempt may have committed without Temporal learning of it
  if (reviewed.versionNumber !== null) {
    const { shelfId } = reviewed;
    return { deliveries: await findRunDeliveries(manager, { shelfId, run, type: 'shelf.ready' }) };
  }
  const edited = operationsKey === null ? null : await edit(deps, { ...input, operationsKey, reviewed }, signal);
  const result = await approveDraft(manager, { publicId, run, draft, edited, revision });
  if (result.outcome === 'revision_changed') throw revisionChanged();
  if (result.outcome === 'superseded') throw staleRun();
  return { deliveries: result.deliveries };
}

/** Applies the operations to the draft, and stores the tree that they make. */
async function edit(
  deps: ReviewDeps,
  { reviewed, ...input }: ApproveInput & { operationsKey: string; reviewed: Version },
  signal: AbortSignal,
): Promise<FinishedTree> {
  const { storage, scratch, engine } = deps;
  const { shelfPublicId, versionPublicId: publicId } = input;
  const { accountPublicId } = await contextOf(deps, input);
  const keys = versionKeys(accountPublicId, shelfPublicId, publicId);
  return scratch.withFolder(async (folder) => {
    const [archivePath, operationsPath] = [join(folder, 'draft.tar.gz'), join(folder, 'operations.json')];
    const prepare = async (): Promise<void> => {
      await storage.downloadTo(reviewed.archiveKey, archivePath, signal);
      await storage.downloadTo(input.operationsKey, operationsPath, signal);
    };
    const outPath = join(folder, 'edited.json.gz');
    const job = { archivePath, operationsPath, outPath, prepare, maxWaitMs: patience(), signal };
    const { refused } = await engine.edit(job).catch(refuseTooComplex);
    if (refused) throw badOperation(refused);
    const files = await unpackEditedFiles(outPath, folder, signal).catch(refuseTooComplex);
    const stored = await storeTree(storage, keys, files, { signal, writes: WRITES_OF_APPROVALS });
    return { ...stored, publicId, pageCount: reviewed.pageCount };
  });
}

/** Operations that need more time or memory than the limits allow are the client's to change. */
function refuseTooComplex(error: unknown): never {
  if ((error as { name?: unknown }).name !== 'DocumentError') throw error;
  throw badOperation({ reason: 'too_complex' });
}

/** Somebody has kept other operations since the client looked: they would be lost with the draft. */
function revisionChanged(): ApplicationFailure {
  const type = REFUSALS.revisionChanged;
  const message = 'the pending operations have changed';
  return ApplicationFailure.create({ message, type, nonRetryable: true, category: 'BENIGN' });
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
