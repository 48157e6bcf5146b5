/** Loops over lists that the service gives in pages. */
import type { Pagination } from './generated.js';

interface Page<T> {
  data: T[];
  pagination: Pagination;
}

const MOST_ON_A_PAGE = 100;

/** So often a list that changes while it is read is read again from its beginning. */
const MOST_PASSES = 20;

/**
 * Every item of a list, page by page as the loop goes on; an item that was given already is left out. What is created
 * meanwhile shifts later items to the next page, and what is deleted, as in a loop that deletes what it is given, shifts
 * them to the page before: when the list has become shorter it is read again until a pass gives nothing new. A loop that
 * changes what the list is sorted by (`sort: 'updatedAt'`) may still miss items.
 */
export async function* itemsOf<
  Request extends { page?: number; limit?: number },
  T extends { publicId: string } | { number: number },
>(list: (request: Request) => Promise<Page<T>>, request: Request): AsyncGenerator<T, void, undefined> {
  const given = new Set<string | number>();
  const first = request.page ?? 1;
  for (let pass = 1, isOver = false; !isOver; pass += 1) {
    let [fresh, longest, isShorter] = [0, 0, false];
    for (let page = first, isLast = false; !isLast; page += 1) {
      const { data, pagination } = await list({ limit: MOST_ON_A_PAGE, ...request, page });
      isShorter ||= pagination.total < longest;
      longest = Math.max(longest, pagination.total);
      isLast = page >= pagination.totalPages;
      for (const item of data) {
        const key = 'publicId' in item ? item.publicId : item.number;
        if (given.has(key)) continue;
        given.add(key);
        fresh += 1;
        yield item;
      }
    }
    isOver = !isShorter || fresh === 0 || pass === MOST_PASSES;
  }
}
