/**
 * Open rows: a ruled table whose body has rules between its columns but none between its rows.
 *
 * Such a body is one tall row of the lattice. It is cut where all its columns begin a line at the same height, when that
 * holds for at least three lines of the first column and the other columns have no more lines between them than wrapped text
 * explains.
 */
import type { TextRun } from '../model.js';
import type { FilledGrid } from '../tables/found-table.js';
import { textRows } from '../tables/segments.js';
import { type Grid } from '../tables/grid.js';

/** Least number of lines that make a tall row a body of rows. */
const LEAST_LINES = 3;

/** The grid with its tall rows cut into the rows that are printed in them. */
export function splitOpenRows(filled: FilledGrid): FilledGrid {
  const { grid } = filled;
  const rows = grid.ys.length - 1;
  // a table with rules between its rows has cells of several lines, not open rows
  if (rows > 2 || grid.cells.some((cell) => cell.rowSpan > 1)) return filled;
  const cuts = grid.ys.slice(1).map((_, row) => rowCuts(filled, row));
  if (cuts.every((cut) => cut.length === 0)) return filled;
  return recut(filled, cuts);
}

/** y of the cuts within one row of the grid. */
function rowCuts({ grid, texts }: FilledGrid, row: number): number[] {
  const columns = grid.cells.flatMap((cell, i) => (cell.row === row ? [textRows(texts[i]!)] : []));
  const full = columns.filter((lines) => lines.length > 0);
  const first = full[0];
  if (!first || full.length < 2 || first.length < LEAST_LINES) return [];
  const aligned = full.slice(1).every((lines) => {
    const met = first.filter((line) =>
      lines.some((other) => Math.abs(other.baseline - line.baseline) < 0.2 * line.size),
    ).length;
    return met >= 0.8 * first.length && lines.length <= 1.5 * first.length;
  });
  return aligned ? first.slice(1).map((line) => line.baseline - line.size) : [];
}

function recut({ grid, texts }: FilledGrid, cuts: readonly number[][]): FilledGrid {
  const ys = [...grid.ys, ...cuts.flat()].toSorted((a, b) => a - b);
  const at = (row: number): number => row + cuts.slice(0, row).reduce((sum, cut) => sum + cut.length, 0);
  const cells: Grid['cells'] = [];
  const out: TextRun[][] = [];
  grid.cells.forEach((cell, i) => {
    const cut = cuts[cell.row]!;
    for (let part = 0; part <= cut.length; part += 1) {
      const top = part === 0 ? -Infinity : cut[part - 1]!;
      const bottom = cut[part] ?? Infinity;
      cells.push({ ...cell, row: at(cell.row) + part });
      out.push(texts[i]!.filter(({ box }) => (box.y0 + box.y1) / 2 >= top && (box.y0 + box.y1) / 2 < bottom));
    }
  });
  const order = cells
    .map((_, i) => i)
    .toSorted((a, b) => cells[a]!.row - cells[b]!.row || cells[a]!.column - cells[b]!.column);
  return { grid: { xs: grid.xs, ys, cells: order.map((i) => cells[i]!) }, texts: order.map((i) => out[i]!) };
}
