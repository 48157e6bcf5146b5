/**
 * Few lines beside each other within a column, too few for a gutter to show (gutter.ts): the numbers of a report with their
 * captions, letterheads, the addresses of two parties, stamps beside a title. Each of these texts is read to its end before
 * the next one; row by row their words would be woven into each other.
 *
 * Rows of labels, values and formulas stay rows: where nothing shows that the texts beside each other are texts of their own,
 * nothing is changed.
 */
import { holdsCentre } from '../geometry.js';
import { isSameSize, SAME_EDGE } from '../measures.js';
import type { Box } from '../model.js';
import { decide } from '../rules.js';
import type { Line } from '../text/line.js';
import type { Column } from './columns.js';
import { splitSigners } from './signers.js';
import { alignsWith, belongTogether, textBeside, TEXTS_BESIDE } from './texts-beside-rules.js';

/** In sizes of the larger type, of lines in different rows the smaller: the least gap between texts beside each other. */
const LEAST_GAP = 1.5;
/** Lines of one left edge, and the gap in front of them in font sizes, that show a text of its own. */
const LEAST_ALIGNED = 3;
const ALIGNED_GAP = 0.8;
/** Of the lower line's height: lines that overlap by more stand beside each other. */
const LEAST_OVERLAP = 0.25;
/** The same of lines of one row. */
const ROW_OVERLAP = 0.5;
/** In font sizes: between the lines of a text there is no more white than this. */
const MOST_SPACE = 0.8;
/** In font sizes: distances of lines that differ by less are one. */
const SAME_STEP = 0.1;
/** Lines of a column that are looked at: more of them are a page of a newspaper, or of letters that stand alone. */
const MOST_LINES = 400;

/** Lines of a column, and the frames of their page. */
interface OnPage {
  lines: readonly Line[];
  frames: readonly Box[];
}

/** Lines of a column, by their place in it, and the texts beside each other that they are. */
interface Stretch {
  from: number;
  to: number;
  parts: Line[][];
}

/**
 * The column, split where texts stand beside each other in it.
 *
 * @param drawn level lines of the page.
 * @param frames rectangles that are drawn on it.
 */
export function splitTextsBeside(column: Column, drawn: readonly Box[] = [], frames: readonly Box[] = []): Column[] {
  if (column.lines.length > MOST_LINES) return [column];
  const parts = splitSigners(column, drawn);
  return parts.length > 1
    ? parts.flatMap((part) => (part.beside ? [part] : splitAtStretches(part, frames)))
    : splitAtStretches(column, frames);
}

function splitAtStretches(column: Column, frames: readonly Box[]): Column[] {
  const { lines, box } = column;
  const columns: Column[] = [];
  const around = { ...column, left: column.left ?? box.x0, right: column.right ?? box.x1 };
  let done = 0;
  const upTo = (end: number): void => {
    if (end > done) columns.push({ ...around, lines: lines.slice(done, end) });
  };
  for (let at = 0; at + 1 < lines.length; at++) {
    const stretch = areBeside(lines[at]!, lines[at + 1]!, frames) ? stretchAt({ lines, frames }, at, done) : null;
    const verdict = stretch === null ? 'rows' : decide(TEXTS_BESIDE, { parts: stretch.parts, frames });
    if (!stretch || verdict === 'rows') continue;
    upTo(stretch.from);
    const parts = verdict === 'beside' ? inOrder(stretch.parts) : stretch.parts;
    columns.push(...parts.map((part) => textBeside(part)));
    done = stretch.to;
    at = done - 1;
  }
  if (done === 0) return [column];
  upTo(lines.length);
  return columns;
}

/** From left to right, but for the text in the largest type: it is the title, or the text that a note stands beside. */
function inOrder(parts: readonly Line[][]): Line[][] {
  const sizes = parts.map((part) => Math.max(...part.map(({ size }) => size)));
  const largest = Math.max(...sizes);
  const main = sizes.filter((size) => isSameSize(size, largest)).length === 1 ? sizes.indexOf(largest) : 0;
  return [parts[main]!, ...parts.filter((_, i) => i !== main)];
}

