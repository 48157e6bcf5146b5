/** Tables that stand above a figure, and sentences that begin as captions do. */
import { describe, expect, test } from '@jest/globals';
import type { Page } from '../../../../engine/model.js';
import { findFigures } from '../../../../engine/figures/figures.js';
import { TABLE_ABOVE } from '../../../../engine/figures/tables-above.js';
import { decisionsOf } from '../../../support/decisions.js';
import { cells, gridRules, page, type TextAt } from '../../../support/pages.js';

const YS = [100, 120, 140, 160];
const XS = [100, 200, 300];
const ROWS = [
  ['Substance', 'Share'],
  ['Inhalants', '2.7%'],
  ['Solvents', '1.4%'],
];
const TABLE = cells(ROWS, { xs: [105, 205], y: 114, pitch: 20 });
const CHART = { x0: 110, y0: 200, x1: 290, y1: 300 };

/** A lattice with texts, a chart below it and a caption. */
function drawn(texts: readonly TextAt[], { chart = true, xs = XS, caption = 'Figure 1: Shares' } = {}): Page {
  const found = page([...texts, { text: caption, x: 110, y: chart ? 320 : 180 }], { rules: gridRules(xs, YS) });
  return chart ? { ...found, images: [CHART] } : found;
}

const decided = (found: Page): string[] => decisionsOf(TABLE_ABOVE, () => findFigures(found, found.runs));
const heightOf = (found: Page): number | undefined => {
  const [figure] = findFigures(found, found.runs);
  return figure && figure.box.y1 - figure.box.y0;
};

describe('a lattice above a figure', () => {
  test('is a table where something else is drawn above the caption', () => {
    const found = drawn(TABLE);
    expect(decided(found)).toEqual(['table: drawing-below']);
    expect(heightOf(found)).toBe(CHART.y1 - CHART.y0);
  });

  test('is a table where a caption says so', () => {
    const captioned = [...TABLE, { text: 'Table 1: Shares', x: 105, y: 92 }];
    expect(decided(drawn(captioned, { chart: false }))).toEqual(['table: caption-of-a-table']);
  });

  test('is the figure itself where nothing else is drawn', () =>
    expect(decided(drawn(TABLE, { chart: false }))).toEqual(['figure: otherwise']));

  test('is part of the figure where it is a frame or hardly has text', () => {
    expect(decided(drawn(TABLE.slice(0, 1), { xs: [100, 300] }))).toEqual(['figure: few-cells']);
    expect(decided(drawn(TABLE.slice(0, 1)))).toEqual(['figure: mostly-empty']);
  });
});

test.each(['Figure 2.1 shows the shares', 'Figure 2 shows the shares'])('“%s” is no caption', (caption) =>
  expect(heightOf(drawn([], { caption }))).toBeUndefined(),
);

test.each(['Figure 2.1', 'Fig. 3: Shares', 'Figure A.2. Shares', 'Figure 4-1a – Shares'])('“%s” is one', (caption) =>
  expect(heightOf(drawn([], { caption }))).toBeDefined(),
);
