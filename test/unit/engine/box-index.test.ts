import { describe, expect, test } from '@jest/globals';
import { BoxIndex } from '../../../engine/box-index.js';

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

  test('finds boxes across the borders of its bands, the whole page too', () => {
    const index = new BoxIndex([box(0, 0, 600, 800), box(10, 20, 20, 30)]);
    expect(index.touches(box(500, 700, 510, 710))).toBe(true);
    expect(new BoxIndex([box(10, 20, 20, 30)]).touches(box(12, 26, 14, 50))).toBe(true);
    expect(index.touching(box(12, 22, 14, 26))).toEqual([box(0, 0, 600, 800), box(10, 20, 20, 30)]);
    expect(index.touching(box(12, 40, 14, 46))).toEqual([box(0, 0, 600, 800)]);
  });
});
