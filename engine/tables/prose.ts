/**
 * Running text in columns is no table: its lines fill their columns and go on from line to line.
 */
import type { FilledGrid } from './found-table.js';
import { textRows } from './pieces.js';

/** Words a line from which on a column reads as running text. */
const WORDS_A_LINE = 4.5;
/** Lines a cell from which on a column reads as running text. */
const LINES_A_CELL = 2.5;

/** Whether every column of the grid holds running text: long lines, many of them in each cell. */
export function isProse({ grid, texts }: FilledGrid): boolean {
  const columns = grid.xs.length - 1;
  const totals = Array.from({ length: columns }, () => ({ words: 0, lines: 0, cells: 0 }));
  grid.cells.forEach((cell, i) => {
    const runs = texts[i]!;
    if (cell.colSpan > 1 || runs.length === 0) return;
    const total = totals[cell.column]!;
    total.words += runs.length;
    total.lines += textRows(runs).length;
    total.cells += 1;
  });
  return totals.every(
    ({ words, lines, cells }) => cells > 0 && words >= WORDS_A_LINE * lines && lines >= LINES_A_CELL * cells,
  );
}
