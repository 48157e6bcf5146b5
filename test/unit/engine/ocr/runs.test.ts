import { expect, test } from '@jest/globals';
import { runsOf } from '../../../../engine/ocr/runs.js';
import type { SeenLine } from '../../../../engine/ocr/tesseract.js';

const SCALE = 3;
const bitmap = { width: 900, height: 900, grey: new Uint8Array(810_000).fill(255), scale: SCALE };

/** A line of one word on a baseline, in points. */
function line(text: string, baseline: number, { x0 = 20, x1 = 200, rowHeight = 9 } = {}): SeenLine {
  const px = (points: number): number => Math.round(points * SCALE);
  const bbox = { x0: px(x0), x1: px(x1), y0: px(baseline - 7), y1: px(baseline + 2) };
  return {
    bbox,
    baseline: { x0: bbox.x0, x1: bbox.x1, y0: px(baseline), y1: px(baseline) },
    rowAttributes: { rowHeight: rowHeight * SCALE },
    words: [{ text, confidence: 90, bbox, symbols: [] }],
  };
}

const sizes = (lines: readonly SeenLine[]): number[] => runsOf(lines, bitmap, 128).map(({ size }) => size);

test('lines are no larger than their distance from the next', () => {
  const [first, second, heading] = sizes([
    line('interwoven', 100),
    line('with the next', 108),
    line('A heading', 150, { rowHeight: 12 }),
  ]);
  expect(first).toBeLessThan(8);
  expect(second).toBe(first);
  expect(heading).toBeCloseTo(12 / 0.92, 1);
});

test('lines of other columns say nothing of a line’s size', () => {
  const [left, right] = sizes([line('left column', 100), line('right column', 104, { x0: 220, x1: 290 })]);
  expect(left).toBeCloseTo(9 / 0.92, 1);
  expect(right).toBe(left);
});
