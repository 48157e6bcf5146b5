/** The claims of the api: each changes a shelf under the lock of its row and takes the next run number. */
import { IsNull, type EntityManager } from 'typeorm';
import { isOpen, type ShelfStatus, type Template } from '../../contract/vocabulary.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { Version } from '../version.js';
import { recordShelfEvent, type NewDelivery } from './events.js';
import { insertRepeated, numberVersion } from './publishing.js';
import { AT_REST, NO_DRAFT, removeDrafts } from './runs.js';
import { commitUpload, releaseUploads, UploadGoneError, type StoredObject } from './uploads.js';
import { findVersions } from './versions.js';

export interface ClaimKey {
  accountId: string;
  publicId: string;
  requestId: string | null;
}

/** There is no version to restore, or it is the current one. */
type NotRestored = 'no_version' | 'is_current';

/** `refused`: the status does not allow it. */
export type Claim =
  | { outcome: 'claimed'; shelf: Shelf }
  | { outcome: 'absent' }
  | { outcome: 'refused' | NotRestored; status: ShelfStatus };

/** The fields that belong to one PDF or one tree: unknown when a run starts. */
const UNKNOWN = {
  ...NO_DRAFT,
  ...AT_REST,
  pageCount: null,
  errorMessage: null,
  failedAtStep: null,
} satisfies Partial<Shelf>;

type Change = Partial<Pick<Shelf, keyof typeof UNKNOWN | 'status' | 'uploadId' | 'versionSource'>> &
  Partial<Pick<Shelf, 'originalFileName' | 'mimeType' | 'template' | 'currentVersionId' | 'currentVersionNumber'>>;

/** Claims a shelf whose status allows `action`. `change` returns its new fields, or why there is nothing to restore. */
async function claim(
  manager: EntityManager,
  action: 'upload' | 'retry' | 'restore' | 'restoreVersion',
  { accountId, publicId, requestId }: ClaimKey,
  change: (shelf: Shelf, tx: EntityManager) => Promise<Change | NotRestored>,
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
    if (typeof changed === 'string') return { outcome: changed, status };
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

/** What a shelf's restores may make of it: they are small requests for rows as many as its files, which no quota counts. */
const RESTORES_PER_DAY = 20;

/** The shelf was restored to earlier versions too often of late. */
export class RestoresError extends Error {
  override readonly name = 'RestoresError';
  constructor(
    readonly max: number,
    readonly waitSeconds: number,
  ) {
    super(`${max} versions were restored within a day`);
  }
}

/** Throws RestoresError. The shelf's row must be locked. */
async function requireFewRestores(tx: EntityManager, shelfId: string): Promise<void> {
  const [tooMany] = await tx.query<{ seconds: number }[]>(
    `SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::int AS seconds FROM versions
     WHERE shelf_id = $1 AND source = 'restore' AND created_at > now() - interval '1 day'
     ORDER BY created_at DESC OFFSET $2 LIMIT 1`,
    [shelfId, RESTORES_PER_DAY - 1],
  );
  if (tooMany) throw new RestoresError(RESTORES_PER_DAY, Math.max(1, tooMany.seconds));
}

interface Restored {
  claim: Claim;
  deliveries: NewDelivery[];
}

/**
 * Restores a failed shelf to its current version, with all fields that belong to that, and records the event. There is no
 * run for this number: it only fences off the failed run.
 */
export async function claimRestore(manager: EntityManager, key: ClaimKey): Promise<Restored> {
  return readyAgain(manager, (tx) =>
    claim(tx, 'restore', key, async ({ currentVersionId }) => {
      if (currentVersionId === null) return 'no_version';
      return fieldsOf(tx, await tx.findOneByOrFail(Version, { id: currentVersionId }));
    }),
  );
}

/**
 * Publishes an earlier version again, as the shelf's next one, and records the event. Nothing is stored for it: the new
 * version shares the objects of the earlier one, which are removed with the shelf only. Again there is no run. Throws
 * RestoresError.
 */
export async function claimVersionRestore(
  manager: EntityManager,
  { versionNumber, ...key }: ClaimKey & { versionNumber: number },
): Promise<Restored> {
  return readyAgain(manager, (tx) =>
    claim(tx, 'restoreVersion', key, async ({ id: shelfId, run, currentVersionId }) => {
      const [version] = await findVersions(tx, { shelfId, versionNumbers: [versionNumber] });
      if (!version) return 'no_version';
      const current = await tx.findOneByOrFail(Version, { id: currentVersionId as string });
      if (current.archiveKey === version.archiveKey) return 'is_current';
      await requireFewRestores(tx, shelfId);
      const made = await insertRepeated(tx, { id: shelfId, run: run + 1 }, version);
      const currentVersionNumber = await numberVersion(tx, made);
      return { ...(await fieldsOf(tx, made)), currentVersionId: made.id, currentVersionNumber };
    }),
  );
}

/** Records that a shelf is ready in the transaction of the claim that has made it so. */
async function readyAgain(manager: EntityManager, restore: (tx: EntityManager) => Promise<Claim>): Promise<Restored> {
  return manager.transaction(async (tx) => {
    const restored = await restore(tx);
    if (restored.outcome !== 'claimed') return { claim: restored, deliveries: [] };
    return { claim: restored, deliveries: await recordShelfEvent(tx, 'shelf.ready', restored.shelf) };
  });
}

/** The fields of a ready shelf that belong to its version. */
async function fieldsOf(tx: EntityManager, version: Version): Promise<Change> {
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
}
