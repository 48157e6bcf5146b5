/**
 * Prose: columns of running text, which are no table. In every column the lines are long and the text goes on from line to
 * line: a cell has many lines, or many lines fill the column.
 */
import type { FilledGrid } from './filled-grid.js';
import { textRows } from './segments.js';

/** Words per line, on average, that running text has at least: a narrow column holds four to five. */
const WORDS_A_LINE = 4.5;
/** Lines a cell, on average, from which on a cell is a paragraph. */
const LINES_A_CELL = 2.5;
/** Running text whose lines were each taken for a cell: at least so many, most of them nearly as wide as the widest. */
const LEAST_LINES = 6;
const WIDE = 0.8;
const MOSTLY_WIDE = 0.65;

interface ColumnText {
  words: number;
  cells: number;
  /** Width of each line. */
  lines: number[];
}

/** Whether every column of the grid holds running text. */
export const isProse = (filled: FilledGrid): boolean => columnTexts(filled).every(isRunningText);

/** Words per line, of the column with the shortest lines: for the decision log. */
export const wordsPerLine = (filled: FilledGrid): number =>
  Math.min(...columnTexts(filled).map(({ words, lines }) => (lines.length === 0 ? 0 : words / lines.length)));

function columnTexts({ grid, texts }: FilledGrid): ColumnText[] {
  const columns = grid.xs.slice(1).map((): ColumnText => ({ words: 0, cells: 0, lines: [] }));
  grid.cells.forEach((cell, i) => {
    const runs = texts[i]!;
    if (cell.colSpan > 1 || runs.length === 0) return;
    const column = columns[cell.column]!;
    column.words += runs.length;
    column.cells += 1;
    column.lines.push(...textRows(runs).map(({ box }) => box.x1 - box.x0));
  });
  return columns;
}

function isRunningText({ words, cells, lines }: ColumnText): boolean {
  if (cells === 0 || words < WORDS_A_LINE * lines.length) return false;
  if (lines.length >= LINES_A_CELL * cells) return true;
  const widest = Math.max(...lines);
  const wide = lines.filter((width) => width >= WIDE * widest).length;
  return lines.length >= LEAST_LINES && wide >= MOSTLY_WIDE * lines.length;
}
