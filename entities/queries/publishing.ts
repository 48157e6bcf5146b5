import type { EntityManager } from 'typeorm';
import { newPublicId } from '../ids.js';
import { Shelf } from '../shelf.js';
import { storableJson, storableText } from '../storable.js';
import { Version, type VersionOutcome } from '../version.js';
import { findRunDeliveries, recordShelfEvent, type NewDelivery } from './events.js';
import { AT_REST, isProcessing, lockRun, type RunKey } from './runs.js';

export interface ManifestFile {
  path: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** A tree whose objects and archive are stored. */
export interface FinishedTree {
  /** `ver_` id, made by the workflow: the same in every retry. */
  publicId: string;
  /** Prefix of its files' object keys, with a slash at the end. */
  prefix: string;
  pageCount: number;
  /** In the order of the listing. */
  files: ManifestFile[];
  archive: { key: string; sha256: string; sizeBytes: number; builtAt: Date };
}

export interface Publication extends RunKey, VersionOutcome {
  version: FinishedTree;
  /** The release of the engine that made the tree; null if its worker did not report it, as in releases up to 0.5.0. */
  engineVersion: string | null;
  /** How many drafts had been discarded when the run began to make this tree. */
  draftsGivenUp: number;
}

/** `versionNumber` is null when the tree was published as a draft. */
export type PublicationResult =
  | { outcome: 'published'; versionNumber: number | null; deliveries: NewDelivery[] }
  | { outcome: 'superseded' };

function sizeOf(files: ManifestFile[]): number {
  return files.reduce((sum, file) => sum + file.sizeBytes, 0);
}

type NewVersion = Pick<Version, 'uploadId' | 'source' | 'outcome' | 'engineVersion'>;

/** Inserts a version with its manifest, as a draft: without a number. */
export async function insertDraft(
  manager: EntityManager,
  shelf: Pick<Shelf, 'id' | 'run'>,
  { version: tree, ...fields }: NewVersion & { version: FinishedTree },
): Promise<Version> {
  const { publicId, prefix, pageCount, files, archive } = tree;
  const made = await manager.insert(Version, {
    ...fields,
    publicId,
    shelfId: shelf.id,
    run: shelf.run,
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
  return manager.findOneByOrFail(Version, { id });
}

/** Inserts a version with the content, the objects and the manifest of a numbered one, as a draft. */
export async function insertRepeated(
  manager: EntityManager,
  { id: shelfId, run }: Pick<Shelf, 'id' | 'run'>,
  { id: repeatedId, versionNumber: restoredFrom, createdAt: _then, ...fields }: Version,
): Promise<Version> {
  const own = {
    publicId: newPublicId('ver'),
    shelfId,
    run,
    versionNumber: null,
    source: 'restore',
    restoredFrom,
  } as const;
  const made = await manager.insert(Version, { ...fields, ...own });
  const id = made.identifiers[0]?.['id'] as string;
  await manager.query(
    `INSERT INTO version_files (version_id, path, position, size_bytes, sha256)
     SELECT $1, path, position, size_bytes, sha256 FROM version_files WHERE version_id = $2`,
    [id, repeatedId],
  );
  return manager.findOneByOrFail(Version, { id });
}

/** Gives a draft the shelf's next number, which makes it immutable. The shelf's row must be locked. */
export async function numberVersion(manager: EntityManager, { id, shelfId }: Version): Promise<number> {
  await manager.query(
    `UPDATE versions SET version_number =
       (SELECT coalesce(max(version_number), 0) + 1 FROM versions WHERE shelf_id = $2)
     WHERE id = $1`,
    [id, shelfId],
  );
  return (await manager.findOneByOrFail(Version, { id })).versionNumber as number;
}

/**
 * Publishes a finished tree as the shelf's next version, or as a draft if the shelf is reviewed, moves the shelf to `ready`
 * or `review` and records the event, in one transaction. A retry with the same version returns the same result and writes
 * nothing; one that comes after its draft was discarded is superseded.
 */
export async function publishVersion(manager: EntityManager, publication: Publication): Promise<PublicationResult> {
  const { publicId, run, version: tree, engineVersion, draftsGivenUp, quality, audit } = publication;
  return manager.transaction(async (tx) => {
    const shelf = await lockRun(tx, { publicId, run });
    if (!shelf) return { outcome: 'superseded' };
    const [status, event] = shelf.reviewMode
      ? (['review', 'shelf.review'] as const)
      : (['ready', 'shelf.ready'] as const);
    const before = await tx.findOneBy(Version, { publicId: tree.publicId, shelfId: shelf.id });
    if (before && (before.versionNumber !== null || before.id === shelf.draftVersionId)) {
      const deliveries = await findRunDeliveries(tx, { shelfId: shelf.id, run, type: event });
      return { outcome: 'published', versionNumber: before.versionNumber, deliveries };
    }
    if (!isProcessing(shelf.status) || shelf.draftsGivenUp !== draftsGivenUp) return { outcome: 'superseded' };
    const { uploadId, versionSource: source } = shelf;
    const outcome = storableJson({ quality, audit });
    const version = await insertDraft(tx, shelf, { version: tree, uploadId, source, outcome, engineVersion });
    const versionNumber = shelf.reviewMode ? null : await numberVersion(tx, version);
    const change = {
      status,
      pageCount: tree.pageCount,
      storageSizeBytes: version.storageSizeBytes,
      qualityTier: quality.tier,
      qualityGranularity: quality.granularity,
      qualityFallbackApplied: quality.fallbackApplied,
      auditStatus: audit.status,
      auditSummary: storableText(audit.summary),
      auditFindings: storableJson(audit.findings),
      repairAttempts: audit.repairAttempts,
      ...(versionNumber === null
        ? { draftVersionId: version.id }
        : { currentVersionId: version.id, currentVersionNumber: versionNumber }),
      ...AT_REST,
    } satisfies Partial<Shelf>;
    await tx.update(Shelf, { id: shelf.id }, change);
    const deliveries = await recordShelfEvent(tx, event, Object.assign(shelf, change));
    return { outcome: 'published', versionNumber, deliveries };
  });
}
