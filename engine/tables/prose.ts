/**
 * Running text in columns is no table: in every column its lines are long, and they go on from line to line. That shows
 * where a cell has many lines, or where many lines fill the column.
 */
import type { FilledGrid } from './filled-grid.js';
import { textRows } from './segments.js';

/** Words a line from which on a column reads as running text. */
const WORDS_A_LINE = 4.5;
/** Lines a cell from which on a column reads as running text. */
const LINES_A_CELL = 2.5;
/** Running text in lines that were each taken for a cell: so many lines, most of them nearly as wide as the widest. */
const LEAST_LINES = 6;
const WIDE = 0.8;
const MOSTLY = 0.65;

interface ColumnText {
  words: number;
  cells: number;
  /** Width of each line. */
  lines: number[];
}

/** Whether every column of the grid holds running text. */
export function isProse({ grid, texts }: FilledGrid): boolean {
  const columns = grid.xs.slice(1).map((): ColumnText => ({ words: 0, cells: 0, lines: [] }));
  grid.cells.forEach((cell, i) => {
    const runs = texts[i]!;
    if (cell.colSpan > 1 || runs.length === 0) return;
    const column = columns[cell.column]!;
    column.words += runs.length;
    column.cells += 1;
    column.lines.push(...textRows(runs).map(({ box }) => box.x1 - box.x0));
  });
  return columns.every(isRunningText);
}

function isRunningText({ words, cells, lines }: ColumnText): boolean {
  if (cells === 0 || words < WORDS_A_LINE * lines.length) return false;
  if (lines.length >= LINES_A_CELL * cells) return true;
  const widest = Math.max(...lines);
  return lines.length >= LEAST_LINES && lines.filter((width) => width >= WIDE * widest).length >= MOSTLY * lines.length;
}
