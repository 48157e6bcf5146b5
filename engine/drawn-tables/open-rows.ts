/**
 * Open rows: a ruled table whose body has rulings between its columns but none between its rows.
 *
 * Such a body is one tall row of the lattice. OPEN_ROWS decides whether it is cut into the rows that are printed in it.
 */
import { SAME_HEIGHT } from '../measures.js';
import type { ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { columnsOf, type FilledGrid, gridSubject, rowsOf } from '../tables/filled-grid.js';
import { Lazy } from '../tables/proposal.js';
import { allBold, runsOf, textRows, type TextRow } from '../tables/segments.js';
import { cutRows } from './cut-rows.js';
import { rowStarts } from './row-starts.js';

/** Rows of a lattice that may be a header and a body of open rows. */
const MOST_DRAWN_ROWS = 2;
/** Share of a lattice's height that its body has where rows of totals are drawn below it. */
const BODY_SHARE = 0.6;
/** Least number of lines that make a tall row a body of rows. */
const LEAST_LINES = 3;
/** Share of the first column's lines that the lines of each other column must meet: some cells are empty. */
const MET = 0.8;
/** Lines of a column for each line of the first: some cells are of two lines. */
const MOST_LINES = 1.5;

export interface RuledGrid {
  page: ParsedPage;
  filled: FilledGrid;
  /** For each row of the grid, y of the cuts that its lines of text would make. */
  lineCuts: Lazy<number[][]>;
  /** The same of the cuts before each line that begins a row of wrapped cells. */
  startCuts: Lazy<number[][]>;
}

export const OPEN_ROWS: DecisionTable<RuledGrid, 'lines' | 'rows' | 'whole'> = {
  name: 'open-rows',
  rules: [
    {
      name: 'rows-are-drawn',
      why: 'A table with rulings between its rows has cells of several lines, not open rows, but for a body that is higher than all else.',
      test: ({ filled }) => (openRowsOf(filled).length === 0 ? 'whole' : null),
    },
    {
      name: 'lines-begin-together',
      why: 'The lines of all columns stand at the same heights: each of them is a row.',
      test: ({ filled, lineCuts }) => (rowsOf(filled) <= MOST_DRAWN_ROWS && hasCuts(lineCuts.value) ? 'lines' : null),
    },
    {
      name: 'values-begin-rows',
      why: 'Values in two columns or more are set apart, numbers in one of them at least, and whatever else stands in the rows that they begin begins beside them, but for bold names of groups, which stand apart.',
      test: ({ startCuts }) => (hasCuts(startCuts.value) ? 'rows' : null),
    },
  ],
  otherwise: 'whole',
  subject: ({ page, filled }) => gridSubject(page, filled),
  numbers: ({ filled, lineCuts, startCuts }) => ({
    columns: columnsOf(filled),
    rows: rowsOf(filled),
    cuts: (startCuts.known ?? lineCuts.known)?.flat().length ?? 0,
  }),
};

/** The grid with its tall rows cut into the rows that are printed in them. */
export function splitOpenRows(page: ParsedPage, filled: FilledGrid): FilledGrid {
  const open = openRowsOf(filled);
  const cutsBefore = (linesOf: (columns: TextRow[][]) => readonly TextRow[] | null): Lazy<number[][]> =>
    new Lazy(() =>
      filled.grid.ys
        .slice(1)
        .map((_, row) => (open.includes(row) ? (linesOf(columnsIn(filled, row)) ?? []).slice(1).map(topOf) : [])),
    );
  const lineCuts = cutsBefore(commonLines);
  const isBold = (line: TextRow): boolean => allBold(page, runsOf([line]));
  const startCuts = cutsBefore((columns) => rowStarts(columns, isBold));
  const verdict = decide(OPEN_ROWS, { page, filled, lineCuts, startCuts });
  return verdict === 'whole' ? filled : cutRows(filled, (verdict === 'lines' ? lineCuts : startCuts).value);
}

/** The rows of the grid that may be bodies of open rows. */
function openRowsOf({ grid: { ys, cells } }: FilledGrid): number[] {
  const rows = ys.slice(1).map((_, row) => row);
  const spanning = cells.filter(({ rowSpan }) => rowSpan > 1);
  if (rows.length <= MOST_DRAWN_ROWS) return spanning.length === 0 ? rows : [];
  const height = ys.at(-1)! - ys[0]!;
  return rows.filter(
    (at) =>
      ys[at + 1]! - ys[at]! > BODY_SHARE * height &&
      spanning.every(({ row, rowSpan }) => at < row || at >= row + rowSpan),
  );
}

const hasCuts = (cuts: readonly number[][]): boolean => cuts.some((some) => some.length > 0);

const topOf = ({ baseline, size }: TextRow): number => baseline - size;

/** The lines of each cell of one row of the grid. */
const columnsIn = ({ grid, texts }: FilledGrid, row: number): TextRow[][] =>
  grid.cells.flatMap((cell, i) => (cell.row === row ? [textRows(texts[i]!)] : []));

/** The lines of the first column, where those of all others stand at their heights. */
function commonLines(columns: readonly TextRow[][]): TextRow[] | null {
  const [first, ...others] = columns.filter((lines) => lines.length > 0);
  if (!first || others.length === 0 || first.length < LEAST_LINES) return null;
  return others.every((lines) => isLevel(first, lines)) ? first : null;
}

/** Whether the lines stand at the heights of the first column's lines. */
function isLevel(first: readonly TextRow[], lines: readonly TextRow[]): boolean {
  const met = first.filter((line) =>
    lines.some((other) => Math.abs(other.baseline - line.baseline) < SAME_HEIGHT * line.size),
  ).length;
  return met >= MET * first.length && lines.length <= MOST_LINES * first.length;
}
