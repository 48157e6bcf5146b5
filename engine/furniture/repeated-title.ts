/** The title of a document that stands in the head of all its pages. */
import type { Line } from '../text/line.js';
import { isArtifact } from './artifacts.js';
import type { Candidate } from './candidates.js';
import type { LinedPage } from './lined-page.js';

/**
 * Heads of the first page that are the title.
 *
 * @param heads those that repeat, in any size
 * @param largest the largest size of running text, and a little more
 */
export function repeatedTitles(pages: readonly LinedPage[], heads: readonly Candidate[], largest: number): Line[] {
  const [first] = pages;
  if (!first) return [];
  const isTitle = (line: Line): boolean =>
    !isArtifact(line) || (comesAgain(line, heads) && isOnlyTitle(line, first, largest));
  return heads
    .filter(({ line, page, side }) => side === 'head' && page === first.number && line.size > largest)
    .map(({ line }) => line)
    .filter(isTitle);
}

/** The same words are on another page, which a "Page 1 of 4" has not. */
const comesAgain = (title: Line, heads: readonly Candidate[]): boolean =>
  heads.some(({ line, page }) => page !== title.page && line.text === title.text);

/** An artifact is no title where its page has another: the head is the name of a company or a journal. Nor is "CONFIDENTIAL". */
function isOnlyTitle(title: Line, { lines }: LinedPage, largest: number): boolean {
  const isSmaller = (line: Line): boolean => line.size <= (isArtifact(line) ? title.size : largest);
  return title.text.includes(' ') && lines.every((line) => line === title || isSmaller(line));
}
