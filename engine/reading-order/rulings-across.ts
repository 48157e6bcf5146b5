/**
 * Rulings that part the columns of a page: what stands above is read to its end, then what stands below. Journals set such a
 * line between the text and its list of references, newsletters between two articles and below their masthead, whose sides are
 * read one after the other.
 */
import { unionBox } from '../geometry.js';
import type { Box, Page } from '../model.js';
import { MOSTLY, SAME_EDGE } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import { areLevel, type Line } from '../text/line.js';
import { crosses, findGutter, type Gutter } from './gutter.js';
import { regionOf, wrappedShare } from './rows.js';

/** In font sizes: the least white between the text above a ruling and the text below it, in all columns. */
const LEAST_WHITE = 1;
/** In points: a ruling that reaches less far to both sides of the gutter only touches it. */
const LEAST_REACH = 12;
/** Strips with a ruling that are looked at: a page with more is a table or a drawing. */
const MOST_STRIPS = 40;

/** A ruling in the white between two parts of an area. */
export interface RulingAcross {
  ruling: Box;
  above: readonly Line[];
  below: readonly Line[];
  /** What stands between it and the next one of its extent; empty where there is none. */
  strip: readonly Line[];
  /** Null where the lines on that side are one column. */
  gutterAbove: Gutter | null;
  gutterBelow: Gutter | null;
}

type Verdict = 'parts' | 'strip' | 'none';

/** Lines of a masthead at most. */
const MOST_LINES = 20;
/** Share of the columns' width that the ruling below it has at least. */
const FULL_WIDTH = 0.9;
/** Lines of long columns at least, and the share of them that begin with a lower-case letter where words wrap. */
const LEAST_LINES = 12;
const WRAPPED = 0.4;
/** Share of the lines above a ruling that stand beside its gutter, where they are columns: a title and its authors stand over it. */
const BESIDE = 0.75;

function isMasthead({ ruling, above, below, gutterBelow: gutter }: RulingAcross): boolean {
  if (gutter === null || above.length > MOST_LINES || below.length < LEAST_LINES || !isAcross(ruling, gutter))
    return false;
  const { x0, x1 } = unionBox(below.map(({ box }) => box));
  if (ruling.x1 - ruling.x0 < FULL_WIDTH * (x1 - x0) || below.some((line) => crosses(line, gutter))) return false;
  return wrappedShare(below) >= WRAPPED && !headsColumns(above, below, gutter);
}

/** A column above a ruling is of many lines whose words wrap, and the ruling is as wide as all of the text. */
function endsColumns({ ruling, above, below, gutterAbove: gutter }: RulingAcross): boolean {
  if (gutter === null || !isAcross(ruling, gutter)) return false;
  const { x0, x1 } = unionBox([...above, ...below].map(({ box }) => box));
  if (ruling.x1 - ruling.x0 < FULL_WIDTH * (x1 - x0)) return false;
  const beside = above.filter((line) => !crosses(line, gutter));
  if (beside.length < BESIDE * above.length || above.some(({ mono }) => mono > MOSTLY)) return false;
  return sidesOf(beside, gutter).some((side) => side.length >= LEAST_LINES && wrappedShare(side) >= WRAPPED);
}

/** Lines of the wrapped text in a strip at least. */
const LEAST_STRIP_LINES = 4;

/** The strip has columns, one of them of text whose words wrap, below one column, and its rulings are as wide as all of the text. */
function hasTextInColumns({ ruling, above, below, strip, gutterAbove }: RulingAcross): boolean {
  if (gutterAbove !== null || strip.length < LEAST_STRIP_LINES) return false;
  const gutter = gutterOf(strip);
  if (gutter === null || !isAcross(ruling, gutter)) return false;
  const { x0, x1 } = unionBox([...above, ...below].map(({ box }) => box));
  if (ruling.x1 - ruling.x0 < FULL_WIDTH * (x1 - x0)) return false;
  return sidesOf(strip, gutter).some((side) => side.length >= LEAST_STRIP_LINES && wrappedShare(side) >= WRAPPED);
}

/** Whether two lines on one baseline each begin at the edge of the column below, or stand over its middle. */
function headsColumns(above: readonly Line[], below: readonly Line[], gutter: Gutter): boolean {
  const [left, right] = sidesOf(below, gutter);
  const heads = (line: Line, column: readonly Line[]): boolean => {
    const { x0, x1 } = unionBox(column.map(({ box }) => box));
    return Math.abs(line.box.x0 - x0) < SAME_EDGE || Math.abs(line.box.x0 + line.box.x1 - x0 - x1) < 2 * SAME_EDGE;
  };
  const [onLeft, onRight] = sidesOf(above, gutter);
  const headsRight = onRight.filter((line) => heads(line, right));
  return onLeft.some((line) => heads(line, left) && headsRight.some((other) => areLevel(line, other)));
}

/** The lines on the left of a gutter, and those on its right or across it. */
function sidesOf(lines: readonly Line[], gutter: Gutter): [left: Line[], right: Line[]] {
  const isLeft = ({ box }: Line): boolean => box.x1 <= gutter.x1;
  return [lines.filter(isLeft), lines.filter((line) => !isLeft(line))];
}

