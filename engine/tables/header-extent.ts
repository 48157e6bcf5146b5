/** How many rows at the top of a table are its header by what they hold: numbers of columns, names above rows of values. */
import { isYearOrSpan } from '../text-rules.js';
import { columnsOf, rowsOf, type FilledGrid } from './filled-grid.js';
import { isValue } from './kinds.js';
import { textOf } from './text-spans.js';

/** Rows among which the numbers of the columns are looked for: a title and names in several lines stand above them. */
const NUMBERED_WITHIN = 7;
/** Columns that are numbered: fewer numbers in a row may be values. */
const LEAST_NUMBERED = 4;
/** The number of a column, and how it is worked out from others: "(3)", "6= (7 to 13)". */
const COLUMN_NUMBER = /^[([]?(\d{1,2})[)\]]?\.?(?:\s?=.*)?$/u;

interface Place {
  column: number;
  colSpan: number;
  rowSpan: number;
  text: string;
}

/** The cells with text that begin in the row. */
function placesIn({ grid, texts }: FilledGrid, row: number): Place[] {
  return grid.cells.flatMap((cell, i) =>
    cell.row === row && texts[i]!.length > 0 ? [{ ...cell, text: textOf({ runs: texts[i]! }) }] : [],
  );
}

/** A number, but for years; what stands over several columns names these, whatever it is. */
const holdsValue = ({ text, colSpan }: Place): boolean => colSpan === 1 && isValue(text) && !isYearOrSpan(text);

/** Most columns that do not name the rows have a value. */
const isOfValues = (filled: FilledGrid, row: number): boolean =>
  2 * placesIn(filled, row).filter((place) => place.column > 0 && holdsValue(place)).length >= columnsOf(filled) - 1;

const isOfNames = (filled: FilledGrid, row: number): boolean => !placesIn(filled, row).some(holdsValue);

/**
 * Rows down to the one that numbers the columns from 1 on, below names of most of them and above a row with a text that is no
 * value; 0 where none does. The days of a calendar's first week stand below names, too, and the next week goes on counting.
 */
export function rowsToNumbers(filled: FilledGrid): number {
  const last = Math.min(NUMBERED_WITHIN, rowsOf(filled) - 1);
  const named = new Set<number>();
  for (let row = 0; row < last; row += 1) {
    if (2 * named.size >= columnsOf(filled) && numbersColumns(filled, row))
      return endsHeader(placesIn(filled, row), placesIn(filled, row + 1)) ? row + 1 : 0;
    if (!isOfNames(filled, row)) return 0;
    for (const column of placesIn(filled, row).flatMap(columnsAt)) named.add(column);
  }
  return 0;
}

/** In a calendar of working days two are left out between weeks. */
const NEXT_WEEK = 3;

/** Below the numbers stands a text that is no value, and not first a number that goes on counting. */
function endsHeader(numbers: readonly Place[], below: readonly Place[]): boolean {
  const step = Number(below[0]?.text) - Number(numbers.at(-1)?.text);
  return below.some(({ text }) => !isValue(text)) && !(step >= 1 && step <= NEXT_WEEK);
}

const columnsAt = ({ column, colSpan }: Place): number[] => Array.from({ length: colSpan }, (_, i) => column + i);

/** Each number is that of its column, counted from the first or the second; the first alone may be without one. */
function numbersColumns(filled: FilledGrid, row: number): boolean {
  const places = placesIn(filled, row);
  const numbers = places.map(({ text, colSpan }) =>
    colSpan === 1 ? Number(COLUMN_NUMBER.exec(text)?.[1] ?? NaN) : NaN,
  );
  const offset = (numbers[0] ?? NaN) - (places[0]?.column ?? 0);
  return (
    numbers.length >= Math.max(LEAST_NUMBERED, columnsOf(filled) - 1) &&
    (offset === 1 || (offset === 0 && places[0]?.column === 1)) &&
    numbers.every((number, i) => number === places[i]!.column + offset)
  );
}

/**
 * Rows at the top that a cell of the first reaches down, beside a group of columns in the first row and names alone, to the first
 * row of values; 0 where none does. Without such a group the cell may name a group of rows.
 */
export function rowsOfSpan(filled: FilledGrid, most: number): number {
  const first = placesIn(filled, 0);
  const reach = Math.max(0, ...first.map(({ rowSpan }) => rowSpan));
  if (reach < 2 || reach > most || reach >= rowsOf(filled) || !first.some(({ colSpan }) => colSpan > 1)) return 0;
  const top = Array.from({ length: reach }, (_, row) => row);
  return top.every((row) => isOfNames(filled, row)) && isOfValues(filled, reach) ? reach : 0;
}
