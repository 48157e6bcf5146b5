/** Grids drawn with rulings in both directions: which of the places between these are columns. */
import { describe, expect, test } from '@jest/globals';
import type { Rule } from '../../../../engine/model.js';
import { findLattices } from '../../../../engine/tables/lattice.js';
import { strokesOf } from '../../../../engine/tables/strokes.js';
import { across, down, gridRules } from '../../../support/pages.js';

const columnsOf = (rules: readonly Rule[]): number[][] => findLattices(strokesOf(rules)).map(({ xs }) => xs);

describe('a frame that a ruling of the page crosses', () => {
  const frame = gridRules([300, 500], [100, 200]);
  const inTwo = gridRules([300, 400, 500], [100, 200]);

  test('has no column outside of it, on either side', () => {
    expect(columnsOf([...frame, across(150, 72, 500)])).toEqual([[300, 500]]);
    expect(columnsOf([...frame, across(150, 300, 560)])).toEqual([[300, 500]]);
    expect(columnsOf([...frame, across(150, 72, 560)])).toEqual([[300, 500]]);
  });

  test('keeps its own columns, and all its cells are within it', () => {
    expect(columnsOf([...inTwo, across(150, 72, 500)])).toEqual([[300, 400, 500]]);
    const [grid] = findLattices(strokesOf([...inTwo, across(150, 72, 560)]));
    expect(grid?.cells).toHaveLength(4);
  });
});

describe('a table without walls at its sides', () => {
  const inner = [down(200, 100, 160), down(300, 100, 160)];

  test('keeps its outer columns where its top and bottom go over all of them', () =>
    expect(columnsOf([...[100, 120, 140, 160].map((y) => across(y, 100, 400)), ...inner])).toEqual([
      [100, 200, 300, 400],
    ]));

  test('keeps its outer columns where one of both goes over all of them', () => {
    const lines = [across(100, 200, 300), ...[120, 140, 160].map((y) => across(y, 100, 400))];
    expect(columnsOf([...lines, ...inner])).toEqual([[100, 200, 300, 400]]);
  });

  test('keeps them where no frame is closed between its inner walls', () =>
    expect(columnsOf([across(120, 100, 400), across(140, 100, 400), ...inner])).toEqual([[100, 200, 300, 400]]));

  test('keeps a first column with a wall at its side', () =>
    expect(columnsOf([...gridRules([200, 300, 400], [100, 160]), across(130, 100, 400), down(100, 100, 160)])).toEqual([
      [100, 200, 300, 400],
    ]));
});

describe('cells that are boxes of their own, with more space between them than strokes that meet have', () => {
  /** Strokes stop short of the corners, as browsers paint them. */
  const cell = ([x0, x1]: [number, number], [y0, y1]: [number, number]): Rule[] => [
    ...[y0, y1].map((y) => across(y, x0 + 0.4, x1 - 0.4)),
    ...[x0, x1].map((x) => down(x, y0 + 0.4, y1 - 0.4)),
  ];
  const frame = gridRules([98, 402], [98, 162]);
  const outer = [
    ...cell([100, 197], [100, 117]),
    ...cell([200, 297], [100, 117]),
    ...cell([300, 400], [100, 160]),
    ...cell([100, 197], [120, 137]),
    ...cell([100, 197], [140, 160]),
    ...cell([200, 297], [140, 160]),
  ];
  const middle = cell([200, 297], [120, 137]);

  test('are cells of the lattice on whose edges they lie', () => {
    const [grid, ...others] = findLattices(strokesOf([...frame, ...outer, ...middle]));
    expect(others).toEqual([]);
    expect(grid?.cells).toEqual([
      { row: 0, column: 0, rowSpan: 1, colSpan: 1 },
      { row: 0, column: 1, rowSpan: 1, colSpan: 1 },
      { row: 0, column: 2, rowSpan: 3, colSpan: 1 },
      { row: 1, column: 0, rowSpan: 1, colSpan: 1 },
      { row: 1, column: 1, rowSpan: 1, colSpan: 1 },
      { row: 2, column: 0, rowSpan: 1, colSpan: 1 },
      { row: 2, column: 1, rowSpan: 1, colSpan: 1 },
    ]);
  });

  test('are none of a lattice that has other edges', () => {
    const inner = gridRules([220, 240, 280], [126, 132]);
    expect(columnsOf([...frame, ...gridRules([98, 300, 402], [98, 162]), ...inner])).toEqual([
      [98, 300, 402],
      [220, 240, 280],
    ]);
  });
});
