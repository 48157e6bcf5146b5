/** Texts in the columns of a table. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { CELL_START, placeRow, type CellStart } from '../../../../engine/tables/placed-rows.js';
import { segmentText, textRows } from '../../../../engine/tables/segments.js';
import { runs } from '../../../support/engine-inputs.js';
import { COLUMNS, placedRow } from '../../../support/text-rows.js';

describe('a word where the text of a column begins', () => {
  const [run] = runs('word');
  const begins = (gap: number, rowOfCells = false, over: Partial<CellStart> = {}): string => {
    const start = { page: 1, run: run!, gap, rowOfCells, atLeft: true, betweenNumbers: false, ...over };
    const { verdict, rule } = decideWithRule(CELL_START, start);
    return `${verdict}: ${rule}`;
  };

  test('begins a cell in a row of cells', () => expect(begins(3, true)).toBe('cell: row-of-cells'));
  test('begins a cell below a full one', () => expect(begins(1)).toBe('cell: full-cell'));
  test('begins a cell behind a wide gap', () => expect(begins(4)).toBe('cell: wide-gap'));
  test('begins a cell between two numbers, and else only where it is aligned', () => {
    expect(begins(3, true, { atLeft: false, betweenNumbers: true })).toBe('cell: two-numbers');
    expect(begins(3, false, { atLeft: false, betweenNumbers: true })).toBe('word: not-aligned');
    expect(begins(3, true, { atLeft: false })).toBe('word: not-aligned');
  });
  test('continues with its text behind an ordinary space', () => expect(begins(3)).toBe('word: otherwise'));
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

test('the thousands of a number with a space between them are no two numbers', () => {
  const [first, second] = [runs('1', { x: 183 }), runs('234', { x: 190 })];
  const texts = [...runs('Hull', { x: 100 }), ...first, ...second, ...runs('Town', { x: 310 })];
  const { placed } = placeRow(textRows(texts)[0]!, { ...COLUMNS, lefts: [null, null, null] });
  expect(placed.map(({ segment }) => segmentText(segment))).toEqual(['Hull', '1 234', 'Town']);
});

test('two numbers of a row of cells are cut at an edge between them, a number and its unit are not', () => {
  const cellsOf = (text: string): string[] => {
    const texts = [...runs('Hull', { x: 100 }), ...runs(text, { x: 183 }), ...runs('Town', { x: 310 })];
    const { placed } = placeRow(textRows(texts)[0]!, { ...COLUMNS, lefts: [null, null, null] });
    return placed.map(({ segment }) => segmentText(segment));
  };
  expect(cellsOf('12 -100.0')).toEqual(['Hull', '12', '-100.0', 'Town']);
  expect(cellsOf('12 metres')).toEqual(['Hull', '12 metres', 'Town']);
});
