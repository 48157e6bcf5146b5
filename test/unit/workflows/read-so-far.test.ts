import { expect, test } from '@jest/globals';
import { pagesOf, runsOf } from '../../../workflows/read-so-far.js';

test('pages become runs of neighbours, and pages again', () => {
  const pages = [1, 2, 3, 7, 9, 10];
  expect(runsOf(pages)).toEqual([
    [1, 3],
    [7, 7],
    [9, 10],
  ]);
  expect(pagesOf(runsOf(pages))).toEqual(pages);
  expect(runsOf([])).toEqual([]);
  expect(pagesOf([])).toEqual([]);
});

test('a scanned book of five thousand pages is carried over in a few bytes', () => {
  const pages = Array.from({ length: 5_000 }, (_, index) => index + 1);
  expect(JSON.stringify(runsOf(pages)).length).toBeLessThan(20);
});
