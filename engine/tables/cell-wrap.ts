/**
 * Wrapped cells: whether a line of a table continues with the cells of the line above it, because these had no room left
 * (CELL_WRAP).
 * Cells that are aligned at their bottom are upper-lines.ts.
 */
import { isLargerThanBody } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import { endsHyphenated, isYearOrSpan } from '../text-rules.js';
import { isValue } from './kinds.js';
import type { Placed, PlacedRow } from './placed-rows.js';
import { rowSubject, segmentText, type Segment } from './segments.js';

/** Room for text in each column, and between rows. */
export interface ColumnRoom {
  /** In points. */
  width: number[];
  /** Least distance of two neighbouring rows of values, in points; none where no two of them are neighbours. */
  pitch?: number | undefined;
}

/** In font sizes: the greatest distance of two lines of one cell. */
export const WRAP_PITCH = 1.9;
/** In font sizes of the text above: the greatest distance of a remark in smaller type below it. */
export const REMARK_PITCH = 1.35;
/** In font sizes: a space between words. */
const SPACE = 0.25;
/** In font sizes: what a cell's right edge may leave free of the column's room and still be full. */
const SPARE = 0.2;
/** In font sizes: the gap between the text of a column and the next, at least and where nothing is known to be wider. */
const LEAST_GUTTER = 0.3;
const GUTTER = 1.3;
/** In font sizes: the rest of a label that is set in, by no less than a wide space. */
export const HANGS_IN = 0.4;
/** The distance from the label to its rest is at most this share of that of rows, and of that from there to the next row. */
const NEARER = 0.9;
/** In least distances of rows: the next row of the same table is no further from the rest of a label. */
const NEXT_ROW = 1.5;
/** What tells of a table stands below it, often set in. */
const REMARK = /^(?:sources?|notes?|quellen?|anmerkung(?:en)?|hinweise?|remarks?)\b/iu;
/** Values behind a label that make a row: one or two may be numbers within a wrapped text. */
const LEAST_VALUES = 3;
/** Dots at the end of a label, and the letters that they are looked for in: a row of dots has no end. */
const LEADERS = /(?:\. ?){4,}$|…$/u;
const END = 16;

export interface WrapCandidate {
  /** Number of the page. */
  page: number;
  above: PlacedRow;
  line: PlacedRow;
  room: ColumnRoom;
  /** The line below, where there is one. */
  below?: PlacedRow | undefined;
}

export const CELL_WRAP: DecisionTable<WrapCandidate, 'wraps' | 'apart'> = {
  name: 'cell-wrap',
  rules: [
    {
      name: 'far-below',
      why: 'Lines of one cell follow each other as lines of text do.',
      test: ({ above, line }) =>
        line.row.baseline - above.row.baseline > WRAP_PITCH * Math.max(line.row.size, above.row.size) ? 'apart' : null,
    },
    {
      name: 'other-columns',
      why: 'Text continues only in the columns that the line above it fills.',
      test: ({ above, line }) => (line.placed.every((part) => isUnder(above, part)) ? null : 'apart'),
    },
    {
      name: 'leaders-above',
      why: 'Dots that lead from a label to its values end the cell.',
      test: ({ above, line }) =>
        line.placed.some((part) => endsInLeaders(segmentText(cellAbove(above, part)))) ? 'apart' : null,
    },
    {
      name: 'smaller-below-its-cell',
      why: 'A remark in smaller type right below a cell is of it, however much room that had, unless the next row is in this type.',
      test: (candidate) => (isRemarkBelow(candidate) ? 'wraps' : null),
    },
    {
      name: 'hangs-below-label',
      why: 'A text below the label of a row of values, set in and nearer to it than rows are to each other, is the rest of the label where the next row is not set in.',
      test: (candidate) => (hangsBelowLabel(candidate) ? 'wraps' : null),
    },
    {
      name: 'few-cells',
      why: 'A line without text in the first column and with text in fewer than half of them is hardly a row of its own, unless it has a label and several values.',
      test: ({ line, room }) =>
        line.placed[0]!.column > 0 && 2 * line.placed.length < room.width.length && !isLabelled(line) ? 'wraps' : null,
    },
    {
      name: 'no-room-above',
      why: 'In each cell the first word had no room in the line above.',
      test: ({ above, line, room }) =>
        line.placed.every((part) => hadNoRoom(above, part, { room, size: line.row.size })) ? 'wraps' : null,
    },
  ],
  otherwise: 'apart',
  subject: ({ page, line }) => rowSubject(page, line.row),
  numbers: ({ above, line, room }) => ({
    pitchInSizes: (line.row.baseline - above.row.baseline) / Math.max(line.row.size, above.row.size),
    cells: line.placed.length,
    cellsAbove: above.placed.length,
    columns: room.width.length,
  }),
};

/** Whether the line may be the rest of the cells of the line above it. */
export const mayWrap = (candidate: WrapCandidate): boolean => decide(CELL_WRAP, candidate) === 'wraps';

