/** What stands on the bare paper: areas behind a word, and many small pieces of one. */
import { expect, test } from '@jest/globals';
import type { Box } from '../../../../engine/model.js';
import { paperOf } from '../../../../engine/read/backdrop.js';

const WORD: Box = { x0: 100, y0: 100, x1: 160, y1: 112 };
const isOnPaper = (boxes: Box[], isFull = false): boolean => paperOf({ boxes, isFull })(WORD);

/** A mosaic of small tiles that touch each other, all over the word and around it. */
const mosaic = (size: number): Box[] =>
  Array.from({ length: Math.ceil(80 / size) }, (_, column) =>
    Array.from({ length: Math.ceil(24 / size) }, (_row, row) => ({
      x0: 90 + column * size,
      y0: 94 + row * size,
      x1: 90 + (column + 1) * size,
      y1: 94 + (row + 1) * size,
    })),
  ).flat();

test('a word is on the paper where nothing, or too little, is behind it', () => {
  expect(isOnPaper([])).toBe(true);
  expect(isOnPaper([{ x0: 0, y0: 111, x1: 600, y1: 112 }])).toBe(true);
  expect(isOnPaper([{ x0: 0, y0: 0, x1: 600, y1: 99 }])).toBe(true);
});

test('a word is not where one area or several together are behind it', () => {
  expect(isOnPaper([{ x0: 90, y0: 90, x1: 170, y1: 120 }])).toBe(false);
  const strips = [0, 2, 4, 6].map((y) => ({ x0: 90, y0: 100 + y, x1: 170, y1: 101.5 + y }));
  expect(isOnPaper(strips)).toBe(false);
  expect(isOnPaper([], true)).toBe(false);
});

test('a word is not on a mosaic, be its tiles ever so fine', () => {
  expect(isOnPaper(mosaic(4))).toBe(false);
  expect(isOnPaper(mosaic(1))).toBe(false);
  expect(isOnPaper(mosaic(0.5))).toBe(false);
});
