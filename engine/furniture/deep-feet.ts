/**
 * Feet of more rows than others have: the address, the bank and the register of a company in small type below each page of a
 * letter or an invoice, a lawyer's address below those of a brief. Copies of one form repeat their small print, too, and
 * invoices their terms, which are sentences.
 */
import { SAME_EDGE, SMALLER_THAN_BODY } from '../measures.js';
import type { Line } from '../text/line.js';
import { groupBy } from './candidates.js';
import { holdsSentenceEnd } from '../text-rules.js';
import { isOfText, ROW_TOLERANCE, type LinedPage } from './lined-page.js';
import { copiesAmong } from './sentences.js';

/** Rows of such a foot. */
const LEAST_ROWS = 2;
const MOST_ROWS = 10;
/** Share of the page's height at its foot that it stands in. */
const FOOT_SHARE = 0.2;
/** In sizes of the larger type: its rows are no further apart, and the text is. */
const APART = 1.8;
/** In points: baselines at one height of different pages. */
const SAME_HEIGHT = 2.5;
/** Words of a row in which a sentence ends, and such rows of an address: the name of a company may end in "Ltd.". */
const LEAST_WORDS = 5;
const MOST_SENTENCES = 1;
/** Pages that must have it. */
const LEAST_PAGES = 3;

/**
 * The lines of feet of several rows in small type, apart from the text, of which each has the same words in the same place on
 * other pages or is furniture by itself.
 *
 * @param body size of the text in points.
 * @param isFurniture whether a line is furniture by what it says: the number of its page.
 */
export function deepFeet(pages: readonly LinedPage[], body: number, isFurniture: (line: Line) => boolean): Line[] {
  const feet = pages.map((page) => footOf(page, body));
  const copies = copiesAmong(pages, new Set(feet.flat()));
  const originals = feet.filter((_, i) => !copies.has(pages[i]!.number));
  const sameWords = groupBy(
    originals.flatMap((foot, page) => foot.map((line) => ({ line, page }))),
    ({ line }) => line.text,
  );
  const pagesWith = (line: Line): number =>
    new Set(sameWords.get(line.text)!.flatMap((other) => (isSamePlace(line, other.line) ? [other.page] : []))).size;
  return originals.filter((foot) => foot.every((line) => isFurniture(line) || pagesWith(line) >= LEAST_PAGES)).flat();
}

const isSamePlace = (a: Line, b: Line): boolean =>
  Math.abs(a.baseline - b.baseline) <= SAME_HEIGHT &&
  Math.abs(a.box.x0 - b.box.x0) <= SAME_EDGE &&
  Math.abs(a.box.x1 - b.box.x1) <= SAME_EDGE;

/** The lowest rows of a page, from the last upwards to a gap, where all are in small type. */
function footOf({ lines, height }: LinedPage, body: number): Line[] {
  const sorted = lines.toSorted((a, b) => b.baseline - a.baseline);
  const end = sorted.findIndex((line, i) => i > 0 && isApart(line, sorted[i - 1]!));
  const foot = sorted.slice(0, Math.max(end, 0));
  const rows = foot.filter((line, i) => i === 0 || foot[i - 1]!.baseline - line.baseline > ROW_TOLERANCE).length;
  const isSmall = foot.every(
    (line) => line.size < SMALLER_THAN_BODY * body && !isOfText(line) && line.baseline > (1 - FOOT_SHARE) * height,
  );
  const sentences = foot.filter(({ text }) => holdsSentenceEnd(text) && text.split(' ').length >= LEAST_WORDS).length;
  if (sentences > MOST_SENTENCES) return [];
  return isSmall && rows >= LEAST_ROWS && rows <= MOST_ROWS ? foot : [];
}

const isApart = (above: Line, below: Line): boolean =>
  below.baseline - above.baseline > APART * Math.max(above.size, below.size);
