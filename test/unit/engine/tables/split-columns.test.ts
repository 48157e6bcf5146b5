/** Columns that a gap splits although they are one. */
import { expect, test } from '@jest/globals';
import { COLUMN_SEAM, falseSeams, type ColumnSeam } from '../../../../engine/tables/split-columns.js';
import type { Cell, Row } from '../../../../engine/tables/text-spans.js';
import { decided } from '../../../support/decisions.js';
import { runs } from '../../../support/engine-inputs.js';
import { placedRow } from '../../../support/text-rows.js';

const lines = [placedRow(['Port', 'Dues'])];

/** A row of cells; `=` is covered by the cell on its left. */
function row(texts: readonly string[]): Row {
  const cells = texts.map((text, i): Cell => {
    const colSpan = texts[i + 1] === '=' ? 2 : 1;
    return { runs: text === '' || text === '=' ? [] : runs(text), colSpan, rowSpan: 1, covered: text === '=' };
  });
  return { lines, cells, top: 0, bottom: 10 };
}

const rows = [
  ['Port', 'Dues', ''],
  ['Oslo', '', '-'],
  ['Hull', '', '-'],
  ['Leith', '3.26', '='],
].map(row);
const judged = (over: Partial<ColumnSeam>): string =>
  decided(COLUMN_SEAM, {
    page: 1,
    rows,
    headerRows: 1,
    left: { header: 1, body: 0 },
    right: { header: 0, body: 2 },
    both: 0,
    across: 0,
    ...over,
  });

test('are one where the left has a header alone and the right values alone', () => {
  expect(judged({})).toBe('one-column: header-beside-values');
  expect(judged({ left: { header: 0, body: 2 }, right: { header: 1, body: 0 } })).toBe('columns: otherwise');
});

test('are one where values reach over both', () => {
  const pair = { left: { header: 0, body: 2 }, right: { header: 1, body: 0 } };
  expect(judged({ ...pair, across: 1 })).toBe('one-column: values-across');
  expect(judged({ across: 1, left: { header: 1, body: 1 }, right: { header: 0, body: 2 } })).toBe('columns: otherwise');
});

test('are two where a row fills both, or where there are few rows', () => {
  expect(judged({ both: 1 })).toBe('columns: both-filled');
  expect(judged({ headerRows: 2 })).toBe('columns: few-rows');
});

test('are found in the rows of a table, but for the first column, which names the rows', () => {
  expect(falseSeams(rows, 1, 1)).toEqual([1]);
  const labels = [
    ['Port', ''],
    ['', 'Oslo'],
    ['', 'Hull'],
    ['', 'Leith'],
  ].map(row);
  expect(falseSeams(labels, 1, 1)).toEqual([]);
});
