/** Pages that run from right to left are laid out as their mirror image. */
import { expect, test } from '@jest/globals';
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
