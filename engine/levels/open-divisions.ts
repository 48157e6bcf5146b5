/**
 * The division that a heading stands in because the sections around it do: what comes between "5.3" and "5.4" is in 5, however
 * large it is printed. Such headings are those of boxes, examples and notes.
 */
import { isNamed, type HeadingCandidate } from '../headings/candidate.js';
import { chapterValue } from './chapter-sizes.js';

/** The numbers of the divisions, "5" for what stands between "5.3" and "5.4", of headings that no list names. */
export function divisionsAround(candidates: readonly HeadingCandidate[]): Map<HeadingCandidate, string> {
  const after = numbersAfter(candidates);
  const around = new Map<HeadingCandidate, string>();
  let before: string | null = null;
  for (const [i, candidate] of candidates.entries()) {
    const division = mayBeWithin(candidate, before) ? commonDivision(before, after[i]!) : null;
    if (division === null) before = numberAfter(candidate, before);
    else around.set(candidate, division);
  }
  return around;
}

/** The key of a division in the numbers of its sections: "4" of "Chapter 4", "4.2" of "4.2". */
export function divisionKey(candidate: HeadingCandidate): string | null {
  const { number } = candidate;
  if (number?.kind === 'decimal' || number?.kind === 'letter') return number.text;
  return chapterValue(candidate)?.toString() ?? null;
}

/** For each heading the number of the next numbered one, null where none is left or another kind of division comes first. */
function numbersAfter(candidates: readonly HeadingCandidate[]): (string | null)[] {
  const after: (string | null)[] = [];
  let next: string | null = null;
  for (const candidate of candidates.toReversed()) {
    after.push(next);
    next = numberAfter(candidate, next);
  }
  return after.reverse();
}

/** The number that counts behind a heading: its own, none behind a part or annex, the same behind one without a number. */
const numberAfter = (candidate: HeadingCandidate, before: string | null): string | null =>
  candidate.number === null ? before : divisionKey(candidate);

/** A main section before the first section of a division is the next one, and the division has lost its heading. */
const mayBeWithin = (candidate: HeadingCandidate, before: string | null): boolean =>
  !isNamed(candidate) &&
  (candidate.number === null ||
    (candidate.number.kind === 'decimal' && candidate.number.depth === 1 && before?.includes('.') === true));

/** "5" of "5.3.1" and "5.4", and of "5" and "5.1"; null where the second does not continue in a division of the first. */
function commonDivision(first: string | null, second: string | null): string | null {
  if (first === null || second === null) return null;
  const [before, after] = [first.split('.'), second.split('.')];
  const differs = after.findIndex((value, i) => value !== before[i]);
  if (differs < 1) return null;
  const [last, next] = [before[differs], after[differs]];
  return last === undefined || Number(last) < Number(next) ? after.slice(0, differs).join('.') : null;
}
