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

test('small lines that stand between others keep rows of their own', () => {
  const lines = [
    { text: 'Children', x: 100, y: 120 },
    { text: 'in per cent', x: 100, y: 132, size: 6 },
    { text: 'Women', x: 100, y: 148 },
  ];
  expect(rowsOf(lines)).toEqual(['Children', 'in per cent', 'Women']);
});
