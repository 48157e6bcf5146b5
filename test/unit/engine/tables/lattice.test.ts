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
