/** A line below cells: whether it ends the header of a table. */
import { expect, test } from '@jest/globals';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { RULED_HEADER_TABLE } from '../../../../engine/drawn-tables/ruled-header.js';
import { decisionsOf } from '../../../support/decisions.js';
import { across, cells, MONO, page, type TextAt } from '../../../support/pages.js';

const XS = [105, 205, 305];
const HEAD = ['Port', 'Depth', 'Owner'];
const BODY = [
  ['Oslo', '11.4', 'Board'],
  ['Hull', '9.8', 'Board'],
  ['Leith', '7.1', 'Town'],
];

function decided(texts: readonly TextAt[], to = 400): string[] {
  const found = page(texts, { rules: [across(116, 100, to)] });
  return decisionsOf(RULED_HEADER_TABLE, () => findTables(found, found.runs));
}

const rows = (some: readonly (readonly string[])[], y = 112): TextAt[] =>
  cells(some, { xs: XS, y, pitch: 14, boldRows: 0 });

test('names the columns of the lines that follow', () =>
  expect(decided(rows([HEAD, ...BODY]))).toEqual(['table: header-over-columns']));

test('names what stands below it in one row, where that is numbers but for the first', () => {
  const bill = ['Item', 'Pieces', 'Price'];
  expect(decided(rows([bill, ['Lamp', '2', '$10.00']]))).toEqual(['table: one-row-of-values']);
  expect(decided(rows([bill, ['Lamp', 'two', '$10.00']]))).toEqual(['refused: no-body']);
  expect(decided(rows([bill, ['Lamp', '2', '']]))).toEqual(['refused: no-body']);
});

test('is no table without lines that keep to its columns', () =>
  expect(
    decided([...rows([HEAD]), { text: 'A sentence over the width of all of the columns', x: 105, y: 130 }]),
  ).toEqual(['refused: no-body']));

test('is no table in monospaced text', () =>
  expect(decided(rows([HEAD, ...BODY]).map((text) => ({ ...text, font: MONO })))).toEqual(['refused: typewriter']));

test('is a running head when it does not name the columns', () =>
  expect(
    decided([
      ...cells([['Ports', '', '', '12']], { xs: [105, 185, 265, 345], y: 112, boldRows: 0 }),
      ...cells(
        [
          ['Oslo', '11.4', 'Board', '4'],
          ['Hull', '9.8', 'Board', '5'],
          ['Leith', '7.1', 'Town', '6'],
        ],
        { xs: [105, 185, 265, 345], y: 130, pitch: 14, boldRows: 0 },
      ),
    ]),
  ).toEqual(['refused: unnamed-columns']));

test('is no table above one row of wrapped text', () =>
  expect(
    decided([
      ...rows([HEAD]),
      ...cells(
        [
          ['a full cell of text', 'a full cell of text', 'a full cell of text'],
          ['going', 'on', ''],
        ],
        { xs: XS, y: 128, pitch: 11, boldRows: 0 },
      ),
    ]),
  ).toEqual(['refused: few-rows']));

test('is a running head above columns of running text', () => {
  const line = 'running text of a column that fills it well';
  const texts = [
    ...cells([['Chapter One of it', 'Harbours of it all']], { xs: [60, 320], y: 112, boldRows: 0 }),
    ...cells(
      Array.from({ length: 10 }, () => [line, line]),
      { xs: [60, 320], y: 128, pitch: 12, boldRows: 0 },
    ),
  ];
  const found = page(texts, { rules: [across(116, 55, 545)] });
  expect(decisionsOf(RULED_HEADER_TABLE, () => findTables(found, found.runs))).toEqual(['refused: prose']);
});
