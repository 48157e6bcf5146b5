/** How far the header of a table reaches by what its rows hold. */
import { describe, expect, test } from '@jest/globals';
import type { FilledGrid } from '../../../../engine/tables/filled-grid.js';
import { rowsOfSpan, rowsToNumbers } from '../../../../engine/tables/header-extent.js';
import { headerOf } from '../../../../engine/tables/header.js';
import { page } from '../../../support/pages.js';
import { runs } from '../../../support/engine-inputs.js';

/** A cell for each text; `=` belongs to the one on its left, `^` to the one above it. */
function gridOf(rows: readonly (readonly string[])[]): FilledGrid {
  const places = rows.flatMap((row, r) => row.map((text, column) => ({ row: r, column, text })));
  const own = places.filter(({ text }) => text !== '=' && text !== '^');
  const reach = (sign: string, row: number, column: number, [down, right]: readonly [number, number]): number => {
    let span = 1;
    while (rows[row + span * down]?.[column + span * right] === sign) span += 1;
    return span;
  };
  return {
    grid: {
      xs: rows[0]!.map((_, i) => 100 * i).concat(100 * rows[0]!.length),
      ys: rows.map((_, i) => 12 * i).concat(12 * rows.length),
      cells: own.map(({ row, column }) => ({
        row,
        column,
        rowSpan: reach('^', row, column, [1, 0]),
        colSpan: reach('=', row, column, [0, 1]),
      })),
    },
    texts: own.map(({ text }) => (text === '' ? [] : runs(text))),
  };
}

const PAGE = page([]);
const NAMES = ['District', 'Total', 'Rural', 'Urban'];
const VALUES = ['Barpeta', '88.8', '88.6', '91.1'];

describe('numbers of columns', () => {
  const rowsTo = (...rows: readonly (readonly string[])[]): number => rowsToNumbers(gridOf([...rows, VALUES, VALUES]));

  test('end the header below the names of the columns', () => {
    expect(rowsTo(NAMES, ['1', '2', '3', '4'])).toBe(2);
    expect(rowsTo(NAMES, ['(1)', '(2)', '(3)', '(4)'])).toBe(2);
    expect(rowsTo(NAMES, ['1', '2= (3 to 4)', '3', '4'])).toBe(2);
    expect(rowsTo(['Schools 2011', '=', '=', '='], NAMES, ['1', '2', '3', '4'])).toBe(3);
  });

  test('are counted from 1 on, one for each column, and stand below names', () => {
    expect(rowsTo(NAMES, ['1', '2', '4', '5'])).toBe(0);
    expect(rowsTo(NAMES, ['5', '6', '7', '8'])).toBe(0);
    expect(rowsTo(NAMES, ['1', '2', '3', ''])).toBe(0);
    expect(rowsTo(['1', '2', '3', '4'])).toBe(0);
    expect(rowsTo(['District', '', '', ''], ['1', '2', '3', '4'])).toBe(0);
    expect(rowsTo(NAMES, VALUES, ['1', '2', '3', '4'])).toBe(0);
    expect(rowsTo(NAMES, ['2', '3', '4', '5'])).toBe(0);
    const [names, values] = [
      [...NAMES, 'Rest'],
      [...VALUES, '3.1'],
    ];
    const below = (...numbers: readonly string[]): number => rowsToNumbers(gridOf([names, numbers, values]));
    expect(below('', '2', '3', '4', '5')).toBe(2);
    expect(below('', '1', '2', '3', '4')).toBe(2);
    expect(below('', '3', '4', '5', '6')).toBe(0);
  });

  test('are no days of a week, above those of the next', () => {
    const days = [
      ['Mo', 'Tu', 'We', 'Th', 'Fr'],
      ['1', '2', '3', '4', '5'],
      ['8', '9', '10', '11', '12'],
    ];
    expect(rowsToNumbers(gridOf(days))).toBe(0);
    expect(rowsToNumbers(gridOf([...days.slice(0, 2), ['6', '7', '8 Ascension', '9', '10']]))).toBe(0);
    expect(rowsToNumbers(gridOf([...days.slice(0, 2), ['8', '9', '10 Ascension', '11', '12']]))).toBe(0);
    expect(rowsToNumbers(gridOf([...days.slice(0, 2), ['6 months', '12', '7', '9', '3']]))).toBe(2);
  });

  test('are the last row of the header', () =>
    expect(headerOf({ page: PAGE, filled: gridOf([NAMES, ['1', '2', '3', '4'], VALUES]) })).toEqual({
      rows: 2,
      headed: true,
    }));

  test('are more than three', () =>
    expect(
      rowsToNumbers(
        gridOf([
          ['Port', 'Low', 'High'],
          ['1', '2', '3'],
          ['Oslo', '4', '5'],
        ]),
      ),
    ).toBe(0));
});

describe('a cell of the first row', () => {
  const head = [
    ['Products', 'Harvest', '=', '='],
    ['^', '11/12', '12/13', '='],
    ['^', '(a)', 'May', 'June'],
  ];

  test('reaches down beside names to the first row of values', () => {
    const names = [head[0]!, ['^', 'First', '12/13', '='], head[2]!];
    expect(rowsOfSpan(gridOf([...names, VALUES]), 4)).toBe(3);
    expect(rowsOfSpan(gridOf([...names, VALUES]), 2)).toBe(0);
    expect(rowsOfSpan(gridOf([...names, ['Rice', 'white', 'red', 'brown']]), 4)).toBe(0);
    expect(rowsOfSpan(gridOf(names), 4)).toBe(0);
  });

  test('of three rows is the header', () => {
    const names = [head[0]!, ['^', 'First', 'Second', '='], head[2]!];
    expect(headerOf({ page: PAGE, filled: gridOf([...names, VALUES]) })).toEqual({ rows: 3, headed: false });
  });

  test('reaches down as the header does', () =>
    expect(
      headerOf({ page: PAGE, filled: gridOf([['Products', 'Harvest', '=', '='], ['^', 'a', 'b', 'c'], VALUES]) }),
    ).toEqual({ rows: 2, headed: false }));

  test('names a group of rows where no other groups columns', () =>
    expect(rowsOfSpan(gridOf([['North', 'Oslo', 'closed', 'ice'], ['^', 'Hull', 'closed', 'ice'], VALUES]), 4)).toBe(
      0,
    ));

  test('reaches beside values where it names a group of rows', () => {
    expect(rowsOfSpan(gridOf([...head, VALUES]), 4)).toBe(0);
    expect(rowsOfSpan(gridOf([NAMES, VALUES]), 4)).toBe(0);
  });
});
