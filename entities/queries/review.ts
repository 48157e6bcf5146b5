/** The two ends of a draft in review: it becomes a version, or it is given up. */
import { IsNull, Not, Raw, type EntityManager } from 'typeorm';
import type { Template } from '../../contract/vocabulary.js';
import { Shelf } from '../shelf.js';
import { Version } from '../version.js';
import { findRunDeliveries, recordShelfEvent, type NewDelivery } from './events.js';
import { insertDraft, numberVersion, type FinishedTree } from './publishing.js';
import { countEdits, removeEdits } from './review-edits.js';
import { AT_REST, lockRun, NO_DRAFT, removeDrafts, type RunKey } from './runs.js';

export interface Approval extends RunKey {
  /** `ver_` id of the draft to approve. */
  draft: string;
  /** The tree that the operations resulted in; null without operations. */
  edited: FinishedTree | null;
  /** Of the pending operations that were seen; others would be lost with the draft. Undefined where nobody has looked. */
  revision?: number | undefined;
}

export type ApprovalResult =
  | { outcome: 'approved'; versionNumber: number; deliveries: NewDelivery[] }
  | { outcome: 'superseded' }
  | { outcome: 'revision_changed' };

/**
 * Numbers the draft and, if there were operations, publishes their tree as the version after it; the shelf becomes ready
 * with the latter, and the event is recorded, in one transaction. A retry returns the same result and writes nothing.
 */
export async function approveDraft(
  manager: EntityManager,
  { publicId, run, draft, edited, revision }: Approval,
): Promise<ApprovalResult> {
  return manager.transaction(async (tx) => {
    const shelf = await lockRun(tx, { publicId, run });
    const reviewed = shelf && (await tx.findOneBy(Version, { publicId: draft, shelfId: shelf.id }));
    if (!reviewed) return { outcome: 'superseded' };
    if (reviewed.versionNumber !== null) {
      const deliveries = await findRunDeliveries(tx, { shelfId: shelf.id, run, type: 'shelf.ready' });
      return { outcome: 'approved', versionNumber: shelf.currentVersionNumber as number, deliveries };
    }
    if (shelf.status !== 'review' || shelf.draftVersionId !== reviewed.id) return { outcome: 'superseded' };
    if (revision !== undefined && (await countEdits(tx, reviewed.id)).revision !== revision)
      return { outcome: 'revision_changed' };
    await removeEdits(tx, reviewed.id);
    const numbered = await numberVersion(tx, reviewed);
    const further = edited && (await publishEdited(tx, reviewed, edited));
    const change = {
      status: 'ready',
      storageSizeBytes: (further?.version ?? reviewed).storageSizeBytes,
      currentVersionId: (further?.version ?? reviewed).id,
      currentVersionNumber: further?.number ?? numbered,
      draftVersionId: null,
      ...AT_REST,
    } satisfies Partial<Shelf>;
    await tx.update(Shelf, { id: shelf.id }, change);
    const deliveries = await recordShelfEvent(tx, 'shelf.ready', Object.assign(shelf, change));
    return { outcome: 'approved', versionNumber: change.currentVersionNumber, deliveries };
  });
}

async function publishEdited(tx: EntityManager, reviewed: Version, version: FinishedTree) {
  const { shelfId, run, uploadId, outcome, engineVersion } = reviewed;
  const of = { uploadId, outcome, engineVersion, source: 'approval' } as const;
  const made = await insertDraft(tx, { id: shelfId, run }, { version, ...of });
  return { version: made, number: await numberVersion(tx, made) };
}

/**
 * Discards the draft, counts that and moves the shelf back to `structuring`; the caller has to remove the draft's objects. A
 * retry writes nothing. A `template` becomes the shelf's. Null when the run is superseded or the draft is not the shelf's.
 */
export async function giveUpDraft(
  manager: EntityManager,
  { publicId, run, draft, template }: RunKey & { draft: string; template?: Template | null },
): Promise<Shelf | null> {
  return manager.transaction(async (tx) => {
    const shelf = await lockRun(tx, { publicId, run });
    if (!shelf) return null;
    if (shelf.status === 'structuring' && shelf.draftVersionId === null) return shelf;
    const reviewed = await tx.findOneBy(Version, { publicId: draft, shelfId: shelf.id });
    if (shelf.status !== 'review' || !reviewed || shelf.draftVersionId !== reviewed.id) return null;
    const step = { status: 'structuring', progressStep: 'structuring', pagesDone: null } as const;
    const counted = { draftsGivenUp: () => 'drafts_given_up + 1', progressAt: () => 'now()' };
    const chosen = template === undefined ? {} : { template };
    await tx.update(Shelf, { id: shelf.id }, { ...NO_DRAFT, ...step, ...chosen, ...counted });
    await removeDrafts(tx, shelf.id);
    return tx.findOneByOrFail(Shelf, { id: shelf.id });
  });
}

/** The version that run `run` has, or had, in review as `draft`; null when the run is superseded or the draft gone. */
export async function findReviewed(
  manager: EntityManager,
  { publicId, run, draft }: RunKey & { draft: string },
): Promise<Version | null> {
  return manager
    .createQueryBuilder(Version, 'version')
    .innerJoin(Shelf, 'shelf', 'shelf.id = version.shelfId AND shelf.deletedAt IS NULL')
    .where('version.publicId = :draft AND shelf.publicId = :publicId AND shelf.run = :run', { draft, publicId, run })
    .getOne();
}

/** The draft of a shelf in review; null when there is none any more. */
export async function findDraftVersion(
  manager: EntityManager,
  { draftVersionId }: Pick<Shelf, 'draftVersionId'>,
): Promise<Version | null> {
  return draftVersionId === null ? null : manager.findOneBy(Version, { id: draftVersionId });
}

/** The shelf as an approval left it, although it has changed since; `reviewed` is its row before the approval. */
export async function approvedShelf(manager: EntityManager, reviewed: Shelf): Promise<Shelf> {
  const { id: shelfId, run } = reviewed;
  const version = await manager.findOneOrFail(Version, {
    where: { shelfId, run, versionNumber: Not(IsNull()) },
    order: { versionNumber: 'DESC' },
  });
  const { id: currentVersionId, versionNumber: currentVersionNumber, storageSizeBytes } = version;
  const current = { currentVersionId, currentVersionNumber, storageSizeBytes, draftVersionId: null };
  // a copy: concurrent requests share the row that was read
  return Object.assign(new Shelf(), reviewed, AT_REST, current, { status: 'ready' } as const);
}

/**
 * `ver_` id of the draft in review; null when there is none, or it is too new.
 *
 * @param madeBefore seconds since 1970 by Postgres' clock; null if its age does not matter
 */
export async function findDraft(
  manager: EntityManager,
  shelf: Pick<Shelf, 'draftVersionId'>,
  madeBefore: string | null = null,
): Promise<string | null> {
  if (shelf.draftVersionId === null) return null;
  const isOldEnough = Raw((createdAt) => `extract(epoch FROM ${createdAt}) < :madeBefore`, { madeBefore });
  const draft = await manager.findOne(Version, {
    select: { publicId: true },
    where: { id: shelf.draftVersionId, ...(madeBefore !== null && { createdAt: isOldEnough }) },
  });
  return draft?.publicId ?? null;
}
