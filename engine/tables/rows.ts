/**
 * Rows: which lines of text in a table without horizontal rules make up one row.
 *
 * Where lines are drawn between most rows, what stands between two of them is a row (DRAWN_ROWS). Elsewhere each line either
 * begins a row or continues with the one above it (ROW_BREAK), which it can only where its text may be the rest of the cells
 * above it (cell-wrap.ts), or where those are the upper lines of its own (upper-lines.ts).
 */
import { unionBox } from '../geometry.js';
import { decide, type DecisionTable } from '../rules.js';
import { hangsBelowLabel, mayWrap, type ColumnRoom } from './cell-wrap.js';
import type { PlacedRow } from './placed-rows.js';
import { isValue } from './kinds.js';
import { rowSubject, rowText, segmentText } from './segments.js';
import { isGroupedBy, isHalfway, isRowInItsMiddle, staggeredLines } from './staggered-lines.js';
import { upperLines } from './upper-lines.js';

/** What the rows of an area are found by. */
export interface RowHints {
  /** Number of the page. */
  page: number;
  /** y of lines drawn across the table. */
  separators: readonly number[];
  room: ColumnRoom;
  /** Rows of the table stand above the lines. */
  rowsAbove?: boolean;
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
/** Wide distances that make them a kind: a single one may separate two groups of rows. */
const LEAST_WIDE = 2;
/** Rows that drawn lines part, and the share of them that must look like one row each, for all of them to be rows. */
const LEAST_DRAWN = 4;
const MOSTLY_DRAWN = 0.6;
/** Lines in a part from which they may be rows, values that a row has then, and the share of the lines that are rows. */
const LEAST_ROWS = 3;
const LEAST_VALUES = 2;
const MOSTLY_ROWS = 0.75;
/** In font sizes below the baseline: where a line that is drawn under a text lies at most, descenders included. */
const BELOW_BASELINE = 0.3;

/** Rows of the table, each with its lines of text. */
export function groupRows(lines: readonly PlacedRow[], hints: RowHints): PlacedRow[][] {
  if (hints.whole) return knownRows(lines, hints.whole, hints);
  const drawn = drawnRows(lines, hints, upperIn(lines, hints));
  if (!drawn) return freeRows(lines, hints);
  // a header may stand above the first shade together with the first row, and rows below the last one
  const outer = { ...hints, separators: [] };
  return drawn.flatMap((part, i) => {
    if (i > 0 && i < drawn.length - 1) return [part];
    return freeRows(part, { ...outer, rowsAbove: i > 0 });
  });
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

/** The lines of a table, split where lines are drawn. */
export interface DrawnParts {
  /** Number of the page. */
  page: number;
  parts: readonly (readonly PlacedRow[])[];
  /** Lines with the upper lines of cells that end further down. */
  upper: ReadonlySet<PlacedRow>;
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
      name: 'rows-of-values',
      why: 'Between two of them several lines each have values in two columns or more: each of these is a row.',
      test: ({ parts }) => (parts.some(isRowsOfValues) ? 'groups' : null),
    },
    {
      name: 'one-row-each',
      why: 'In most parts only the first line fills all of its columns, or only the last, or only one between: the others are wrapped text.',
      test: (drawn) => (oneRowEach(drawn) >= MOSTLY_DRAWN ? 'rows' : null),
    },
  ],
  otherwise: 'groups',
  subject: ({ page, parts }) => {
    const rows = parts.flat().map(({ row }) => row);
    return { page, box: unionBox(rows.map(({ box }) => box)), text: rows[0] ? rowText(rows[0]) : '' };
  },
  numbers: (drawn) => ({ parts: drawn.parts.length, oneRowEach: oneRowEach(drawn) }),
};

/** Share of the parts that look like one row. */
const oneRowEach = ({ parts, upper }: DrawnParts): number =>
  parts.filter((part) => isOneRow(part) || part.slice(0, -1).every((line) => upper.has(line)) || isRowInItsMiddle(part))
    .length / parts.length;

const valuesIn = ({ placed }: PlacedRow): number =>
  placed.filter(({ segment }) => isValue(segmentText(segment))).length;

const isRowsOfValues = (part: readonly PlacedRow[]): boolean =>
  part.length >= LEAST_ROWS &&
  part.filter((line) => valuesIn(line) >= LEAST_VALUES).length >= MOSTLY_ROWS * part.length;

const isOneRow = ([first, ...more]: readonly PlacedRow[]): boolean =>
  more.every(({ placed }) => placed.length < first!.placed.length);

/** What stands between the separators, if each of that is a row. */
function drawnRows(
  lines: readonly PlacedRow[],
  { page, separators }: RowHints,
  upper: ReadonlySet<PlacedRow>,
): PlacedRow[][] | null {
  if (separators.length === 0) return null;
  const parts: PlacedRow[][] = [];
  lines.forEach((line, i) => {
    if (i > 0 && !isSeparated(lines[i - 1]!, line, separators)) parts.at(-1)!.push(line);
    else parts.push([line]);
  });
  return decide(DRAWN_ROWS, { page, parts, upper }) === 'rows' ? parts : null;
}

