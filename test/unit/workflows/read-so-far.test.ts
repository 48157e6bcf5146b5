import { expect, test } from '@jest/globals';
import { pagesOf, rangesOf } from '../../../workflows/read-so-far.js';

test('pages become ranges of consecutive ones, and pages again', () => {
  const pages = [1, 2, 3, 7, 9, 10];
  expect(rangesOf(pages)).toEqual([
    [1, 3],
    [7, 7],
    [9, 10],
  ]);
  expect(pagesOf(rangesOf(pages))).toEqual(pages);
  expect(rangesOf([])).toEqual([]);
  expect(pagesOf([])).toEqual([]);
});

test('a scanned book of five thousand pages is carried over in a few bytes', () => {
  const pages = Array.from({ length: 5_000 }, (_, index) => index + 1);
  expect(JSON.stringify(rangesOf(pages)).length).toBeLessThan(20);
});
