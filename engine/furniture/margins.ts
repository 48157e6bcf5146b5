/**
 * Heads and page numbers that stand in the margin beside the text, where journals and some books have them. They are level
 * with lines of the text, so that no row at the page's edge tells them (furniture.ts): their place beside everything long,
 * and their words or numbers on other pages do.
 */
import { unionBox } from '../geometry.js';
import type { Line } from '../text/line.js';
import { pageNumberValue } from '../text/numerals.js';
import type { LinedPage } from './lined-page.js';

/** Shares of the page's width: a line of the text is longer, also of two columns, and one of the margin shorter. */
const LONG_SHARE = 0.33;
const SHORT_SHARE = 0.2;
/** Long lines that a page of text has at least. */
const LEAST_LONG = 8;
/** Share of the page's height at its head and foot in which margins have what serves the page. */
const EDGE_SHARE = 0.25;
/** In points: places of one head on different pages are the same at this coarseness. */
const PLACE = 2;
/** Pages on which it must stand: left and right pages have heads of their own. */
const LEAST_PAGES = 3;

interface MarginLine {
  line: Line;
  page: number;
  /** The same for what is one head: its words and place; of a page number its height, and how far it is from the file's. */
  key: string;
}

/** The lines in the margins that stand in one place on several pages with the same words, or with numbers in step. */
export function marginHeads(pages: readonly LinedPage[]): Line[] {
  const groups = new Map<string, MarginLine[]>();
  for (const one of pages.flatMap(marginLines)) {
    const group = groups.get(one.key);
    if (group) group.push(one);
    else groups.set(one.key, [one]);
  }
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ page }) => page)).size >= LEAST_PAGES)
    .flatMap((group) => group.map(({ line }) => line));
}

/** Short lines at the head or foot of the page that stand left or right of all that is long. */
function marginLines({ number, width, height, lines }: LinedPage): MarginLine[] {
  const widthOf = ({ box }: Line): number => box.x1 - box.x0;
  const long = lines.filter((line) => widthOf(line) > LONG_SHARE * width && !line.blocks);
  if (long.length < LEAST_LONG) return [];
  const text = unionBox(long.map(({ box }) => box));
  const isOutside = (line: Line): boolean =>
    !line.blocks && widthOf(line) < SHORT_SHARE * width && (line.box.x1 < text.x0 || line.box.x0 > text.x1);
  const isAtEdge = ({ baseline }: Line): boolean =>
    baseline < EDGE_SHARE * height || baseline > (1 - EDGE_SHARE) * height;
  return lines
    .filter((line) => isOutside(line) && isAtEdge(line))
    .map((line) => ({ line, page: number, key: keyOf(line, number) }));
}

function keyOf({ text, box, baseline, size }: Line, page: number): string {
  const value = pageNumberValue(text)?.value;
  const place = `${Math.round(baseline / PLACE)} ${Math.round(size)}`;
  return value === undefined ? `${place} ${Math.round(box.x0 / PLACE)} ${text}` : `${place} #${value - page}`;
}
