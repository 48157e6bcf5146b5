/** What is done to a draft in review: it becomes a version, or it goes. */
import { IsNull, Not, Raw, type EntityManager } from 'typeorm';
import { Shelf } from '../shelf.js';
import { Version } from '../version.js';
import { findRunDeliveries, recordShelfEvent, type NewDelivery } from './events.js';
import { AT_REST, insertDraft, numberVersion, type FinishedTree } from './publishing.js';
import { lockRun, NO_DRAFT, removeDrafts, type RunKey } from './runs.js';

export interface Approval extends RunKey {
  /** `ver_` id of the draft that is meant. */
  draft: string;
  /** The tree that operations made of the draft; null without any. */
  edited: FinishedTree | null;
}

export type ApprovalResult =
  | { outcome: 'approved'; versionNumber: number; deliveries: NewDelivery[] }
  | { outcome: 'superseded' };

/**
 * Numbers the draft and, where operations made a further tree of it, publishes that as the version after it; the shelf
 * is ready on the last of them, with its event, in one transaction. A repeat answers what the first did and writes
 * nothing.
 */
export async function approveDraft(
  manager: EntityManager,
  { publicId, run, draft, edited }: Approval,
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
    const numbered = await numberVersion(tx, reviewed);
    const further = edited && (await insertFurther(tx, reviewed, edited));
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

async function insertFurther(tx: EntityManager, reviewed: Version, version: FinishedTree) {
  const { shelfId, run, uploadId, outcome } = reviewed;
  const made = await insertDraft(tx, { id: shelfId, run }, { version, uploadId, outcome, source: 'approval' });
  return { version: made, number: await numberVersion(tx, made) };
}

/**
 * Gives up the draft, counts it and moves the shelf back to `structuring`; the draft's objects are left to the caller. A
 * repeat writes nothing. Null when the run is superseded or the draft is not the shelf's.
 */
export async function giveUpDraft(
  manager: EntityManager,
  { publicId, run, draft }: RunKey & { draft: string },
): Promise<Shelf | null> {
  return manager.transaction(async (tx) => {
    const shelf = await lockRun(tx, { publicId, run });
    if (!shelf) return null;
    if (shelf.status === 'structuring' && shelf.draftVersionId === null) return shelf;
    const reviewed = await tx.findOneBy(Version, { publicId: draft, shelfId: shelf.id });
    if (shelf.status !== 'review' || !reviewed || shelf.draftVersionId !== reviewed.id) return null;
    const step = { status: 'structuring', progressStep: 'structuring', pagesDone: null } as const;
    const counted = { draftsGivenUp: () => 'drafts_given_up + 1', progressAt: () => 'now()' };
    await tx.update(Shelf, { id: shelf.id }, { ...NO_DRAFT, ...step, ...counted });
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

/** A shelf as the approval left it that came to it as `reviewed`, although it has moved on since. */
export async function approvedShelf(manager: EntityManager, reviewed: Shelf): Promise<Shelf> {
  const { id: shelfId, run } = reviewed;
  const version = await manager.findOneOrFail(Version, {
    where: { shelfId, run, versionNumber: Not(IsNull()) },
    order: { versionNumber: 'DESC' },
  });
  const { id: currentVersionId, versionNumber: currentVersionNumber, storageSizeBytes } = version;
  const current = { currentVersionId, currentVersionNumber, storageSizeBytes, draftVersionId: null };
  // a row of its own: requests that come at the same time share the one that was read
  return Object.assign(new Shelf(), reviewed, AT_REST, current, { status: 'ready' } as const);
}

/**
 * `ver_` id of the draft that waits in review; null when there is none, or none as old as is asked for.
 *
 * @param madeBefore seconds since 1970 by Postgres' clock; null when its age does not matter
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
