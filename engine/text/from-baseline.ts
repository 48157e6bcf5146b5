/** Runs in the order of their baselines, so that those near a height are found without asking all of them. */
import type { TextRun } from '../model.js';

/** Index of the first run at or below `baseline`. */
export function firstFrom(sorted: readonly TextRun[], baseline: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.baseline < baseline) low = middle + 1;
    else high = middle;
  }
  return low;
}
