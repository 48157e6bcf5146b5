/** Filled grids: the text of a table in the places of its grid. */
import { intervalOf } from '../geometry.js';
import type { Page, TextRun } from '../model.js';
import type { Subject } from '../rules.js';
import { coverage, gridBox, type Grid, type GridCell } from './grid.js';

/** From where to where a column reaches on the page. */
export interface ColumnExtent {
  x0: number;
  x1: number;
}

/** A grid with the runs of each cell, by index of the cell. */
export interface FilledGrid {
  grid: Grid;
  texts: TextRun[][];
}

/** Ids of the runs in the grid. */
export const runsIn = ({ texts }: FilledGrid): number[] => texts.flat().map(({ id }) => id);

export const columnsOf = ({ grid }: FilledGrid): number => grid.xs.length - 1;
export const rowsOf = ({ grid }: FilledGrid): number => grid.ys.length - 1;

/** What a decision about the grid is about: its place, and the texts of its first row. */
export const gridSubject = (page: Pick<Page, 'number'>, { grid, texts }: FilledGrid): Subject => ({
  page: page.number,
  box: gridBox(grid),
  text: texts
    .slice(0, grid.xs.length - 1)
    .flatMap((runs) => runs.map(({ text }) => text))
    .join(' '),
});

/** Share of the cells that have text. */
export const filledShare = ({ texts }: FilledGrid): number =>
  texts.filter((text) => text.length > 0).length / texts.length;

/** Puts each run into the cell that its centre lies in. Runs outside of the grid are left out. */
export function fillGrid(grid: Grid, runs: readonly TextRun[]): FilledGrid {
  const cover = coverage(grid);
  const columns = grid.xs.length - 1;
  const texts = grid.cells.map((): TextRun[] => []);
  for (const run of runs) {
    const column = intervalOf(grid.xs, (run.box.x0 + run.box.x1) / 2);
    const row = intervalOf(grid.ys, (run.box.y0 + run.box.y1) / 2);
    texts[cover[row * columns + column]!]!.push(run);
  }
  return { grid, texts };
}

/** In points: narrower columns are the space between two rulings. */
const LEAST_COLUMN = 10;

/** Columns as drawn in which no cell of their own has text; none that a text reaches into from the left and ends in. */
export function columnsWithoutText({ grid: { xs, cells }, texts }: FilledGrid): ColumnExtent[] {
  const used = new Set<number>();
  cells.forEach(({ column, colSpan }, i) => {
    if (texts[i]!.length > 0) used.add(column).add(column + colSpan - 1);
  });
  const all = xs.slice(1).map((x1, i) => ({ x0: xs[i]!, x1 }));
  return all.filter(({ x0, x1 }, i) => !used.has(i) && x1 - x0 >= LEAST_COLUMN);
}

/** Takes out rows and columns, or rows alone, in which no cell of their own has text. */
export function dropEmpty({ grid, texts }: FilledGrid, which: 'all' | 'rows' = 'all'): FilledGrid {
  const rows = new Array<boolean>(grid.ys.length - 1).fill(false);
  const columns = new Array<boolean>(grid.xs.length - 1).fill(which === 'rows');
  grid.cells.forEach((cell, i) => {
    if (texts[i]!.length === 0) return;
    rows[cell.row] = true;
    columns[cell.column] = true;
  });
  if (rows.every(Boolean) && columns.every(Boolean)) return { grid, texts };
  const kept = (flags: boolean[], from: number, span: number): number =>
    flags.slice(from, from + span).filter(Boolean).length;
  const cells: GridCell[] = [];
  const left: TextRun[][] = [];
  grid.cells.forEach((cell, i) => {
    const rowSpan = kept(rows, cell.row, cell.rowSpan);
    const colSpan = kept(columns, cell.column, cell.colSpan);
    if (rowSpan === 0 || colSpan === 0) return;
    cells.push({ row: kept(rows, 0, cell.row), column: kept(columns, 0, cell.column), rowSpan, colSpan });
    left.push(texts[i]!);
  });
  const edges = (all: number[], flags: boolean[]): number[] => [
    ...all.slice(0, -1).filter((_, i) => flags[i]),
    all.at(-1)!,
  ];
  return { grid: { xs: edges(grid.xs, columns), ys: edges(grid.ys, rows), cells }, texts: left };
}
