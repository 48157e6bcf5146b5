/** Text in the order of its baselines, so that what is near a height is found without asking all of it. */

/** Index of the first run or line at or below `baseline`. */
export function firstFrom(sorted: readonly { baseline: number }[], baseline: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.baseline < baseline) low = middle + 1;
    else high = middle;
  }
  return low;
}
