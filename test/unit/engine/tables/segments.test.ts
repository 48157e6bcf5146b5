/** Raised and lowered marks among the lines of a table. */
import { expect, test } from '@jest/globals';
import { rowText, textRows } from '../../../../engine/tables/segments.js';
import { page, type TextAt } from '../../../support/pages.js';

const rowsOf = (texts: readonly TextAt[]): string[] => textRows(page(texts).runs).map(rowText);

test('a raised mark is in the row below it, a lowered one in the row above', () => {
  const label = { text: 'Children breastfed', x: 100, y: 120 };
  const value = { text: '76.9', x: 300, y: 120 };
  expect(rowsOf([label, value, { text: '9', x: 192, y: 115, size: 6 }])).toEqual(['Children breastfed 9 76.9']);
  expect(rowsOf([label, value, { text: '9', x: 192, y: 124, size: 6 }])).toEqual(['Children breastfed 9 76.9']);
});

test('a mark of a letter or two is one in type that is not much smaller', () => {
  const label = { text: 'Morocco', x: 100, y: 120 };
  const value = { text: '897', x: 300, y: 120 };
  expect(rowsOf([label, value, { text: 'b', x: 135, y: 115.5, size: 8 }])).toEqual(['Morocco b 897']);
  expect(rowsOf([label, value, { text: 'b', x: 135, y: 115.5, size: 9 }])).toEqual(['b', 'Morocco 897']);
  expect(rowsOf([label, value, { text: 'north', x: 135, y: 115.5, size: 8 }])).toEqual(['north', 'Morocco 897']);
  expect(rowsOf([label, value, { text: '4', x: 300, y: 109, size: 8 }])).toEqual(['4', 'Morocco 897']);
});

test('small lines that stand between others keep rows of their own', () => {
  const lines = [
    { text: 'Children', x: 100, y: 120 },
    { text: 'in per cent', x: 100, y: 132, size: 6 },
    { text: 'Women', x: 100, y: 148 },
  ];
  expect(rowsOf(lines)).toEqual(['Children', 'in per cent', 'Women']);
});
