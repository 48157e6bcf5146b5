import type { EntityManager } from 'typeorm';

/** Bytes of an account's shelves in the object store: PDFs, files of versions and drafts, archives. Without work files. */
export async function storedBytes(manager: EntityManager, accountId: string): Promise<number> {
  const [{ bytes } = { bytes: 0 }] = await manager.query<{ bytes: number }[]>(
    `WITH own AS (SELECT id FROM shelves WHERE account_id = $1 AND deleted_at IS NULL)
     SELECT (
       coalesce((SELECT sum(size_bytes) FROM uploads WHERE shelf_id IN (SELECT id FROM own)), 0) +
       coalesce((SELECT sum(storage_size_bytes + archive_size_bytes) FROM versions WHERE shelf_id IN (SELECT id FROM own)), 0)
     )::float8 AS bytes`,
    [accountId],
  );
  return bytes;
}
