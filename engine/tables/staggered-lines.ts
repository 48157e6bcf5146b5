/** Lines of a table that overlap each other in height, beside each other: cells of one row that are centred on each other. */
import { overlap } from '../geometry.js';
import { isValue } from './kinds.js';
import type { Placed, PlacedRow } from './placed-rows.js';
import { segmentText } from './segments.js';

/** In font sizes: rows are at least so far apart. */
export const LEAST_PITCH = 0.9;
/** In font sizes: lines nearer than this overlap in height, as capitals and figures do (staggered rows: 0.37 to 0.73; others from 1.1). */
export const OVERLAP_PITCH = 0.8;
/** In font sizes: how far from the middle of a row the middle of a cell is that is centred in it. */
const OFF_MIDDLE = 0.25;
/** Lines of a cell in a row of staggered lines at most: columns that are set at two heights go on over the whole table. */
const MOST_STAGGERED = 3;
/** Lines of such a row at most: those of its highest cell, and of others between them. */
const MOST_IN_ROW = 2 * MOST_STAGGERED;

/** Lines that overlap the one above in height and belong to its row, with all that so follow each other. */
export function staggeredLines(
  lines: readonly PlacedRow[],
  isSeparated: (above: PlacedRow, line: PlacedRow) => boolean,
): Set<PlacedRow> {
  const chains: PlacedRow[][] = [];
  lines.forEach((line, i) => {
    if (i > 0 && overlapsBeside(lines[i - 1]!, line)) chains.at(-1)!.push(line);
    else chains.push([line]);
  });
  const rows = chains.filter(
    (chain) =>
      chain.length <= MOST_IN_ROW &&
      isStaggeredRow(chain) &&
      !isCellOverTwo(chain) &&
      chain.slice(1).every((line, i) => !isSeparated(chain[i]!, line)),
  );
  return new Set(rows.flatMap((chain) => chain.slice(1)));
}

const overlapsBeside = (above: PlacedRow, line: PlacedRow): boolean =>
  line.row.baseline - above.row.baseline < OVERLAP_PITCH * Math.min(line.row.size, above.row.size) &&
  line.placed.every((part) => above.placed.every((other) => !isUnderOrOver(part, other)));

const isUnderOrOver = ({ segment: a }: Placed, { segment: b }: Placed): boolean =>
  overlap(a.box.x0, a.box.x1, b.box.x0, b.box.x1) > 0;

/** One cell halfway between two lines may as well be over two rows, which ROW_BREAK has a rule for. */
const isCellOverTwo = ([first, ...rest]: readonly PlacedRow[]): boolean =>
  rest.length === 2 && isHalfway([first!], rest[0]!, rest[1]);

/**
 * No text has more lines below and above it than a name has, or a second value, and of three lines or more the cells have
 * one middle: columns that are set at two heights have two.
 */
function isStaggeredRow(chain: readonly PlacedRow[]): boolean {
  const parts = chain.flatMap(({ row, placed }) => placed.map((part) => ({ part, baseline: row.baseline })));
  const [first, last] = [chain[0]!.row, chain.at(-1)!.row];
  const middle = (first.baseline + last.baseline) / 2;
  return parts.every(({ part }) => {
    // letters without a width lie under nothing, not even themselves
    const ofCell = parts.filter((other) => other.part === part || isUnderOrOver(part, other.part));
    const values = ofCell.filter(({ part: { segment } }) => isValue(segmentText(segment)));
    const offMiddle = Math.abs((ofCell[0]!.baseline + ofCell.at(-1)!.baseline) / 2 - middle);
    const isCentred = chain.length <= 2 || offMiddle <= OFF_MIDDLE * first.size;
    return isCentred && ofCell.length <= MOST_STAGGERED && values.length <= 1;
  });
}

/** Whether a text of the row lies over several columns that the line has texts in: the line names what it groups. */
export const isGroupedBy = (row: readonly PlacedRow[], line: PlacedRow): boolean =>
  row
    .flatMap(({ placed }) => placed)
    .some(
      ({ column, last }) =>
        line.placed.filter((part) => part.column >= column && part.last <= last).length > 1 && last > column,
    );

/**
 * Nearer to both than rows stand to each other, and in none of their columns. With more cells than either it is the row, and
 * they are the lines of a cell of it.
 */
export function isHalfway(row: readonly PlacedRow[], line: PlacedRow, next: PlacedRow | undefined): boolean {
  return next !== undefined && isBetween(row, line, next) && !hasMoreCells(line, [...row, next]);
}

const hasMoreCells = (line: PlacedRow, others: readonly PlacedRow[]): boolean =>
  others.every(({ placed }) => line.placed.length > placed.length);

/** Three lines that are one row, whose cells are set in their middle: beside the two lines of one stand the others. */
export const isRowInItsMiddle = ([first, middle, last, more]: readonly PlacedRow[]): boolean =>
  more === undefined &&
  last !== undefined &&
  isBetween([first!], middle!, last) &&
  [first!, last].every(({ placed }) => placed.length <= middle!.placed.length);

function isBetween(row: readonly PlacedRow[], line: PlacedRow, next: PlacedRow): boolean {
  const above = row.at(-1)!;
  const steps = [line.row.baseline - above.row.baseline, next.row.baseline - line.row.baseline];
  return (
    steps.every((step) => step < LEAST_PITCH * line.row.size) &&
    [...row, next].every((other) => line.placed.every((part) => other.placed.every((beside) => isApart(part, beside))))
  );
}

const isApart = (a: Placed, b: Placed): boolean => a.last < b.column || b.last < a.column;
