import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { Shelf } from '../shelf.js';
import { VersionFile } from '../version-file.js';
import { Version } from '../version.js';

/** What a read of content needs of a shelf. */
export type ShelfHead = Pick<Shelf, 'id' | 'publicId' | 'name' | 'status'>;

/** `version` is null in a status whose content cannot be read. */
export interface CurrentVersion {
  shelf: ShelfHead;
  version: Version | null;
}

/** `file` is null when the version has none at the path. */
export interface CurrentFile extends CurrentVersion {
  file: VersionFile | null;
}

/** A shelf of an account. */
export interface ShelfKey {
  /** UUID of the account's row. */
  accountId: string;
  shelfPublicId: string;
}

/** A shelf with the version that its readers see: the current one in `ready`, the draft in `review`. */
function currentVersion(manager: EntityManager, { accountId, shelfPublicId }: ShelfKey): SelectQueryBuilder<Shelf> {
  return manager
    .createQueryBuilder(Shelf, 'shelf')
    .select(['shelf.id', 'shelf.publicId', 'shelf.name', 'shelf.status'])
    .leftJoinAndMapOne(
      'shelf.version',
      Version,
      'version',
      `version.id = CASE shelf.status WHEN 'ready' THEN shelf.currentVersionId WHEN 'review' THEN shelf.draftVersionId END`,
    )
    .where('shelf.accountId = :accountId AND shelf.publicId = :shelfPublicId AND shelf.deletedAt IS NULL', {
      accountId,
      shelfPublicId,
    });
}

/** The shelf and the version its readers see, in one query; null when there is no such shelf. */
export async function findCurrentVersion(manager: EntityManager, key: ShelfKey): Promise<CurrentVersion | null> {
  const found = await currentVersion(manager, key).getOne();
  if (!found) return null;
  const { version, ...shelf } = found as Shelf & { version: Version | null };
  return { shelf, version };
}

/** The shelf, the version its readers see and one file's manifest line, in one query; null when there is no such shelf. */
export async function findCurrentFile(
  manager: EntityManager,
  { path, ...key }: ShelfKey & { path: string },
): Promise<CurrentFile | null> {
  const found = await currentVersion(manager, key)
    .leftJoinAndMapOne('shelf.file', VersionFile, 'file', 'file.versionId = version.id AND file.path = :path', { path })
    .getOne();
  if (!found) return null;
  const { version, file, ...shelf } = found as Shelf & { version: Version | null; file: VersionFile | null };
  return { shelf, version, file };
}

/** A version's manifest in the order of the listing. */
export async function listVersionFiles(manager: EntityManager, versionId: string): Promise<VersionFile[]> {
  return manager.find(VersionFile, { where: { versionId }, order: { position: 'ASC' } });
}
