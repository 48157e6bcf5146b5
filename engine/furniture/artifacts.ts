/**
 * Text that a tagged page marks as an artifact, that is as printed for the page's sake.
 *
 * Not all of it is: programs mark a letter's line for the sender or a text box alike. What stands within the text, text
 * above and below it and no further left or right, and comes on no other page, is content. So is what the first page alone
 * has in larger type above its text: word processors mark all of a page's header, which often holds the title.
 */
import { isDate, isMonthOfYear } from '../text/dates-and-addresses.js';
import type { Line } from '../text/line.js';
import type { LinedPage } from './lined-page.js';
import { totalLength } from '../text-rules.js';

/** A producer that marks this share of its text as decoration, or more, has not understood the mark. */
const BELIEVED_SHARE = 0.2;
/** How far a line may stand out of the text's edges, in points. */
const SLACK = 2;

const WORD = /\p{L}{2}/u;

/**
 * The artifacts that are furniture, in the order of the pages.
 * @param largest the size of the largest running text
 */
export function artifactLines(pages: readonly LinedPage[], largest: number): Line[] {
  if (!areArtifactsBelieved(pages)) return [];
  const marked = pages.map((page) => page.lines.filter(isArtifact));
  const pagesWith = new Map<string, Set<number>>();
  for (const line of marked.flat()) {
    const seen = pagesWith.get(line.text) ?? new Set();
    pagesWith.set(line.text, seen.add(line.page));
  }
  const later = new Set(marked.slice(1).flatMap((lines) => lines.map(withoutNumbers)));
  return pages.flatMap((page, i) => {
    const text = page.lines.filter((line) => !isArtifact(line));
    const [top, bottom] = [Math.min(...text.map(({ box }) => box.y0)), Math.max(...text.map(({ box }) => box.y1))];
    const [left, right] = [Math.min(...text.map(({ box }) => box.x0)), Math.max(...text.map(({ box }) => box.x1))];
    const isWithin = ({ box }: Line): boolean =>
      box.y0 > top && box.y1 < bottom && box.x0 > left - SLACK && box.x1 < right + SLACK;
    const isTitle = (line: Line): boolean =>
      i === 0 && line.box.y1 <= top && line.size > largest && isName(line) && !later.has(withoutNumbers(line));
    const isContent = (line: Line): boolean => isWithin(line) || isTitle(line);
    return marked[i]!.filter((line) => !isContent(line) || (pagesWith.get(line.text)?.size ?? 0) > 1);
  });
}

/** Whether a line has words, and is no date. */
const isName = ({ text }: Line): boolean => WORD.test(text) && !isDate(text) && !isMonthOfYear(text);

/** The text of a line, alike for "Page 1" and "Page 2". */
const withoutNumbers = ({ text }: Line): string => text.replaceAll(/\d+/gu, '0');

/** Whether the document's marks say what is printed for the page's sake. */
export function areArtifactsBelieved(pages: readonly Pick<LinedPage, 'lines'>[]): boolean {
  const lines = pages.flatMap((page) => page.lines);
  return totalLength(lines.filter(isArtifact)) < BELIEVED_SHARE * totalLength(lines);
}

export const isArtifact = (line: Line): boolean => line.runs.every((run) => run.artifact);
