/** The index at the end of a book: which line of it is the rest of an entry. */
import { ENTRY_PAGES } from '../text/index-column.js';
import { endsEarly } from './line-ends.js';
import type { LinePair } from './line-pair.js';

/** In font sizes: what is set in by less than this begins at the edge of its entry. */
const LEAST_INDENT = 0.6;
const DIGIT_FIRST = /^\d/u;

/**
 * The line above had no room left and breaks off before its pages or among them; the rest is set in from the beginning of
 * its entry, or has pages alone.
 */
export function isRestOfEntry(pair: LinePair): boolean {
  const { paragraph, above, below } = pair;
  if (ENTRY_PAGES.test(above.text) || above.text.endsWith(':') || endsEarly(pair)) return false;
  const indent = below.box.x0 - paragraph.lines[0]!.box.x0;
  return indent > LEAST_INDENT * below.size || DIGIT_FIRST.test(below.text);
}
