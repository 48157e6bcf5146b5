/** The range of pages that the foot of a journal names. */

/** A range of pages: "451–457", "p. 83-108."; amounts go on behind a point. */
const RANGE = /(?<![\d.,])(\d{1,5})\s?[-–—]\s?(\d{1,5})(?![.,]?\d)/u;

/** Whether words have a range of pages that a number is in. */
export function isInRange(number: string, words: string): boolean {
  const [, from = NaN, to = NaN] = RANGE.exec(words) ?? [];
  return Number(number) >= Number(from) && Number(number) <= Number(to);
}

/** The first page of the range of pages that words have; NaN without one. */
export const beginOfRange = (words: string): number => Number(RANGE.exec(words)?.[1]);
