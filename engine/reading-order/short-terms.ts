/** Two columns of short terms and what they mean, in no type of their own, as tables without lines have them. */
import { SAME_EDGE } from '../measures.js';
import type { ParsedPage } from '../model.js';
import { isValue } from '../tables/kinds.js';
import { allMono, segmentText, type Segment, type TextRow } from '../tables/segments.js';
import { LABEL, LABELS, TERM_LETTERS } from './term-columns.js';

/** Rows of short terms with meanings, their share of all lines, and words of a term on average. */
const LEAST_SHORT_TERMS = 3;
const PAIRED = 1 / 3;
const TERM_WORDS = 3;
/** In font sizes: from the longest term to the meanings at most, and how far apart terms end at least. */
const NEXT_TO = 1.6;
const ENDS_DIFFER = 0.45;
/** Marks, numbers, years and what counts divisions; and a term that a contract defines. */
const ORDER = /^(?:\P{L}*|(?:\p{L}+ )?[\dIVX]+(?:\.\d+)*[.)]?|.*\b(?:19|20)\d\d\b.*|\(?\p{L}{1,2}[.)])$/u;
const QUOTED = /^["“„«]/u;

/**
 * Whether the rows have a term of a few words left of the edge and its meaning right of it, as tables have that are as wide as
 * their texts: the terms end at different places, the longest of them next to the meanings, and all of these begin at one.
 * Terms that number or date what stands beside them are those of lists, contents and curricula.
 */
export function areShortTerms(page: ParsedPage, rows: readonly TextRow[], edge: number): boolean {
  const sides = rows.map(({ segments }) => ({
    term: segments.filter(({ box }) => box.x0 < edge),
    meaning: segments.filter(({ box }) => box.x0 >= edge),
  }));
  const isPlain = sides.every(({ term, meaning }) => term.length <= 1 && meaning.length <= 1);
  const terms = sides.flatMap(({ term }) => term);
  const meanings = sides.flatMap(({ meaning }) => meaning);
  const pairs = sides.filter(({ term, meaning }) => term.length + meaning.length === 2).length;
  if (!isPlain || pairs < LEAST_SHORT_TERMS || pairs < PAIRED * rows.length) return false;
  return (
    endBefore(terms, meanings, rows[0]!.size) &&
    areOfFewWords(terms.map(segmentText)) &&
    !meanings.every((meaning) => isValue(segmentText(meaning))) &&
    !sides.some(({ term, meaning }) => [term, meaning].every((part) => hasMono(page, part)))
  );
}

/** A line of code has typewriter type on both sides, whatever its keywords are set in. */
const hasMono = (page: ParsedPage, segments: readonly Segment[]): boolean =>
  segments.some(({ runs }) => runs.some((run) => allMono(page, [run])));

function areOfFewWords(terms: readonly string[]): boolean {
  const words = terms.reduce((sum, term) => sum + term.split(' ').length, 0);
  const isOther = (term: string): boolean => LABEL.test(term) || ORDER.test(term) || isValue(term);
  return (
    words <= TERM_WORDS * terms.length &&
    terms.every((term) => term.length <= TERM_LETTERS && !QUOTED.test(term)) &&
    terms.filter(isOther).length < LABELS * terms.length
  );
}

/** Whether the longest of the terms ends right before the meanings, which begin at one place, and the others earlier. */
function endBefore(terms: readonly Segment[], meanings: readonly Segment[], size: number): boolean {
  const ends = terms.map(({ box }) => box.x1);
  const starts = meanings.map(({ box }) => box.x0);
  const start = Math.min(...starts);
  const last = Math.max(...ends);
  return (
    Math.max(...starts) - start <= SAME_EDGE &&
    start - last <= NEXT_TO * size &&
    last - Math.min(...ends) >= ENDS_DIFFER * size
  );
}
