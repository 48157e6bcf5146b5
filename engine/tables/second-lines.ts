/**
 * Second lines of cells that had room enough: what a bill says of an article below its name. They stand alone below the first
 * cell of a row, nearer to it than any two rows to each other.
 */
import { isValue } from './kinds.js';
import type { PlacedRow } from './placed-rows.js';
import { segmentText } from './segments.js';

/** Of the least distance of two rows: a second line is no further below. */
const NEARER = 0.75;
/** And what follows stands off by this many of its distances. */
const STANDS_OFF = 1.25;
/** In font sizes: the greatest distance of two lines of one cell. */
const LINE_PITCH = 1.7;
/** In points: lines of one cell begin at one place. */
const SAME_LEFT = 1;
/** Cells of the row above: one of fewer may be a text beside another. */
const LEAST_CELLS = 3;
/** How notes on a table begin. */
const NOTE = /^(?:[*†‡§•]|\(?\d{1,2}\)|\(?[a-z]\)|notes?\b|sources?\b)/iu;

/** A line of a table, and what is known of those around it. */
export interface LineOfTable {
  line: PlacedRow;
  above: PlacedRow | undefined;
  next: PlacedRow | undefined;
  /** The one above is a second line. */
  isAboveSecond: boolean;
  /** The least distance of a row of several cells from the line above it; infinite where none is known. */
  leastStep: number;
}

/** Whether a line continues with the first cell of the row above, though that had room for it. */
export function isSecondLine({ line, above, next, isAboveSecond, leastStep }: LineOfTable): boolean {
  if (!above || !Number.isFinite(leastStep) || !isBelowFirstCell(above, line)) return false;
  const step = stepTo(line, above);
  const isNear = step <= Math.min(NEARER * leastStep, LINE_PITCH * line.row.size);
  const standsOff = !next || stepTo(next, line) >= STANDS_OFF * step || isBelowFirstCell(line, next);
  return (
    isNear && standsOff && (isAboveSecond || isRowWithValue(above)) && !NOTE.test(segmentText(line.placed[0]!.segment))
  );
}

/** All lines that do so. */
export function secondLines(lines: readonly PlacedRow[]): Set<PlacedRow> {
  const leastStep = lines.reduce((least, line, i) => Math.min(least, stepOfRow(line, lines[i - 1])), Infinity);
  const found = new Set<PlacedRow>();
  for (const [i, line] of lines.entries()) {
    const above = lines[i - 1];
    const isAboveSecond = above !== undefined && found.has(above);
    if (isSecondLine({ line, above, next: lines[i + 1], isAboveSecond, leastStep })) found.add(line);
  }
  return found;
}

const stepTo = ({ row }: PlacedRow, above: PlacedRow): number => row.baseline - above.row.baseline;

/** Distance of a row of several cells from the line above it, infinite where the line is none. */
export const stepOfRow = (line: PlacedRow, above: PlacedRow | undefined): number =>
  above && line.placed.length > 1 ? stepTo(line, above) : Infinity;

/** One text below the first of the line above, in the first column alone. */
function isBelowFirstCell({ placed: [first] }: PlacedRow, { placed }: PlacedRow): boolean {
  const [text] = placed;
  return (
    first !== undefined &&
    text !== undefined &&
    placed.length === 1 &&
    text.column === 0 &&
    text.last === 0 &&
    Math.abs(text.segment.box.x0 - first.segment.box.x0) <= SAME_LEFT
  );
}

const isRowWithValue = ({ placed }: PlacedRow): boolean =>
  placed.length >= LEAST_CELLS && placed.some(({ segment }) => isValue(segmentText(segment)));
