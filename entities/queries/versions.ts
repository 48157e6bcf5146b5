import { In, IsNull, Not, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { Shelf } from '../shelf.js';
import { VersionFile } from '../version-file.js';
import { Version } from '../version.js';

/** The largest number of PostgreSQL's type integer. */
const MAX_INTEGER = 2 ** 31 - 1;

/** What a read of content needs of a shelf. */
export type ShelfHead = Pick<Shelf, 'id' | 'publicId' | 'name' | 'status'>;

/** `version` is null where there is none to be read. */
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

/** The version that readers of a shelf see: the current one in `ready`, the draft in `review`. */
const CURRENT = `version.id = CASE shelf.status WHEN 'ready' THEN shelf.currentVersionId WHEN 'review' THEN shelf.draftVersionId END`;
/** Drafts have no number, and a number is only looked up in a shelf that has it. */
const NUMBERED = 'version.shelfId = shelf.id AND version.versionNumber = :versionNumber';

function withVersion(
  manager: EntityManager,
  { accountId, shelfPublicId }: ShelfKey,
  which: typeof CURRENT | typeof NUMBERED,
): SelectQueryBuilder<Shelf> {
  return manager
    .createQueryBuilder(Shelf, 'shelf')
    .select(['shelf.id', 'shelf.publicId', 'shelf.name', 'shelf.status'])
    .leftJoinAndMapOne('shelf.version', Version, 'version', which)
    .where('shelf.accountId = :accountId AND shelf.publicId = :shelfPublicId AND shelf.deletedAt IS NULL', {
      accountId,
      shelfPublicId,
    });
}

async function oneVersion(query: SelectQueryBuilder<Shelf>): Promise<CurrentVersion | null> {
  const found = await query.getOne();
  if (!found) return null;
  const { version, ...shelf } = found as Shelf & { version: Version | null };
  return { shelf, version };
}

async function oneFile(query: SelectQueryBuilder<Shelf>, path: string): Promise<CurrentFile | null> {
  const found = await query
    .leftJoinAndMapOne('shelf.file', VersionFile, 'file', 'file.versionId = version.id AND file.path = :path', { path })
    .getOne();
  if (!found) return null;
  const { version, file, ...shelf } = found as Shelf & { version: Version | null; file: VersionFile | null };
  return { shelf, version, file };
}

/** The shelf and the version its readers see, in one query; null when there is no such shelf. */
export async function findCurrentVersion(manager: EntityManager, key: ShelfKey): Promise<CurrentVersion | null> {
  return oneVersion(withVersion(manager, key, CURRENT));
}

/** The shelf, the version its readers see and one file's manifest line, in one query; null when there is no such shelf. */
export async function findCurrentFile(
  manager: EntityManager,
  { path, ...key }: ShelfKey & { path: string },
): Promise<CurrentFile | null> {
  return oneFile(withVersion(manager, key, CURRENT), path);
}

/** A shelf of an account and one of its numbers, which need not be there. */
export interface VersionKey extends ShelfKey {
  versionNumber: number;
}

/** The shelf and its version of a number, in one query and whatever the status; null when there is no such shelf. */
export async function findNumberedVersion(
  manager: EntityManager,
  { versionNumber, ...key }: VersionKey,
): Promise<CurrentVersion | null> {
  return oneVersion(withVersion(manager, key, NUMBERED).setParameters({ versionNumber: asNumber(versionNumber) }));
}

/** The same with one file's manifest line. */
export async function findNumberedFile(
  manager: EntityManager,
  { versionNumber, path, ...key }: VersionKey & { path: string },
): Promise<CurrentFile | null> {
  return oneFile(withVersion(manager, key, NUMBERED).setParameters({ versionNumber: asNumber(versionNumber) }), path);
}

/** No version has the number 0, and PostgreSQL refuses to compare what is no integer of its own. */
function asNumber(versionNumber: number): number {
  return versionNumber > 0 && versionNumber <= MAX_INTEGER ? versionNumber : 0;
}

/** A page of a shelf's numbered versions, latest first. `page` counts from 1. */
export async function listVersions(
  manager: EntityManager,
  { shelfId, page, limit }: { shelfId: string; page: number; limit: number },
): Promise<{ versions: Version[]; total: number }> {
  const [versions, total] = await manager.findAndCount(Version, {
    where: { shelfId, versionNumber: Not(IsNull()) },
    order: { versionNumber: 'DESC' },
    skip: (page - 1) * limit,
    take: limit,
  });
  return { versions, total };
}

/** A version's manifest in the order of the listing. */
export async function listVersionFiles(manager: EntityManager, versionId: string): Promise<VersionFile[]> {
  return manager.find(VersionFile, { where: { versionId }, order: { position: 'ASC' } });
}

/** A path whose content differs between two versions; a hash is null where the version has no such file. */
export interface ChangedFile {
  path: string;
  /** Lower-case hex. */
  from: string | null;
  to: string | null;
}

/** What differs between two versions, by path in code point order. Null stands for the empty tree. */
export async function listChangedFiles(
  manager: EntityManager,
  { fromId, toId }: { fromId: string | null; toId: string | null },
): Promise<ChangedFile[]> {
  return manager.query(
    `SELECT path, a.sha256 AS "from", b.sha256 AS "to"
     FROM (SELECT path, sha256 FROM version_files WHERE version_id = $1) a
     FULL JOIN (SELECT path, sha256 FROM version_files WHERE version_id = $2) b USING (path)
     WHERE a.sha256 IS DISTINCT FROM b.sha256 ORDER BY path COLLATE "C"`,
    [fromId, toId],
  );
}

/** Those of the numbers that a shelf has versions of. */
export async function findVersions(
  manager: EntityManager,
  { shelfId, versionNumbers }: { shelfId: string; versionNumbers: number[] },
): Promise<Version[]> {
  return manager.findBy(Version, { shelfId, versionNumber: In(versionNumbers.map(asNumber)) });
}
