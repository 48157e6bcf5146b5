/**
 * Rows: which lines of text in a table without horizontal rules make up one row.
 *
 * Where lines are drawn between most rows, what stands between two of them is a row (DRAWN_ROWS). Elsewhere each line either
 * begins a row or goes on with the one above it (ROW_BREAK), which it can only where its text may be the rest of the cells
 * above it (CELL_WRAP).
 *
 * Limits: cells are taken to be aligned at their top.
 */
import { unionBox } from '../geometry.js';
import { decide, type DecisionTable } from '../rules.js';
import { endsHyphenated } from '../text-rules.js';
import type { Placed, PlacedRow } from './placed-rows.js';
import { rowSubject, rowText, segmentText } from './segments.js';

/** Room for text in each column. */
export interface ColumnRoom {
  /** In points. */
  width: number[];
}

/** What the rows of an area are found by. */
export interface RowHints {
  /** Number of the page. */
  page: number;
  /** y of lines drawn across the table. */
  separators: readonly number[];
  room: ColumnRoom;
  /** Heights between which all lines are one row, where that is known. */
  whole?: readonly Span[];
}

/** In points from the top of the page. */
export interface Span {
  from: number;
  to: number;
}

/** Distances of lines that differ by this factor are of two kinds. */
const WIDE = 1.1;
/** Wide distances that make them a kind: a single one may part two groups of rows. */
const LEAST_WIDE = 2;
/** Rows that drawn lines part, and the share of them that must look like one row each, for all of them to be rows. */
const LEAST_DRAWN = 4;
const MOSTLY_DRAWN = 0.6;
/** In font sizes below the baseline: where a line that is drawn under a text lies at most, descenders included. */
const BELOW_BASELINE = 0.3;
/** In font sizes: the greatest distance of two lines of one cell. */
const WRAP_PITCH = 1.9;
/** In font sizes: a space between words. */
const SPACE = 0.25;
/** In font sizes: what a cell's right edge may leave free of the column's room and still be full. */
const SPARE = 0.2;
/** In font sizes: the gap between the text of a column and the next, at least and where nothing is known to be wider. */
const LEAST_GUTTER = 0.3;
const GUTTER = 1.3;

/** Rows of the table, each with its lines of text. */
export function groupRows(lines: readonly PlacedRow[], hints: RowHints): PlacedRow[][] {
  if (hints.whole) return knownRows(lines, hints.whole, hints);
  const drawn = drawnRows(lines, hints);
  if (!drawn) return freeRows(lines, hints);
  // a header may stand above the first shade together with the first row, and rows below the last one
  const outer = { ...hints, separators: [] };
  return drawn.flatMap((part, i) => (i === 0 || i === drawn.length - 1 ? freeRows(part, outer) : [part]));
}

/** One row from each of the spans, and rows of what stands between them. */
function knownRows(lines: readonly PlacedRow[], whole: readonly Span[], hints: RowHints): PlacedRow[][] {
  const spanOf = ({ row: { box } }: PlacedRow): Span | undefined =>
    whole.find(({ from, to }) => (box.y0 + box.y1) / 2 >= from && (box.y0 + box.y1) / 2 < to);
  const parts: { span: Span | undefined; lines: PlacedRow[] }[] = [];
  for (const line of lines) {
    const span = spanOf(line);
    const open = parts.at(-1);
    if (open && open.span === span) open.lines.push(line);
    else parts.push({ span, lines: [line] });
  }
  return parts.flatMap((part) => (part.span ? [part.lines] : freeRows(part.lines, hints)));
}

/** The lines of a table, parted where lines are drawn. */
export interface DrawnParts {
  /** Number of the page. */
  page: number;
  parts: readonly (readonly PlacedRow[])[];
}

export const DRAWN_ROWS: DecisionTable<DrawnParts, 'rows' | 'groups'> = {
  name: 'drawn-rows',
  rules: [
    {
      name: 'few-lines-drawn',
      why: 'A few drawn lines part a header, groups and totals, not every row.',
      test: ({ parts }) => (parts.length < LEAST_DRAWN ? 'groups' : null),
    },
    {
      name: 'one-row-each',
      why: 'In most parts only the first line fills all of its columns: the others are wrapped text.',
      test: ({ parts }) => (parts.filter(isOneRow).length >= MOSTLY_DRAWN * parts.length ? 'rows' : null),
    },
  ],
  otherwise: 'groups',
  subject: ({ page, parts }) => {
    const rows = parts.flat().map(({ row }) => row);
    return { page, box: unionBox(rows.map(({ box }) => box)), text: rows[0] ? rowText(rows[0]) : '' };
  },
  numbers: ({ parts }) => ({ parts: parts.length, oneRowEach: parts.filter(isOneRow).length / parts.length }),
};

const isOneRow = ([first, ...more]: readonly PlacedRow[]): boolean =>
  more.every(({ placed }) => placed.length < first!.placed.length);

/** What stands between the separators, if each of that is a row. */
function drawnRows(lines: readonly PlacedRow[], { page, separators }: RowHints): PlacedRow[][] | null {
  if (separators.length === 0) return null;
  const parts: PlacedRow[][] = [];
  lines.forEach((line, i) => {
    if (i > 0 && !isParted(lines[i - 1]!, line, separators)) parts.at(-1)!.push(line);
    else parts.push([line]);
  });
  return decide(DRAWN_ROWS, { page, parts }) === 'rows' ? parts : null;
}

function isParted(above: PlacedRow, line: PlacedRow, separators: readonly number[]): boolean {
  const from = above.row.baseline - above.row.size * BELOW_BASELINE;
  const to = line.row.baseline - line.row.size * BELOW_BASELINE;
  return separators.some((y) => y > from && y < to);
}

