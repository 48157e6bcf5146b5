/** What the object store must hold by the rows of the database, and which shelves must have an open run. */
import type { EntityManager } from 'typeorm';
import { hasOpenRun } from '../checks.js';

/** An object that a row names, with the bytes that it must have. */
export interface ExpectedObject {
  key: string;
  sha256: string;
  sizeBytes: number;
  /** `ver_` id, or null for a source PDF. */
  versionPublicId: string | null;
}

/** Files and archives of every version, and every source PDF, of shelves that are not deleted; in batches of versions. */
export async function* expectedObjects(manager: EntityManager): AsyncGenerator<ExpectedObject> {
  const sources = await manager.query<ExpectedObject[]>(
    `SELECT object_key AS key, upload.sha256, size_bytes::float8 AS "sizeBytes", NULL AS "versionPublicId"
     FROM uploads upload JOIN shelves shelf ON shelf.id = upload.shelf_id
     WHERE committed_at IS NOT NULL AND abandoned_at IS NULL AND shelf.deleted_at IS NULL`,
  );
  yield* sources;
  let after = '';
  for (;;) {
    const versions = await manager.query<{ publicId: string }[]>(
      `SELECT version.public_id AS "publicId" FROM versions version JOIN shelves shelf ON shelf.id = version.shelf_id
       WHERE shelf.deleted_at IS NULL AND version.public_id > $1 ORDER BY 1 LIMIT ${VERSIONS_AT_ONCE}`,
      [after],
    );
    const last = versions.at(-1);
    if (!last) return;
    yield* await objectsOf(manager, versions);
    after = last.publicId;
  }
}

const VERSIONS_AT_ONCE = 50;

async function objectsOf(manager: EntityManager, versions: { publicId: string }[]): Promise<ExpectedObject[]> {
  return manager.query<ExpectedObject[]>(
    `SELECT prefix || file.path AS key, file.sha256, file.size_bytes::float8 AS "sizeBytes", public_id AS "versionPublicId"
     FROM versions JOIN version_files file ON file.version_id = versions.id WHERE public_id = ANY ($1)
     UNION ALL
     SELECT archive_key, archive_sha256, archive_size_bytes::float8, public_id
     FROM versions WHERE public_id = ANY ($1) AND version_number IS NOT NULL`,
    [versions.map(({ publicId }) => publicId)],
  );
}

/** The run of every shelf that is processing or in review. */
export async function findExpectedRuns(manager: EntityManager): Promise<{ publicId: string; run: number }[]> {
  return manager.query(
    `SELECT public_id AS "publicId", run FROM shelves
     WHERE deleted_at IS NULL AND ${hasOpenRun('status')} ORDER BY public_id`,
  );
}
