import { describe, expect, it } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import type { Rule } from '../../../../engine/model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { across, cells, down, gridRules, page } from '../../../support/pages.js';

const square = (x: number, y: number, side: number): Rule[] => [
  across(y, x, x + side),
  across(y + side, x, x + side),
  down(x, y, y + side),
  down(x + side, y, y + side),
];

describe('rules that are no table', () => {
  it('leave a cell whole that has boxes to tick in it', () => {
    const found = page(
      [
        { text: '1. Kind of review', x: 54, y: 64 },
        { text: 'by post and without a hearing', x: 74, y: 80 },
        { text: 'in person before the board', x: 74, y: 94 },
        { text: '2. Name', x: 54, y: 114 },
        { text: '3. Place', x: 304, y: 114 },
      ],
      {
        rules: [
          ...gridRules([50, 550], [50, 100, 120]),
          down(300, 100, 120),
          ...square(52, 72, 9),
          ...square(52, 86, 9),
        ],
      },
    );
    const [region, ...others] = findTables(found, found.runs);
    expect(others).toEqual([]);
    const rows = (region!.blocks as TableBlock[])[0]!.rows.map((row) =>
      row.map(({ spans }) => spans.map(({ text }) => text).join('')),
    );
    expect(rows).toEqual([
      ['1. Kind of review by post and without a hearing in person before the board'],
      ['2. Name', '3. Place'],
    ]);
  });

  it('keep a small square cell that has text', () => {
    const found = page(
      [
        { text: 'x', x: 53, y: 60, size: 8 },
        { text: 'y', x: 65, y: 60, size: 8 },
        { text: 'z', x: 53, y: 72, size: 8 },
        { text: 'u', x: 65, y: 72, size: 8 },
      ],
      { rules: [...square(50, 50, 12), ...square(62, 50, 12), ...square(50, 62, 12), ...square(62, 62, 12)] },
    );
    expect(findTables(found, found.runs).map(({ blocks }) => (blocks as TableBlock[])[0]!.rows.length)).toEqual([2]);
  });

  it('take the text between strokes of two extents once', () => {
    const inner = cells(
      [
        ['Item', 'Price'],
        ['Kite', '20'],
        ['Plane', '40'],
      ],
      { xs: [120, 300], y: 130 },
    );
    const outer = cells(
      [
        ['Name', 'Sum'],
        ['All', '60'],
      ],
      { xs: [60, 420], y: 80 },
    );
    const rules = [60, 95, 200].map((y) => across(y, 50, 500));
    const found = page([...outer, ...inner], { rules: [...rules, ...[115, 135, 175].map((y) => across(y, 110, 350))] });
    const used = findTables(found, found.runs).flatMap(({ runs }) => [...runs]);
    expect(used.length).toBe(new Set(used).size);
  });

  it('make no table of the labels of a drawing, one a row in many columns', () => {
    const labels = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => ({
      text: `label ${i}`,
      x: 60 + 80 * (i % 5),
      y: 80 + 14 * i,
    }));
    const twins = [0, 1, 5, 6].map((i) => ({ text: 'label', x: 60 + 80 * ((i % 5) + 2), y: 80 + 14 * i }));
    const found = page([...labels, ...twins], { rules: [across(60, 50, 500), across(250, 50, 500)] });
    expect(findTables(found, found.runs)).toEqual([]);
  });
});
