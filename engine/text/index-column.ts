/** The index at the end of a book: which lines are a column of its entries. */
import { isYear } from '../text-rules.js';
import type { Line } from './line.js';

/** Lines of a column of an index, at least, and how many of them end in page numbers. */
const LEAST_LINES = 10;
const WITH_PAGES = 0.5;
/** ", 45–46" and ", 321n" at the end: pages and notes stand behind a comma, unlike the decimals of "10,50". */
export const ENTRY_PAGES = /(?!(?<=\d),\d{2,3}$),\s?(?:\d{1,4}n?[–-])?\d{1,4}(?:n\d*|ff?\.?)?$/u;
const WORD = /\p{L}{2}/u;

/** The end of a date ("January 5, 2019"), as items of a list of exhibits have it. */
const endsInYear = (text: string): boolean => isYear(/\d+$/u.exec(text)?.[0] ?? '');
const isEntry = ({ text, blocks }: Line): boolean =>
  !blocks && ENTRY_PAGES.test(text) && WORD.test(text) && !endsInYear(text);

/** Whether a column is one of an index: half of its lines end in page numbers behind a comma. */
export function isIndexColumn(lines: readonly Line[]): boolean {
  if (lines.length < LEAST_LINES) return false;
  return lines.filter(isEntry).length >= WITH_PAGES * lines.length;
}
