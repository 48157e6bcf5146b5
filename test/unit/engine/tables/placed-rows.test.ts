/** Texts in the columns of a table. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { CELL_START, placeRow } from '../../../../engine/tables/placed-rows.js';
import { textRows } from '../../../../engine/tables/segments.js';
import { runs } from '../../../support/engine-inputs.js';
import { COLUMNS, placedRow } from '../../../support/text-rows.js';

describe('a word where the text of a column begins', () => {
  const [run] = runs('word');
  const begins = (gap: number, rowOfCells = false): string => {
    const { verdict, rule } = decideWithRule(CELL_START, { page: 1, run: run!, gap, rowOfCells });
    return `${verdict}: ${rule}`;
  };

  test('begins a cell in a row of cells', () => expect(begins(3, true)).toBe('cell: row-of-cells'));
  test('begins a cell below a full one', () => expect(begins(1)).toBe('cell: full-cell'));
  test('begins a cell behind a wide gap', () => expect(begins(4)).toBe('cell: wide-gap'));
  test('goes on with its text behind an ordinary space', () => expect(begins(3)).toBe('word: otherwise'));
});

test('texts stand in the columns that they cover', () => {
  const { placed } = placedRow(['Oslo', 'a text over two of the columns']);
  expect(placed.map(({ column, last }) => [column, last])).toEqual([
    [0, 0],
    [1, 2],
  ]);
});

test('a text is cut where the next column begins and no space is left', () => {
  const row = textRows([...runs('twenty-letters-are-1', { x: 100 }), ...runs('next', { x: 200 })])[0]!;
  expect(row.segments).toHaveLength(1);
  expect(placeRow(row, COLUMNS).placed.map(({ column, last }) => [column, last])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
