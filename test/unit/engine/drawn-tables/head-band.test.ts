/** Names of columns on a band above a lattice. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { HEAD_BAND } from '../../../../engine/drawn-tables/head-band.js';
import type { Box, Page } from '../../../../engine/model.js';
import { decisionsOf } from '../../../support/decisions.js';
import { cells, gridRules, page, type TextAt } from '../../../support/pages.js';

const EDGES = [100, 200, 300, 400];
const BAND: Box = { x0: 100, y0: 84, x1: 400, y1: 100 };
const HEAD = cells([['Item', 'Quantity', 'Price']], { xs: [105, 205, 305], y: 96, pitch: 20 });
const ROWS = cells(
  [
    ['Lantern', '15', '150.00'],
    ['Wick', '1', '75.00'],
  ],
  { xs: [105, 205, 305], y: 114, pitch: 20 },
);

const order = (head: readonly TextAt[], fills: Box[] = [BAND]): Page =>
  page([...head, ...ROWS], { rules: gridRules(EDGES, [100, 120, 140]), fills });
const decided = (found: Page): string[] => decisionsOf(HEAD_BAND, () => findTables(found, found.runs));
const firstRow = (found: Page): string[] =>
  (findTables(found, found.runs)[0]!.blocks as TableBlock[])[0]!.rows[0]!.map(({ spans }) =>
    spans.map(({ text }) => text).join(''),
  );

describe('text on a band right above a lattice', () => {
  test('is its first row where it names the columns', () => {
    expect(decided(order(HEAD))).toEqual(['row: names-columns']);
    expect(firstRow(order(HEAD))).toEqual(['Item', 'Quantity', 'Price']);
  });

  test('is it on areas side by side as well, and where the column of labels has no name', () => {
    const areas = EDGES.slice(1).map((x1, i) => ({ ...BAND, x0: EDGES[i]!, x1 }));
    expect(firstRow(order(HEAD, areas))).toEqual(['Item', 'Quantity', 'Price']);
    expect(firstRow(order(HEAD.slice(1)))).toEqual(['', 'Quantity', 'Price']);
  });

  test('is a title where it stands over the edges of columns', () => {
    const title = order([{ text: 'What was ordered in the spring of that year', x: 130, y: 96 }]);
    expect(decided(title)).toEqual(['text: over-columns']);
    expect(firstRow(title)).toEqual(['Lantern', '15', '150.00']);
  });

  test('is no row where it names one column alone, or runs on', () => {
    expect(decided(order(HEAD.slice(0, 1)))).toEqual(['text: otherwise']);
    const lines = cells(
      Array.from({ length: 4 }, () => ['a line', 'of text']),
      { xs: [105, 205], y: 50, pitch: 14 },
    );
    expect(decided(order(lines, [{ ...BAND, y0: 34 }]))).toEqual(['text: running-text']);
  });

  test('is its first row without a background where each column has its own', () => {
    expect(decided(order(HEAD, []))).toEqual(['row: names-columns']);
    expect(firstRow(order(HEAD, []))).toEqual(['Item', 'Quantity', 'Price']);
    const field = cells([['Item', 'No.: 4', 'Price']], { xs: [105, 205, 305], y: 96, pitch: 20 });
    expect(decided(order(field, []))).toEqual(['text: fields']);
    // one without a name, further above, further right, a line of text
    expect(decided(order(HEAD.slice(1), []))).toEqual([]);
    const moved = (x: number, y: number): TextAt[] => HEAD.map((text) => ({ ...text, x: text.x + x, y: text.y - y }));
    expect(decided(order(moved(0, 16), []))).toEqual([]);
    expect(decided(order(moved(100, 0), []))).toEqual([]);
    expect(decided(order([{ text: 'What was ordered in the spring of that year', x: 130, y: 96 }], []))).toEqual([]);
  });

  test('is taken once, though it reaches over the edge of the lattice', () => {
    const low = HEAD.map((text) => ({ ...text, y: 102.5 }));
    expect(firstRow(order(low))).toEqual(['Item', 'Quantity', 'Price']);
  });

  test('is no row where it is of values, or stands above the names of the lattice itself', () => {
    const band = (texts: string[]): TextAt[] => cells([texts], { xs: [105, 205, 305], y: 96, pitch: 20 });
    expect(decided(order(band(['Sum', '16', '225.00'])))).toEqual(['text: values']);
    expect(decided(order(band(['Invoice no.', '4711', 'Date'])))).toEqual(['text: values']);
    expect(decided(order(band(['Port', '2024', '2025'])))).toEqual(['row: names-columns']);
    const names = cells(
      [
        ['Item', 'Quantity', 'Price'],
        ['Lantern', '15', '150.00'],
      ],
      { xs: [105, 205, 305], y: 114, pitch: 20 },
    );
    const titled = page([...band(['Order', 'of the', 'quay']), ...names], {
      rules: gridRules(EDGES, [100, 120, 140]),
      fills: [BAND],
    });
    expect(decided(titled)).toEqual(['text: above-names']);
  });

  test('is no row where its background is much higher than its lines', () =>
    expect(decided(order(HEAD, [{ ...BAND, y0: 40 }]))).toEqual(['text: high-ground']));

  test('is a title and its remark where a column between them has no name, or neither has values below', () => {
    expect(decided(order([HEAD[0]!, HEAD[2]!]))).toEqual(['text: otherwise']);
    const two = (rows: string[][]): string[] => {
      const text = cells([['Part A', 'For the office'], ...rows], { xs: [105, 205], y: 96, pitch: 19 });
      const fills = [{ ...BAND, x1: 300 }];
      return decided(page(text, { rules: gridRules(EDGES.slice(0, 3), [100, 120, 140]), fills }));
    };
    expect(
      two([
        ['Lantern', 'brass'],
        ['Wick', 'cotton'],
      ]),
    ).toEqual(['text: two-texts']);
    expect(
      two([
        ['Lantern', '15'],
        ['Wick', '1'],
      ]),
    ).toEqual(['row: names-columns']);
  });

  test('is not asked about where the band is narrower, or lies apart', () => {
    expect(decided(order(HEAD.slice(1), [{ ...BAND, x1: 300 }]))).toEqual([]);
    expect(decided(order(HEAD.slice(1), [{ ...BAND, y1: 94 }]))).toEqual([]);
    expect(decided(order([]))).toEqual([]);
  });
});
