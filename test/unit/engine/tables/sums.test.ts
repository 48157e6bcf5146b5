/** Rows whose values are the sums of those above. */
import { expect, test } from '@jest/globals';
import { areSums } from '../../../../engine/tables/sums.js';
import { textRows } from '../../../../engine/tables/segments.js';
import { cells, page } from '../../../support/pages.js';

/** Whether the last row is the sum of those above; columns end at a common right edge. */
function isSum(...rows: (readonly string[])[]): boolean {
  const texts = rows.flatMap((row, r) =>
    cells([row], { xs: row.map((text, c) => 200 + 100 * c - 5 * text.length), y: 100 + 12 * r }),
  );
  const found = textRows(page(texts).runs);
  return areSums(found.slice(0, -1), found.at(-1)!);
}

test.each([
  [
    'of all rows',
    [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
      ['9', '12'],
    ],
  ],
  [
    'of the rows below a header of years',
    [
      ['1903', '1904'],
      ['10', '20'],
      ['30', '47'],
      ['40', '67'],
    ],
  ],
  [
    'of amounts with decimals and thousands',
    [
      ['1,200.50', '3.25'],
      ['800.25', '4.50'],
      ['2,000.75', '7.75'],
    ],
  ],
  [
    'the same with a decimal comma',
    [
      ['1.200,50', '3,25'],
      ['800,25', '4,50'],
      ['2.000,75', '7,75'],
    ],
  ],
  [
    'of rounded shares',
    [
      ['33.3%', '11'],
      ['33.3%', '11'],
      ['33.3%', '11'],
      ['100.0%', '33'],
    ],
  ],
  [
    'that is a difference',
    [
      ['100', '90'],
      ['60', '95'],
      ['40', '(5)'],
    ],
  ],
  [
    'of columns that have gaps',
    [
      ['10', '—'],
      ['20', '7'],
      ['30', '8'],
      ['60', '15'],
    ],
  ],
  [
    'beside running balances',
    [
      ['10', '110'],
      ['20', '130'],
      ['30', '130'],
    ],
  ],
])('a sum %s', (_, rows) => expect(isSum(...rows)).toBe(true));

test.each([
  [
    'where one value fits',
    [
      ['1', '2'],
      ['3', '4'],
      ['4', '7'],
    ],
  ],
  [
    'that repeats the last row',
    [
      ['10', '20'],
      ['30', '40'],
      ['30', '40'],
    ],
  ],
  [
    'of a single row',
    [
      ['10', '20'],
      ['10', '20'],
    ],
  ],
  [
    'of years',
    [
      ['12', '13'],
      ['44', '41'],
      ['1903', '1904'],
    ],
  ],
])('no sum %s', (_, rows) => expect(isSum(...rows)).toBe(false));
