/**
 * Sizes of chapters beside those of their sections. A chapter holds the sections that have its number ("1.1" in "Chapter 1"),
 * however small its name is printed: some designs set it in plain type at the edge of a page.
 */
import type { HeadingCandidate } from '../headings/candidate.js';
import { romanValue } from '../text/numerals.js';

/** In points: chapters count as larger than their sections by so much. */
const ABOVE_SECTIONS = 0.5;

/** The sizes, those of chapters no smaller than that of the largest section with the number of a chapter. */
export function chapterSizes(
  candidates: readonly HeadingCandidate[],
  sizes: ReadonlyMap<HeadingCandidate, number>,
): Map<HeadingCandidate, number> {
  const sized = new Map(sizes);
  const sizeOf = (candidate: HeadingCandidate): number => sizes.get(candidate) ?? candidate.textBlock.size;
  const chapters = candidates.filter(({ number }) => number?.kind === 'chapter');
  const values = new Set(chapters.map(chapterValue));
  const sections = candidates.filter(
    ({ number }) => number?.kind === 'decimal' && number.depth > 1 && values.has(parseInt(number.text, 10)),
  );
  if (sections.length === 0) return sized;
  // no spread: a call takes no more than about 120,000 arguments
  const least = sections.reduce((most, section) => Math.max(most, sizeOf(section)), 0) + ABOVE_SECTIONS;
  for (const chapter of chapters) sized.set(chapter, Math.max(least, sizeOf(chapter)));
  return sized;
}

/** 4 of "Chapter 4" and "CHAPTER IV", null of a number in words. */
export function chapterValue({ number }: Pick<HeadingCandidate, 'number'>): number | null {
  const value = number?.kind === 'chapter' ? number.text.split(/\s+/u).at(-1)! : '';
  return /^\d+$/u.test(value) ? Number(value) : romanValue(value);
}
