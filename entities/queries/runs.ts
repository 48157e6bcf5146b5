import { type EntityManager, IsNull } from 'typeorm';
import { PROCESSING_STEPS, type ProcessingStep, type ShelfStatus } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { Shelf } from '../shelf.js';
import { storableText } from '../storable.js';
import { Upload } from '../upload.js';
import { Version } from '../version.js';
import { findRunDeliveries, recordShelfEvent, type NewDelivery } from './events.js';

/** The writes of a run are fenced by both: after a later claim, or a deletion, they have no effect. */
export interface RunKey {
  publicId: string;
  run: number;
}

const FENCE = 'public_id = :publicId AND run = :run AND deleted_at IS NULL AND status IN (:...steps)';

export function isProcessing(status: ShelfStatus): status is ProcessingStep {
  return (PROCESSING_STEPS as readonly ShelfStatus[]).includes(status);
}

/** Whether a shelf in this status has an open run: one that is processing, or one in review. */
export function needsRun(status: ShelfStatus): status is ProcessingStep | 'review' {
  return isProcessing(status) || status === 'review';
}

export interface RunContext {
  shelf: Shelf;
  /** The PDF to work on. */
  upload: Upload;
  /** `usr_` id of the owner: object keys begin with it. */
  accountPublicId: string;
}

/** The shelf and PDF of a run; null when the run is superseded, or the shelf is deleted. */
export async function findRun(manager: EntityManager, { publicId, run }: RunKey): Promise<RunContext | null> {
  const found = await manager
    .createQueryBuilder(Shelf, 'shelf')
    .innerJoinAndMapOne('shelf.upload', Upload, 'upload', 'upload.id = shelf.uploadId')
    .innerJoinAndMapOne('shelf.account', Account, 'account', 'account.id = shelf.accountId')
    .where('shelf.publicId = :publicId AND shelf.run = :run AND shelf.deletedAt IS NULL', { publicId, run })
    .getOne();
  if (!found) return null;
  const { upload, account, ...shelf } = found as Shelf & { upload: Upload; account: Account };
  return { shelf, upload, accountPublicId: account.publicId };
}

/** Locks the row for the rest of the transaction; null when the run is superseded or the shelf is deleted. */
export async function lockRun(manager: EntityManager, { publicId, run }: RunKey): Promise<Shelf | null> {
  return manager.findOne(Shelf, {
    where: { publicId, run, deletedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
}

/** Moves a processing shelf to a step. False when the run is superseded or no longer processing: it must stop. */
export async function recordStep(
  manager: EntityManager,
  { publicId, run, status }: RunKey & { status: ProcessingStep },
): Promise<boolean> {
  const result = await manager
    .createQueryBuilder()
    .update(Shelf)
    .set({ status, progressStep: status, pagesDone: null, progressAt: () => 'now()' })
    .where(FENCE, { publicId, run, steps: PROCESSING_STEPS })
    .execute();
  return result.affected === 1;
}

/**
 * Moves a processing shelf forward to a step; no effect if it is there already, or further. A stale
 * attempt moves back neither the run nor a draft made after its own (`draftsGivenUp`).
 */
export async function advanceStep(
  manager: EntityManager,
  { publicId, run, status, draftsGivenUp }: RunKey & { status: ProcessingStep; draftsGivenUp: number },
): Promise<void> {
  const steps = PROCESSING_STEPS.slice(0, PROCESSING_STEPS.indexOf(status));
  await manager
    .createQueryBuilder()
    .update(Shelf)
    .set({ status, progressStep: status, pagesDone: null, progressAt: () => 'now()' })
    .where(`${FENCE} AND drafts_given_up = :draftsGivenUp`, { publicId, run, steps, draftsGivenUp })
    .execute();
}

/** The number of pages, and of finished pages, as far as they are known. */
export interface Progress {
  pageCount?: number;
  pagesDone?: number;
}

/**
 * Records progress, whatever the step of the run, since a late attempt may still write. The number of finished pages never
 * decreases. False as in `recordStep`.
 */
export async function recordProgress(
  manager: EntityManager,
  { publicId, run, pageCount, pagesDone }: RunKey & Progress,
): Promise<boolean> {
  const result = await manager
    .createQueryBuilder()
    .update(Shelf)
    .set({
      ...(pageCount !== undefined && { pageCount }),
      ...(pagesDone !== undefined && { pagesDone: () => 'greatest(pages_done, :pagesDone)' }),
      progressAt: () => 'now()',
    })
    .where(FENCE, { publicId, run, steps: PROCESSING_STEPS })
    .setParameter('pagesDone', pagesDone)
    .execute();
  return result.affected === 1;
}

/** `recorded` is false when the run is superseded or no longer open. */
export interface FailureRecord {
  recorded: boolean;
  deliveries: NewDelivery[];
}

/** The progress fields of a shelf that is not processing. */
export const AT_REST = { progressStep: null, pagesDone: null, progressAt: null } as const;

/** The fields of a shelf that describe its draft, as they are without one. */
export const NO_DRAFT = {
  draftVersionId: null,
  storageSizeBytes: null,
  qualityTier: null,
  qualityGranularity: null,
  qualityFallbackApplied: false,
  auditStatus: null,
  auditSummary: null,
  auditFindings: null,
  repairAttempts: null,
} as const satisfies Partial<Shelf>;

/** Removes a shelf's drafts, once its row refers to none; their objects are removed with the run's files. */
export async function removeDrafts(manager: EntityManager, shelfId: string): Promise<void> {
  await manager.delete(Version, { shelfId, versionNumber: IsNull() });
}

/** Fails a shelf in processing or in review, with its event. A retry returns the same result and writes nothing. */
export async function recordFailure(
  manager: EntityManager,
  { publicId, run, step, message }: RunKey & { step: ProcessingStep; message: string },
): Promise<FailureRecord> {
  return manager.transaction(async (tx) => {
    const shelf = await lockRun(tx, { publicId, run });
    if (shelf?.status === 'failed') {
      const deliveries = await findRunDeliveries(tx, { shelfId: shelf.id, run, type: 'shelf.failed' });
      return { recorded: true, deliveries };
    }
    if (!shelf || !needsRun(shelf.status)) return { recorded: false, deliveries: [] };
    const change = {
      ...NO_DRAFT,
      status: 'failed',
      failedAtStep: step,
      errorMessage: storableText(message),
      ...AT_REST,
    } satisfies Partial<Shelf>;
    await tx.update(Shelf, { id: shelf.id }, change);
    await removeDrafts(tx, shelf.id);
    return { recorded: true, deliveries: await recordShelfEvent(tx, 'shelf.failed', Object.assign(shelf, change)) };
  });
}
