import { useSearchParams } from 'wouter';
import { SHELF_SORTS, SHELF_STATUSES, type ShelfSort, type ShelfStatus } from '../../../../contract/vocabulary.js';
import { PAGE_SIZE } from '../../shared/shelves.js';
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
export function listQueryOf(filters: Filters): string {
  const params = paramsOf(filters);
  const q = filters.q.trim();
  if (q === '') params.delete('q');
  else params.set('q', q);
  params.set('page', String(filters.page));
  params.set('limit', String(PAGE_SIZE));
  return params.toString();
}

export const isFiltered = ({ q, status, page }: Filters): boolean => q.trim() !== '' || status !== null || page > 1;
