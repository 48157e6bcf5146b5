/**
 * Sizes of recognised text, evened out over a document: each line's is measured by itself, and headings are recognised by size.
 * The size that most letters have draws all that are nearly the same to itself; of the rest again the most frequent, and
 * so on.
 */
import type { ParsedPage } from '../model.js';

/** Sizes that differ by less than this share are one, measured badly. Footnotes differ from text by more. */
const MEASURED_ALIKE_SHARE = 0.08;
/** Sizes in a point that counting distinguishes. */
export const BINS = 4;

/** The pages with recognised text in few sizes; all others as they are. */
export function evenSizes(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  const letters = new Map<number, number>();
  for (const page of pages) {
    if (!page.recognised) continue;
    for (const { size, text } of page.runs) {
      const bin = Math.round(size * BINS);
      letters.set(bin, (letters.get(bin) ?? 0) + text.length);
    }
  }
  if (letters.size === 0) return pages;
  const even = centres(letters);
  return pages.map((page) =>
    page.recognised
      ? { ...page, runs: page.runs.map((run) => ({ ...run, size: even.get(Math.round(run.size * BINS)) ?? run.size })) }
      : page,
  );
}

/** For each bin the size that it becomes: that of a more frequent one which differs by no more than this share. */
export function centres(letters: ReadonlyMap<number, number>, share = MEASURED_ALIKE_SHARE): Map<number, number> {
  const even = new Map<number, number>();
  for (const [bin] of [...letters].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
    if (even.has(bin)) continue;
    const size = bin / BINS;
    const reach = Math.floor(bin * share);
    for (let near = bin - reach; near <= bin + reach; near++) if (!even.has(near)) even.set(near, size);
  }
  return even;
}
