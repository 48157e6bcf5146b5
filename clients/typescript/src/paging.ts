/** Loops over lists that the service gives in pages. */
import type { Pagination } from './generated.js';

interface Page<T> {
  data: T[];
  pagination: Pagination;
}

const MOST_ON_A_PAGE = 100;

/**
 * Every item of a list, page by page as the loop goes on. What is created meanwhile shifts later items to the next page:
 * an item that was given already is left out.
 */
export async function* itemsOf<
  Request extends { page?: number; limit?: number },
  T extends { publicId: string } | { number: number },
>(list: (request: Request) => Promise<Page<T>>, request: Request): AsyncGenerator<T, void, undefined> {
  const given = new Set<string | number>();
  for (let page = request.page ?? 1; ; page += 1) {
    const { data, pagination } = await list({ limit: MOST_ON_A_PAGE, ...request, page });
    for (const item of data) {
      const key = 'publicId' in item ? item.publicId : item.number;
      if (given.has(key)) continue;
      given.add(key);
      yield item;
    }
    if (page >= pagination.totalPages) return;
  }
}
