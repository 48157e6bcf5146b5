/** Which bookmark of the document names a text block. */
import type { Bookmark } from '../model.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { lettersOf } from '../text/similarity.js';
import { divisionNumber } from './numbers.js';

export type BookmarkIndex = ReadonlyMap<string, readonly { depth: number; page: number | null }[]>;

export function bookmarkIndex(bookmarks: readonly Bookmark[]): BookmarkIndex {
  const index = new Map<string, { depth: number; page: number | null }[]>();
  const add = (items: readonly Bookmark[], depth: number): void => {
    for (const { title, page, children } of items) {
      const key = lettersOf(title);
      const list = index.get(key);
      if (list) list.push({ depth, page });
      else if (key !== '') index.set(key, [{ depth, page }]);
      add(children, depth + 1);
    }
  };
  add(bookmarks, 1);
  return index;
}

/** Depth, from 1, of the bookmark with the same text, with or without the number, on the same page or on none. */
export function bookmarkDepth(
  index: BookmarkIndex,
  { text, page: at, bookmarkDepth: placed }: TextBlock,
): number | null {
  if (placed !== undefined) return placed;
  if (index.size === 0) return null;
  const number = divisionNumber(text);
  for (const title of number ? [text, text.slice(number.text.length)] : [text]) {
    const key = lettersOf(title);
    const hit = key === '' ? undefined : index.get(key)?.find(({ page }) => page === null || page === at);
    if (hit) return hit.depth;
  }
  return null;
}
