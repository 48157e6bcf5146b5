/** The header of a table: which rows at its top name the columns. The rules of TABLE_HEADER decide by which sign. */
import type { ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isYearOrSpan } from '../text-rules.js';
import type { FilledGrid } from './filled-grid.js';
import { gridBox, type Grid, type GridCell } from './grid.js';
import { rowsOfSpan, rowsToNumbers } from './header-extent.js';
import { isValue } from './kinds.js';
import { textOf } from './text-spans.js';

/** Rows that a line may separate from the rest and that are a header: below more of them it separates groups of rows. */
const MOST_HEADER_ROWS = 4;
/** In points: a row ends at a line when it ends this close above or below it. */
const AT_LINE = 2;

/** The rows at the top of a table that name its columns. */
export interface Header {
  rows: number;
  /** Whether they are marked as a header, not just taken for one. */
  headed: boolean;
}

export interface HeaderEvidence {
  page: ParsedPage;
  filled: FilledGrid;
  /** y of a line below the header, if drawn. */
  headerEnd?: number | null;
  /** Rows at the top that the tags call heads. */
  taggedRows?: number;
}

/** What is counted of a table for its header. */
export interface HeaderCounts extends HeaderEvidence {
  rows: number;
  /** Rows at the top that are bold or empty. */
  boldRows: number;
  rowsAboveLine: number;
  /** Rows down to the one that numbers the columns; 0 where none does. */
  numberedRows: number;
  /** Rows of names that a cell of the first row reaches down, above one of values; 0 where none does. */
  spannedRows: number;
}

export const TABLE_HEADER: DecisionTable<
  HeaderCounts,
  'tagged' | 'numbered' | 'spanned' | 'bold' | 'ruled-off' | 'all-bold' | 'two-level' | 'first-row'
> = {
  name: 'table-header',
  rules: [
    {
      name: 'tagged-heads',
      why: 'The tags call all cells of the rows at the top heads, and not those of all rows.',
      test: ({ taggedRows = 0, rows }) => (taggedRows > 0 && taggedRows < rows ? 'tagged' : null),
    },
    {
      name: 'column-numbers',
      why: 'A row below the names of the columns numbers these from 1 on: it ends the header, whatever is bold below it, unless a line further down does.',
      test: ({ numberedRows, rowsAboveLine }) =>
        numberedRows > 0 && (rowsAboveLine <= numberedRows || rowsAboveLine > MOST_HEADER_ROWS) ? 'numbered' : null,
    },
    {
      name: 'bold-above-plain',
      why: 'The rows at the top are bold, and others below them are not.',
      test: ({ boldRows, rows }) => (boldRows > 0 && boldRows < rows ? 'bold' : null),
    },
    {
      name: 'line-below',
      why: 'A few rows at the top have a line below them, or stand above the rows that sums add up.',
      test: ({ rowsAboveLine, rows }) =>
        rowsAboveLine > 0 && rowsAboveLine < rows && rowsAboveLine <= MOST_HEADER_ROWS ? 'ruled-off' : null,
    },
    {
      name: 'cell-reaches-down',
      why: 'No line or type marks the header; beside a group of columns a cell of the first row reaches down past names to the first row of values.',
      test: ({ spannedRows, boldRows }) => (spannedRows > 0 && boldRows === 0 ? 'spanned' : null),
    },
    {
      name: 'all-bold',
      why: 'Where all of a table is bold its first row is the header: the page may end below it.',
      test: ({ boldRows, rows }) => (boldRows === rows ? 'all-bold' : null),
    },
    {
      name: 'heads-over-columns',
      why: 'The first row groups columns that the second row names, with no value in either of them.',
      test: ({ filled, rows }) => (rows > 2 && groupsColumns(filled) ? 'two-level' : null),
    },
  ],
  otherwise: 'first-row',
  subject: ({ page, filled: { grid, texts } }) => ({
    page: page.number,
    box: gridBox(grid),
    text: grid.cells.flatMap((cell, i) => (cell.row === 0 ? texts[i]!.map(({ text }) => text) : [])).join(' '),
  }),
  numbers: ({ rows, boldRows, rowsAboveLine, taggedRows = 0, numberedRows, spannedRows }) => ({
    rows,
    boldRows,
    rowsAboveLine,
    taggedRows,
    numberedRows,
    spannedRows,
  }),
};

