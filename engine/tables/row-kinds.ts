/**
 * What a line of a table is by its cells alone: a row of values, a label. Lines near each other without values are a header.
 */
import { isYearOrSpan } from '../text-rules.js';
import { isValue } from './kinds.js';
import type { PlacedRow } from './placed-rows.js';
import { rowText, segmentText, type TextRow } from './segments.js';

/** In font sizes: the greatest distance of two lines of a header, and so of a name. */
export const HEADER_PITCH = 1.5;
/** Words of a label at most. */
const MOST_WORDS = 12;
/** Columns of a table whose groups have labels: those of two columns may be a text beside another. */
export const LEAST_FULL = 3;
/** Values beside units or remarks that make a line of filled columns a row. */
const LEAST_WITH_UNITS = 2;
/** Values that make a line a row, however its label lies. */
const LEAST_VALUES = 3;

/** Whether a text covers several columns, or several texts stand in one. */
export const isAcross = ({ placed }: PlacedRow): boolean =>
  placed.some(({ column, last }) => column !== last) ||
  (placed.length > 1 && new Set(placed.map(({ column }) => column)).size < placed.length);

/** Whether values stand in most columns, one in each, to the right of all other text. */
export function isRowOfValues({ placed }: PlacedRow, columns: number): boolean {
  if (placed.length < LEAST_VALUES || 2 * placed.length < columns) return false;
  const from = placed.findLastIndex(({ segment }) => !isValue(segmentText(segment))) + 1;
  const values = placed.slice(from);
  const label = placed.slice(0, from);
  if (values.length < LEAST_VALUES || 2 * values.length < columns) return false;
  // numbers are set to the right: a long one may begin left of its column
  return (
    values.every(({ last }, i) => last > (values[i - 1]?.last ?? -1)) &&
    label.every(({ last }) => last < values[0]!.last)
  );
}

/** A label from the first column on, and a value in each of the columns right of it, two at least. Years head another table. */
export function isLabelOverColumns({ placed: [label, ...values] }: PlacedRow, columns: number): boolean {
  if (!label || label.column > 0 || values.length < 2 || values.length !== columns - 1 - label.last) return false;
  const isInOrder = values.every(({ last }, i) => last === label.last + 1 + i);
  const texts = values.map(({ segment }) => segmentText(segment));
  return (
    isInOrder &&
    texts.every(isValue) &&
    !texts.every(isYearOrSpan) &&
    segmentText(label.segment).split(' ').length <= MOST_WORDS
  );
}

/** A label and a value in each of the other columns, two of them at least. */
export const isFullRow = (line: PlacedRow, columns: number): boolean =>
  columns >= LEAST_FULL &&
  line.placed.length === columns &&
  !isAcross(line) &&
  line.placed.slice(1).every(({ segment }) => isValue(segmentText(segment)));

/** A label in the first column, and values up to the last one, two at least: some may be missing between, as numbers of notes are. */
export const endsInValues = (line: PlacedRow, columns: number): boolean =>
  line.placed.length > 2 &&
  !isAcross(line) &&
  line.placed[0]!.column === 0 &&
  line.placed.at(-1)!.last === columns - 1 &&
  line.placed.slice(1).every(({ segment }) => isValue(segmentText(segment)));

/** A text in each column, and values in two at least: units and remarks stand beside them. */
export const isRowWithUnits = (line: PlacedRow, columns: number): boolean =>
  columns > LEAST_FULL &&
  line.placed.length === columns &&
  !isAcross(line) &&
  line.placed.slice(1).filter(({ segment }) => isValue(segmentText(segment))).length >= LEAST_WITH_UNITS;

/** A short text in the first column, and nothing beside it. */
export const isLabel = ({ row, placed }: PlacedRow): boolean =>
  placed.length === 1 && placed[0]!.column === 0 && rowText(row).split(' ').length <= MOST_WORDS;

export const isHeader = (lines: readonly TextRow[]): boolean =>
  lines.slice(1).every(({ baseline, size }, i) => baseline - lines[i]!.baseline <= HEADER_PITCH * size);

/** Years are names of columns. */
export const hasValues = ({ segments }: TextRow): boolean =>
  segments.map(segmentText).some((text) => isValue(text) && !isYearOrSpan(text));
