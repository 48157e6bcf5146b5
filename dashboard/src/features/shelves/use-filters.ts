import { useSearchParams } from 'wouter';
import { SHELF_SORTS, SHELF_STATUSES, type ShelfSort, type ShelfStatus } from '../../../../contract/vocabulary.js';
import { type ListedBy, PAGE_SIZE } from '../../shared/shelves.js';
import { numberOf } from '../../shared/use-place.js';

/** What of the shelves is listed. It is in the address. */
export interface Filters {
  q: string;
  status: ShelfStatus | null;
  sort: ShelfSort;
  page: number;
}

const DEFAULT_SORT: ShelfSort = '-createdAt';

export function useFilters() {
  const [search, setSearch] = useSearchParams();
  const filters: Filters = {
    q: search.get('q') ?? '',
    status: SHELF_STATUSES.find((status) => status === search.get('status')) ?? null,
    sort: SHELF_SORTS.find((sort) => sort === search.get('sort')) ?? DEFAULT_SORT,
    page: numberOf(search.get('page')) ?? 1,
  };
  /** Typing replaces the address, choosing adds to the history. */
  const change = (to: Partial<Filters>, how: 'typing' | 'choice' = 'choice') =>
    setSearch(paramsOf({ ...filters, page: 1, ...to }), { replace: how === 'typing' });
  return { filters, change };
}

/** What differs from the defaults, as parameters of the page's address. */
function paramsOf({ q, status, sort, page }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (q !== '') params.set('q', q);
  if (status !== null) params.set('status', status);
  if (sort !== DEFAULT_SORT) params.set('sort', sort);
  if (page !== 1) params.set('page', String(page));
  return params;
}

/** The same as the API takes it. */
export function listedBy({ q, status, sort, page }: Filters): ListedBy {
  const asked = q.trim();
  return { page, limit: PAGE_SIZE, sort, ...(asked !== '' && { q: asked }), ...(status !== null && { status }) };
}

export const isFiltered = ({ q, status, page }: Filters): boolean => q.trim() !== '' || status !== null || page > 1;
