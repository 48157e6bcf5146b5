/**
 * How deep headings stand that differ from others in their face alone. Journals set sections in a face of their own and the
 * sections within them in the bold face of the text, both in one size.
 */
import type { HeadingCandidate } from '../headings/candidate.js';
import { typeOf } from './unnumbered.js';

/** Headings of each face at least. */
const LEAST_COUNT = 2;
/** In font sizes: a heading right below another is no further away. */
const RIGHT_BELOW = 2.5;
/** The depth of a section within a section. */
const BELOW = 2;

/** Depths of the headings in the face of the text, where one of the same type in another face stands right above one of them. */
export function faceDepths(candidates: readonly HeadingCandidate[]): Map<HeadingCandidate, number> {
  const depths = new Map<HeadingCandidate, number>();
  for (const alike of Map.groupBy(candidates, typeOf).values()) {
    if (alike.some(({ number, runIn }) => number !== null || runIn)) continue;
    const lower = alike.filter(({ family }) => family === 'text');
    const upper = alike.filter(({ family }) => family === 'other');
    // a section within a section has one above it
    if (lower.length < LEAST_COUNT || upper.length < LEAST_COUNT || alike[0]!.family !== 'other') continue;
    const pairs = alike.flatMap((above, i) =>
      isRightBelow(above, alike[i + 1]) ? [[above, alike[i + 1]!] as const] : [],
    );
    const holds = pairs.some(([above, below]) => above.family === 'other' && below.family === 'text');
    const isHeld = pairs.some(([above, below]) => above.family === 'text' && below.family === 'other');
    if (holds && !isHeld) for (const candidate of lower) depths.set(candidate, BELOW);
  }
  return depths;
}

function isRightBelow({ textBlock: above }: HeadingCandidate, other: HeadingCandidate | undefined): boolean {
  const below = other?.textBlock;
  if (below?.page !== above.page || below.column.id !== above.column.id) return false;
  const step = below.lines[0]!.baseline - above.lines.at(-1)!.baseline;
  return step > 0 && step < RIGHT_BELOW * above.size;
}
