/** Columns that a gap splits although they are one. */
import { describe, expect, test } from '@jest/globals';
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
    offMiddle: Infinity,
    gutter: 0.2,
    ...over,
  });

test('are one where the left has a header alone and the right values alone', () => {
  expect(judged({})).toBe('one-column: header-beside-values');
  expect(judged({ left: { header: 0, body: 2 }, right: { header: 1, body: 0 } })).toBe('columns: otherwise');
});

test('are one where a header stands in the middle of its wide column', () => {
  const pair = { left: { header: 0, body: 2 }, right: { header: 1, body: 0 } };
  expect(judged({ ...pair, offMiddle: 0.5 })).toBe('one-column: header-above-the-middle');
  // a column that nobody has filled in, with white space before it
  expect(judged({ ...pair, offMiddle: 0.5, gutter: 2 })).toBe('columns: otherwise');
  // the head of a column that nobody has filled in stands above its own column
  expect(judged({ ...pair, offMiddle: 4 })).toBe('columns: otherwise');
  expect(judged({ ...pair, left: { header: 1, body: 2 }, offMiddle: 0.5 })).toBe('columns: otherwise');
  expect(judged({ ...pair, right: { header: 1, body: 1 }, offMiddle: 0.5 })).toBe('columns: otherwise');
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

describe('a header right of the values below it', () => {
  /** Texts at their x, 5 points a letter; the font size is 10. */
  const at = (...cells: (readonly [string, number] | null)[]): Row => ({
    lines,
    cells: cells.map((cell): Cell => ({
      runs: cell ? runs(cell[0], { x: cell[1] }) : [],
      colSpan: 1,
      rowSpan: 1,
      covered: false,
    })),
    top: 0,
    bottom: 10,
  });
  const table = (header: number, next = 210): Row[] => [
    at(['Key', 50], null, ['Municipality', header], ['Place', next]),
    ...[1, 2, 3].map(() => at(['01', 50], ['Oslo', 100], null, ['Bygdo', next])),
  ];

  test('heads them from the middle of the room up to the next column', () =>
    expect(falseSeams(table(125), 1, 1)).toEqual([1]));

  test('has an empty column of its own elsewhere, behind a gutter, or behind which nothing shows where it ends', () => {
    expect(falseSeams(table(145, 230), 1, 1)).toEqual([]);
    expect(falseSeams(table(175, 300), 1, 1)).toEqual([]);
    expect(
      falseSeams(
        table(125).map(({ cells, ...rest }) => ({ ...rest, cells: cells.slice(0, 3) })),
        1,
        1,
      ),
    ).toEqual([]);
  });
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