/** Dots at its end lead from the text to what stands beside it. */
export const endsInLeaders = (text: string): boolean => LEADERS.test(text.slice(-END));

const isUnder = (above: PlacedRow, part: Placed): boolean =>
  above.placed.some((other) => other.column === part.column && other.last === part.last);

/**
 * The rest of a label has a hanging indent, and stands closer than rows do: the name of a group of rows has rows set in below
 * it, and parts of a sum without values stand as far below as rows. What follows is a row of values in the same columns.
 */
export function hangsBelowLabel({ above, line, below, room }: WrapCandidate): boolean {
  const isAlone = line.placed.length === 1 && line.placed[0]!.column === 0;
  if (!isAlone || below === undefined || room.pitch === undefined) return false;
  if (!isRowWithValues(above) || !isRowWithValues(below)) return false;
  if (!below.placed.slice(1).every((part) => isUnder(above, part))) return false;
  if (REMARK.test(segmentText(line.placed[0]!.segment))) return false;
  const step = line.row.baseline - above.row.baseline;
  const next = below.row.baseline - line.row.baseline;
  return (
    isSetIn(line, above) &&
    !isSetIn(below, above) &&
    step <= NEARER * Math.min(room.pitch, next) &&
    next <= NEXT_ROW * room.pitch
  );
}

const isSetIn = ({ row }: PlacedRow, above: PlacedRow): boolean => row.box.x0 > above.row.box.x0 + HANGS_IN * row.size;

/** A label in the first column, and values behind it. Years head another table. */
const isRowWithValues = (row: PlacedRow): boolean =>
  row.placed[0]!.column === 0 &&
  isLabelled(row) &&
  !row.placed.slice(1).every(({ segment }) => isYearOrSpan(segmentText(segment)));

/** Least distance of two neighbouring lines with a label and values. */
function leastPitch(lines: readonly PlacedRow[]): number | undefined {
  const steps = lines.slice(1).flatMap((line, i) => {
    const above = lines[i]!;
    return isRowWithValues(above) && isRowWithValues(line) ? [line.row.baseline - above.row.baseline] : [];
  });
  return steps.length > 0 ? Math.min(...steps) : undefined;
}

/** One text in smaller type, as near below its cell as a line of the same text would be. */
const isRemarkBelow = ({ above, line: { row, placed }, below }: WrapCandidate): boolean =>
  placed.length === 1 &&
  (below === undefined || isLargerThanBody(below.row.size, row.size)) &&
  isLargerThanBody(cellAbove(above, placed[0]!).runs[0]!.size, row.size) &&
  row.baseline - above.row.baseline < REMARK_PITCH * above.row.size;

/** Values right of a text, as the rows of one of two tables side by side have them. */
const isLabelled = ({ placed: [label, ...values] }: PlacedRow): boolean =>
  values.length >= LEAST_VALUES &&
  values.every(({ segment }) => isValue(segmentText(segment))) &&
  !isValue(segmentText(label!.segment));

const cellAbove = (above: PlacedRow, part: Placed): Segment =>
  above.placed.findLast((other) => other.column === part.column)!.segment;

/** Whether the text above a cell's line was so long that the line's first word did not fit after it. */
export function hadNoRoom(above: PlacedRow, part: Placed, { room, size }: { room: ColumnRoom; size: number }): boolean {
  const before = cellAbove(above, part);
  if (endsHyphenated(segmentText(before))) return true;
  const width = room.width.slice(part.column, part.last + 1).reduce((sum, w) => sum + w, 0);
  const word = part.segment.runs[0]!.box;
  return before.box.x1 - before.box.x0 + SPACE * size + (word.x1 - word.x0) > width - SPARE * size;
}

/**
 * Room of each column: up to where the next column's text begins, but no less than its widest text. `neighbours` are all lines
 * near each other, where `lines` are some of them.
 */
export function columnRoom(
  lines: readonly PlacedRow[],
  columns: number,
  neighbours: readonly PlacedRow[] = lines,
): ColumnRoom {
  const left = new Array<number>(columns).fill(Infinity);
  const right = new Array<number>(columns).fill(-Infinity);
  for (const { placed } of lines) {
    for (const part of placed) {
      if (part.column !== part.last) continue;
      left[part.column] = Math.min(left[part.column]!, part.segment.box.x0);
      right[part.column] = Math.max(right[part.column]!, part.segment.box.x1);
    }
  }
  const size = Math.max(...lines.map((line) => line.row.size));
  return {
    pitch: leastPitch(neighbours),
    width: left.map((x, i) => {
      const own = Math.max(0, right[i]! - x);
      const next = left[i + 1];
      if (next === undefined || !Number.isFinite(next) || !Number.isFinite(x)) return own;
      // a text that runs over into the next column says nothing about the room in its own
      return Math.max(Math.min(own, next - x - LEAST_GUTTER * size), next - x - GUTTER * size);
    }),
  };
}
