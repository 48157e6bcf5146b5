import { expect, test } from '@jest/globals';
import { pagesPerRange } from '../../../worker/read-document.js';

test.each([
  [1, 2, 50],
  [100, 2, 50],
  [150, 2, 75],
  [1_090, 2, 545],
  [1_090, 4, 273],
  [5_000, 2, 500],
  [5_000, 1, 556],
])('%i pages on %i processes are read in ranges of %i: all have as many, none too long', (pages, processes, length) => {
  expect(pagesPerRange(pages, processes)).toBe(length);
});
