/**
 * How deep headings without a number stand among numbered ones of their type. Programs stop to number at some level and set
 * the levels below it like the last numbered one: "System user" below "5.1.1 Prepare the system", both bold in one size.
 */
import type { HeadingCandidate } from '../headings/candidate.js';
import { isSectionName } from '../headings/section-names.js';
import { isInCapitals } from '../text-rules.js';

/** Numbered headings of one type from which it is the type of a numbered level. */
const LEAST_NUMBERED = 2;

/** Depths of the headings without a number in the type of the deepest numbered level, where that is not the first. */
export function unnumberedDepths(candidates: readonly HeadingCandidate[]): Map<HeadingCandidate, number> {
  const depths = new Map<HeadingCandidate, number>();
  // no spread: a call takes no more than about 120,000 arguments
  const deepest = candidates.reduce((most, candidate) => Math.max(most, decimalDepth(candidate)), 0);
  // what stands before all of them, as keywords do, is in none of them
  const first = candidates.findIndex((candidate) => decimalDepth(candidate) > 0);
  for (const alike of Map.groupBy(candidates.slice(Math.max(0, first)), typeOf).values()) {
    const numbered = alike.map(decimalDepth).filter((depth) => depth > 0);
    // above a deeper level in smaller type stands what the author left without a number: it is no lower than those
    if (numbered.length < LEAST_NUMBERED || numbered.includes(1) || !numbered.includes(deepest)) continue;
    const names = Map.groupBy(alike, nameOf);
    for (const candidate of alike)
      if (mayBeBelow(candidate, names.get(nameOf(candidate))!.length)) depths.set(candidate, deepest + 1);
  }
  return depths;
}

const decimalDepth = ({ number }: HeadingCandidate): number => (number?.kind === 'decimal' ? number.depth : 0);

/** What of a heading's type tells it from others, but its face. */
export const typeOf = ({ textBlock: { size, bold, italic, text } }: HeadingCandidate): string =>
  [Math.round(2 * size), bold, italic, isInCapitals(text, 2)].join(' ');

const nameOf = ({ textBlock }: HeadingCandidate): string => textBlock.text;

/** The references stand beside the main sections, however small their heading, but not those of each section. */
const mayBeBelow = ({ number, runIn, textBlock }: HeadingCandidate, count: number): boolean =>
  number === null && !runIn && !(count === 1 && isSectionName(textBlock));
