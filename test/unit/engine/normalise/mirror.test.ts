/** Pages that run from right to left are laid out as their mirror image. */
import { expect, test } from '@jest/globals';
import type { Rule } from '../../../../engine/model.js';
import { readingPage } from '../../../../engine/normalise/mirror.js';
import { cells, page } from '../../../support/pages.js';

const NAME = 'אבגד';

test('a page is mirrored by its words, however many numbers it has', () => {
  const numbers = ['1000000', '2000000', '3000000', '4000000'];
  const rows = page(cells([[...numbers, NAME]], { xs: [72, 162, 252, 342, 432], y: 100 }));
  const { page: laidOut, mirrored } = readingPage(rows);
  expect(mirrored).toBe(true);
  const fromLeft = laidOut.runs.toSorted((a, b) => a.box.x0 - b.box.x0).map(({ text }) => text);
  expect(fromLeft).toEqual([NAME, ...numbers.toReversed()]);
});

test('a page is not mirrored for a name among words that run from left to right', () => {
  const row = page(cells([['1000000', 'the keeper', NAME]], { xs: [72, 162, 252], y: 100 }));
  expect(readingPage(row).mirrored).toBe(false);
});

/** A row of two numbers of two words each, a name at its right, and a ruling where the numbers meet. */
const totals = (rules: Rule[]): string[] => {
  const row = page(cells([['6 902', '20 782', NAME]], { xs: [72, 104, 200], y: 100 }), { rules });
  const fromLeft = readingPage(row).page.runs.toSorted((a, b) => a.box.x0 - b.box.x0);
  return fromLeft.map(({ text }) => text);
};
const wall = (x: number, y0: number, y1: number): Rule => ({
  orientation: 'vertical',
  box: { x0: x - 0.5, x1: x + 0.5, y0, y1 },
});

test('amounts on both sides of a ruling change their places, near as they are', () => {
  expect(totals([wall(102, 80, 120)])).toEqual([NAME, '20', '782', '6', '902']);
});

test('without a ruling between them, numbers that are near each other keep their order', () => {
  const phrase = [NAME, '6', '902', '20', '782'];
  expect(totals([])).toEqual(phrase);
  expect(totals([wall(102, 20, 60), wall(60, 80, 120), wall(190, 80, 120)])).toEqual(phrase);
});
