import { In, IsNull, type EntityManager } from 'typeorm';
import { Upload } from '../upload.js';

/** The upload was abandoned (its object may be gone), or belongs to a shelf already. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
  readonly code = 'UPLOAD_GONE';
}

/** Records the intent to store a PDF under `objectKey`. To be called before its first byte. */
export async function createUpload(
  manager: EntityManager,
  args: { accountId: string; objectKey: string; fileName: string; mimeType: string },
): Promise<Upload> {
  // a copy, since insert sets the generated id on its argument
  const made = await manager.insert(Upload, { ...args });
  return manager.findOneByOrFail(Upload, { id: made.identifiers[0]?.['id'] as string });
}

export interface StoredObject {
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

interface CommittedUpload {
  uploadId: string;
  shelfId: string;
  /** As in Upload. */
  languages: string | null;
}

/** Commits an upload: the stored PDF becomes the source of a shelf. Throws UploadGoneError. */
export async function commitUpload(
  manager: EntityManager,
  { uploadId, shelfId, sizeBytes, sha256, languages }: StoredObject & CommittedUpload,
): Promise<void> {
  const result = await manager
    .createQueryBuilder()
    .update(Upload)
    .set({ shelfId, sizeBytes, sha256, languages, committedAt: () => 'now()' })
    .where('id = :uploadId AND committed_at IS NULL AND abandoned_at IS NULL', { uploadId })
    .execute();
  if (result.affected !== 1) throw new UploadGoneError(`upload ${uploadId} can no longer be committed`);
}

/** Abandons an upload, so that it can no longer be committed; false when it was committed, or is gone. */
export async function abandonUpload(manager: EntityManager, id: string): Promise<boolean> {
  const result = await manager.update(Upload, { id, committedAt: IsNull() }, { abandonedAt: () => 'now()' });
  return result.affected === 1;
}

/**
 * Abandons the PDFs of a shelf that neither its run nor a version refers to. They will not be needed again: a run uses the
 * shelf's current PDF, and a restore that of a version.
 */
export async function releaseUploads(manager: EntityManager, shelfId: string): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(Upload)
    .set({ committedAt: null, abandonedAt: () => 'now()' })
    .where(
      `shelf_id = :shelfId AND committed_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM shelves WHERE upload_id = uploads.id)
       AND NOT EXISTS (SELECT FROM versions WHERE upload_id = uploads.id)`,
      { shelfId },
    )
    .execute();
}

/** Removes the rows of uploads whose objects are gone, unless they are committed. */
export async function removeUploads(manager: EntityManager, ids: readonly string[]): Promise<void> {
  await manager.delete(Upload, { id: In(ids), committedAt: IsNull() });
}

/**
 * Abandons uploads that have not been committed `olderThanMs` after their start: they can no longer be committed, so their
 * objects may be removed, and then the rows (`removeUploads`). Returns these, and those that were abandoned before and still
 * have a row, `after` an id and in the order of ids.
 */
export async function claimStaleUploads(
  manager: EntityManager,
  { olderThanMs, after = null, limit }: { olderThanMs: number; after?: string | null; limit: number },
): Promise<{ id: string; objectKey: string }[]> {
  const result = await manager
    .createQueryBuilder()
    .update(Upload)
    .set({ abandonedAt: () => 'coalesce(abandoned_at, now())' })
    .where(
      `id IN (
        SELECT id FROM uploads
        WHERE committed_at IS NULL
          AND (abandoned_at IS NOT NULL OR created_at < now() - :olderThanMs * interval '1 millisecond')
          AND (:after::uuid IS NULL OR id > :after)
        ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED
      ) AND committed_at IS NULL`,
      { olderThanMs, after, limit },
    )
    .returning('id, object_key AS "objectKey"')
    .execute();
  const claimed = result.raw as { id: string; objectKey: string }[];
  return claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
