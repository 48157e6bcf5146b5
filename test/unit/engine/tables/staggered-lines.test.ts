/** Three lines that overlap in height, beside each other: one row, or a cell over two. */
import { describe, expect, test } from '@jest/globals';
import type { PlacedRow } from '../../../../engine/tables/placed-rows.js';
import { groupRows } from '../../../../engine/tables/rows.js';
import { isHalfway, isRowInItsMiddle } from '../../../../engine/tables/staggered-lines.js';
import { placedRow, ROOM } from '../../../support/text-rows.js';

const three = (texts: readonly (readonly string[])[], pitch = 6): [PlacedRow, PlacedRow, PlacedRow] => {
  const [first, middle, last] = texts.map((cells, i) => placedRow(cells, { y: 100 + pitch * i }));
  return [first!, middle!, last!];
};
const ROW = [['Oslo and'], ['', '11.4', 'Board'], ['Bergen']];
const OVER_TWO = [['', '11.4', 'Board'], ['Oslo'], ['', '9.8', 'Town']];

const halfway = (texts: readonly (readonly string[])[], pitch?: number): boolean => {
  const [first, middle, last] = three(texts, pitch);
  return isHalfway([first], middle, last);
};

describe('a middle line with more cells than the lines above and below', () => {
  test('is the row of which they are a cell', () => {
    expect(halfway(ROW)).toBe(false);
    expect(isRowInItsMiddle(three(ROW))).toBe(true);
  });

  test('makes one row with them', () => {
    const lines = three(ROW);
    const rows = groupRows(lines, { page: 1, separators: [], room: ROOM });
    expect(rows.map(({ length }) => length)).toEqual([3]);
  });
});

test('letters without a width are in a line of their own', () => {
  const lines = three(ROW).map((line) => {
    const narrow = line.placed.map((part) => {
      const { box } = part.segment;
      return { ...part, segment: { ...part.segment, box: { ...box, x1: box.x0 } } };
    });
    return { ...line, placed: narrow };
  });
  expect(() => groupRows(lines, { page: 1, separators: [], room: ROOM })).not.toThrow();
});

test('a middle line with fewer cells is a cell over two rows', () => {
  expect(halfway(OVER_TWO)).toBe(true);
  expect(isRowInItsMiddle(three(OVER_TWO))).toBe(false);
  expect(halfway([['Oslo'], ['', '11.4'], ['Hull']])).toBe(true);
});

test('lines are three rows where they are as far apart as rows, or in one column', () => {
  expect(halfway(OVER_TWO, 12)).toBe(false);
  expect(isRowInItsMiddle(three(ROW, 12))).toBe(false);
  expect(isRowInItsMiddle(three([['Oslo and'], ['Hull', '11.4', 'Board'], ['Bergen']]))).toBe(false);
  expect(isRowInItsMiddle(three([['Oslo', '9'], ['', '', 'Board'], ['Bergen']]))).toBe(false);
});

test('lines are one row only where they are three', () => {
  const lines = three(ROW);
  expect(isRowInItsMiddle(lines.slice(0, 2))).toBe(false);
  expect(isRowInItsMiddle([...lines, placedRow(['Hull'], { y: 118 })])).toBe(false);
});
