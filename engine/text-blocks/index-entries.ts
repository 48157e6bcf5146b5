/** The index at the end of a book: which lines of a column are its entries, and which the rest of one. */
import { isYear } from '../text-rules.js';
import type { Line } from '../text/line.js';
import { endsEarly } from './line-ends.js';
import type { LinePair } from './line-pair.js';

/** Lines of a column of an index, at least, and how many of them end in page numbers. */
const LEAST_LINES = 10;
const WITH_PAGES = 0.5;
/** In font sizes: what is set in by less than this begins at the edge of its entry. */
const LEAST_INDENT = 0.6;
/** ", 45–46" and ", 321n" at the end: pages and notes stand behind a comma. */
const PAGES = /,\s?(?:\d{1,4}n?[–-])?\d{1,4}(?:n\d*|ff?\.?)?$/u;
const DIGIT_FIRST = /^\d/u;
const WORD = /\p{L}{2}/u;

/** The end of a date ("January 5, 2019"), as items of a list of exhibits have it. */
const endsInYear = (text: string): boolean => isYear(/\d+$/u.exec(text)?.[0] ?? '');
const isEntry = ({ text, blocks }: Line): boolean =>
  !blocks && PAGES.test(text) && WORD.test(text) && !endsInYear(text);

/** Whether a column is one of an index: half of its lines end in page numbers behind a comma. */
export function isIndexColumn(lines: readonly Line[]): boolean {
  if (lines.length < LEAST_LINES) return false;
  return lines.filter(isEntry).length >= WITH_PAGES * lines.length;
}

/**
 * The line above had no room left and breaks off before its pages or among them; the rest is set in from the beginning of
 * its entry, or has pages alone.
 */
export function isRestOfEntry(pair: LinePair): boolean {
  const { paragraph, above, below } = pair;
  if (PAGES.test(above.text) || above.text.endsWith(':') || endsEarly(pair)) return false;
  const indent = below.box.x0 - paragraph.lines[0]!.box.x0;
  return indent > LEAST_INDENT * below.size || DIGIT_FIRST.test(below.text);
}
