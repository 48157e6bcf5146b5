/**
 * The sizes that the text of a document is set in. Furniture is found before columns and body type are known
 * (style/style.ts), so that monospaced type counts here too.
 */
import type { LinedPage } from './lined-page.js';

/** Share of the letters that a size of running text has at least. */
const TEXT_SHARE = 0.15;

/** The size of most letters. */
export const bodySizeOf = (pages: readonly LinedPage[]): number =>
  [...lettersOf(pages)].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;

/** The largest size that running text is set in: small print does not make the heads beside it large. */
export function largestText(pages: readonly LinedPage[]): number {
  const letters = lettersOf(pages);
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0);
  const sizes = [...letters].filter(([, count]) => count >= TEXT_SHARE * all).map(([size]) => size);
  return Math.max(bodySizeOf(pages), ...sizes);
}

function lettersOf(pages: readonly LinedPage[]): Map<number, number> {
  const letters = new Map<number, number>();
  for (const { size, text } of pages.flatMap((page) => page.lines))
    letters.set(size, (letters.get(size) ?? 0) + text.length);
  return letters;
}
