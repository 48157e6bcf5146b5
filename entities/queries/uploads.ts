import { IsNull, type EntityManager } from 'typeorm';
import { Upload } from '../upload.js';

/** The upload was given up (its object may be gone), or belongs to a shelf already. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
  readonly code = 'UPLOAD_GONE';
}

/** Notes that a PDF is about to be stored under `objectKey`. Comes before its first byte. */
export async function createUpload(
  manager: EntityManager,
  args: { accountId: string; objectKey: string; fileName: string; mimeType: string },
): Promise<Upload> {
  // a copy, since insert sets the generated id on what it is given
  const made = await manager.insert(Upload, { ...args });
  return manager.findOneByOrFail(Upload, { id: made.identifiers[0]?.['id'] as string });
}

export interface StoredObject {
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Makes the stored PDF the source of a shelf. Throws UploadGoneError. */
export async function commitUpload(
  manager: EntityManager,
  { uploadId, shelfId, sizeBytes, sha256 }: StoredObject & { uploadId: string; shelfId: string },
): Promise<void> {
  const result = await manager
    .createQueryBuilder()
    .update(Upload)
    .set({ shelfId, sizeBytes, sha256, committedAt: () => 'now()' })
    .where('id = :uploadId AND committed_at IS NULL AND abandoned_at IS NULL', { uploadId })
    .execute();
  if (result.affected !== 1) throw new UploadGoneError(`upload ${uploadId} can no longer be committed`);
}

/** Gives one upload up, so that it can no longer be committed; false when it is committed, or gone, already. */
export async function abandonUpload(manager: EntityManager, id: string): Promise<boolean> {
  const result = await manager.update(Upload, { id, committedAt: IsNull() }, { abandonedAt: () => 'now()' });
  return result.affected === 1;
}

/**
 * Gives up the PDFs of a shelf that neither its run nor a version refers to any more. None will again: a run works on
 * the shelf's own, and a shelf goes back only to that of a version.
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

/** Forgets an upload whose object is gone. A committed one stays. */
export async function removeUpload(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(Upload, { id, committedAt: IsNull() });
}

/**
 * Gives up uploads that have not been committed `olderThanMs` after their start: from now on they cannot be, so their
 * objects may be removed, and then the rows (`removeUpload`). Answers these, and those that were given up before, until
 * that is done, oldest first.
 */
export async function claimStaleUploads(
  manager: EntityManager,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
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
        ORDER BY created_at LIMIT :limit FOR UPDATE SKIP LOCKED
      ) AND committed_at IS NULL`,
      { olderThanMs, limit },
    )
    .returning('id, object_key AS "objectKey"')
    .execute();
  return result.raw as { id: string; objectKey: string }[];
}