const isAcross = ({ x0, x1 }: Box, gutter: Gutter): boolean =>
  x0 < gutter.x0 - LEAST_REACH && x1 > gutter.x1 + LEAST_REACH;

export const RULING_ACROSS: DecisionTable<RulingAcross, Verdict> = {
  name: 'ruling-across',
  rules: [
    {
      name: 'masthead',
      why: 'Below a ruling as wide as both columns is nothing but these, and their words wrap: the few lines above it are a masthead, unless they stand beside each other as the heads or first lines of the columns do.',
      test: (at) => (at.gutterAbove === null && isMasthead(at) ? 'parts' : null),
    },
    {
      name: 'below-columns',
      why: 'Below a ruling as wide as the text, over the gutter beside a column whose words wrap, stands what belongs to neither side: the imprint of a page, its foot.',
      test: (at) => (at.gutterBelow === null && endsColumns(at) ? 'parts' : null),
    },
    {
      name: 'columns-between-rulings',
      why: 'Columns between two rulings as wide as all of the text, one of them of text whose words wrap, belong to nothing above or below: the abstract of an article with its keywords beside it.',
      test: (at) => (hasTextInColumns(at) ? 'strip' : null),
    },
    {
      name: 'one-column',
      why: 'Text in one column is read from top to bottom, with rulings or without.',
      test: ({ gutterAbove, gutterBelow }) => (gutterAbove === null || gutterBelow === null ? 'none' : null),
    },
    {
      name: 'over-both-gutters',
      why: 'A ruling over the gutter between the columns above it and those below it ends the ones above.',
      test: ({ ruling, gutterAbove, gutterBelow }) =>
        [gutterAbove, gutterBelow].every((gutter) => gutter !== null && isAcross(ruling, gutter)) ? 'parts' : null,
    },
  ],
  otherwise: 'none',
  subject: ({ above, below }) => regionOf([...above, ...below]),
  numbers: ({ ruling, above, below }) => ({
    width: ruling.x1 - ruling.x0,
    linesAbove: above.length,
    linesBelow: below.length,
    wrappedShareBelow: wrappedShare(below),
  }),
};

/** The lines of an area, split at the rulings that end its columns. */
export function splitAtRulings({ rules }: Pick<Page, 'rules'>, lines: readonly Line[]): (readonly Line[])[] {
  // the widest first: others in the same white are parts of it or of a double ruling
  const level = rules
    .filter(({ orientation, box }) => orientation === 'horizontal' && box.x1 - box.x0 > 2 * LEAST_REACH)
    .sort((a, b) => b.box.x1 - b.box.x0 - (a.box.x1 - a.box.x0));
  const parts: (readonly Line[])[] = [];
  let rest = lines;
  const rulings = (level.length === 0 ? [] : whites(lines)).flatMap(
    (white) => level.find(({ box }) => box.y0 > white.y0 && box.y1 < white.y1)?.box ?? [],
  );
  for (const [i, ruling] of rulings.slice(0, MOST_STRIPS).entries()) {
    const above = rest.filter(({ box }) => box.y0 < ruling.y0);
    const below = rest.filter(({ box }) => box.y0 > ruling.y0);
    const end = rulings.slice(i + 1).find((other) => isOfExtent(other, ruling))?.y0 ?? -Infinity;
    const strip = below.filter(({ box }) => box.y0 < end);
    const at = { ruling, above, below, strip, gutterAbove: gutterOf(above), gutterBelow: gutterOf(below) };
    const verdict = decide(RULING_ACROSS, at);
    if (verdict === 'none') continue;
    if (verdict === 'strip') parts.push(above, strip);
    else parts.push(...sidesAbove(at));
    rest = verdict === 'strip' ? below.filter(({ box }) => box.y0 >= end) : below;
  }
  return [...parts, rest].filter((part) => part.length > 0);
}

const isOfExtent = (a: Box, b: Box): boolean =>
  Math.abs(a.x0 - b.x0) <= SAME_EDGE && Math.abs(a.x1 - b.x1) <= SAME_EDGE;

/** The parts of what stands above a ruling that parts: the sides of a masthead, where nothing in it crosses the gutter below. */
function sidesAbove({ above, gutterAbove, gutterBelow: gutter }: RulingAcross): (readonly Line[])[] {
  if (gutterAbove !== null || gutter === null || above.some((line) => crosses(line, gutter))) return [above];
  return sidesOf(above, gutter).filter((side) => side.length > 0);
}

/** From the top, the strips over the full width that no line reaches into. */
function whites(lines: readonly Line[]): { y0: number; y1: number }[] {
  const found: { y0: number; y1: number }[] = [];
  let y0 = Infinity;
  for (const { box, size } of lines.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    if (box.y0 - y0 > LEAST_WHITE * size) found.push({ y0, y1: box.y0 });
    y0 = y0 === Infinity ? box.y1 : Math.max(y0, box.y1);
  }
  return found;
}

const gutterOf = (lines: readonly Line[]): Gutter | null => findGutter(lines, unionBox(lines.map(({ box }) => box)));
