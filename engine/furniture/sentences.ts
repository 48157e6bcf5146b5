/**
 * Lines at the foot that go on from the text: the copies of a form repeat its last lines as they repeat its foot, and two
 * pages alike are enough for a foot.
 */
import { isSameSize, SAME_EDGE } from '../measures.js';
import type { Line } from '../text/line.js';
import { continuesSentence } from '../text-rules.js';
import type { Candidate } from './candidates.js';
import type { LinedPage } from './lined-page.js';

/** In font sizes: the lines of a paragraph are no further apart. */
const LEADING = 1.6;

/**
 * The lines at the feet of pages that end the sentence of the line above them, in the type of the text and at its left edge.
 *
 * @param body size of the text in points; an imprint of several lines is smaller
 */
export function linesGoingOn(pages: readonly LinedPage[], candidates: readonly Candidate[], body: number): Line[] {
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  return candidates.flatMap(({ line, page, side }) => {
    if (side === 'head' || !isSameSize(line.size, body)) return [];
    const goesOn = byNumber.get(page)!.lines.some((above) => isRightBelow(line, above) && endsIn(above, line));
    return goesOn ? [line] : [];
  });
}

const isRightBelow = (line: Line, above: Line): boolean =>
  above.baseline < line.baseline &&
  line.baseline - above.baseline <= LEADING * line.size &&
  Math.abs(line.box.x0 - above.box.x0) <= SAME_EDGE &&
  isSameSize(above.size, line.size);

/** A line that another follows is filled. */
const endsIn = (above: Line, line: Line): boolean =>
  above.box.x1 > line.box.x1 && continuesSentence(above.text, line.text);
