/** Second lines of cells that had room: what a bill says of an article below its name. */
import { describe, expect, test } from '@jest/globals';
import { linesBelow, LINE_BELOW_TABLE } from '../../../../engine/tables/extend.js';
import { groupRows } from '../../../../engine/tables/rows.js';
import { secondLines } from '../../../../engine/tables/second-lines.js';
import { decisionsOf } from '../../../support/decisions.js';
import { placedRow, ROOM, textRow } from '../../../support/text-rows.js';

/** Lines by their cells and baselines: those that are second lines, by index. */
const seconds = (...lines: readonly (readonly [y: number, ...cells: string[]])[]): number[] => {
  const rows = lines.map(([y, ...cells]) => placedRow(cells, { y }));
  const found = secondLines(rows);
  return rows.flatMap((row, i) => (found.has(row) ? [i] : []));
};

const HEAD = [100, 'Article', 'Qty', 'Price'] as const;
const ROW = [126, 'Lamp', '1', '10.00'] as const;

describe('a text alone below the first cell of a row', () => {
  test('is of it where it is nearer than rows are to each other', () => {
    expect(seconds(HEAD, ROW, [140, 'from July'])).toEqual([2]);
    expect(seconds(HEAD, ROW, [140, 'from July'], [166, 'Rope', '2', '4.00'], [180, 'of hemp'])).toEqual([2, 4]);
    expect(seconds(HEAD, ROW, [140, 'from July'], [154, 'to August'])).toEqual([2, 3]);
  });

  test('names a group where rows are as near to each other, or the next row is as near to it', () => {
    expect(seconds(HEAD, ROW, [140, 'Ropes'], [154, 'Hemp', '2', '4.00'])).toEqual([]);
    expect(seconds(HEAD, ROW, [140, 'Ropes'], [156, 'Hemp', '2', '4.00'])).toEqual([]);
  });

  test('is another text where it is further below, a note, set in, or below other words', () => {
    expect(seconds(HEAD, ROW, [150, 'from July'])).toEqual([]);
    expect(seconds(HEAD, ROW, [140, '* without tax'])).toEqual([]);
    expect(seconds(HEAD, ROW, [140, 'Note: no tax'])).toEqual([]);
    expect(seconds(HEAD, ROW, [140, '', 'from July'])).toEqual([]);
    expect(seconds([100, 'Port', 'Owner', 'Quay'], [126, 'Oslo', 'Town', 'North'], [140, 'Norway'])).toEqual([]);
    expect(seconds([100, 'Port', 'Dues'], [126, 'Oslo', '4'], [140, 'Norway'])).toEqual([]);
  });
});

test('a table continues with a second line, which is of the row above', () => {
  const [head, ...below] = [HEAD, ROW, [140, 'from July'] as const].map(([y, ...cells]) => textRow([...cells], { y }));
  const extent = { page: 1, from: 95, to: 395 };
  expect(linesBelow([head!], below, extent)).toEqual(below);
  expect(decisionsOf(LINE_BELOW_TABLE, () => linesBelow([head!], below, extent)).at(-1)).toBe(
    'row: second-line-of-cell',
  );
  const lines = [HEAD, ROW, [140, 'from July'] as const].map(([y, ...cells]) => placedRow([...cells], { y }));
  expect(groupRows(lines, { page: 1, separators: [110], room: ROOM }).map((row) => row.length)).toEqual([1, 2]);
});
