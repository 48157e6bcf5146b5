/** The claims of the api: each moves a shelf in one place, under the lock of its row, and takes the next run number. */
import { IsNull, type EntityManager } from 'typeorm';
import { isOpen, type ShelfStatus } from '../../contract/vocabulary.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { Version } from '../version.js';
import { recordShelfEvent, type NewDelivery } from './events.js';
import { AT_REST } from './publishing.js';
import { NO_DRAFT, removeDrafts } from './runs.js';
import { commitUpload, releaseUploads, UploadGoneError, type StoredObject } from './uploads.js';

export interface ClaimKey {
  accountId: string;
  publicId: string;
  requestId: string | null;
}

/** `refused`: not in this status; `no_version`: there is none that the shelf could go back to. */
export type Claim =
  | { outcome: 'claimed'; shelf: Shelf }
  | { outcome: 'absent' }
  | { outcome: 'refused' | 'no_version'; status: ShelfStatus };

/** What of a shelf is known of one PDF or one tree alone: a run that begins knows nothing of it yet. */
const UNKNOWN = {
  ...NO_DRAFT,
  ...AT_REST,
  pageCount: null,
  errorMessage: null,
  failedAtStep: null,
} satisfies Partial<Shelf>;

type Change = Partial<Pick<Shelf, keyof typeof UNKNOWN | 'status' | 'uploadId' | 'versionSource'>> &
  Partial<Pick<Shelf, 'originalFileName' | 'mimeType'>>;

/** A claim on a shelf for which `action` is open. `change` says what it becomes; null when it has no version for it. */
async function claim(
  manager: EntityManager,
  action: 'upload' | 'retry' | 'restore',
  { accountId, publicId, requestId }: ClaimKey,
  change: (shelf: Shelf, tx: EntityManager) => Promise<Change | null>,
): Promise<Claim> {
  return manager.transaction(async (tx) => {
    const shelf = await tx.findOne(Shelf, {
      where: { accountId, publicId, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!shelf) return { outcome: 'absent' };
    const { id, run, status } = shelf;
    if (!isOpen(action, status)) return { outcome: 'refused', status };
    const changed = await change(shelf, tx);
    if (!changed) return { outcome: 'no_version', status };
    await tx.update(Shelf, { id }, { ...UNKNOWN, ...changed, requestId, run: run + 1 });
    await removeDrafts(tx, id);
    await releaseUploads(tx, id);
    return { outcome: 'claimed', shelf: await tx.findOneByOrFail(Shelf, { id }) };
  });
}

/**
 * Claims a shelf for a new PDF, whose upload is committed with it, both or neither. Throws UploadGoneError when the
 * upload was given up in the meantime.
 */
export async function claimUpload(
  manager: EntityManager,
  { uploadId, stored, ...key }: ClaimKey & { uploadId: string; stored: StoredObject },
): Promise<Claim> {
  return claim(manager, 'upload', key, async (shelf, tx) => {
    const upload = await tx.findOneBy(Upload, { id: uploadId, accountId: key.accountId });
    if (!upload) throw new UploadGoneError(`upload ${uploadId} does not exist`);
    await commitUpload(tx, { uploadId, shelfId: shelf.id, ...stored });
    const { fileName: originalFileName, mimeType } = upload;
    return { status: 'uploading', uploadId, originalFileName, mimeType, versionSource: 'upload' };
  });
}

/** Claims a failed shelf to start over with the PDF that failed. */
export async function claimRetry(manager: EntityManager, key: ClaimKey): Promise<Claim> {
  return claim(manager, 'retry', key, async () => ({ status: 'uploading' }));
}

/**
 * Takes a failed shelf back to its current version, with everything that belongs to it and the event that says so. No run
 * works for this number: it only keeps the failed run from writing, however late.
 */
export async function claimRestore(
  manager: EntityManager,
  key: ClaimKey,
): Promise<{ claim: Claim; deliveries: NewDelivery[] }> {
  return manager.transaction(async (tx) => {
    const restored = await takeBack(tx, key);
    if (restored.outcome !== 'claimed') return { claim: restored, deliveries: [] };
    return { claim: restored, deliveries: await recordShelfEvent(tx, 'shelf.ready', restored.shelf) };
  });
}

function takeBack(manager: EntityManager, key: ClaimKey): Promise<Claim> {
  return claim(manager, 'restore', key, async ({ currentVersionId }, tx) => {
    if (currentVersionId === null) return null;
    const version = await tx.findOneByOrFail(Version, { id: currentVersionId });
    const upload = await tx.findOneByOrFail(Upload, { id: version.uploadId });
    const { quality, audit } = version.outcome;
    return {
      status: 'ready',
      uploadId: upload.id,
      originalFileName: upload.fileName,
      mimeType: upload.mimeType,
      pageCount: version.pageCount,
      storageSizeBytes: version.storageSizeBytes,
      qualityTier: quality.tier,
      qualityGranularity: quality.granularity,
      qualityFallbackApplied: quality.fallbackApplied,
      auditStatus: audit.status,
      auditSummary: audit.summary,
      auditFindings: audit.findings,
      repairAttempts: audit.repairAttempts,
    };
  });
}
