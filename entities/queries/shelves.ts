import { In, IsNull, type EntityManager } from 'typeorm';
import type { AcceptancePolicy, Template } from '../../contract/vocabulary.js';
import { newPublicId } from '../ids.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { batchLoader } from './batch-loader.js';
import { commitUpload, UploadGoneError, type StoredObject } from './uploads.js';

export interface NewShelf {
  accountId: string;
  uploadId: string;
  stored: StoredObject;
  /** Of the upload, as there; null if not given. */
  languages?: string | null;
  name: string;
  template: Template | null;
  acceptancePolicy: AcceptancePolicy;
  reviewMode: boolean;
  requestId: string | null;
}

/**
 * Creates a shelf in `uploading` with run 1 for a stored PDF, and commits its upload, both or neither. Throws
 * UploadGoneError when the upload was abandoned in the meantime.
 */
export async function createShelf(
  manager: EntityManager,
  { uploadId, stored, languages = null, ...fields }: NewShelf,
): Promise<Shelf> {
  return manager.transaction(async (tx) => {
    const upload = await tx.findOneBy(Upload, { id: uploadId, accountId: fields.accountId });
    if (!upload) throw new UploadGoneError(`upload ${uploadId} does not exist`);
    const publicId = newPublicId('shf');
    const made = await tx.insert(Shelf, {
      ...fields,
      publicId,
      uploadId,
      originalFileName: upload.fileName,
      mimeType: upload.mimeType,
    });
    const id = made.identifiers[0]?.['id'] as string;
    await commitUpload(tx, { uploadId, shelfId: id, languages, ...stored });
    return tx.findOneByOrFail(Shelf, { id });
  });
}

/** An account's shelf by its public id; deleted ones are not found. */
export const findShelf = batchLoader(
  async (manager: EntityManager, keys: { accountId: string; publicId: string }[]): Promise<(Shelf | null)[]> => {
    const publicIds = [...new Set(keys.map(({ publicId }) => publicId))];
    const shelves = await manager.findBy(Shelf, { publicId: In(publicIds), deletedAt: IsNull() });
    const found = new Map(shelves.map((shelf) => [shelf.publicId, shelf]));
    return keys.map(({ accountId, publicId }) => {
      const shelf = found.get(publicId);
      return shelf?.accountId === accountId ? shelf : null;
    });
  },
);

/** The public id of an account's shelf by its UUID; null when there is no such shelf. */
export async function findPublicId(
  manager: EntityManager,
  { accountId, id }: { accountId: string; id: string },
): Promise<string | null> {
  const found = await manager.findOne(Shelf, {
    select: { publicId: true },
    where: { id, accountId, deletedAt: IsNull() },
  });
  return found?.publicId ?? null;
}

/**
 * Claims a shelf for deletion: it is no longer found, and the new run number fences off the current run. Returns the
 * number of the superseded run; null when there is no such shelf.
 */
export async function claimDelete(
  manager: EntityManager,
  { accountId, publicId }: { accountId: string; publicId: string },
): Promise<{ publicId: string; supersededRun: number } | null> {
  const result = await manager
    .createQueryBuilder()
    .update(Shelf)
    .set({ deletedAt: () => 'now()', run: () => 'run + 1' })
    .where('account_id = :accountId AND public_id = :publicId AND deleted_at IS NULL', { accountId, publicId })
    .returning('run')
    .execute();
  const row = (result.raw as { run: number }[])[0];
  return row ? { publicId, supersededRun: row.run - 1 } : null;
}
