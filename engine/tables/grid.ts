/**
 * A grid: where the cells of a table lie on the page, found by rulings, shading, tags or alignment, before its text is put in.
 */
import type { Box } from '../model.js';

export interface GridCell {
  row: number;
  column: number;
  rowSpan: number;
  colSpan: number;
}

export interface Grid {
  /** Column edges, ascending, one more than there are columns; likewise rows. */
  xs: number[];
  ys: number[];
  /** Together they cover each place of the grid exactly once; ordered by row, then column. */
  cells: GridCell[];
  /** Places (row * columns + column) with no wall between them that make up no rectangle: each of them is a cell. */
  open?: number[][];
}

export function gridBox(grid: Grid): Box {
  return { x0: grid.xs[0]!, y0: grid.ys[0]!, x1: grid.xs.at(-1)!, y1: grid.ys.at(-1)! };
}

export function cellBox(grid: Grid, cell: GridCell): Box {
  return {
    x0: grid.xs[cell.column]!,
    y0: grid.ys[cell.row]!,
    x1: grid.xs[cell.column + cell.colSpan]!,
    y1: grid.ys[cell.row + cell.rowSpan]!,
  };
}

/** For each place of the grid (row * columns + column) the index of the cell that covers it. */
export function coverage(grid: Grid): Int32Array {
  const columns = grid.xs.length - 1;
  const out = new Int32Array(columns * (grid.ys.length - 1));
  grid.cells.forEach((cell, index) => {
    for (let r = cell.row; r < cell.row + cell.rowSpan; r += 1) {
      for (let c = cell.column; c < cell.column + cell.colSpan; c += 1) out[r * columns + c] = index;
    }
  });
  return out;
}