function isSeparated(above: PlacedRow, line: PlacedRow, separators: readonly number[]): boolean {
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
  separated: boolean;
  /** The lower one may be the rest of the upper one's cells. */
  mayWrap: boolean;
  /** The lower one is the rest of the upper one's label. */
  hangs: boolean;
  /** The lower one fills fewer columns. */
  partly: boolean;
}

export interface RowStep extends Omit<Join, 'partly'> {
  /** Number of the page. */
  page: number;
  /** The line above holds upper lines of cells that this line continues with. */
  completes: boolean;
  /** The line holds upper lines of cells of a row below. */
  isUpper: boolean;
  /** The line lies between the row above it and the line below it, too close to each to be a row of its own. */
  halfway: boolean;
  /** The line overlaps the one above it in height, beside its cells. */
  staggered: boolean;
  /** The line fills fewer columns than the row above it begins with. */
  fewerCells: boolean;
  /** Distance from which lines belong to different rows; null where distances show nothing. */
  wide: number | null;
}

export const ROW_BREAK: DecisionTable<RowStep, 'row' | 'wrapped'> = {
  name: 'row-break',
  rules: [
    {
      name: 'halfway-between',
      why: 'Text halfway between two rows, in columns that both leave free, is a cell over both: it belongs to the upper.',
      test: ({ halfway }) => (halfway ? 'wrapped' : null),
    },
    {
      name: 'drawn-apart',
      why: 'A line that is drawn between two lines of text parts rows.',
      test: ({ separated }) => (separated ? 'row' : null),
    },
    {
      name: 'staggered-lines',
      why: 'Lines that overlap in height, but nowhere in width, are cells of one row that are centred on each other.',
      test: ({ staggered }) => (staggered ? 'wrapped' : null),
    },
    {
      name: 'completes-row',
      why: 'The line above holds the upper lines of cells that are aligned at their bottom: this is the rest of its row.',
      test: ({ completes }) => (completes ? 'wrapped' : null),
    },
    {
      name: 'row-from-its-top',
      why: 'The line holds the upper lines of cells that are aligned at their bottom: their row begins with it.',
      test: ({ isUpper }) => (isUpper ? 'row' : null),
    },
    {
      name: 'hangs-below-label',
      why: 'A label continues, set in and nearer to its row than to the next one, whatever the distances of other lines.',
      test: ({ mayWrap, hangs }) => (mayWrap && hangs ? 'wrapped' : null),
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
      why: 'The line continues with some of the cells above it, which had no room left.',
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
  const joins = lines.slice(1).map((line, i) => joinOf([lines[i]!, line, lines[i + 2]], hints));
  const staggered = staggeredLines(lines, (above, below) => isSeparated(above, below, hints.separators));
  const wide = wideFrom(joins.filter(({ line }) => !staggered.has(line)));
  const upper = upperIn(lines, hints);
  const rows: PlacedRow[][] = [];
  lines.forEach((line, i) => {
    const join = joins[i - 1];
    const row = rows.at(-1);
    const fewerCells = row !== undefined && line.placed.length < row[0]!.placed.length;
    const halfway = row !== undefined && isHalfway(row, line, lines[i + 1]);
    const kind = {
      completes: i > 0 && upper.has(lines[i - 1]!),
      isUpper: upper.has(line),
      staggered: staggered.has(line) && row !== undefined && !isGroupedBy(row, line),
    };
    const verdict = join && decide(ROW_BREAK, { ...join, ...kind, halfway, fewerCells, page: hints.page, wide });
    if (row && verdict === 'wrapped') row.push(line);
    else rows.push([line]);
  });
  return rows;
}

const upperIn = (
  lines: readonly PlacedRow[],
  { page, room, separators, rowsAbove = false }: RowHints,
): Set<PlacedRow> =>
  upperLines(lines, { page, room, rowsAbove, isSeparated: (above, below) => isSeparated(above, below, separators) });

function joinOf(
  [above, line, below]: readonly [PlacedRow, PlacedRow, PlacedRow | undefined],
  { page, separators, room }: RowHints,
): Join {
  const separated = isSeparated(above, line, separators);
  const candidate = { page, above, line, room, below };
  return {
    line,
    pitch: line.row.baseline - above.row.baseline,
    separated,
    mayWrap: !separated && mayWrap(candidate),
    hangs: hangsBelowLabel(candidate),
    partly: line.placed.length < above.placed.length,
  };
}

function wideFrom(joins: readonly Join[]): number | null {
  const free = joins.filter((join) => !join.separated);
  if (free.length === 0) return null;
  const limit = Math.min(...free.map((join) => join.pitch)) * WIDE;
  const narrow = free.filter((join) => join.pitch < limit);
  const wide = free.length - narrow.length;
  const tells = wide >= LEAST_WIDE && narrow.every((join) => join.mayWrap) && narrow.some((join) => join.partly);
  return tells ? limit : null;
}
