import { IsNull, Not, type EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { Version } from '../version.js';
import { removeSome } from './purge.js';

/** Versions with their manifests, of thousands of files each. */
const REMOVED_AT_ONCE = 20;

export interface DeletedShelf {
  /** Number of the claim that deleted it; the run before it was superseded. */
  run: number;
  /** `usr_` id of the owner: the shelf's object keys begin with it. */
  accountPublicId: string;
  /** The PDFs it was made of. */
  uploadKeys: string[];
}

/** What a deletion has to remove; null when the shelf's rows are gone already, or it is not deleted. */
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
 * Removes a deleted shelf's rows: versions, manifests and uploads go with it; events stay for their deliveries. Versions
 * go first, bit by bit: at once, those of a large book with a long history take longer than a statement may. Who has
 * found it half done asks again.
 */
export async function removeDeletedShelf(
  manager: EntityManager,
  publicId: string,
  signal?: AbortSignal,
): Promise<void> {
  const shelf = await manager.findOneBy(Shelf, { publicId, deletedAt: Not(IsNull()) });
  if (!shelf) return;
  // the row says where it stands, and in review a draft: those two go with it
  const where = 'shelf_id = :id AND id IS DISTINCT FROM :current AND id IS DISTINCT FROM :draft';
  const parameters = { id: shelf.id, current: shelf.currentVersionId, draft: shelf.draftVersionId };
  let removed: number;
  do {
    signal?.throwIfAborted();
    removed = await removeSome(manager, Version, { where, parameters, limit: REMOVED_AT_ONCE });
  } while (removed === REMOVED_AT_ONCE);
  await manager.delete(Shelf, { id: shelf.id });
}
