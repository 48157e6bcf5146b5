/** The lines that mark where pages begin. A document can print such a line in a listing, where it marks nothing. */
import { lineKinds } from './code.js';

/** In a quote or an item of a list it is indented as they are. */
const PAGE_MARK = /^[ >]*<!-- page (\d{1,6}) -->\s*$/;

export const pageMark = (page: number): string => `<!-- page ${page} -->`;

/** For each line of a content file the page that begins with it; null for lines that are no page marks. */
export function markedPages(lines: readonly string[]): (number | null)[] {
  const kinds = lineKinds(lines);
  return lines.map((line, at) => {
    const page = kinds[at] === 'text' ? PAGE_MARK.exec(line)?.[1] : undefined;
    return page === undefined ? null : Number(page);
  });
}
