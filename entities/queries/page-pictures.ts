/** The pictures of pages that are stored, counted by account, so that no account fills the disk with them. */
import type { EntityManager } from 'typeorm';

/** Pictures of different widths and parts of one page, of one version and of one account. Clients choose all of them. */
const MOST = { ofPage: 24, ofVersion: 1_000, ofAccount: 10_000 };
/**
 * A row without an object is left by a worker that died, unless it is younger: then its picture is being drawn. A mark is
 * valid for as long: a page that took too long on a loaded machine may be drawn later.
 */
const SETTLED_AFTER = '1 hour';

/** A picture that is about to be stored. */
export interface NewPicture {
  objectKey: string;
  versionPublicId: string;
  /** Counted from 1; 0 is the document as a whole. */
  page: number;
  sizeBytes: number;
  /** Of a mark in place of a picture: why nothing can be drawn. */
  fault: string | null;
}

/** Counts a picture, or one that is drawn again, as the newest. False when its version is gone. */
export async function countPicture(
  manager: EntityManager,
  { objectKey, versionPublicId, page, sizeBytes, fault }: NewPicture,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `INSERT INTO page_pictures (object_key, account_id, version_id, page, size_bytes, fault)
     SELECT $1, shelves.account_id, versions.id, $3, $4, $5
     FROM versions JOIN shelves ON shelves.id = versions.shelf_id WHERE versions.public_id = $2
     ON CONFLICT (object_key) DO UPDATE
       SET size_bytes = excluded.size_bytes, fault = excluded.fault, drawn_at = now()
     RETURNING page`,
    [objectKey, versionPublicId, page, sizeBytes, fault],
  );
  return rows.length > 0;
}

/** Why nothing can be drawn under this key, if that has been tried within the hour; else null. */
export async function findFault(manager: EntityManager, objectKey: string): Promise<string | null> {
  const [mark] = await manager.query<{ fault: string | null }[]>(
    `SELECT fault FROM page_pictures WHERE object_key = $1 AND drawn_at > now() - interval '${SETTLED_AFTER}'`,
    [objectKey],
  );
  return mark?.fault ?? null;
}

/** Rows with more or larger ones after them than there may be: the oldest of a page, of a version and of the account. */
const EXCESS = `
  SELECT object_key FROM (
    SELECT object_key,
      row_number() OVER (PARTITION BY version_id, page ORDER BY drawn_at DESC, object_key) > ${MOST.ofPage}
      OR row_number() OVER (PARTITION BY version_id ORDER BY drawn_at DESC, object_key) > ${MOST.ofVersion}
      OR row_number() OVER (ORDER BY drawn_at DESC, object_key) > ${MOST.ofAccount}
      OR sum(size_bytes) OVER (ORDER BY drawn_at DESC, object_key) > $2 AS is_over
    FROM page_pictures WHERE account_id = (SELECT id FROM accounts WHERE public_id = $1)
  ) AS ranked WHERE is_over`;

interface Budget {
  accountPublicId: string;
  /** Most that an account's pictures may take. */
  mostBytes: number;
}

/**
 * Keys of the pictures to evict. Read after the newest one is counted and committed: of several concurrent workers the
 * last one sees the rows of all.
 */
export async function findExcessPictures(
  manager: EntityManager,
  { accountPublicId, mostBytes }: Budget,
): Promise<string[]> {
  const rows = await manager.query<{ object_key: string }[]>(EXCESS, [accountPublicId, mostBytes]);
  return rows.map((row) => row.object_key);
}

/** Forgets those whose objects were removed; not one that was drawn again meanwhile, which is the newest then. */
export async function forgetExcessPictures(
  manager: EntityManager,
  { accountPublicId, mostBytes }: Budget,
  removedKeys: string[],
): Promise<void> {
  await manager.query(`DELETE FROM page_pictures WHERE object_key = ANY ($3) AND object_key IN (${EXCESS})`, [
    accountPublicId,
    mostBytes,
    removedKeys,
  ]);
}

/** A picture in the object store. */
export type FoundPicture = Omit<NewPicture, 'fault'> & { modifiedAt: Date };

/**
 * Reconciles the rows of a shelf with its stored objects: adds rows for pictures without one, and deletes rows without a
 * picture and expired marks. Returns how many had no row.
 */
export async function settlePictures(
  manager: EntityManager,
  { shelfPublicId, found }: { shelfPublicId: string; found: readonly FoundPicture[] },
): Promise<number> {
  const uncounted = await manager.query<unknown[]>(
    `INSERT INTO page_pictures (object_key, account_id, version_id, page, size_bytes, drawn_at)
     SELECT found.key, shelves.account_id, versions.id, found.page, found.size, found.at
     FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::timestamptz[])
       AS found (key, version, page, size, at)
     JOIN versions ON versions.public_id = found.version JOIN shelves ON shelves.id = versions.shelf_id
     ON CONFLICT DO NOTHING RETURNING page`,
    [
      found.map(({ objectKey }) => objectKey),
      found.map(({ versionPublicId }) => versionPublicId),
      found.map(({ page }) => page),
      found.map(({ sizeBytes }) => sizeBytes),
      found.map(({ modifiedAt }) => modifiedAt),
    ],
  );
  await manager.query(
    `DELETE FROM page_pictures USING versions, shelves
     WHERE versions.id = version_id AND shelves.id = versions.shelf_id AND shelves.public_id = $1
       AND drawn_at < now() - interval '${SETTLED_AFTER}' AND object_key <> ALL ($2::text[])`,
    [shelfPublicId, found.map(({ objectKey }) => objectKey)],
  );
  return uncounted.length;
}
