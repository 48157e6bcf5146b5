import type { EntityManager } from 'typeorm';
import { PROCESSING_STEPS, type ShelfStatus } from '../../contract/vocabulary.js';
import { hasOpenRun, oneOf } from '../checks.js';
import { Mail } from '../mail.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { Version } from '../version.js';

/** A batch of rows, of shelves in the order of their public id; the next batch starts `after` the last one. */
export interface ShelfBatch {
  untouchedSeconds: number;
  after: string | null;
  limit: number;
}

export interface OpenShelf {
  publicId: string;
  run: number;
  status: ShelfStatus;
  requestId: string | null;
}

/** Shelves that need an open run: which of them. */
export type OpenKind = 'processing' | 'review';

const OF_KIND: Record<OpenKind, readonly ShelfStatus[]> = { processing: PROCESSING_STEPS, review: ['review'] };

/** Shelves in processing or in review (or only those `of` one kind) that have not changed for a while. */
export async function findUntouchedShelves(
  manager: EntityManager,
  { untouchedSeconds, after, limit, of }: ShelfBatch & { of?: OpenKind | undefined },
): Promise<OpenShelf[]> {
  return (
    manager
      .createQueryBuilder(Shelf, 'shelf')
      .select(['shelf.id', 'shelf.publicId', 'shelf.run', 'shelf.status', 'shelf.requestId'])
      // the same expression as in the partial index
      .where(`shelf.deletedAt IS NULL AND ${hasOpenRun('shelf.status')}`)
      .andWhere(of ? oneOf('shelf.status', OF_KIND[of]) : 'true')
      .andWhere('shelf.updatedAt < now() - make_interval(secs => :untouchedSeconds)', { untouchedSeconds })
      .andWhere('shelf.publicId > :after', { after: after ?? '' })
      .orderBy('shelf.publicId')
      .limit(limit)
      .getMany()
  );
}

/** Deleted shelves whose rows are still there: each must have its delete workflow. */
export async function findDeletedShelves(
  manager: EntityManager,
  { untouchedSeconds, after, limit }: ShelfBatch,
): Promise<{ publicId: string; run: number }[]> {
  return manager
    .createQueryBuilder(Shelf, 'shelf')
    .select(['shelf.id', 'shelf.publicId', 'shelf.run'])
    .where('shelf.deletedAt < now() - make_interval(secs => :untouchedSeconds)', { untouchedSeconds })
    .andWhere('shelf.publicId > :after', { after: after ?? '' })
    .orderBy('shelf.publicId')
    .limit(limit)
    .getMany();
}

/** Unsent mails that have not expired, oldest first; none `after` a mail that is gone. */
export async function findPendingMails(
  manager: EntityManager,
  { untouchedSeconds, after, limit }: ShelfBatch,
): Promise<string[]> {
  const mails = await manager
    .createQueryBuilder(Mail, 'mail')
    .select('mail.id')
    .where('mail.sentAt IS NULL AND mail.expiresAt > now()')
    .andWhere('mail.createdAt < now() - make_interval(secs => :untouchedSeconds)', { untouchedSeconds })
    .andWhere(
      after === null
        ? 'true'
        : '(mail.createdAt, mail.id) > (SELECT last.created_at, last.id FROM mails last WHERE last.id = :after)',
      { after },
    )
    .orderBy('mail.createdAt')
    .addOrderBy('mail.id')
    .limit(limit)
    .getMany();
  return mails.map((mail) => mail.id);
}

/** The state of a shelf, by which runs and objects are compared with it. */
export interface ShelfState {
  publicId: string;
  run: number;
  status: ShelfStatus;
  deleted: boolean;
  /** `usr_` id of the owner: the shelf's object keys begin with it. */
  accountPublicId: string;
}

/** The states of shelves by public id, including deleted ones; those without a row are missing. */
export async function findShelfStates(manager: EntityManager, publicIds: string[]): Promise<Map<string, ShelfState>> {
  const rows = await manager.query<ShelfState[]>(
    `SELECT shelf.public_id AS "publicId", shelf.run, shelf.status, shelf.deleted_at IS NOT NULL AS deleted,
            account.public_id AS "accountPublicId"
     FROM shelves shelf JOIN accounts account ON account.id = shelf.account_id
     WHERE shelf.public_id = ANY ($1)`,
    [publicIds],
  );
  return new Map(rows.map((row) => [row.publicId, row]));
}

/** Which of these versions have a row. */
export async function filterKnownVersions(manager: EntityManager, publicIds: string[]): Promise<Set<string>> {
  const rows = await manager
    .createQueryBuilder(Version, 'version')
    .select(['version.id', 'version.publicId'])
    .where('version.publicId = ANY (:publicIds)', { publicIds })
    .getMany();
  return new Set(rows.map((row) => row.publicId));
}

/** Which of these uploaded objects have a row. */
export async function filterKnownUploads(manager: EntityManager, objectKeys: string[]): Promise<Set<string>> {
  const rows = await manager
    .createQueryBuilder(Upload, 'upload')
    .select(['upload.id', 'upload.objectKey'])
    .where('upload.objectKey = ANY (:objectKeys)', { objectKeys })
    .getMany();
  return new Set(rows.map((row) => row.objectKey));
}
