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

/** Degrees from one trial to the next where only the best concentration counts, not its angle. */
const COARSE_STEP = 0.5;

/**
 * How concentrated the edges of letters are on lines across the picture, and on lines along it, each at its best angle: 1
 * where they are spread evenly. Null where there are too few.
 */
export function lineConcentration(bitmap: Bitmap, threshold: number): [across: number | null, along: number | null] {
  const step = Math.max(1, Math.round(Math.max(bitmap.width, bitmap.height) / ROWS));
  return [lowerEdges(bitmap, threshold, step), rightEdges(bitmap, threshold, step)].map((points) => {
    if (points.xs.length < MIN_POINTS) return null;
    let best = 0;
    for (let angle = -MAX_DEGREES; angle <= MAX_DEGREES; angle += COARSE_STEP) {
      best = Math.max(best, concentration(points, angle));
    }
    return (best * points.height) / points.xs.length ** 2;
  }) as [number | null, number | null];
}

interface Points {
  xs: Float32Array;
  ys: Float32Array;
  width: number;
  height: number;
}

/** Dark cells above a bright one. */
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
  return thinned({ xs, ys, width: width / step, height: height / step });
}

/** Dark cells left of a bright one, seen as if the picture lay on its side. */
function rightEdges({ width, height, grey }: Bitmap, threshold: number, step: number): Points {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x + step < width; x += step) {
      const at = y * width + x;
      if (grey[at]! >= threshold || grey[at + step]! < threshold) continue;
      xs.push(y / step);
      ys.push(x / step);
    }
  }
  return thinned({ xs, ys, width: height / step, height: width / step });
}

/** Evenly to a bounded number. */
function thinned({ xs, ys, ...size }: { xs: number[]; ys: number[]; width: number; height: number }): Points {
  const every = Math.ceil(xs.length / MAX_POINTS);
  const keep = (values: number[]): Float32Array => Float32Array.from(values.filter((_, i) => i % every === 0));
  return { xs: keep(xs), ys: keep(ys), ...size };
}

/** Sum of the squared number of points a row, rows taken along lines of this angle. */
function concentration({ xs, ys, width, height }: Points, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil(Math.abs(slope) * width) + 1;
  const rows = new Float64Array(Math.ceil(height) + 2 * margin + 1);
  for (let i = 0; i < xs.length; i++) rows[Math.round(ys[i]! - xs[i]! * slope) + margin]! += 1;
  return rows.reduce((sum, count) => sum + count * count, 0);
}
