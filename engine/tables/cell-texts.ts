/** What the texts in the cells of a grid are: numbers, list markers, contents, symbols of formulas, or long. */
import type { TextRun } from '../model.js';
import { columnsOf, filledShare, type FilledGrid } from './filled-grid.js';

/** Words in a cell, on average, of most columns of a table that may be taken before columns of text are known. */
const MOST_WORDS = 4;
/** Columns of a table that neither a caption nor a header names. */
const UNNAMED_COLUMNS = 3;
/** Share of the cells that have text, in such a table. */
const MOSTLY_FILLED = 0.8;
/** Share of the first column's cells that are markers, in a list. */
const MOSTLY_MARKED = 0.5;
/** Entries from which rising numbers are page numbers. */
const LEAST_ENTRIES = 3;
const MARKER = /^(?:[•◦▪‣·–—*-]|\(?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5})[.)]|§? ?\d{1,3}(?:\.\d{1,3})+\.?|§ ?\d{1,3})$/iu;
const PAGE_NUMBER = /^\d{1,4}$/u;
/** Numbers below each other that make a column of them. */
const LEAST_NUMBERS = 2;
/** A number with symbols and a short unit around it. */
const NUMBER = /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,3})?$/u;

/** The text of the first row. */
export function firstRow({ grid, texts }: FilledGrid): TextRun[] {
  return grid.cells.flatMap((cell, i) => (cell.row === 0 ? texts[i]! : []));
}

/** Texts of the cells below the first row, column by column. */
function columnTexts({ grid, texts }: FilledGrid): string[][] {
  const columns = grid.xs.slice(1).map((): string[] => []);
  for (const [i, { row, column }] of grid.cells.entries()) {
    if (row > 0 && texts[i]!.length > 0) columns[column]!.push(textOf(texts[i]!));
  }
  return columns;
}

const textOf = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join(' ');

/** Three columns or more, most cells filled, and numbers in at least one of the columns. */
export function hasNumberColumn(filled: FilledGrid): boolean {
  if (columnsOf(filled) < UNNAMED_COLUMNS || filledShare(filled) < MOSTLY_FILLED) return false;
  return columnTexts(filled).some((cells) => cells.length >= LEAST_NUMBERS && cells.every((cell) => NUMBER.test(cell)));
}

/** A list or numbered clauses: markers in the first of two columns. */
export function isMarked(filled: FilledGrid): boolean {
  if (columnsOf(filled) !== 2) return false;
  const [first = []] = columnTexts(filled);
  return first.filter((text) => MARKER.test(text)).length > MOSTLY_MARKED * first.length;
}

/** A list of contents: page numbers that never fall in the last column. */
export function isContents(filled: FilledGrid): boolean {
  const columns = columnTexts(filled);
  const [first, last] = [columns[0]!, columns.at(-1)!];
  if (last.length < LEAST_ENTRIES) return false;
  const pages = last.map((text) => (PAGE_NUMBER.test(text) ? Number(text) : Number.NaN));
  if (!pages.every((page, i) => page >= (pages[i - 1] ?? 0))) return false;
  // contents have titles
  if (!columns.some((cells) => cells.some((text) => /\p{L}{3}/u.test(text)))) return false;
  return (
    first.some((text) => /\p{L}{4}/u.test(text)) ||
    first.every((text) => /^(?:\p{L}+ )?[\dIVX]+(?:\.\d+)*\.?$/u.test(text))
  );
}

/**
 * Whether lines in two columns are no list, contents or formula whatever grid is made of them: none begins with a marker, not
 * all end in a page number, and none has a symbol alone.
 */
export function mayBeText(lines: readonly { left: readonly string[]; right: readonly string[] }[]): boolean {
  const [left, right] = [lines.flatMap((line) => line.left), lines.flatMap((line) => line.right)];
  return (
    !left.some((text) => MARKER.test(text)) &&
    right.some((text) => !PAGE_NUMBER.test(text)) &&
    ![...left, ...right].some(isSymbol)
  );
}

/** A formula: a column of nothing but symbols. */
export function isFormula({ grid, texts }: FilledGrid): boolean {
  const columns = grid.xs.slice(1).map(() => ({ cells: 0, hasSymbolsOnly: true }));
  for (const [i, { row, column }] of grid.cells.entries()) {
    if (row === 0 || texts[i]!.length === 0) continue;
    const of = columns[column]!;
    of.cells += 1;
    of.hasSymbolsOnly &&= isSymbol(textOf(texts[i]!));
  }
  return columns.some(({ cells, hasSymbolsOnly }) => cells > 1 && hasSymbolsOnly);
}

const isSymbol = (cell: string): boolean => /^[^\p{L}\p{N}\s]{1,2}$/u.test(cell) && !/^[-–—✓✗×•]$/u.test(cell);

/** Three columns or more, none of them with long texts; one may have such in a table that is named as one. */
export function hasShortCells(filled: FilledGrid, named: boolean): boolean {
  const columns = columnTexts(filled);
  const words = (cell: string): number => cell.split(' ').length;
  const long = columns.filter((cells) => cells.reduce((sum, cell) => sum + words(cell), 0) > MOST_WORDS * cells.length);
  return columns.length >= UNNAMED_COLUMNS && long.length <= (named ? 1 : 0);
}
