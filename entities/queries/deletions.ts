import type { EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';

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

/** Removes a deleted shelf's rows: versions, manifests and uploads go with it; events stay for their deliveries. */
export async function removeDeletedShelf(manager: EntityManager, publicId: string): Promise<void> {
  await manager
    .createQueryBuilder()
    .delete()
    .from(Shelf)
    .where('public_id = :publicId AND deleted_at IS NOT NULL', { publicId })
    .execute();
}