/** The lines around the two at `at` and behind it that leave the same strips free. Null where these are none. */
function stretchAt({ lines, frames }: OnPage, at: number, first: number): Stretch | null {
  let [from, to] = [at, at + 2];
  let parts = partsOf(lines.slice(from, to), frames);
  for (; to < lines.length; to++) {
    const line = lines[to]!;
    const more = partsOf(lines.slice(from, to + 1), frames);
    if (line.blocks || more.length < parts.length || !isNear(lines.slice(from, to), line)) break;
    parts = more;
  }
  for (; from > first; from--) {
    const line = lines[from - 1]!;
    const more = partsOf(lines.slice(from - 1, to), frames);
    if (line.blocks || more.length !== parts.length || !isNextInPart(more, line)) break;
    parts = more;
  }
  while (to > at + 2 && isLoose(parts, lines[to - 1]!, lines.slice(from, to))) {
    to -= 1;
    parts = partsOf(lines.slice(from, to), frames);
  }
  return parts.length < 2 ? null : { from, to, parts };
}

/** The lines by the strips that none of them crosses, from left to right. */
function partsOf(lines: readonly Line[], frames: readonly Box[]): Line[][] {
  const parts: { lines: Set<Line>; widest: Line }[] = [];
  const sorted = [...lines].sort((a, b) => a.box.x0 - b.box.x0);
  for (const [i, line] of sorted.entries()) {
    const last = parts.at(-1);
    const gap = last ? line.box.x0 - last.widest.box.x1 : Infinity;
    const isText = gap > ALIGNED_GAP * line.size && areAlignedFrom(sorted, i);
    if (last && gap < leastGap(last.widest, line) && !isText && !areParted(last.widest, line, frames)) {
      last.lines.add(line);
      if (line.box.x1 > last.widest.box.x1) last.widest = line;
    } else parts.push({ lines: new Set([line]), widest: line });
  }
  return parts.map((part) => lines.filter((line) => part.lines.has(line)));
}

/** Some lines begin exactly where this one does: the left edge of a text that stands close to the one before. */
function areAlignedFrom(sorted: readonly Line[], at: number): boolean {
  const third = sorted[at + LEAST_ALIGNED - 1];
  return third !== undefined && third.box.x0 - sorted[at]!.box.x0 < SAME_EDGE;
}

/** A large number has no wide strip beside the small text below it. */
const leastGap = (a: Line, b: Line): number =>
  LEAST_GAP * (overlap(a.box, b.box) > 0 ? b.size : Math.min(a.size, b.size));

function areBeside(a: Line, b: Line, frames: readonly Box[]): boolean {
  if (a.blocks || b.blocks) return false;
  const [left, right] = a.box.x0 < b.box.x0 ? [a, b] : [b, a];
  const isWide = right.box.x0 - left.box.x1 >= LEAST_GAP * Math.max(a.size, b.size);
  return overlap(a.box, b.box) > LEAST_OVERLAP && (isWide || areParted(left, right, frames));
}

/** A frame around one of them begins or ends between two lines. */
const areParted = ({ box: left }: Line, { box: right }: Line, frames: readonly Box[]): boolean =>
  frames.some(
    (frame) =>
      (frame.x0 >= left.x1 && frame.x0 <= right.x0 && holdsCentre(frame, right)) ||
      (frame.x1 >= left.x1 && frame.x1 <= right.x0 && holdsCentre(frame, left)),
  );

const overlap = (a: Box, b: Box): number =>
  (Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)) / Math.min(a.y1 - a.y0, b.y1 - b.y0);

/** Below a line of large type there is as much space as its size asks for. */
function isNear(above: readonly Line[], { box, size }: Line): boolean {
  const lowest = above.reduce((low, line) => (line.box.y1 > low.box.y1 ? line : low));
  return box.y0 - lowest.box.y1 < (MOST_SPACE * (size + lowest.size)) / 2;
}

/** The line above the others continues the part that it is in upwards. */
function isNextInPart(parts: readonly Line[][], line: Line): boolean {
  const next = parts.find((part) => part[0] === line)?.[1];
  return next !== undefined && belongTogether(line, next);
}

/** The last line, alone in its row, is no line of the text above it. */
function isLoose(parts: readonly Line[][], line: Line, all: readonly Line[]): boolean {
  if (all.some((other) => other !== line && overlap(other.box, line.box) > ROW_OVERLAP)) return false;
  const part = parts.find((lines) => lines.includes(line));
  const [above, first] = [part?.at(-2), part?.at(-3)];
  return !above || !(belongTogether(above, line) || (first && isEvenlySet(first, above, line)));
}

/** Three lines of one text, however wide it is set: the last is as far below the one above it as that is below the first. */
function isEvenlySet(first: Line, above: Line, below: Line): boolean {
  const step = above.baseline - first.baseline;
  const isEven = Math.abs(below.baseline - above.baseline - step) < SAME_STEP * below.size;
  return isEven && isSameSize(above.size, below.size) && alignsWith(above, below);
}
