/**
 * The bands that the lines across a gutter part an area into, from top to bottom: lines over its full width, text on both
 * sides of it, and ragged bands, where text stands beside a line across: there the page is divided at another place.
 */
import { median } from '../geometry.js';
import { isSameSize } from '../measures.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import type { Line } from '../text/line.js';
import { crosses, type Gutter } from './gutter.js';
import { lastLinesAcross } from './last-lines-across.js';
import { titlesAboveAcross } from './titles-above-across.js';

/** In heights of the lower line: lines that overlap by more stand beside each other. */
const BESIDE_OVERLAP = 0.25;
/** In fractions of a line's width: what lies so far on one side only reaches over the gutter's edge. */
const MOSTLY_ASIDE = 0.8;

/** In font sizes: lines of one text have no wider gap between them. */
const MOST_GAP = 0.5;
/** In points: the edges of a gutter are whole points from the left edge of the text. */
const ROUNDED = 1;
/** In font sizes: the tops of lines that stand beside or next to each other are no further apart. */
const MOST_STEP = 2.5;
/** Lines that may continue beyond a ragged band. */
const MOST_LINES_ON = 4;
/** In points: lines that begin no further apart are aligned; the least width of a strip between two sides. */
const SAME_LEFT = 3;
const LEAST_STRIP = 5;

export interface Band {
  kind: 'across' | 'columns' | 'ragged';
  lines: Line[];
  left: Line[];
  right: Line[];
}

/** A line across a gutter, and the lines that keep off the gutter and stand beside it. */
export interface CrossingLine {
  line: Line;
  beside: readonly Line[];
  /** It ends before the right column, and continues lines that have this beside them: see `besideRight`. */
  isOfLeft: boolean;
  gutter: Gutter;
}

type Place = 'across' | 'left' | 'right' | 'ragged';

const middleOf = ({ x0, x1 }: Gutter): number => (x0 + x1) / 2;
/** Share of the line's width that lies left of the gutter's middle. */
const leftShare = ({ line: { box }, gutter }: CrossingLine): number =>
  (middleOf(gutter) - box.x0) / Math.max(1, box.x1 - box.x0);

const RULES: readonly Rule<CrossingLine, Place>[] = [
  {
    name: 'stand-in',
    why: 'A table or figure separates the columns above it from those below.',
    test: ({ line }) => (line.blocks ? 'across' : null),
  },
  {
    name: 'fills-the-left-column',
    why: 'A line of the left column may fill it to the last point before the right one, which has ended by then.',
    test: ({ isOfLeft, beside }) => (isOfLeft && beside.length === 0 ? 'left' : null),
  },
  {
    name: 'nothing-beside',
    why: 'A line alone in its rows runs over the full width.',
    test: ({ beside }) => (beside.length === 0 ? 'across' : null),
  },
  {
    name: 'reaches-in-from-the-left',
    why: 'A caption or note that is a little wider than its column reaches over the gutter, beside the text of the other.',
    test: (at) =>
      leftShare(at) > MOSTLY_ASIDE && at.beside.every(({ box }) => box.x0 > at.line.box.x1) ? 'left' : null,
  },
  {
    name: 'reaches-in-from-the-right',
    why: 'The same from the other side.',
    test: (at) =>
      leftShare(at) < 1 - MOSTLY_ASIDE && at.beside.every(({ box }) => box.x1 < at.line.box.x0) ? 'right' : null,
  },
];

/** What a line across a gutter is to the text on both sides of it. */
export const CROSSING_LINE: DecisionTable<CrossingLine, Place> = {
  name: 'crossing-line',
  rules: RULES,
  otherwise: 'ragged',
  subject: ({ line }) => line,
  numbers: (at) => ({ linesBeside: at.beside.length, leftShare: leftShare(at) }),
};

export function bandsOf(lines: readonly Line[], gutter: Gutter): Band[] {
  const sorted = [...lines].sort((a, b) => a.box.y0 - b.box.y0);
  const places = placesOf(sorted, gutter);
  const bands: Band[] = [];
  for (const line of sorted) {
    const place = places.get(line)!;
    const kind: Band['kind'] = place === 'left' || place === 'right' ? 'columns' : place;
    const open = bands.at(-1);
    const continues = open && (open.kind === kind || (open.kind !== 'columns' && kind !== 'columns'));
    const band: Band = continues ? open : { kind, lines: [], left: [], right: [] };
    if (!continues) bands.push(band);
    if (kind === 'ragged') band.kind = kind;
    band.lines.push(line);
    if (place === 'left') band.left.push(line);
    if (place === 'right') band.right.push(line);
  }
  return withOneSided(bands);
}

/**
 * Between ragged bands text on one side alone is no pair of columns: there a line of the notes or of the text beside them
 * only ends before the gutter. The area is one, which is divided at another place.
 */
function withOneSided(bands: readonly Band[]): Band[] {
  const joined: Band[] = [];
  for (const [i, band] of bands.entries()) {
    const before = joined.at(-1);
    const isOneSided = band.kind === 'columns' && (band.left.length === 0 || band.right.length === 0);
    const continues = band.kind === 'ragged' || (isOneSided && bands[i + 1]?.kind === 'ragged');
    if (before?.kind === 'ragged' && continues) before.lines.push(...band.lines);
    else joined.push(band);
  }
  return joined;
}

