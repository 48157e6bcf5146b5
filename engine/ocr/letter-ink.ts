/**
 * How much ink letters have above the x-height and below the baseline. Lower-case letters fill the rows between the two: of a
 * line's rows these have most of the ink.
 */
import type { Bitmap } from '../model.js';

/** In points: strips so wide are measured by themselves, since lines of a sheet that is askew are level in them. */
const STRIP_WIDTH = 60;
/** Share of the inkiest rows' ink that the rows between baseline and x-height have at least. */
const CORE_SHARE = 0.5;
/** In points: the least and the largest x-height. */
const LEAST_CORE = 2;
const MOST_CORE = 14;
/** In x-heights: how far ascenders and descenders reach. */
const REACH = 0.6;
/** Fewer stretches of lines say nothing. */
const LEAST_LINES = 8;

export interface LetterInk {
  above: number;
  below: number;
}

/** Ink above the x-height and below the baseline; null where too few lines stand out. */
export function inkAround(bitmap: Bitmap, threshold: number): LetterInk | null {
  const { width, height, scale } = bitmap;
  const strip = Math.max(1, Math.round(STRIP_WIDTH * scale));
  const ink = { above: 0, below: 0 };
  let lines = 0;
  for (let left = 0; left + strip <= width; left += strip) {
    const rows = inkByRow(bitmap, threshold, { left, right: left + strip });
    for (const { top, bottom } of coresOf(rows, height)) {
      const core = bottom - top;
      if (core < LEAST_CORE * scale || core > MOST_CORE * scale) continue;
      const reach = Math.round(REACH * core);
      for (let step = 1; step <= reach; step++) {
        ink.above += rows[top - step] ?? 0;
        ink.below += rows[bottom - 1 + step] ?? 0;
      }
      lines++;
    }
  }
  return lines < LEAST_LINES || ink.above + ink.below === 0 ? null : { ...ink, below: Math.max(1, ink.below) };
}

function inkByRow(
  { width, height, grey }: Bitmap,
  threshold: number,
  { left, right }: { left: number; right: number },
): Float64Array {
  const rows = new Float64Array(height);
  for (let y = 0; y < height; y++) {
    let count = 0;
    for (let at = y * width + left; at < y * width + right; at++) if (grey[at]! < threshold) count++;
    rows[y] = count;
  }
  return rows;
}

/** The rows between baseline and x-height of each line: a line is what lies between rows without ink. */
function coresOf(rows: Float64Array, height: number): { top: number; bottom: number }[] {
  const cores: { top: number; bottom: number }[] = [];
  for (let y = 0; y < height; y++) {
    if (rows[y] === 0) continue;
    let end = y;
    let most = 0;
    while (end < height && rows[end]! > 0) most = Math.max(most, rows[end++]!);
    let [top, bottom] = [y, end];
    while (rows[top]! < CORE_SHARE * most) top++;
    while (rows[bottom - 1]! < CORE_SHARE * most) bottom--;
    cores.push({ top, bottom });
    y = end;
  }
  return cores;
}
