/** Pages of an account's shelves, and what their owner changes of them. */
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { ShelfSort, ShelfStatus, Template } from '../../contract/vocabulary.js';
import { Shelf } from '../shelf.js';

export interface ShelfFilter {
  /** Any of them; all statuses if missing. */
  statuses?: ShelfStatus[];
  /** Part of the name, in any case; or the beginning of the id, `shf_` and at least one of its signs. */
  q?: string;
  template?: Template;
  tag?: string;
  /** Changed then or later. */
  updatedSince?: Date;
}

export interface ShelfPage extends ShelfFilter {
  accountId: string;
  sort?: ShelfSort;
  /** From 1. */
  page: number;
  limit: number;
}

/** What every id begins with says nothing. */
const BEGUN_ID = /^shf_[0-9a-f]{1,24}$/;
const COLUMNS = { createdAt: 'shelf.createdAt', updatedAt: 'shelf.updatedAt', name: 'lower(shelf.name)' } as const;

/** A page of an account's shelves, newest first unless sorted otherwise. */
export async function listShelves(
  manager: EntityManager,
  { accountId, sort = '-createdAt', page, limit, ...filter }: ShelfPage,
): Promise<{ shelves: Shelf[]; total: number }> {
  const query = manager
    .createQueryBuilder(Shelf, 'shelf')
    .where('shelf.accountId = :accountId AND shelf.deletedAt IS NULL', { accountId });
  addFilter(query, filter);
  const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS];
  const [shelves, total] = await query
    .orderBy(column, sort.startsWith('-') ? 'DESC' : 'ASC')
    // in the direction of the index on the time of creation
    .addOrderBy('shelf.id', sort === 'createdAt' ? 'ASC' : 'DESC')
    .offset((page - 1) * limit)
    .limit(limit)
    .getManyAndCount();
  return { shelves, total };
}

/** Adds the conditions of a filter to a query of shelves with the alias `shelf`. */
function addFilter(query: SelectQueryBuilder<Shelf>, filter: ShelfFilter): void {
  const { statuses, q, template, tag, updatedSince } = filter;
  if (statuses) query.andWhere('shelf.status IN (:...statuses)', { statuses });
  if (q !== undefined) {
    const byId = BEGUN_ID.test(q) ? ' OR starts_with(shelf.publicId, :q)' : '';
    query.andWhere(`(strpos(lower(shelf.name), lower(:q)) > 0${byId})`, { q });
  }
  if (template) query.andWhere('shelf.template = :template', { template });
  if (tag !== undefined) query.andWhere(':tag = ANY (shelf.tags)', { tag });
  if (updatedSince) query.andWhere('shelf.updatedAt >= :updatedSince', { updatedSince });
}

/**
 * Changes a shelf's name and tags, whatever its run does at the time: no run writes either. The row is left as it is where
 * nothing differs. Null when there is no such shelf.
 */
export async function changeShelf(
  manager: EntityManager,
  { accountId, publicId }: { accountId: string; publicId: string },
  { name = null, tags = null }: { name?: string | null; tags?: string[] | null },
): Promise<Shelf | null> {
  await manager.query(
    `UPDATE shelves SET name = coalesce($3, name), tags = coalesce($4::text[], tags)
     WHERE account_id = $1 AND public_id = $2 AND deleted_at IS NULL
       AND (name, tags) IS DISTINCT FROM (coalesce($3, name), coalesce($4::text[], tags))`,
    [accountId, publicId, name, tags],
  );
  return manager
    .createQueryBuilder(Shelf, 'shelf')
    .where('shelf.accountId = :accountId AND shelf.publicId = :publicId AND shelf.deletedAt IS NULL', {
      accountId,
      publicId,
    })
    .getOne();
}
