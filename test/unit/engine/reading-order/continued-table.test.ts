/** The lines at the top of a page: whether they continue with the table that the page before ended with. */
import { expect, test } from '@jest/globals';
import { alignedTableFinder } from '../../../../engine/reading-order/aligned-tables.js';
import { CONTINUED_TABLE, continuedTable, openTable } from '../../../../engine/reading-order/continued-table.js';
import { setTables } from '../../../../engine/reading-order/set-tables.js';
import type { FoundTable } from '../../../../engine/tables/found-table.js';
import { buildLines } from '../../../../engine/text/line.js';
import { decisionsOf } from '../../../support/decisions.js';
import { cells, page, type TextAt } from '../../../support/pages.js';

const XS = [72, 222, 322];
const HEAD = ['Berth', 'Depth', 'Owner'];
const ROWS = [
  ['North quay', '11.40', 'Board'],
  ['South quay', '9.80', 'Board'],
  ['Oil jetty', '14.20', 'Company'],
];
const LINE = 'running text of a column that fills it well';

function openOf(rows: readonly (readonly string[])[], xs: readonly number[] = XS): FoundTable {
  const found = page(cells(rows, { xs, y: 640 }));
  const lines = buildLines(found, found.runs);
  return openTable(setTables(found, lines, alignedTableFinder(found)(lines, 'column')))!;
}

const OPEN = openOf([HEAD, ...ROWS]);
const top = (rows: readonly (readonly string[])[], y = 72): TextAt[] =>
  cells(rows, { xs: XS, y, pitch: 15, boldRows: 0 });

function decided(texts: readonly TextAt[], open = OPEN): string[] {
  const found = page(texts);
  return decisionsOf(CONTINUED_TABLE, () => continuedTable(found, buildLines(found, found.runs), open));
}

test('rows in the columns of the table continue with it, below the same header too', () => {
  expect(decided(top(ROWS))).toEqual(['table: same-columns']);
  expect(decided(top([HEAD, ...ROWS]))).toEqual(['table: same-columns']);
});

test('rows below the rest of a cell continue with it', () =>
  expect(decided(top([['', '', 'of ports'], ...ROWS]))).toEqual(['table: same-columns']));

test('rows below many lines are another table', () => {
  const lines = Array.from({ length: 5 }, (_, i) => ({ text: 'A line', x: 72, y: 72 + 15 * i }));
  expect(decided([...lines, ...top(ROWS, 147)])).toEqual(['refused: row-begins-late']);
});

test('a line whose texts do not keep to the columns ends the table', () => {
  const across = { text: 'A text over two of them and on', x: 180, y: 72 };
  expect(decided([{ text: 'Berth', x: 72, y: 72 }, across])).toEqual(['refused: no-rows']);
});

test('rows below a line of text are another table', () =>
  expect(decided([{ text: `${LINE} and on`, x: 72, y: 72 }, ...top(ROWS, 90)])).toEqual(['refused: text-above-rows']));

test('rows below a title are another table, though it keeps to a column', () => {
  const title = { text: 'Harbours', x: 72, y: 66, size: 14 };
  expect(decided([title, ...top(ROWS, 90)])).toEqual(['refused: title-above-rows']);
  expect(decided([{ ...title, size: 10 }, ...top(ROWS, 90)])).toEqual(['table: same-columns']);
});

test('columns of running text do not continue with a table', () => {
  const open = openOf(
    [
      ['Berth', 'Owner'],
      ['North', 'Board'],
      ['South', 'Board'],
      ['Oil', 'Town'],
    ],
    [72, 322],
  );
  const texts = cells(
    Array.from({ length: 10 }, () => [LINE, LINE]),
    { xs: [72, 322], y: 72, pitch: 12, boldRows: 0 },
  );
  expect(decided(texts, open)).toEqual(['refused: prose']);
});

test('rows with other columns than the table has do not continue with it', () => {
  // tags may give a table a column without any text, which lies at the next one's edge
  const [left, , third, right] = OPEN.xs;
  const open = { ...OPEN, xs: [left!, left!, third!, right!] };
  expect(decided(top(ROWS.map(([berth, , owner]) => [berth!, '', owner!])), open)).toEqual(['refused: other-columns']);
});