/** The table's header: never none, as Markdown's tables have one. */
export function headerOf(evidence: HeaderEvidence): Header {
  const { grid } = evidence.filled;
  const { headerEnd = null, taggedRows = 0 } = evidence;
  const rows = grid.ys.length - 1;
  const boldRows = boldRowsOf(evidence);
  const rowsAboveLine = headerEnd === null ? 0 : rowsAbove(evidence.filled, headerEnd);
  const numberedRows = rowsToNumbers(evidence.filled);
  const spannedRows = rowsOfSpan(evidence.filled, MOST_HEADER_ROWS);
  switch (decide(TABLE_HEADER, { ...evidence, rows, boldRows, rowsAboveLine, numberedRows, spannedRows })) {
    case 'tagged':
      return { rows: taggedRows, headed: true };
    case 'numbered':
      return { rows: numberedRows, headed: true };
    case 'spanned':
      return { rows: spannedRows, headed: false };
    case 'bold':
      return { rows: throughSpans(grid, boldRows), headed: true };
    case 'ruled-off':
      return { rows: throughSpans(grid, rowsAboveLine), headed: true };
    case 'all-bold':
      return { rows: Math.min(1, rows), headed: true };
    case 'two-level':
      return { rows: 2, headed: false };
    case 'first-row':
      return { rows: 1, headed: false };
  }
}

/** Rows that end above the line, or whose text does: between two rows of text the edge lies halfway, wherever the line is. */
function rowsAbove({ grid, texts }: FilledGrid, line: number): number {
  const lowest = grid.ys.slice(1).map(() => -Infinity);
  grid.cells.forEach(({ row }, i) => {
    for (const { baseline } of texts[i]!) lowest[row] = Math.max(lowest[row]!, baseline);
  });
  const isAbove = (y: number, row: number): boolean =>
    y <= line + AT_LINE || (lowest[row]! > -Infinity && lowest[row]! <= line);
  const below = grid.ys.slice(1).findIndex((y, row) => !isAbove(y, row));
  return below < 0 ? grid.ys.length - 1 : below;
}

/** Whether a cell of the first row reaches over several columns that the second row names, and no text of both is a value. */
function groupsColumns({ grid, texts }: FilledGrid): boolean {
  const isNamed = grid.cells.map((_, i) => {
    const text = textOf({ runs: texts[i]! });
    return text !== '' && (!isValue(text) || isYearOrSpan(text));
  });
  const names = grid.cells.flatMap((cell, i) => (cell.row === 1 && isNamed[i] ? [cell.column] : []));
  const top = grid.cells.map((cell, i) => ({ ...cell, i })).filter(({ row }) => row < 2);
  if (top.some(({ row, rowSpan, i }) => row + rowSpan > 2 || (texts[i]!.length > 0 && !isNamed[i]))) return false;
  const within = ({ column, colSpan }: GridCell): number[] =>
    names.filter((name) => name >= column && name < column + colSpan);
  const groups = top.filter((cell) => cell.row === 0 && cell.colSpan > 1 && isNamed[cell.i] && within(cell).length > 1);
  return groups.length > 0 && groups.some(({ colSpan }) => colSpan < grid.xs.length - 1);
}

/** Rows at the top whose text is all bold. */
function boldRowsOf({ page, filled: { grid, texts } }: HeaderEvidence): number {
  const plain = grid.cells
    .filter((_, i) => !texts[i]!.every((run) => page.fonts[run.font]?.bold === true))
    .map(({ row }) => row);
  const bold = Math.min(grid.ys.length - 1, ...plain);
  return bold === grid.ys.length - 1 ? bold : withoutGroupNames({ grid, texts }, bold);
}

/** Rows at the top without the last of them where these hold a text in the first column alone: the name of a group of rows. */
function withoutGroupNames({ grid, texts }: FilledGrid, rows: number): number {
  const filled = grid.ys.map((): GridCell[] => []);
  grid.cells.forEach((cell, i) => {
    if (texts[i]!.length > 0) filled[cell.row]!.push(cell);
  });
  const isName = ([first, ...more]: readonly GridCell[]): boolean =>
    first !== undefined && more.length === 0 && first.column === 0 && first.colSpan === 1;
  const end = filled.slice(0, rows).findLastIndex((cells) => !isName(cells)) + 1;
  return end > 0 && grid.xs.length > 2 ? end : rows;
}

/** A header ends where no cell of it reaches further down. */
function throughSpans(grid: Grid, rows: number): number {
  let end = rows;
  for (const cell of grid.cells) if (cell.row < end) end = Math.max(end, cell.row + cell.rowSpan);
  return end === grid.ys.length - 1 ? rows : end;
}
