/**
 * Prose: columns of running text, which are no table. In every column the lines are long and the text continues from line to
 * line: a cell has many lines, or many lines fill the column.
 */
import type { TextRun } from '../model.js';
import type { FilledGrid } from './filled-grid.js';
import { textRows } from './segments.js';

/** Words per line, on average, that running text has at least: a narrow column holds four to five. */
const WORDS_A_LINE = 4.5;
/** Lines a cell, on average, from which a cell is a paragraph. */
const LINES_A_CELL = 2.5;
/** Running text whose lines were each taken for a cell: at least this many, most of them nearly as wide as the widest. */
const LEAST_LINES = 6;
const WIDE = 0.8;
const MOSTLY_WIDE = 0.65;

interface ColumnText {
  words: number;
  /** Text of each cell. */
  cells: (readonly TextRun[])[];
}

/** Whether every column of the grid holds running text. */
export const isProse = (filled: FilledGrid): boolean => columnTexts(filled).every(isRunningText);

/** Words per line, of the column with the shortest lines: for the decision log. */
export const wordsPerLine = (filled: FilledGrid): number =>
  Math.min(
    ...columnTexts(filled).map(({ words, cells }) => (cells.length === 0 ? 0 : words / lineWidths(cells).length)),
  );

function columnTexts({ grid, texts }: FilledGrid): ColumnText[] {
  const columns = grid.xs.slice(1).map((): ColumnText => ({ words: 0, cells: [] }));
  grid.cells.forEach((cell, i) => {
    const runs = texts[i]!;
    if (cell.colSpan > 1 || runs.length === 0) return;
    const column = columns[cell.column]!;
    column.words += runs.length;
    column.cells.push(runs);
  });
  return columns;
}

const lineWidths = (cells: readonly (readonly TextRun[])[]): number[] =>
  cells.flatMap((runs) => textRows(runs).map(({ box }) => box.x1 - box.x0));

function isRunningText({ words, cells }: ColumnText): boolean {
  // most columns of tables fail here, without a look at their lines: a cell has one at least
  if (cells.length === 0 || words < WORDS_A_LINE * cells.length) return false;
  const lines = lineWidths(cells);
  if (words < WORDS_A_LINE * lines.length) return false;
  if (lines.length >= LINES_A_CELL * cells.length) return true;
  const widest = Math.max(...lines);
  const wide = lines.filter((width) => width >= WIDE * widest).length;
  return lines.length >= LEAST_LINES && wide >= MOSTLY_WIDE * lines.length;
}
