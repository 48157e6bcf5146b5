import { describe, expect, test } from '@jest/globals';
import { BoxIndex } from '../../../engine/box-index.js';
import { cpuMs } from '../../support/cpu-time.js';

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 });

describe('BoxIndex', () => {
  test('finds a box that has an area in common', () => {
    const index = new BoxIndex([box(10, 100, 20, 110)]);
    expect(index.touches(box(15, 105, 30, 130))).toBe(true);
    expect(index.touches(box(15, 112, 30, 130))).toBe(false);
  });

  test('boxes that meet at an edge do not touch', () => {
    const index = new BoxIndex([box(10, 100, 20, 110)]);
    expect(index.touches(box(20, 100, 30, 110))).toBe(false);
    expect(index.touches(box(10, 110, 20, 120))).toBe(false);
  });

  test('finds boxes across the borders of its cells, the whole page too', () => {
    const index = new BoxIndex([box(0, 0, 600, 800), box(10, 20, 20, 30)]);
    expect(index.touches(box(500, 700, 510, 710))).toBe(true);
    expect(new BoxIndex([box(10, 20, 20, 30)]).touches(box(12, 26, 14, 50))).toBe(true);
    expect(index.touching(box(12, 22, 14, 26))).toEqual([box(0, 0, 600, 800), box(10, 20, 20, 30)]);
    expect(index.touching(box(12, 40, 14, 46))).toEqual([box(0, 0, 600, 800)]);
  });

  test('finds the same as asking each box, for boxes of all sizes and places', () => {
    let seed = 7;
    const random = (most: number): number => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * most;
    const some = () => {
      const [x, y, size] = [random(900) - 100, random(900) - 100, 2 ** random(10)];
      return box(x, y, x + random(size), y + random(size));
    };
    const far = [box(-1e30, 0, 1e30, 5), box(0, 0, Infinity, 9), box(1e12, 1e12, 1e12 + 9, 1e12 + 9)];
    const boxes = [...Array.from({ length: 200 }, some), ...far];
    const index = new BoxIndex(boxes);
    const isIn = (a: ReturnType<typeof box>, b: ReturnType<typeof box>): boolean =>
      Math.min(a.x1, b.x1) > Math.max(a.x0, b.x0) && Math.min(a.y1, b.y1) > Math.max(a.y0, b.y0);
    for (const asked of [...boxes, ...Array.from({ length: 100 }, some)]) {
      const found = index.touching(asked);
      const expected = boxes.filter((one) => isIn(one, asked));
      expect([found.length, expected.every((one) => found.includes(one))]).toEqual([expected.length, true]);
      expect(index.touches(asked)).toBe(expected.length > 0);
    }
  });

  test.each([
    ['in one row', (i: number) => box(i / 2, 100, i / 2 + 0.5, 110)],
    ['in one column', (i: number) => box(100, i / 2, 300, i / 2 + 0.5)],
    ['as high as the page, side by side', (i: number) => box(i / 2, 0, i / 2 + 0.5, 800)],
  ])('asks few of many boxes %s', (_, place) => {
    const boxes = Array.from({ length: 8_000 }, (__, i) => place(i));
    const index = new BoxIndex(boxes);
    // each asking all the others takes many seconds
    expect(cpuMs(() => boxes.forEach((one) => index.touching(one)))).toBeLessThan(3_000);
  });
});
