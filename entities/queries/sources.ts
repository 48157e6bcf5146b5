/** The source PDFs that readers of a shelf may have. */
import type { EntityManager } from 'typeorm';
import { Upload } from '../upload.js';
import { Shelf } from '../shelf.js';
import { findCurrentVersion, findNumberedVersion, type CurrentVersion, type ShelfKey } from './versions.js';

export type SourceUpload = Pick<Upload, 'objectKey' | 'sizeBytes' | 'sha256'>;

/** `upload` is null when there is no such version, or when the shelf is being processed. */
export interface FoundSource extends CurrentVersion {
  upload: SourceUpload | null;
}

/** The PDF of the version that readers see; of a shelf that has failed, the PDF that failed. Null: no such shelf. */
export async function findCurrentSource(manager: EntityManager, key: ShelfKey): Promise<FoundSource | null> {
  const found = await findCurrentVersion(manager, key);
  if (!found) return null;
  if (found.shelf.status !== 'failed') return withUpload(manager, found, found.version?.uploadId);
  const failed = await manager.findOne(Shelf, { select: { uploadId: true }, where: { id: found.shelf.id } });
  return withUpload(manager, found, failed?.uploadId);
}

/** The PDF of a numbered version. Null: no such shelf. */
export async function findNumberedSource(
  manager: EntityManager,
  key: ShelfKey & { versionNumber: number },
): Promise<FoundSource | null> {
  const found = await findNumberedVersion(manager, key);
  return found && withUpload(manager, found, found.version?.uploadId);
}

async function withUpload(
  manager: EntityManager,
  found: CurrentVersion,
  uploadId: string | undefined,
): Promise<FoundSource> {
  const upload = uploadId === undefined ? null : await manager.findOneBy(Upload, { id: uploadId });
  return { ...found, upload };
}

/** Where a version's PDF is, and whose it is; null when the version or its shelf is gone. */
export async function findVersionSource(
  manager: EntityManager,
  versionPublicId: string,
): Promise<{ accountPublicId: string; shelfPublicId: string; objectKey: string } | null> {
  const [found] = await manager.query<{ accountPublicId: string; shelfPublicId: string; objectKey: string }[]>(
    `SELECT accounts.public_id AS "accountPublicId", shelves.public_id AS "shelfPublicId", uploads.object_key AS "objectKey"
     FROM versions JOIN shelves ON shelves.id = versions.shelf_id JOIN accounts ON accounts.id = shelves.account_id
       JOIN uploads ON uploads.id = versions.upload_id
     WHERE versions.public_id = $1 AND shelves.deleted_at IS NULL`,
    [versionPublicId],
  );
  return found ?? null;
}
