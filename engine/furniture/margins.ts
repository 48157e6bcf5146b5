/**
 * Heads and page numbers that stand in the margin beside the text, where journals and some books have them. They are level
 * with lines of the text, so that no row at the page's edge tells them (furniture.ts): their place beside everything long,
 * and their words or numbers on other pages do.
 */
import { MIXED_ROW } from '../measures.js';
import { overlap, unionBox } from '../geometry.js';
import type { Line } from '../text/line.js';
import { beginsLowerCase } from '../text-rules.js';
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
/** Lines on one side of the text, and a page number with them; more are labels, which name what is beside them. */
const MOST_BESIDE = 2;
/** Pages on which it must stand, the share of the pages with text, and that of the pages with something on its side. */
const LEAST_PAGES = 3;
/**
 * The same of what stands with a page number on all its pages, since a short document has few left pages; of a longer one
 * it is `TEXT_SHARE` of the pages that have their number on its side.
 */
const LEAST_PAGES_WITH_NUMBER = 2;
/** Left and right pages have heads of their own, and first pages none. */
const TEXT_SHARE = 1 / 3;
const SIDE_SHARE = 0.5;
/** Share of its pages on which a head is level with the beginning of a paragraph; labels always are. */
const LABEL_SHARE = 0.5;
/** In font sizes: starts of lines of one paragraph; how much shorter its last line is, and its leading. */
const SAME_START = 0.5;
const SHORTER = 3;
const LEADING = 1.6;

type Side = 'left' | 'right';

interface MarginLine {
  line: Line;
  page: number;
  side: Side;
  /** The same for what is one head: its words and place; of a page number its height, and how far it is from the file's. */
  key: string;
  /** The number of the page. */
  isNumber: boolean;
  /** The lines of the text that it stands beside. */
  inner: readonly Line[];
  /** Hardly anything else stands beside the text on its side. A first page has more, below the same head. */
  alone: boolean;
}

/** The lines in the margins that stand in one place on several pages with the same words, or with numbers in step. */
export function marginHeads(pages: readonly LinedPage[]): Line[] {
  const textPages = pages.filter(({ lines, width }) => longLines(lines, width).length >= LEAST_LONG);
  const every = textPages.flatMap(marginLines);
  const all = every.filter(({ alone }) => alone);
  const groups = [...Map.groupBy(all, ({ key }) => key).values()];
  const heads = groups.filter((group) => {
    const sides = new Set(group.map(({ side }) => side));
    const count = pagesOf(group);
    return (
      count >= LEAST_PAGES &&
      count >= TEXT_SHARE * textPages.length &&
      count >= SIDE_SHARE * pagesOf(all.filter(({ side }) => sides.has(side))) &&
      !areLabels(group)
    );
  });
  const withNumbers = headsWithNumbers(
    groups,
    heads.flat().filter(({ isNumber }) => isNumber),
  );
  const keys = new Set([...heads, ...withNumbers].flatMap((group) => group.map(({ key }) => key)));
  const known = every.filter(({ key }) => keys.has(key));
  // on the first page the title begins beside the head, which the number of the page tells from a label all the same
  const first = pages[0]?.number;
  const numbered = new Set(known.filter(({ isNumber, page }) => isNumber && page === first).map(placeOf));
  return known
    .filter((one) => one.alone || one.isNumber || numbered.has(placeOf(one)) || !isAtBeginning(one))
    .map(({ line }) => line);
}

/** The groups that stand with a page number on all their pages, and on enough of those that have one there. */
function headsWithNumbers(groups: readonly MarginLine[][], numbers: readonly MarginLine[]): MarginLine[][] {
  const numbered = new Set(numbers.map(placeOf));
  return groups.filter((group) => {
    const sides = new Set(group.map(({ side }) => side));
    const share = TEXT_SHARE * pagesOf(numbers.filter(({ side }) => sides.has(side)));
    return (
      pagesOf(group) >= Math.max(LEAST_PAGES_WITH_NUMBER, share) &&
      group.every((line) => numbered.has(placeOf(line))) &&
      !areLabels(group)
    );
  });
}

const areLabels = (group: readonly MarginLine[]): boolean =>
  pagesOf(group.filter(isAtBeginning)) > LABEL_SHARE * pagesOf(group);

/** The margin of a page. */
const placeOf = ({ page, side }: MarginLine): string => `${page} ${side}`;
const pagesOf = (group: readonly MarginLine[]): number => new Set(group.map(({ page }) => page)).size;
const widthOf = ({ box }: Line): number => box.x1 - box.x0;
const longLines = (lines: readonly Line[], width: number): Line[] =>
  lines.filter((line) => widthOf(line) > LONG_SHARE * width && !line.blocks);

/** Short lines at the head or foot of the page that stand left or right of all that is long. */
function marginLines({ number, width, height, lines }: LinedPage): MarginLine[] {
  const text = unionBox(longLines(lines, width).map(({ box }) => box));
  const isHead = (line: Line): boolean =>
    !line.blocks &&
    widthOf(line) < SHORT_SHARE * width &&
    (line.baseline < EDGE_SHARE * height || line.baseline > (1 - EDGE_SHARE) * height);
  const inner = lines.filter(({ box }) => box.x1 >= text.x0 && box.x0 <= text.x1);
  return (['left', 'right'] as const).flatMap((side) => {
    const beside = lines.filter(({ box }) => (side === 'left' ? box.x1 < text.x0 : box.x0 > text.x1));
    const hasNumber = beside.some(({ text }) => pageNumberValue(text) !== null);
    const alone = beside.length <= MOST_BESIDE + Number(hasNumber);
    return beside.filter(isHead).map((line) => {
      const isNumber = pageNumberValue(line.text) !== null;
      return { line, page: number, side, key: keyOf(line, number), isNumber, inner, alone };
    });
  });
}

/** Whether the line of the text beside it begins a paragraph: no line above continues in that one. */
function isAtBeginning({ line: { baseline, box: own }, inner }: MarginLine): boolean {
  const gapTo = ({ box }: Line): number => Math.max(box.x0 - own.x1, own.x0 - box.x1);
  const [line] = inner
    .filter((each) => Math.abs(each.baseline - baseline) < MIXED_ROW * each.size)
    .toSorted((a, b) => gapTo(a) - gapTo(b));
  if (!line || beginsLowerCase(line.text)) return false;
  const column = inner.filter(({ box }) => overlap(box.x0, box.x1, line.box.x0, line.box.x1) > 0);
  const right = unionBox(column.map(({ box }) => box)).x1;
  return !column.some(
    (above) =>
      above.baseline < line.baseline - MIXED_ROW * line.size &&
      above.baseline > line.baseline - LEADING * line.size &&
      Math.abs(above.box.x0 - line.box.x0) < SAME_START * line.size &&
      above.box.x1 > right - SHORTER * line.size,
  );
}

function keyOf({ text, box, baseline, size }: Line, page: number): string {
  const value = pageNumberValue(text)?.value;
  const place = `${Math.round(baseline / PLACE)} ${Math.round(size)}`;
  return value === undefined ? `${place} ${Math.round(box.x0 / PLACE)} ${text}` : `${place} #${value - page}`;
}
