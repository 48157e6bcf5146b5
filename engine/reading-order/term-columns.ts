/** Two columns of terms and what they mean, as reference cards list keys and manuals list options. */
import { isSameSize } from '../measures.js';
import type { ParsedPage } from '../model.js';
import { allBold, allMono, runsOf, segmentText, type TextRow } from '../tables/segments.js';

/** Fewer rows may be two words in bold type that begin lines of text. */
const LEAST_TERMS = 4;
/** Letters of a term, and of what it means: longer ones are text that is set beside its titles. */
const TERM_LETTERS = 32;
const MEANING_LETTERS = 80;
/** Labels of forms and heads of letters, whose values are read in their row; and the share of the terms that shows it. */
const LABEL = /[:：]$/u;
const LABELS = 0.5;

/**
 * Whether each row has a term left of the edge and its meaning right of it, all terms and no meaning in bold type, or all
 * and none in typewriter type. All is of one size: what stands beside code may be the margin of a slide.
 */
export function areTerms(page: ParsedPage, rows: readonly TextRow[], edge: number): boolean {
  if (rows.length < LEAST_TERMS) return false;
  const sides = rows.map((row) => ({
    term: { ...row, segments: row.segments.filter(({ box }) => box.x0 < edge) },
    meaning: { ...row, segments: row.segments.filter(({ box }) => box.x0 >= edge) },
  }));
  const isPair = sides.every(({ term, meaning }) => isOne(term, TERM_LETTERS) && isOne(meaning, MEANING_LETTERS));
  if (!isPair || sides.filter(({ term }) => isLabel(term)).length >= LABELS * rows.length) return false;
  const meanings = runsOf(sides.map(({ meaning }) => meaning));
  const terms = runsOf(sides.map(({ term }) => term));
  const isOneSize = [...terms, ...meanings].every(({ size }) => isSameSize(size, rows[0]!.size));
  return isOneSize && [allBold, allMono].some((all) => all(page, terms) && !meanings.some((run) => all(page, [run])));
}

const isOne = ({ segments }: TextRow, letters: number): boolean =>
  segments.length === 1 && segmentText(segments[0]!).length <= letters;

const isLabel = ({ segments }: TextRow): boolean => LABEL.test(segmentText(segments[0]!));
