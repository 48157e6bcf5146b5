import { In, IsNull, type EntityManager } from 'typeorm';
import { Shelf } from '../shelf.js';

/** The shelves that have changed since their `known` state (row id -> `updatedAt`); null for those that are deleted. */
export async function findChangedShelves(
  manager: EntityManager,
  known: Map<string, Date>,
): Promise<Map<string, Shelf | null>> {
  // clients have milliseconds; the trigger advances `updated_at` by at least one
  const rows = await manager.query<{ id: string }[]>(
    `SELECT known.id
     FROM unnest($1::uuid[], $2::timestamptz[]) AS known (id, updated_at)
     LEFT JOIN shelves shelf ON shelf.id = known.id AND shelf.deleted_at IS NULL
     WHERE shelf.id IS NULL OR date_trunc('milliseconds', shelf.updated_at) > known.updated_at`,
    [[...known.keys()], [...known.values()]],
  );
  const ids = rows.map(({ id }) => id);
  const shelves = ids.length > 0 ? await manager.findBy(Shelf, { id: In(ids), deletedAt: IsNull() }) : [];
  const changed = new Map<string, Shelf | null>(ids.map((id) => [id, null]));
  for (const shelf of shelves) changed.set(shelf.id, shelf);
  return changed;
}
