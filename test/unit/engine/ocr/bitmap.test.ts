import { expect, test } from '@jest/globals';
import type { Bitmap } from '../../../../engine/model.js';
import { inkThreshold, rotated } from '../../../../engine/ocr/bitmap.js';
import { takeRules } from '../../../../engine/ocr/ruling.js';
import { measureSkew } from '../../../../engine/ocr/skew.js';

/** 144 pixels an inch. */
const SCALE = 2;

function blank(width: number, height: number): Bitmap {
  return { width, height, scale: SCALE, grey: new Uint8Array(width * height).fill(250) };
}

function fill({ width, grey }: Bitmap, [x0, y0, x1, y1]: [number, number, number, number]): void {
  for (let y = y0; y < y1; y++) grey.fill(20, y * width + x0, y * width + x1);
}

/** Rows of small blocks like letters of a page of text. */
function textPage(): Bitmap {
  const page = blank(800, 1000);
  for (let y = 100; y < 900; y += 30) {
    for (let x = 100; x < 700; x += 9) if (x % 7 !== 0) fill(page, [x, y, x + 5, y + 12]);
  }
  return page;
}

test('ink is distinguished from paper, and a page without ink is blank', () => {
  const threshold = inkThreshold(textPage());
  expect(threshold).toBeGreaterThan(20);
  expect(threshold).toBeLessThan(250);
  expect(inkThreshold(blank(100, 100))).toBeNull();
});

test.each([-3, -0.7, 0.4, 2])('a page turned by %s degrees is measured, and level once turned back', (degrees) => {
  const askew = rotated(textPage(), degrees);
  const skew = measureSkew(askew, 130);
  expect(Math.abs(skew - degrees)).toBeLessThan(0.1);
  expect(Math.abs(measureSkew(rotated(askew, -skew), 130))).toBeLessThan(0.1);
});

test('a level page and one without text have no skew', () => {
  expect(measureSkew(textPage(), 130)).toBe(0);
  expect(measureSkew(blank(800, 1000), 130)).toBe(0);
});

test('ruling lines come out in points and leave the picture, letters and bars stay', () => {
  const page = textPage();
  fill(page, [50, 60, 750, 62]);
  fill(page, [50, 60, 52, 400]);
  fill(page, [100, 920, 700, 960]); // a bar
  expect(takeRules(page, 130)).toEqual([
    { orientation: 'horizontal', box: { x0: 25, y0: 30, x1: 375, y1: 31 } },
    { orientation: 'vertical', box: { x0: 25, y0: 30, x1: 26, y1: 200 } },
  ]);
  const at = (x: number, y: number): number => page.grey[y * page.width + x]!;
  expect([at(400, 61), at(51, 300)]).toEqual([255, 255]);
  expect([at(101, 101), at(300, 940)]).toEqual([20, 20]);
});

test('a line that is not quite level and has gaps is one rule', () => {
  const page = blank(800, 200);
  for (let x = 50; x < 750; x++)
    if (x % 90 !== 0) fill(page, [x, 100 + Math.floor(x / 200), x + 1, 102 + Math.floor(x / 200)]);
  const rules = takeRules(page, 130);
  expect(rules).toHaveLength(1);
  expect(rules[0]!.box).toMatchObject({ x0: 25, x1: 375 });
});

test('stems of large letters are no rules unless they meet one', () => {
  const page = blank(800, 400);
  fill(page, [100, 100, 103, 160]); // 30 points high, alone
  fill(page, [300, 200, 303, 260]); // the same, standing on a line
  fill(page, [200, 260, 600, 262]);
  expect(takeRules(page, 130).map(({ orientation, box }) => [orientation, box.x0])).toEqual([
    ['horizontal', 100],
    ['vertical', 150],
  ]);
  expect(page.grey[130 * page.width + 101]).toBe(20);
});
