/**
 * Lines at the foot that go on from the text: the copies of a form repeat its last lines as they repeat its foot, and two
 * pages alike are enough for a foot.
 */
import { isSameSize, SAME_EDGE } from '../measures.js';
import type { Line } from '../text/line.js';
import { beginsLowerCase, continuesSentence } from '../text-rules.js';
import type { Candidate } from './candidates.js';
import type { LinedPage } from './lined-page.js';

/** In font sizes: the lines of a paragraph are no further apart. */
const LEADING = 1.6;

/** Share of the lines within a page that its copies have, too: pages with text of their own have fewer. */
const COPY_SHARE = 0.5;

/**
 * The lines at the feet of copies that end the sentence of the line above them, in the type of the text and at its left edge.
 *
 * @param body size of the text in points; an imprint of several lines is smaller
 */
export function linesGoingOn(pages: readonly LinedPage[], candidates: readonly Candidate[], body: number): Line[] {
  const copies = copiesAmong(pages, new Set(candidates.map(({ line }) => line)));
  return candidates.flatMap(({ line, page, side }) => {
    if (side === 'head' || !isSameSize(line.size, body) || !beginsLowerCase(line.text)) return [];
    const goesOn = copies.get(page)?.some((above) => isRightBelow(line, above) && endsIn(above, line));
    return goesOn ? [line] : [];
  });
}

/** The lines of the pages that have most lines, besides those at their edges, in common with others, by the page's number. */
export function copiesAmong(pages: readonly LinedPage[], edges: ReadonlySet<Line>): Map<number, readonly Line[]> {
  const pagesWith = new Map<string, number>();
  for (const { lines } of pages) {
    for (const text of new Set(lines.map((line) => line.text))) pagesWith.set(text, (pagesWith.get(text) ?? 0) + 1);
  }
  const isShared = ({ text }: Line): boolean => pagesWith.get(text)! > 1;
  const copies = pages.filter(({ lines }) => {
    const within = lines.filter((line) => !edges.has(line));
    return within.length > 0 && within.filter(isShared).length >= COPY_SHARE * within.length;
  });
  return new Map(copies.map(({ number, lines }) => [number, lines]));
}

const isRightBelow = (line: Line, above: Line): boolean =>
  above.baseline < line.baseline &&
  line.baseline - above.baseline <= LEADING * line.size &&
  Math.abs(line.box.x0 - above.box.x0) <= SAME_EDGE &&
  isSameSize(above.size, line.size);

/** A line that another follows is filled. */
const endsIn = (above: Line, line: Line): boolean =>
  above.box.x1 > line.box.x1 && continuesSentence(above.text, line.text);
