/** Names of columns on a band inside the first row of a lattice. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { HEAD_EDGE } from '../../../../engine/drawn-tables/head-edge.js';
import type { Box, Page } from '../../../../engine/model.js';
import { decisionsOf } from '../../../support/decisions.js';
import { cells, gridRules, page } from '../../../support/pages.js';

const EDGES = [100, 200, 300, 400];
const BAND: Box = { x0: 100, y0: 100, x1: 400, y1: 120 };
const NAMES = ['Item', 'Quantity', 'Price'];
const ROWS = [
  ['Lantern', '15', '150.00'],
  ['Wick', '1', '75.00'],
];

/** No line between the names and the row below them. */
const order = (head: string[], fills: Box[] = [BAND]): Page =>
  page(cells([head, ...ROWS], { xs: [105, 205, 305], y: 114, pitch: 20 }), {
    rules: gridRules(EDGES, [100, 140, 160]),
    fills,
  });
const decided = (found: Page): string[] => decisionsOf(HEAD_EDGE, () => findTables(found, found.runs));
const rowsOf = (found: Page): string[][] =>
  (findTables(found, found.runs)[0]!.blocks as TableBlock[])[0]!.rows.map((row) =>
    row.map(({ spans }) => spans.map(({ text }) => text).join('')),
  );

describe('a band that ends in the first row of a lattice', () => {
  test('parts the names of the columns from the first row', () => {
    expect(decided(order(NAMES))).toEqual(['cut: band-ends']);
    expect(rowsOf(order(NAMES))).toEqual([NAMES, ...ROWS]);
  });

  test('does so as areas side by side as well', () => {
    const areas = EDGES.slice(1).map((x1, i) => ({ ...BAND, x0: EDGES[i]!, x1 }));
    expect(rowsOf(order(NAMES, areas))).toEqual([NAMES, ...ROWS]);
  });

  test('does so where the areas are painted again and again, and not where different ones lie upon each other', () => {
    const areas = EDGES.slice(1).map((x1, i) => ({ ...BAND, x0: EDGES[i]!, x1 }));
    expect(rowsOf(order(NAMES, [...areas, ...areas]))).toEqual([NAMES, ...ROWS]);
    const often = Array.from({ length: 5_000 }, () => ({ x0: 0, y0: 0, x1: 600, y1: 150 }));
    expect(rowsOf(order(NAMES, [...areas, ...often]))).toEqual([NAMES, ...ROWS]);
    const picture = often.map((box, i) => ({ ...box, x1: 600 - i / 100 }));
    expect(decided(order(NAMES, [...areas, ...picture]))).toEqual([]);
    expect(
      decided(
        order(NAMES, [
          { ...BAND, x1: 250 },
          { ...BAND, x1: 260 },
        ]),
      ),
    ).toEqual([]);
  });

  test('parts a name from the cell below it that spans rows', () => {
    const found = order(NAMES);
    const rules = found.rules.filter(({ box }) => !(box.y0 === 140 && box.x0 < 200));
    expect(decided({ ...found, rules })).toEqual(['cut: band-ends']);
  });

  test('leaves the row whole below a title, and where text stands over its edge', () => {
    expect(decided(order(['Order']))).toEqual(['whole: few-columns']);
    expect(decided(order(NAMES, [{ ...BAND, y1: 112 }]))).toEqual(['whole: text-across']);
  });

  test('leaves it whole where another band begins as it ends: the background is painted line by line', () =>
    expect(decided(order(NAMES, [BAND, { ...BAND, y0: 120, y1: 132 }]))).toEqual(['whole: ground-goes-on']));

  test('is not asked about where it is narrower, begins lower, or ends with the row', () => {
    expect(decided(order(NAMES, [{ ...BAND, x1: 300 }]))).toEqual([]);
    expect(decided(order(NAMES, [{ ...BAND, y0: 106 }]))).toEqual([]);
    expect(decided(order(NAMES, [{ ...BAND, y1: 139 }]))).toEqual([]);
    expect(decided(order(NAMES, []))).toEqual([]);
  });
});
