/** Grey pictures of pages. */

import type { Bitmap, Box } from '../model.js';

/** Bounds of the threshold between dark and bright pixels, however evenly grey a page is. */
const MIN_THRESHOLD = 60;
const MAX_THRESHOLD = 220;

/** Ink and paper of a page that anyone can read differ by so much. */
const MIN_CONTRAST = 40;

/**
 * The grey that best separates ink from paper (Otsu's method: the two classes' means lie farthest apart); null for a blank
 * page.
 */
export function inkThreshold({ grey }: Bitmap): number | null {
  const counts = new Uint32Array(256);
  for (let at = 0; at < grey.length; at++) counts[grey[at]!]! += 1;
  let sum = 0;
  for (let value = 0; value < 256; value++) sum += value * counts[value]!;
  let [darkCount, darkSum, best, threshold, contrast] = [0, 0, -1, 128, 0];
  for (let value = 0; value < 256; value++) {
    darkCount += counts[value]!;
    darkSum += value * counts[value]!;
    const brightCount = grey.length - darkCount;
    if (darkCount === 0 || brightCount === 0) continue;
    const distance = (sum - darkSum) / brightCount - darkSum / darkCount;
    const between = darkCount * brightCount * distance * distance;
    if (between > best) [best, threshold, contrast] = [between, value, distance];
  }
  if (contrast < MIN_CONTRAST) return null;
  return Math.min(MAX_THRESHOLD, Math.max(MIN_THRESHOLD, threshold + 1));
}

/** The picture turned clockwise about its centre, its size kept; what comes in from outside is white. */
export function rotated(bitmap: Bitmap, degrees: number): Bitmap {
  const { width, height, grey } = bitmap;
  const turned = new Uint8Array(width * height).fill(255);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [cx, cy] = [width / 2, height / 2];
  for (let y = 0; y < height; y++) {
    // where the target pixel comes from: turned back
    let sx = cx - cx * cos + (y - cy) * sin;
    let sy = cy + cx * sin + (y - cy) * cos;
    for (let x = 0; x < width; x++, sx += cos, sy -= sin) {
      const [ix, iy] = [Math.floor(sx), Math.floor(sy)];
      if (ix < 0 || iy < 0 || ix >= width - 1 || iy >= height - 1) continue;
      const [fx, fy] = [sx - ix, sy - iy];
      const at = iy * width + ix;
      const above = grey[at]! + (grey[at + 1]! - grey[at]!) * fx;
      const below = grey[at + width]! + (grey[at + width + 1]! - grey[at + width]!) * fx;
      turned[y * width + x] = above + (below - above) * fy;
    }
  }
  return { ...bitmap, grey: turned };
}

/** The picture turned by a quarter, so that what ran down (`left`) or up (`right`) the sheet runs across it. */
export function quarterTurned({ width, height, grey, scale }: Bitmap, side: 'left' | 'right'): Bitmap {
  const turned = new Uint8Array(grey.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = side === 'left' ? (width - 1 - x) * height + y : x * height + (height - 1 - y);
      turned[at] = grey[y * width + x]!;
    }
  }
  return { width: height, height: width, grey: turned, scale };
}

/** Some rows of a picture, without a copy. */
export function rowsOf({ width, grey, scale }: Bitmap, from: number, count: number): Bitmap {
  return { width, height: count, grey: grey.subarray(from * width, (from + count) * width), scale };
}

/** A place of the page in whole pixels of its picture. */
function pixelsOf({ width, height, scale }: Bitmap, box: Box): Box {
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  return {
    x0: within(Math.floor(box.x0 * scale), width),
    y0: within(Math.floor(box.y0 * scale), height),
    x1: within(Math.ceil(box.x1 * scale), width),
    y1: within(Math.ceil(box.y1 * scale), height),
  };
}

/** A copy of a part of the picture, and how many pixels were left of it and above. @param box in points */
export function cropped(bitmap: Bitmap, box: Box): { bitmap: Bitmap; left: number; top: number } {
  const { x0, y0, x1, y1 } = pixelsOf(bitmap, box);
  const [width, height] = [Math.max(1, x1 - x0), Math.max(1, y1 - y0)];
  const grey = new Uint8Array(width * height).fill(255);
  for (let y = y0; y < y1; y++) {
    const at = y * bitmap.width;
    grey.set(bitmap.grey.subarray(at + x0, at + x1), (y - y0) * width);
  }
  return { bitmap: { width, height, grey, scale: bitmap.scale }, left: x0, top: y0 };
}

/** Share of the pixels that are left out at both ends: dust, and the edge of what is beside. */
const OUTLIERS = 0.01;

/** The darkest and the brightest of a place, but for a few pixels. @param box in points */
export function greysIn(bitmap: Bitmap, box: Box): [darkest: number, brightest: number] {
  const { x0, y0, x1, y1 } = pixelsOf(bitmap, box);
  const counts = new Uint32Array(256);
  for (let y = y0; y < y1; y++)
    for (let at = y * bitmap.width + x0; at < y * bitmap.width + x1; at++) counts[bitmap.grey[at]!]! += 1;
  const few = OUTLIERS * (x1 - x0) * (y1 - y0);
  return [counts.findIndex(moreThan(few)), counts.findLastIndex(moreThan(few))];
}

/** Tells where the counts that were asked for so far are more than a few. */
function moreThan(few: number): (count: number) => boolean {
  let sum = 0;
  return (count) => (sum += count) > few;
}

/** Greys of one picture that is painted twice may differ by rounding. */
const SAME_GREY = 8;

/**
 * Share of a place that differs between two pictures of one page.
 *
 * @param box in points
 * @param except places of which no difference counts
 */
export function shareOfChange(one: Bitmap, other: Bitmap, box: Box, except: readonly Box[] = []): number {
  const { x0, y0, x1, y1 } = pixelsOf(one, box);
  const left = except.map((place) => pixelsOf(one, place));
  let changed = 0;
  for (let y = y0; y < y1; y++) {
    const skipped = left.filter((place) => place.y0 <= y && y < place.y1);
    for (let x = x0; x < x1; x++) {
      const at = y * one.width + x;
      if (Math.abs(one.grey[at]! - other.grey[at]!) <= SAME_GREY) continue;
      if (!skipped.some((place) => place.x0 <= x && x < place.x1)) changed += 1;
    }
  }
  const area = (x1 - x0) * (y1 - y0);
  return area > 0 ? changed / area : 0;
}
