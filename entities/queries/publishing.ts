import type { EntityManager } from 'typeorm';
import { Shelf } from '../shelf.js';
import { storableJson, storableText } from '../storable.js';
import { Version, type VersionOutcome } from '../version.js';
import { findRunDeliveries, recordShelfEvent } from './events.js';
import { isProcessing, lockRun, type RunKey } from './runs.js';

export interface ManifestFile {
  path: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** A tree whose objects and archive are all in the store. */
export interface FinishedTree {
  /** `ver_` id, made by the workflow: the same at every repeat. */
  publicId: string;
  /** Of its files' object keys, with a slash at the end. */
  prefix: string;
  pageCount: number;
  /** In the order of the listing. */
  files: ManifestFile[];
  archive: { key: string; sha256: string; sizeBytes: number; builtAt: Date };
}

export interface Publication extends RunKey, VersionOutcome {
  version: FinishedTree;
}

export type PublicationResult =
  | { outcome: 'published'; versionNumber: number; deliveryIds: string[] }
  | { outcome: 'superseded' };

function sizeOf(files: ManifestFile[]): number {
  return files.reduce((sum, file) => sum + file.sizeBytes, 0);
}

/** Inserts a version with its manifest and, as the last step, gives it its number: from then on it is immutable. */
async function insertVersion(
  manager: EntityManager,
  shelf: Shelf,
  { version: tree, quality, audit }: Publication,
): Promise<Version> {
  const { publicId, prefix, pageCount, files, archive } = tree;
  const outcome = storableJson({ quality, audit });
  const made = await manager.insert(Version, {
    publicId,
    shelfId: shelf.id,
    source: shelf.versionSource,
    uploadId: shelf.uploadId,
    run: shelf.run,
    outcome,
    prefix,
    fileCount: files.length,
    pageCount,
    storageSizeBytes: sizeOf(files),
    archiveKey: archive.key,
    archiveSha256: archive.sha256,
    archiveSizeBytes: archive.sizeBytes,
    archiveBuiltAt: archive.builtAt,
  });
  const id = made.identifiers[0]?.['id'] as string;
  await manager.query(
    `INSERT INTO version_files (version_id, path, position, size_bytes, sha256)
     SELECT $1, path, ordinality - 1, size_bytes, sha256
     FROM unnest($2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY AS file (path, size_bytes, sha256)`,
    [id, files.map((file) => file.path), files.map((file) => file.sizeBytes), files.map((file) => file.sha256)],
  );
  // The shelf's row is locked, so nobody else numbers a version of it.
  await manager.query(
    `UPDATE versions SET version_number =
       (SELECT coalesce(max(version_number), 0) + 1 FROM versions WHERE shelf_id = $2)
     WHERE id = $1`,
    [id, shelf.id],
  );
  return manager.findOneByOrFail(Version, { id });
}

/**
 * Makes a finished tree the shelf's next version and the shelf ready, with its event, in one transaction. A repeat with
 * the same version answers what the first did and writes nothing.
 */
export async function publishVersion(manager: EntityManager, publication: Publication): Promise<PublicationResult> {
  const { publicId, run, version: tree, quality, audit } = publication;
  return manager.transaction(async (tx) => {
    const shelf = await lockRun(tx, { publicId, run });
    if (!shelf) return { outcome: 'superseded' };
    const before = await tx.findOneBy(Version, { publicId: tree.publicId, shelfId: shelf.id });
    if (before?.versionNumber != null) {
      const deliveryIds = await findRunDeliveries(tx, { shelfId: shelf.id, run, type: 'shelf.ready' });
      return { outcome: 'published', versionNumber: before.versionNumber, deliveryIds };
    }
    if (!isProcessing(shelf.status)) return { outcome: 'superseded' };
    const version = await insertVersion(tx, shelf, publication);
    const versionNumber = version.versionNumber as number;
    const change = {
      status: 'ready',
      pageCount: tree.pageCount,
      storageSizeBytes: version.storageSizeBytes,
      qualityTier: quality.tier,
      qualityGranularity: quality.granularity,
      qualityFallbackApplied: quality.fallbackApplied,
      auditStatus: audit.status,
      auditSummary: storableText(audit.summary),
      auditFindings: storableJson(audit.findings),
      repairAttempts: audit.repairAttempts,
      currentVersionId: version.id,
      currentVersionNumber: versionNumber,
      progressStep: null,
      pagesDone: null,
      progressAt: null,
    } satisfies Partial<Shelf>;
    await tx.update(Shelf, { id: shelf.id }, change);
    const deliveryIds = await recordShelfEvent(tx, 'shelf.ready', Object.assign(shelf, change));
    return { outcome: 'published', versionNumber, deliveryIds };
  });
}
