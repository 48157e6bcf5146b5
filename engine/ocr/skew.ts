/**
 * How far the lines of a page's picture are from level. The lower edges of letters lie on baselines: seen along the
 * lines' own direction they fall on few rows, along any other they spread. The angle at which they are most concentrated
 * is the skew.
 */
import type { Bitmap } from '../model.js';

/** Scanners feed paper at such an angle; what is turned further lies on its side. */
const MAX_DEGREES = 8;
/** Steps of the search, each around the best of the one before. */
const STEPS = [0.5, 0.1, 0.02];
/** Rows that a page is looked at by: finer ones cost time and show no smaller angle. */
const ROWS = 1800;
const MAX_POINTS = 60_000;
/** Fewer edges than a few lines of text have say nothing. */
const MIN_POINTS = 200;
/** The best angle is taken when edges are so much more concentrated than unturned. */
const MIN_GAIN = 1.02;

/** Clockwise degrees of the text's lines; 0 where it cannot be measured. */
export function measureSkew(bitmap: Bitmap, threshold: number): number {
  const step = Math.max(1, Math.round(bitmap.height / ROWS));
  const points = lowerEdges(bitmap, threshold, step);
  if (points.xs.length < MIN_POINTS) return 0;
  let best = 0;
  let span = MAX_DEGREES;
  for (const width of STEPS) {
    const centre = best;
    const count = Math.round(span / width);
    let bestScore = -1;
    for (let i = -count; i <= count; i++) {
      const angle = centre + i * width;
      const score = concentration(points, angle);
      if (score > bestScore) [best, bestScore] = [angle, score];
    }
    span = width;
  }
  const gain = concentration(points, best) / concentration(points, 0);
  return gain < MIN_GAIN ? 0 : Math.round(best * 100) / 100;
}

interface Points {
  xs: Float32Array;
  ys: Float32Array;
  width: number;
  height: number;
}

/** Dark cells above a bright one, thinned out evenly to a bounded number. */
function lowerEdges({ width, height, grey }: Bitmap, threshold: number, step: number): Points {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y + step < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = y * width + x;
      if (grey[at]! >= threshold || grey[at + step * width]! < threshold) continue;
      xs.push(x / step);
      ys.push(y / step);
    }
  }
  const every = Math.ceil(xs.length / MAX_POINTS);
  const keep = (values: number[]): Float32Array => Float32Array.from(values.filter((_, i) => i % every === 0));
  return { xs: keep(xs), ys: keep(ys), width: width / step, height: height / step };
}

/** Sum of the squared number of points a row, rows taken along lines of this angle. */
function concentration({ xs, ys, width, height }: Points, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil(Math.abs(slope) * width) + 1;
  const rows = new Float64Array(Math.ceil(height) + 2 * margin + 1);
  for (let i = 0; i < xs.length; i++) rows[Math.round(ys[i]! - xs[i]! * slope) + margin]! += 1;
  return rows.reduce((sum, count) => sum + count * count, 0);
}
