import { describe, expect, it } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import type { Page } from '../../../../engine/model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { across, cells, page } from '../../../support/pages.js';

/** Rows of the tables found, cells as text. */
function tablesOf(found: Page): string[][][] {
  const blocks = findTables(found, found.runs).flatMap((region) => region.blocks);
  return blocks
    .filter((block): block is TableBlock => block.kind === 'table')
    .map(({ rows }) => rows.map((row) => row.map(({ spans }) => spans.map(({ text }) => text).join(''))));
}

const rows = [
  ['Berth', 'Depth', 'Owner'],
  ['North quay', '11.40', 'Harbour board'],
  ['South quay', '9.80', 'Harbour board'],
  ['Oil jetty', '14.20', 'Terminal company'],
  ['Dry dock', '7.10', 'Shipyard'],
];
const xs = [105, 205, 305];
const pitch = 20;

describe('tables drawn in part', () => {
  it('have the shaded row above their lines as header', () => {
    const rules = [120, 140, 160, 180, 200].map((y) => across(y, 100, 400));
    const fills = [{ x0: 100, y0: 100, x1: 400, y1: 120 }];
    expect(tablesOf(page(cells(rows, { xs, y: 114, pitch }), { rules, fills }))).toEqual([rows]);
  });

  it('have a header that stands above their first line', () => {
    const rules = [120, 140, 160, 180, 200].map((y) => across(y, 100, 400));
    expect(tablesOf(page(cells(rows, { xs, y: 114, pitch }), { rules }))).toEqual([rows]);
  });

  it('begin with the rows above their first shade', () => {
    const fills = [140, 180].map((y0) => ({ x0: 100, y0, x1: 400, y1: y0 + pitch }));
    expect(tablesOf(page(cells(rows, { xs, y: 114, pitch, boldRows: 1 }), { fills }))).toEqual([rows]);
  });

  it('take what stands between two lines for one row, though all its cells have two lines', () => {
    const body = cells(rows, { xs, y: 114, pitch: 40 });
    const more = cells([['(east)', 'metres', '(public)']], { xs, y: 166 });
    const rules = [100, 120, 180, 220, 260, 300].map((y) => across(y, 100, 400));
    const [head, north, ...rest] = rows;
    const joined = north!.map((text, i) => `${text} ${['(east)', 'metres', '(public)'][i]}`);
    expect(tablesOf(page([...body, ...more], { rules }))).toEqual([[head, joined, ...rest]]);
  });

  it('do not begin with text that keeps to no column', () => {
    const above = { text: 'A sentence that runs over all of the columns of the table', x: 105, y: 94 };
    const rules = [100, 120, 140, 160, 180, 200].map((y) => across(y, 100, 400));
    expect(tablesOf(page([above, ...cells(rows, { xs, y: 114, pitch })], { rules }))).toEqual([rows]);
  });
});
