import { IsNull, Not, type EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { Version } from '../version.js';
import { removeSome } from './purge.js';

/** Versions per statement: their manifests have thousands of files each. */
const VERSIONS_PER_STATEMENT = 20;

export interface DeletedShelf {
  /** Number of the claim that deleted it; the run before it was superseded. */
  run: number;
  /** `usr_` id of the owner: the shelf's object keys begin with it. */
  accountPublicId: string;
  /** Object keys of its source PDFs. */
  uploadKeys: string[];
}

/** What a deletion has to remove; null when the shelf is not marked as deleted, or its rows are gone. */
export async function findDeletedShelf(manager: EntityManager, publicId: string): Promise<DeletedShelf | null> {
  const found = await manager
    .createQueryBuilder(Shelf, 'shelf')
    .innerJoinAndMapOne('shelf.account', Account, 'account', 'account.id = shelf.accountId')
    .where('shelf.publicId = :publicId AND shelf.deletedAt IS NOT NULL', { publicId })
    .getOne();
  if (!found) return null;
  const { account, ...shelf } = found as Shelf & { account: Account };
  const uploads = await manager.findBy(Upload, { shelfId: shelf.id });
  return { run: shelf.run, accountPublicId: account.publicId, uploadKeys: uploads.map((upload) => upload.objectKey) };
}

/**
 * Removes a deleted shelf's rows: versions, manifests and uploads; events stay for their deliveries. Versions are removed
 * in batches, because those of a large book with a long history take longer than a statement may. Idempotent: call it
 * again after a failure.
 */
export async function removeDeletedShelf(
  manager: EntityManager,
  publicId: string,
  signal?: AbortSignal,
): Promise<void> {
  const shelf = await manager.findOneBy(Shelf, { publicId, deletedAt: Not(IsNull()) });
  if (!shelf) return;
  // the shelf's row refers to its current version and its draft: those two are removed with it
  const where = 'shelf_id = :id AND id IS DISTINCT FROM :current AND id IS DISTINCT FROM :draft';
  const parameters = { id: shelf.id, current: shelf.currentVersionId, draft: shelf.draftVersionId };
  let removed: number;
  do {
    signal?.throwIfAborted();
    removed = await removeSome(manager, Version, { where, parameters, limit: VERSIONS_PER_STATEMENT });
  } while (removed === VERSIONS_PER_STATEMENT);
  await manager.delete(Shelf, { id: shelf.id });
}
