/**
 * Fused cells: rows and columns of a grid that hold several rows or columns of text. A cell with three numbers on three
 * baselines is three cells, whatever is drawn around it.
 *
 * Only values are evidence: a line of words may be the rest of the line above it.
 */
import type { TextRun } from '../model.js';
import type { FilledGrid } from './filled-grid.js';
import { isValue } from './kinds.js';
import { segmentText, textRows, type Segment } from './segments.js';

/** Lines within one row of the grid from which they may be rows. */
const LEAST_LINES = 3;
/** Share of these lines that have text in half of the row's cells at least, when each line is a row. */
const CLEAN = 0.75;
/** Columns of values that make lines rows: one may be the wrapped text of a cell. */
const LEAST_VALUE_COLUMNS = 2;
/** Share of a column's lines that are values, in a column of values, and the least number of lines. */
const MOSTLY_VALUES = 0.8;
const LEAST_VALUES = 2;
/** Share of a column's lines with several groups of values, when it is several columns, and the least number of lines. */
const MOSTLY_GROUPS = 0.3;
const LEAST_GROUPED = 2;
/** Groups in one line alone, beside a column that holds several columns: two may be a label's own number and a value. */
const LEAST_IN_LINE = 3;
/** In font sizes: the gap between two groups of values. */
const GROUP_GAP = 1;

/** A line of text within a row of the grid: its segments by column. */
type LineOfRow = Map<number, Segment[]>;

/**
 * Rows of the grid that hold several rows of text, by index.
 *
 * @param lines that a row has at least to be one of them: two are enough where others show that rows are fused.
 */
export function fusedRows(filled: FilledGrid, lines = LEAST_LINES): Set<number> {
  const { cells } = filled.grid;
  const found = [...Map.groupBy(cells.keys(), (i) => cells[i]!.row)].filter(([, inRow]) => {
    const own = linesOf(filled, inRow);
    return own.length >= lines && isFusedRow(own);
  });
  return new Set(found.map(([row]) => row));
}

/** The lines in the cells of one row, from the top. A cell that reaches over several rows says nothing about this one. */
function linesOf({ grid, texts }: FilledGrid, cells: readonly number[]): LineOfRow[] {
  const columnOf = new Map<TextRun, number>();
  for (const i of cells) {
    const { rowSpan, column } = grid.cells[i]!;
    if (rowSpan === 1) for (const run of texts[i]!) columnOf.set(run, column);
  }
  return textRows([...columnOf.keys()], GROUP_GAP).map(({ segments }) =>
    Map.groupBy(segments, ({ runs }) => columnOf.get(runs[0]!)!),
  );
}

function isFusedRow(all: readonly LineOfRow[]): boolean {
  // the names of columns may stand in the same drawn row as their values
  const named = all.length > LEAST_LINES && ![...all[0]!.values()].flat().some(hasDigit);
  const lines = named ? all.slice(1) : all;
  const columns = new Set(lines.flatMap((line) => [...line.keys()]));
  const enough = Math.max(2, columns.size / 2);
  const clean = lines.filter((line) => line.size >= enough).length;
  if (clean < CLEAN * lines.length) return false;
  return [...columns].reduce((sum, column) => sum + valueColumns(lines, column), 0) >= LEAST_VALUE_COLUMNS;
}

/** Columns of values that the lines show in one column of the grid: none, one, or two where they stand in groups. */
function valueColumns(lines: readonly LineOfRow[], column: number): number {
  const filled = lines.flatMap((line) => line.get(column) ?? []);
  const own = lines.flatMap((line) => (line.has(column) ? [line.get(column)!] : []));
  const values = filled.filter((segment) => isValue(segmentText(segment))).length;
  if (own.length < LEAST_VALUES || values < MOSTLY_VALUES * filled.length) return 0;
  return own.filter((segments) => segments.length > 1).length >= MOSTLY_GROUPS * own.length ? 2 : 1;
}

/** Whether the text of the cell stands in the first of its columns. */
export const keepsToColumn = ({ grid, texts }: FilledGrid, cell: number): boolean =>
  grid.cells[cell]!.colSpan === 1 || texts[cell]!.every(({ box }) => box.x1 <= grid.xs[grid.cells[cell]!.column + 1]!);

const hasDigit = (segment: Segment): boolean => /\d/u.test(segmentText(segment));

/** For each column of the grid the lines of its text: how many groups with digits each has. A text within one column of several has lines of it, too. */
function groupsOfLines({ grid, texts }: FilledGrid): number[][] {
  const groups = grid.xs.slice(1).map((): number[] => []);
  grid.cells.forEach(({ column }, i) => {
    if (!keepsToColumn({ grid, texts }, i)) return;
    for (const { segments } of textRows(texts[i]!, GROUP_GAP)) groups[column]!.push(segments.filter(hasDigit).length);
  });
  return groups;
}

const isGrouped = (lines: readonly number[], least: number): boolean =>
  lines.filter((groups) => groups > 1).length >= Math.max(least, MOSTLY_GROUPS * lines.length);

const columnsWith = (filled: FilledGrid, isFused: (lines: readonly number[]) => boolean): Set<number> =>
  new Set(groupsOfLines(filled).flatMap((lines, column) => (isFused(lines) ? [column] : [])));

/** Columns of the grid that hold several columns of values, by index. */
export const fusedColumns = (filled: FilledGrid): Set<number> =>
  columnsWith(filled, (lines) => isGrouped(lines, LEAST_GROUPED));

/** The same where another column holds several: a single line of several values is enough, as others have a value or two. */
export const columnsBesideFused = (filled: FilledGrid): Set<number> =>
  columnsWith(filled, (lines) => isGrouped(lines, 1) && Math.max(...lines) >= LEAST_IN_LINE);
