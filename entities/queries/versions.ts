import { In, IsNull, Not, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { Shelf } from '../shelf.js';
import { VersionFile } from '../version-file.js';
import { Version } from '../version.js';
import { batchLoader } from './batch-loader.js';

/** The largest number of PostgreSQL's type integer. */
const MAX_INTEGER = 2 ** 31 - 1;

/** The fields of a shelf that a read of its content needs. */
export type ShelfHead = Pick<Shelf, 'id' | 'publicId' | 'name' | 'status'>;

/** `version` is null if there is none to read. */
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

/** The version that readers see: the current one in `ready`, the draft in `review`. */
const CURRENT = `version.id = CASE shelf.status WHEN 'ready' THEN shelf.currentVersionId WHEN 'review' THEN shelf.draftVersionId END`;
/** A numbered version, so never a draft. */
const NUMBERED = 'version.shelfId = shelf.id AND version.versionNumber = :versionNumber';

/** Shelves that are not deleted, each with one of its versions; the owner is not checked. */
function withVersions(
  manager: EntityManager,
  shelfPublicIds: string[],
  which: typeof CURRENT | typeof NUMBERED,
): SelectQueryBuilder<Shelf> {
  return manager
    .createQueryBuilder(Shelf, 'shelf')
    .select(['shelf.id', 'shelf.publicId', 'shelf.accountId', 'shelf.name', 'shelf.status'])
    .leftJoinAndMapOne('shelf.version', Version, 'version', which)
    .where('shelf.publicId = ANY(:shelfPublicIds) AND shelf.deletedAt IS NULL', { shelfPublicIds });
}

type WithVersion = Shelf & { version: Version | null };

function ofAccount(found: WithVersion | null | undefined, key: ShelfKey): CurrentVersion | null {
  if (found?.accountId !== key.accountId) return null;
  const { version, accountId: _owner, ...shelf } = found;
  return { shelf, version };
}

/** The shelf and the version that its readers see; null when there is no such shelf. */
export const findCurrentVersion = batchLoader(
  async (manager: EntityManager, keys: ShelfKey[]): Promise<(CurrentVersion | null)[]> => {
    const publicIds = [...new Set(keys.map(({ shelfPublicId }) => shelfPublicId))];
    const rows = (await withVersions(manager, publicIds, CURRENT).getMany()) as WithVersion[];
    const found = new Map(rows.map((row) => [row.publicId, row]));
    return keys.map((key) => ofAccount(found.get(key.shelfPublicId), key));
  },
);

/** One entry of a version's manifest; null when the version has no such file. */
const findVersionFile = batchLoader(
  async (manager: EntityManager, keys: { versionId: string; path: string }[]): Promise<(VersionFile | null)[]> => {
    const rows = await manager.query<VersionFile[]>(
      `SELECT version_id AS "versionId", path, position, size_bytes AS "sizeBytes", sha256 FROM version_files
       WHERE (version_id, path) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
      [keys.map(({ versionId }) => versionId), keys.map(({ path }) => path)],
    );
    const found = new Map(rows.map((file) => [`${file.versionId}/${file.path}`, file]));
    return keys.map(({ versionId, path }) => found.get(`${versionId}/${path}`) ?? null);
  },
);

async function withFile(
  manager: EntityManager,
  found: CurrentVersion | null,
  path: string,
): Promise<CurrentFile | null> {
  if (!found) return null;
  const file = found.version && (await findVersionFile(manager, { versionId: found.version.id, path }));
  return { ...found, file };
}

/** The shelf, the version that its readers see and one file's manifest entry; null when there is no such shelf. */
export async function findCurrentFile(
  manager: EntityManager,
  { path, ...key }: ShelfKey & { path: string },
): Promise<CurrentFile | null> {
  return withFile(manager, await findCurrentVersion(manager, key), path);
}

/** A shelf of an account and a version number, which need not exist. */
export interface VersionKey extends ShelfKey {
  versionNumber: number;
}

/** The shelf and its version with a number, whatever the status; null when there is no such shelf. */
export async function findNumberedVersion(
  manager: EntityManager,
  { versionNumber, ...key }: VersionKey,
): Promise<CurrentVersion | null> {
  const query = withVersions(manager, [key.shelfPublicId], NUMBERED);
  const found = await query.setParameters({ versionNumber: asNumber(versionNumber) }).getOne();
  return ofAccount(found as WithVersion | null, key);
}

/** The same with one file's manifest entry. */
export async function findNumberedFile(
  manager: EntityManager,
  { path, ...key }: VersionKey & { path: string },
): Promise<CurrentFile | null> {
  return withFile(manager, await findNumberedVersion(manager, key), path);
}

/** Maps numbers that no version has to 0: PostgreSQL refuses to compare a number outside its integers. */
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

/** The paths of a version's manifest in the order of the listing. */
export const listVersionPaths = batchLoader(
  async (manager: EntityManager, versionIds: string[]): Promise<string[][]> => {
    const rows = await manager.query<{ versionId: string; paths: string[] }[]>(
      `SELECT version_id AS "versionId", array_agg(path ORDER BY position) AS paths FROM version_files
     WHERE version_id = ANY($1) GROUP BY version_id`,
      [[...new Set(versionIds)]],
    );
    const found = new Map(rows.map(({ versionId, paths }) => [versionId, paths]));
    return versionIds.map((versionId) => found.get(versionId) ?? []);
  },
);

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

/** The files that differ between two versions, by path in code point order. Null is the empty tree. */
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

/** The versions of a shelf with these numbers, as far as they exist. */
export async function findVersions(
  manager: EntityManager,
  { shelfId, versionNumbers }: { shelfId: string; versionNumbers: number[] },
): Promise<Version[]> {
  return manager.findBy(Version, { shelfId, versionNumber: In(versionNumbers.map(asNumber)) });
}
