/** Many shelves in review, as rows: copies of one that is real. Their runs are the reconciler's to start. */
import type { EntityManager } from 'typeorm';
import { newPublicId } from '../../entities/ids.js';
import type { Shelf } from '../../entities/shelf.js';

const COPIED_AT_ONCE = 500;

/**
 * Copies a shelf in review with its draft; the copies share its PDF, files and archive. Answers their public ids.
 * @param untouchedSeconds for how long nobody has touched them
 */
export async function copyReview(
  manager: EntityManager,
  { id }: Pick<Shelf, 'id'>,
  { count, untouchedSeconds }: { count: number; untouchedSeconds: number },
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newPublicId('shf'));
  for (let from = 0; from < count; from += COPIED_AT_ONCE)
    await copySome(manager, id, ids.slice(from, from + COPIED_AT_ONCE), untouchedSeconds);
  return ids;
}

async function copySome(manager: EntityManager, id: string, ids: string[], untouchedSeconds: number): Promise<void> {
  await manager.query(
    `WITH made AS (
       SELECT public_id AS shelf, replace(public_id, 'shf', 'ver') AS version, gen_random_uuid() AS new_shelf_id,
              gen_random_uuid() AS new_version_id, now() - make_interval(secs => $3) AS touched_at
       FROM unnest($2::text[]) AS public_id
     ), shelved AS (
       INSERT INTO shelves
       SELECT copy.* FROM shelves original, made, LATERAL jsonb_populate_record(original, jsonb_build_object('id', new_shelf_id,
         'public_id', made.shelf, 'draft_version_id', new_version_id, 'updated_at', touched_at)) AS copy
       WHERE original.id = $1
     ), versioned AS (
       INSERT INTO versions
       SELECT copy.* FROM versions original, made, LATERAL jsonb_populate_record(original, jsonb_build_object(
         'id', new_version_id, 'public_id', made.version, 'shelf_id', new_shelf_id)) AS copy
       WHERE original.shelf_id = $1
     )
     INSERT INTO version_files
     SELECT copy.* FROM version_files original JOIN versions version ON version.id = original.version_id, made,
       LATERAL jsonb_populate_record(original, jsonb_build_object('version_id', new_version_id)) AS copy
     WHERE version.shelf_id = $1`,
    [id, ids, untouchedSeconds],
  );
}
