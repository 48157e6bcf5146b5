/** What bookmarks and printed contents list and no heading of the document is. */
import type { OutlineItem } from '../text-blocks/outline.js';
import { lettersOf } from '../text-blocks/similarity.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

/** The listed items without a heading, in their order; bookmarks may name one out of the order of the pages. */
export function missingHeadings(outline: readonly OutlineItem[], headings: readonly TextBlock[]): OutlineItem[] {
  if (outline.length === 0) return [];
  const found = new Set(headings.map(({ page, text }) => `${page} ${lettersOf(text)}`));
  return outline.filter(
    ({ list, placed, page, title }) => !placed && !(list === 'bookmarks' && found.has(`${page} ${lettersOf(title)}`)),
  );
}
