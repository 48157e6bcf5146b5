/** Signs that a page's text is cut out of a longer one: it begins in the middle of a sentence, or breaks off in one. */
import { SMALLER_THAN_BODY } from '../measures.js';
import type { Line } from '../text/line.js';
import { beginsLowerCase } from '../text-rules.js';
import { edgeRow } from './edge-row.js';
import { ROW_TOLERANCE, type LinedPage } from './lined-page.js';

/** Share of the page's width that a line of text has at least. */
const LONG_SHARE = 0.33;
/** In body sizes: rows of text are no further apart, and a foot is. */
const ROWS_APART = 2;
/** In body sizes: a line that is full ends no further from the right edge of the text. */
const RAGGED = 2;
/** Amounts, closed sentences and labels end otherwise. */
const WITHIN = /[\p{L},-]$/u;

/** Whether the text below the page's first row begins in the middle of a sentence, with a line as long as those of a text. */
export function beginsWithin(page: LinedPage): boolean {
  const { others } = edgeRow(page, 'head');
  const top = Math.min(...others.map(({ baseline }) => baseline));
  const [first] = others
    .filter(({ baseline }) => baseline - top <= ROW_TOLERANCE)
    .toSorted((a, b) => a.box.x0 - b.box.x0);
  return first !== undefined && beginsLowerCase(first.text) && isLong(first, page);
}

/** Whether the page's last row is a full line of its text and no sentence ends there. `body` is the size of the text in points. */
export function breaksOff(page: LinedPage, body: number): boolean {
  const { row, apart } = edgeRow(page, 'foot');
  const last = row.at(-1);
  if (!last || apart > ROWS_APART * body || last.size < SMALLER_THAN_BODY * body) return false;
  const right = Math.max(...page.lines.map(({ box }) => box.x1));
  return isLong(last, page) && right - last.box.x1 < RAGGED * body && WITHIN.test(last.text);
}

const isLong = ({ box }: Line, { width }: LinedPage): boolean => box.x1 - box.x0 > LONG_SHARE * width;