/** @param sorted from the top. */
function placesOf(sorted: readonly Line[], gutter: Gutter): Map<Line, Place> {
  const crossing = new Set(sorted.filter((line) => crosses(line, gutter)));
  const places = new Map<Line, Place>(sorted.map((line) => [line, line.box.x1 <= gutter.x1 ? 'left' : 'right']));
  if (crossing.size === 0) return places;
  const beside = besideOf(sorted, crossing);
  const ragged: Line[] = [];
  const ofLeft = besideRight(sorted, gutter);
  for (const line of crossing) {
    const at = { line, beside: beside.get(line) ?? [], isOfLeft: ofLeft.has(line), gutter };
    const place = decide(CROSSING_LINE, at);
    places.set(line, place);
    if (place === 'ragged') ragged.push(...beside.get(line)!);
  }
  for (const line of ragged) places.set(line, 'ragged');
  for (const order of [sorted, sorted.toReversed()]) {
    for (const line of linesOn(order, places)) places.set(line, 'ragged');
  }
  const isAcross = (line: Line): boolean => places.get(line) === 'across';
  const isLeft = (line: Line): boolean => places.get(line) === 'left';
  for (const find of [lastLinesAcross, titlesAboveAcross]) {
    for (const line of find(sorted, { isAcross, isLeft, areBeside })) places.set(line, 'across');
  }
  return places;
}

/**
 * Lines that end before the right column and have a line of it beside them, or continue such as have without a gap.
 *
 * @param sorted from the top.
 */
function besideRight(sorted: readonly Line[], { x1 }: Gutter): Set<Line> {
  const found = new Set<Line>();
  for (const [i, line] of sorted.entries()) {
    if (line.blocks || line.box.x1 > x1 + ROUNDED) continue;
    const isOfRight = (other: Line): boolean => other.box.x0 >= x1 - SAME_LEFT && areBeside(line, other);
    const continues = (other: Line): boolean =>
      found.has(other) && isBelow(other, line) && distance(other, line) <= MOST_GAP * line.size;
    const isNext = (other: Line): boolean => other !== line && (isOfRight(other) || continues(other));
    if (linesAround(sorted, i).some(isNext)) found.add(line);
  }
  return found;
}

/** The lines of `sorted` that may stand beside the one at `i`, or right above it. */
function linesAround(sorted: readonly Line[], i: number): readonly Line[] {
  const { box, size } = sorted[i]!;
  let [from, end] = [i, i + 1];
  while (from > 0 && box.y0 - sorted[from - 1]!.box.y0 <= MOST_STEP * size) from -= 1;
  while (end < sorted.length && sorted[end]!.box.y0 <= box.y1) end += 1;
  return sorted.slice(from, end);
}

/** Few lines that continue, without a gap, what a ragged band holds the beginning of; more of them are a column. */
function linesOn(order: readonly Line[], places: ReadonlyMap<Line, Place>): Line[] {
  return order
    .filter((line) => places.get(line) === 'ragged')
    .flatMap((line) => {
      const found: Line[] = [];
      let last = line;
      for (const other of order.slice(order.indexOf(line) + 1)) {
        if (distance(last, other) > MOST_GAP * line.size) break;
        if (!isBelow(last, other)) continue;
        if (places.get(other) !== 'left' && places.get(other) !== 'right') return [];
        found.push(other);
        last = other;
      }
      return found.length <= MOST_LINES_ON ? found : [];
    });
}

/** Markers and numbers alone belong to the lines beside them. */
const hasWords = (lines: readonly Line[]): boolean => lines.some(({ text }) => /\p{L}{2}/u.test(text));
const sizeOf = (lines: readonly Line[]): number => median(lines.map(({ size }) => size));
const distance = ({ box: a }: Line, { box: b }: Line): number => Math.max(a.y0, b.y0) - Math.min(a.y1, b.y1);
/** In the same type at the same left edge. */
const isBelow = (a: Line, b: Line): boolean =>
  !b.blocks && isSameSize(a.size, b.size) && Math.abs(a.box.x0 - b.box.x0) < SAME_LEFT;

/**
 * The two sides of a ragged band whose lines are too few for a gutter: those left and right of the first strip that none
 * crosses. Null where there is no such strip, or the type is one on both sides, as in a form, or one side has only markers:
 * there rows are read.
 */
export function sidesOf(lines: readonly Line[]): [Line[], Line[]] | null {
  const sorted = [...lines].sort((a, b) => a.box.x0 - b.box.x0);
  let end = -Infinity;
  for (const [i, { box }] of sorted.entries()) {
    if (i > 0 && box.x0 - end > LEAST_STRIP) {
      const [left, right] = [sorted.slice(0, i), sorted.slice(i)];
      const isText = hasWords(left) && hasWords(right);
      return !isText || isSameSize(sizeOf(left), sizeOf(right)) ? null : [left, right];
    }
    end = Math.max(end, box.x1);
  }
  return null;
}

/** For lines of `crossing` the others that stand beside them. */
function besideOf(sorted: readonly Line[], crossing: ReadonlySet<Line>): Map<Line, Line[]> {
  const found = new Map<Line, Line[]>();
  const add = (line: Line, other: Line): void => {
    if (!crossing.has(line) || crossing.has(other) || other.blocks) return;
    const list = found.get(line);
    if (list) list.push(other);
    else found.set(line, [other]);
  };
  for (const [i, line] of sorted.entries()) {
    for (let j = i + 1; j < sorted.length && sorted[j]!.box.y0 < line.box.y1; j++) {
      const other = sorted[j]!;
      if (!areBeside(line, other)) continue;
      add(line, other);
      add(other, line);
    }
  }
  return found;
}

function areBeside({ box: a }: Line, { box: b }: Line): boolean {
  const overlap = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return overlap > BESIDE_OVERLAP * Math.min(a.y1 - a.y0, b.y1 - b.y0);
}
