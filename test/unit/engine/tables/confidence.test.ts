/** How far a table may be trusted: what the measures of its grid see, and what they make of it. */
import { describe, expect, test } from '@jest/globals';
import type { Page } from '../../../../engine/model.js';
import { trustIn, trustInBoth } from '../../../../engine/tables/confidence.js';
import { fillGrid, type FilledGrid } from '../../../../engine/tables/filled-grid.js';
import { fusedColumns, fusedRows } from '../../../../engine/tables/fused.js';
import { kindOf } from '../../../../engine/tables/kinds.js';
import { measure } from '../../../../engine/tables/measures.js';
import { cells, page } from '../../../support/pages.js';

const LEFTS = [105, 205, 305];

/** The texts in a grid with these edges, one cell a place. */
function filled(found: Page, xs: readonly number[], ys: readonly number[]): FilledGrid {
  const places = ys.slice(1).flatMap((_, row) => xs.slice(1).map((__, column) => ({ row, column })));
  const grid = { xs: [...xs], ys: [...ys], cells: places.map((place) => ({ ...place, rowSpan: 1, colSpan: 1 })) };
  return fillGrid(grid, found.runs);
}

const ROWS = [
  ['Port', 'Depth', 'Berths'],
  ['Oslo', '11.4', '12'],
  ['Hull', '9.8', '7'],
  ['Leith', '7.1', '-'],
];
const TEXT = page(cells(ROWS, { xs: LEFTS, y: 114, pitch: 20 }));
const EDGES = [100, 200, 300, 400];
const LINES = [100, 120, 140, 160, 180];

describe('the trust in a table', () => {
  test('is full where each text has a place of its own', () => {
    const trust = trustIn(measure(filled(TEXT, EDGES, LINES), 1));
    expect(trust).toEqual({ confidence: 1, doubts: [] });
  });

  test('is low where rows of values stand in one row of the grid', () => {
    const grid = filled(TEXT, EDGES, [100, 120, 180]);
    expect([...fusedRows(grid)]).toEqual([1]);
    const { confidence, doubts } = trustIn(measure(grid, 1));
    expect(doubts).toEqual(['fused-rows']);
    expect(confidence).toBeLessThan(0.5);
  });

  test('is low where columns of values stand in one column of the grid', () => {
    const grid = filled(TEXT, [100, 200, 400], LINES);
    expect([...fusedColumns(grid)]).toEqual([1]);
    expect(trustIn(measure(grid, 1)).doubts).toEqual(['fused-columns']);
  });

  test('is low where edges run through texts', () => {
    const grid = filled(TEXT, [100, 215, 300, 400], LINES);
    expect(trustIn(measure(grid, 1)).confidence).toBeLessThan(0.8);
  });

  test('is no lower for wrapped words and for groups of rows', () => {
    const rows = [
      ['Port', 'Owner', 'Remarks'],
      ['Oslo', 'Harbour', 'open all'],
      ['', 'board', 'year'],
      ['', 'of Oslo', 'round'],
    ];
    const wrapped = page(cells(rows, { xs: LEFTS, y: 114, pitch: 12 }));
    expect([...fusedRows(filled(wrapped, EDGES, [100, 118, 160]))]).toEqual([]);
    const group = page(cells([ROWS[0]!, ['North'], ...ROWS.slice(1)], { xs: LEFTS, y: 114, pitch: 20 }));
    expect(trustIn(measure(filled(group, EDGES, [...LINES, 200]), 1)).confidence).toBe(1);
  });

  test('is that of the worst part', () => {
    const [good, bad] = [
      { confidence: 1, doubts: [] },
      { confidence: 0.2, doubts: ['fused-rows' as const] },
    ];
    expect(trustInBoth(good, bad)).toEqual(bad);
    expect(trustInBoth(undefined, good)).toEqual(good);
  });
});

test.each([
  ['1,969.50', 'number'],
  ['(106,870)', 'number'],
  ['$ 3.5m', 'number'],
  ['31.12.2016', 'number'],
  ['AG1832', 'code'],
  ['Harbour board', 'words'],
  ['A remark of more words than any label has', 'text'],
  ['-', null],
  ['n/a', null],
])('%s is of the kind %s', (text, kind) => expect(kindOf(text)).toBe(kind));
