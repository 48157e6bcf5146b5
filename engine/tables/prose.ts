/**
 * Prose: columns of running text, which are no table. In every column the lines are long and the text continues from line to
 * line: a cell has many lines, or many lines fill the column.
 */
import type { TextRun } from '../model.js';
import { closeBullet, isBullet } from '../text/bullets.js';
import { beginsEntry, continuesSentence, endsHyphenated, endsWithinPhrase } from '../text-rules.js';
import { columnsOf, rowsOf, type FilledGrid } from './filled-grid.js';
import { rowText, runsOf, textRows, type TextRow } from './segments.js';

/** Words per line, on average, that running text has at least: a narrow column holds four to five. */
const WORDS_A_LINE = 4.5;
/** Lines a cell, on average, from which a cell is a paragraph. */
const LINES_A_CELL = 2.5;
/** Running text whose lines were each taken for a cell: at least this many, most of them nearly as wide as the widest. */
const LEAST_LINES = 6;
const WIDE = 0.8;
const MOSTLY_WIDE = 0.65;
/**
 * Lines of each column of a page's text at least, more than the cells of a row have, and the share of them that go on with
 * the sentence above.
 */
const LEAST_COLUMN_LINES = 20;
const OFTEN_GOING_ON = 0.3;
/** Lines of a text beside short lines at least, their words on average, and the share of them that go on. */
const LEAST_LINES_BESIDE = 4;
const WORDS_A_LINE_BESIDE = 7;
const MOSTLY_GOING_ON = 0.5;
/** Rows at least of columns of text whose lines were taken for cells, their words on average, and the share that go on. */
const LEAST_BROKEN_ROWS = 4;
const WORDS_A_BROKEN_LINE = 3.5;
const HALF_GOING_ON = 0.5;
/** Share of the rows in which one of the two columns has nothing at least: the lines beside a text are seldom as many. */
const OFTEN_ALONE = 0.1;

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
  return lines.length >= LEAST_LINES && areMostlyWide(lines);
}

/** Whether most of the widths are nearly the widest. */
function areMostlyWide(widths: readonly number[]): boolean {
  const widest = Math.max(...widths);
  return widths.filter((width) => width >= WIDE * widest).length >= MOSTLY_WIDE * widths.length;
}

/**
 * Whether the columns of many lines between two rulings are a page's running text with its lists and headings, of which short
 * lines are many: the columns of a table have few words a line, or cells that begin anew.
 *
 * @param edges between the columns
 */
export function areColumnsOfText(rows: readonly TextRow[], edges: readonly number[]): boolean {
  const xs = [-Infinity, ...edges, Infinity];
  const runs = runsOf(rows);
  return xs.slice(1).every((to, i) => {
    const own = runs.filter(({ box }) => box.x0 >= xs[i]! && box.x0 < to);
    const lines = textRows(own).map(rowText);
    return (
      lines.length >= LEAST_COLUMN_LINES &&
      own.length >= WORDS_A_LINE * lines.length &&
      goingOn(lines) >= OFTEN_GOING_ON * lines.length
    );
  });
}

/** How many of the lines go on with the sentence, or the word, of the one above. */
const goingOn = (lines: readonly string[]): number =>
  lines.filter((line, i) => i > 0 && (continuesSentence(lines[i - 1]!, line) || endsHyphenated(lines[i - 1]!))).length;

/**
 * Whether the last of two columns is running text below its heading, each of whose lines was taken for a row with the short
 * line that stands beside it: an abstract beside its keywords.
 */
export function isTextBesideLines(filled: FilledGrid): boolean {
  if (columnsOf(filled) !== 2) return false;
  const { grid, texts } = filled;
  const [, ...cells] = grid.cells.flatMap(({ column, colSpan }, i) =>
    column === 1 && colSpan === 1 && texts[i]!.length > 0 ? [textRows(texts[i]!)] : [],
  );
  if (cells.length < LEAST_LINES_BESIDE) return false;
  const lines = cells.flat();
  const firsts = cells.map((rows) => rowText(rows[0]!));
  // a row of a table may begin in lower case, but it does not end in an article or a hyphen
  const breaksOff = firsts.some(isBrokenOff);
  const empty = grid.cells.filter(({ row, rowSpan }, i) => row > 0 && (rowSpan > 1 || texts[i]!.length === 0)).length;
  const alone = empty + lines.length - cells.length;
  if (!breaksOff || alone < OFTEN_ALONE * (rowsOf(filled) - 1)) return false;
  return (
    runsOf(lines).length >= WORDS_A_LINE_BESIDE * lines.length &&
    areMostlyWide(lines.map(({ box }) => box.x1 - box.x0)) &&
    goingOn(firsts) >= MOSTLY_GOING_ON * (firsts.length - 1)
  );
}

/**
 * Whether every column below the first row is a text whose lines were each taken for a cell: it begins as a sentence and goes
 * on from cell to cell. Items of lists begin anew, and cells in lower case throughout are entries.
 */
export function isTextBrokenIntoRows(filled: FilledGrid): boolean {
  const { grid, texts } = filled;
  if (columnsOf(filled) < 2 || rowsOf(filled) <= LEAST_BROKEN_ROWS) return false;
  const columns = grid.xs.slice(1).map((): Cell[] => []);
  grid.cells.forEach(({ row, column, colSpan }, i) => {
    if (row > 0 && colSpan === 1 && texts[i]!.length > 0) columns[column]!.push({ row, lines: textRows(texts[i]!) });
  });
  return columns.every(isBrokenText) && !beginsAnewInAll(columns);
}

/** A cell of a column with its text. */
interface Cell {
  row: number;
  lines: readonly TextRow[];
}

function isBrokenText(cells: readonly Cell[]): boolean {
  const lines = cells.flatMap((cell) => cell.lines);
  if (cells.length < LEAST_BROKEN_ROWS || runsOf(lines).length < WORDS_A_BROKEN_LINE * lines.length) return false;
  const starts = cells.slice(1).map((_, i) => startOf(cells, i + 1));
  const going = starts.filter((start) => start === 'going-on').length;
  const anew = starts.filter((start) => start === 'anew').length;
  return beginsEntry(rowText(lines[0]!)) && going > 0 && going >= HALF_GOING_ON * (going + anew);
}

/** Whether some row begins anew in every column, as the records of a table do whose cells are wrapped. */
function beginsAnewInAll(columns: readonly (readonly Cell[])[]): boolean {
  const anew = columns.map(
    (cells) => new Set(cells.flatMap(({ row }, at) => (at > 0 && startOf(cells, at) === 'anew' ? [row] : []))),
  );
  return [...anew[0]!].some((row) => anew.every((rows) => rows.has(row)));
}

/** How a cell's text follows that of the cell above. */
function startOf(cells: readonly Cell[], at: number): 'item' | 'going-on' | 'anew' {
  const [above, text] = [rowText(cells[at - 1]!.lines.at(-1)!), rowText(cells[at]!.lines[0]!)];
  if (beginsItem(text)) return 'item';
  return isBrokenOff(above) || continuesSentence(above, text) ? 'going-on' : 'anew';
}

const isBrokenOff = (line: string): boolean => endsHyphenated(line) || endsWithinPhrase(line);

const beginsItem = (line: string): boolean => closeBullet(line) !== null || isBullet(line.charAt(0));
