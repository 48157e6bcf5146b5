/**
 * Measures of a filled grid: how well the texts agree with it, however it was found. They tell grids for one area apart, and
 * say how far a table may be trusted.
 */
import type { FilledGrid } from './filled-grid.js';
import { fusedColumns, fusedRows } from './fused.js';
import { cellBox, coverage } from './grid.js';
import { kindOf, type TextKind } from './kinds.js';

/** In points: how far a text may reach out of its cell. */
const OVER_EDGE = 1.5;
/** Share of a column's texts that are of its kind. */
const MOSTLY_ONE_KIND = 0.8;

export interface GridMeasures {
  /** Share of the text in rows that hold several rows. */
  fusedRows: number;
  /** Share of the text in columns that hold several columns of values. */
  fusedColumns: number;
  /** Share of the text that an edge of its cell cuts. */
  cut: number;
  /** Share of the places in the body that have text; rows with a single text head a group and are left out. */
  filled: number;
  /** Share of the columns whose texts in the body are of one kind. */
  ofOneKind: number;
}

/** @param headerRows rows at the top that are the header. */
export function measure(filled: FilledGrid, headerRows: number): GridMeasures {
  const { grid, texts } = filled;
  const [rows, columns] = [fusedRows(filled), fusedColumns(filled)];
  const of = { rows: 0, columns: 0, cut: 0, all: 0 };
  grid.cells.forEach((cell, i) => {
    const runs = texts[i]!;
    const { x0, x1 } = cellBox(grid, cell);
    of.all += runs.length;
    of.cut += runs.filter(({ box }) => box.x0 < x0 - OVER_EDGE || box.x1 > x1 + OVER_EDGE).length;
    if (rows.has(cell.row)) of.rows += runs.length;
    if (columns.has(cell.column)) of.columns += runs.length;
  });
  const share = (some: number): number => (of.all === 0 ? 0 : some / of.all);
  return {
    fusedRows: share(of.rows),
    fusedColumns: share(of.columns),
    cut: share(of.cut),
    filled: filledBody(filled, headerRows),
    ofOneKind: ofOneKind(filled, headerRows),
  };
}

/** Share of the places of the body that a text covers, rows with one text left out. */
function filledBody({ grid, texts }: FilledGrid, headerRows: number): number {
  const cover = coverage(grid);
  const columns = grid.xs.length - 1;
  let places = 0;
  let full = 0;
  for (let row = headerRows; row < grid.ys.length - 1; row += 1) {
    const cells = [...cover.subarray(row * columns, (row + 1) * columns)];
    const withText = cells.filter((cell) => texts[cell]!.length > 0);
    if (new Set(withText).size < 2) continue;
    places += columns;
    full += withText.length;
  }
  return places === 0 ? 1 : full / places;
}

/** Share of the columns that hold texts of one kind; columns without two texts say nothing. */
function ofOneKind({ grid, texts }: FilledGrid, headerRows: number): number {
  const columns = grid.xs.slice(1).map((): TextKind[] => []);
  grid.cells.forEach(({ row, column, colSpan }, i) => {
    if (row < headerRows || colSpan > 1) return;
    const kind = kindOf(texts[i]!.map(({ text }) => text).join(' '));
    if (kind) columns[column]!.push(kind);
  });
  const telling = columns.filter((kinds) => kinds.length > 1);
  const alike = telling.filter((kinds) => mostCommon(kinds) >= MOSTLY_ONE_KIND * kinds.length);
  return telling.length === 0 ? 1 : alike.length / telling.length;
}

const mostCommon = (kinds: readonly TextKind[]): number =>
  Math.max(...[...Map.groupBy(kinds, (kind) => kind).values()].map(({ length }) => length));
