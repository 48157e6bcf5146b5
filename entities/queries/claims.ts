/** The claims of the api: each changes a shelf under the lock of its row and takes the next run number. */
import { IsNull, type EntityManager } from 'typeorm';
import { isOpen, type ShelfStatus, type Template } from '../../contract/vocabulary.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { Version } from '../version.js';
import { recordShelfEvent, type NewDelivery } from './events.js';
import { AT_REST, NO_DRAFT, removeDrafts } from './runs.js';
import { commitUpload, releaseUploads, UploadGoneError, type StoredObject } from './uploads.js';

export interface ClaimKey {
  accountId: string;
  publicId: string;
  requestId: string | null;
}

/** `refused`: the status does not allow it; `no_version`: there is no version to restore. */
export type Claim =
  | { outcome: 'claimed'; shelf: Shelf }
  | { outcome: 'absent' }
  | { outcome: 'refused' | 'no_version'; status: ShelfStatus };

/** The fields that belong to one PDF or one tree: unknown when a run starts. */
const UNKNOWN = {
  ...NO_DRAFT,
  ...AT_REST,
  pageCount: null,
  errorMessage: null,
  failedAtStep: null,
} satisfies Partial<Shelf>;

type Change = Partial<Pick<Shelf, keyof typeof UNKNOWN | 'status' | 'uploadId' | 'versionSource'>> &
  Partial<Pick<Shelf, 'originalFileName' | 'mimeType' | 'template'>>;

/** Claims a shelf whose status allows `action`. `change` returns its new fields; null when it lacks a version for that. */
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

interface NewPdf {
  uploadId: string;
  stored: StoredObject;
  /** As in Upload; null if not given. */
  languages?: string | null;
}

/**
 * Claims a shelf for a new PDF and commits its upload, both or neither. Throws UploadGoneError when the upload was
 * abandoned in the meantime.
 */
export async function claimUpload(
  manager: EntityManager,
  { uploadId, stored, languages = null, ...key }: ClaimKey & NewPdf,
): Promise<Claim> {
  return claim(manager, 'upload', key, async (shelf, tx) => {
    const upload = await tx.findOneBy(Upload, { id: uploadId, accountId: key.accountId });
    if (!upload) throw new UploadGoneError(`upload ${uploadId} does not exist`);
    await commitUpload(tx, { uploadId, shelfId: shelf.id, languages, ...stored });
    const { fileName: originalFileName, mimeType } = upload;
    return { status: 'uploading', uploadId, originalFileName, mimeType, versionSource: 'upload' };
  });
}

/** Claims a failed shelf to start over with the PDF that failed; a `template` becomes the shelf's. */
export async function claimRetry(
  manager: EntityManager,
  { template, ...key }: ClaimKey & { template?: Template | null | undefined },
): Promise<Claim> {
  const chosen = template === undefined ? {} : { template };
  return claim(manager, 'retry', key, async () => ({ status: 'uploading', ...chosen }));
}

/**
 * Restores a failed shelf to its current version, with all fields that belong to that, and records the event. There is no
 * run for this number: it only fences off the failed run.
 */
export async function claimRestore(
  manager: EntityManager,
  key: ClaimKey,
): Promise<{ claim: Claim; deliveries: NewDelivery[] }> {
  return manager.transaction(async (tx) => {
    const restored = await restoreVersion(tx, key);
    if (restored.outcome !== 'claimed') return { claim: restored, deliveries: [] };
    return { claim: restored, deliveries: await recordShelfEvent(tx, 'shelf.ready', restored.shelf) };
  });
}

function restoreVersion(manager: EntityManager, key: ClaimKey): Promise<Claim> {
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
