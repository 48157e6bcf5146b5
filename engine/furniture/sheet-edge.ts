/**
 * What stands at the very edge of a sheet, further out than printers reach and everything else of its page: programs stamp
 * there who reads a copy and when, and archives their names at head and foot. Pages without margins and small sheets such as
 * labels have text there, and so have others now and then: a title, a date, a total, an address.
 */
import type { Line } from '../text/line.js';
import { edgeRow } from './edge-row.js';
import { isOfText, SAME_SIZE_POINTS, type LinedPage } from './lined-page.js';

/** In points: printers leave about 4 mm free. */
const UNPRINTED = 12;
/** In points: all else is further from every edge. */
const MARGIN = 20;
/** In points: sheets that are smaller have hardly any margins. */
const LEAST_SHEET = 400;
/** Other lines that a page has at least, so that its margins can be seen. */
const LEAST_OTHERS = 10;
/** In body sizes. */
const LARGEST = 1.3;
/** In sizes of the line: the next row is further in, or the line begins the page's text or head. */
const APART = 1.5;
/** In sizes of the line: one that shares an edge with it and is no further in belongs to it, as in a form's head. */
const BLOCK = 3;
/** In points. */
const SAME_EDGE = 2;
/** A line's words at most. */
const MOST_WORDS = 16;
/** A moment to the second, which only programs print: "01/04/24 07:49:02". */
const MOMENT = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d:\d\d/u;

/** The lines at the very edge of a page's head and foot. `body` is the size of the text in points. */
export function marksAtSheetEdge(page: LinedPage, body: number): Line[] {
  if (Math.min(page.width, page.height) < LEAST_SHEET) return [];
  const isMark = (line: Line): boolean =>
    line.size <= LARGEST * body && !isOfText(line) && line.text.split(' ').length <= MOST_WORDS;
  const marks = (['head', 'foot'] as const).flatMap((side) => {
    const { row, apart } = edgeRow(page, side);
    const [line] = row;
    const isAlone = line && row.length === 1 && apart > APART * line.size;
    return isAlone && !isOfBlock(line, page) && isMark(line) && distance(line, page, side) < UNPRINTED ? [line] : [];
  });
  const others = page.lines.filter((line) => !marks.includes(line));
  if (others.length < LEAST_OTHERS || !others.every((line) => isWithinMargins(line, page))) return [];
  return isPair(marks) ? marks : marks.filter(({ text }) => MOMENT.test(text));
}

/** Whether head and foot have words in one size and no number: dates, amounts and addresses have one. */
const isPair = ([head, foot]: readonly Line[]): boolean =>
  head !== undefined &&
  foot !== undefined &&
  Math.abs(head.size - foot.size) < SAME_SIZE_POINTS &&
  ![head, foot].some(({ text }) => /\p{N}/u.test(text));

const isOfBlock = (line: Line, { lines }: LinedPage): boolean =>
  lines.some(
    (other) =>
      other !== line &&
      Math.abs(other.baseline - line.baseline) < BLOCK * line.size &&
      (Math.abs(other.box.x0 - line.box.x0) < SAME_EDGE || Math.abs(other.box.x1 - line.box.x1) < SAME_EDGE),
  );

const distance = ({ box }: Line, { height }: LinedPage, side: 'head' | 'foot'): number =>
  side === 'head' ? box.y0 : height - box.y1;

const isWithinMargins = ({ box }: Line, { width, height }: LinedPage): boolean =>
  box.y0 > MARGIN && box.x0 > MARGIN && height - box.y1 > MARGIN && width - box.x1 > MARGIN;