/** What is known of two lines, one under the other. */
interface Join {
  line: PlacedRow;
  /** Distance of their baselines. */
  pitch: number;
  /** A line is drawn between them. */
  parted: boolean;
  /** The lower one may be the rest of the upper one's cells. */
  mayWrap: boolean;
  /** The lower one fills fewer columns. */
  partly: boolean;
}

export interface RowStep extends Omit<Join, 'partly'> {
  /** Number of the page. */
  page: number;
  /** The line fills fewer columns than the row above it begins with. */
  fewerCells: boolean;
  /** Distance from which on lines belong to different rows; null where distances tell nothing. */
  wide: number | null;
}

export const ROW_BREAK: DecisionTable<RowStep, 'row' | 'wrapped'> = {
  name: 'row-break',
  rules: [
    {
      name: 'drawn-apart',
      why: 'A line that is drawn between two lines of text parts rows.',
      test: ({ parted }) => (parted ? 'row' : null),
    },
    {
      name: 'wide-distance',
      why: 'Where distances are of two kinds, the wide ones part rows, though the text might be wrapped.',
      test: ({ mayWrap, wide, pitch }) => (mayWrap && wide !== null && pitch >= wide ? 'row' : null),
    },
    {
      name: 'narrow-distance',
      why: 'Where distances are of two kinds, the narrow ones are those within a row.',
      test: ({ mayWrap, wide }) => (mayWrap && wide !== null ? 'wrapped' : null),
    },
    {
      name: 'fewer-cells',
      why: 'The line goes on with some of the cells above it, which had no room left.',
      test: ({ mayWrap, fewerCells }) => (mayWrap && fewerCells ? 'wrapped' : null),
    },
  ],
  otherwise: 'row',
  subject: ({ page, line }) => rowSubject(page, line.row),
  numbers: ({ pitch, line, wide }) => ({
    pitchInSizes: pitch / line.row.size,
    ...(wide === null ? {} : { wideInSizes: wide / line.row.size }),
    cells: line.placed.length,
  }),
};

function freeRows(lines: readonly PlacedRow[], hints: RowHints): PlacedRow[][] {
  const joins = lines.slice(1).map((line, i) => joinOf(lines[i]!, line, hints));
  const wide = wideFrom(joins);
  const rows: PlacedRow[][] = [];
  lines.forEach((line, i) => {
    const join = joins[i - 1];
    const row = rows.at(-1);
    const fewerCells = row !== undefined && line.placed.length < row[0]!.placed.length;
    const verdict = join && decide(ROW_BREAK, { ...join, page: hints.page, fewerCells, wide });
    if (row && verdict === 'wrapped') row.push(line);
    else rows.push([line]);
  });
  return rows;
}

function joinOf(above: PlacedRow, line: PlacedRow, { page, separators, room }: RowHints): Join {
  const parted = isParted(above, line, separators);
  return {
    line,
    pitch: line.row.baseline - above.row.baseline,
    parted,
    mayWrap: !parted && mayWrap({ page, above, line, room }),
    partly: line.placed.length < above.placed.length,
  };
}

function wideFrom(joins: readonly Join[]): number | null {
  const free = joins.filter((join) => !join.parted);
  if (free.length === 0) return null;
  const limit = Math.min(...free.map((join) => join.pitch)) * WIDE;
  const narrow = free.filter((join) => join.pitch < limit);
  const wide = free.length - narrow.length;
  const tells = wide >= LEAST_WIDE && narrow.every((join) => join.mayWrap) && narrow.some((join) => join.partly);
  return tells ? limit : null;
}

export interface WrapCandidate {
  /** Number of the page. */
  page: number;
  above: PlacedRow;
  line: PlacedRow;
  room: ColumnRoom;
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
      why: 'Text goes on only in the columns that the line above it fills.',
      test: ({ above, line }) => (line.placed.every((part) => isUnder(above, part)) ? null : 'apart'),
    },
    {
      name: 'few-cells',
      why: 'A line without text in the first column and with text in fewer than half of them is hardly a row of its own.',
      test: ({ line, room }) =>
        line.placed[0]!.column > 0 && 2 * line.placed.length < room.width.length ? 'wraps' : null,
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

const isUnder = (above: PlacedRow, part: Placed): boolean =>
  above.placed.some((other) => other.column === part.column && other.last === part.last);

/** Whether the text above a cell's line was so long that the line's first word did not fit after it. */
function hadNoRoom(above: PlacedRow, part: Placed, { room, size }: { room: ColumnRoom; size: number }): boolean {
  const before = above.placed.findLast((other) => other.column === part.column)!.segment;
  if (endsHyphenated(segmentText(before))) return true;
  const width = room.width.slice(part.column, part.last + 1).reduce((sum, w) => sum + w, 0);
  const word = part.segment.runs[0]!.box;
  return before.box.x1 - before.box.x0 + SPACE * size + (word.x1 - word.x0) > width - SPARE * size;
}

/** Room of each column: up to where the next column's text begins, but no less than its widest text. */
export function columnRoom(lines: readonly PlacedRow[], columns: number): ColumnRoom {
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
    width: left.map((x, i) => {
      const own = Math.max(0, right[i]! - x);
      const next = left[i + 1];
      if (next === undefined || !Number.isFinite(next) || !Number.isFinite(x)) return own;
      // a text that runs over into the next column says nothing about the room in its own
      return Math.max(Math.min(own, next - x - LEAST_GUTTER * size), next - x - GUTTER * size);
    }),
  };
}
