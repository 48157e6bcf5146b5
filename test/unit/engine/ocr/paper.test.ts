import { expect, test } from '@jest/globals';
import { whitePaper } from '../../../../engine/ocr/paper.js';
import { takeRules } from '../../../../engine/ocr/ruling.js';
import type { Bitmap } from '../../../../engine/model.js';

const THRESHOLD = 128;

/** A sheet of 200 by 280 points with a shadow at its left edge, and a bar of ink in the shadow and beyond it. */
function shadowed(): Bitmap {
  const [width, height] = [400, 560];
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 1 - 0.55 * Math.exp(-x / 60);
      const isInk = y >= 300 && y < 303 && x > 4 && x < 396;
      grey[y * width + x] = (isInk ? 20 : 245) * light;
    }
  }
  return { width, height, grey, scale: 2 };
}

test('a shadow at the edge becomes paper; what is printed in it stays ink', () => {
  const { grey, width } = whitePaper(shadowed(), THRESHOLD);
  expect(grey[100 * width + 12]).toBeGreaterThan(220);
  expect(grey[301 * width + 10]).toBeLessThan(80);
});

test('a shadow is no ruling line, a line through it is one', () => {
  expect(takeRules(whitePaper(shadowed(), THRESHOLD), THRESHOLD)).toHaveLength(1);
});

test('single dark pixels go, full stops stay', () => {
  const [width, height] = [200, 200];
  const grey = new Uint8Array(width * height).fill(255);
  grey[50 * width + 50] = 0;
  for (const at of [100 * width + 100, 100 * width + 101, 101 * width + 100, 101 * width + 101]) grey[at] = 0;
  const white = whitePaper({ width, height, grey, scale: 3 }, THRESHOLD).grey;
  expect(white[50 * width + 50]).toBe(255);
  expect(white[100 * width + 100]).toBe(0);
});

test('black pictures are not lit up', () => {
  const { grey } = whitePaper({ width: 200, height: 200, grey: new Uint8Array(40_000).fill(40), scale: 3 }, THRESHOLD);
  expect(Math.max(...grey)).toBeLessThan(60);
});
