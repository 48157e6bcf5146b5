/** Two columns of terms and what they mean, as reference cards list keys and manuals list options. */
import { isSameSize } from '../measures.js';
import type { ParsedPage, TextRun } from '../model.js';
import { allBold, allMono, rowText, runsOf, type TextRow } from '../tables/segments.js';

/** Fewer rows may be two words in bold type that begin lines of text. */
const LEAST_TERMS = 4;
/** Letters of a term, and of what it means: longer ones are text that is set beside its titles. */
export const TERM_LETTERS = 32;
const MEANING_LETTERS = 80;
/** Labels of forms and heads of letters, whose values are read in their row; and the share of the terms that shows it. */
export const LABEL = /[:：]$/u;
export const LABELS = 0.5;
/** Share of the terms in typewriter type, which a key such as "⟨TAB⟩" or a word between two may lack, and of the meanings at most. */
const MONO_TERMS = 0.6;
const MONO_MEANINGS = 0.2;
/** Share of the words of one size: keys are printed in small capitals, too. */
const ONE_SIZE = 0.8;
/** A word, and the share of the rows that have words of their own where these are meanings. */
const WORD = /\p{L}{3}/u;
const MEANT = 0.6;
/** Share of the letters that makes a text one in typewriter type. */
const MONO_LETTERS = 0.5;

/** The text of each row on one side of the edge. */
type Side = readonly TextRow[];

/**
 * Whether each row has a term left of the edge and its meaning right of it, all terms and no meaning in bold type, or most
 * terms and hardly a meaning in typewriter type, on whichever side. All is of about one size: what stands beside code may be the
 * margin of a slide.
 */
export function areTerms(page: ParsedPage, rows: readonly TextRow[], edge: number): boolean {
  if (rows.length < LEAST_TERMS) return false;
  const sideOf = (isOn: (x: number) => boolean): Side =>
    rows.map((row) => ({ ...row, segments: row.segments.filter(({ box }) => isOn(box.x0)) }));
  const [left, right] = [sideOf((x) => x < edge), sideOf((x) => x >= edge)];
  if (left.filter(isLabel).length >= LABELS * rows.length) return false;
  return (
    areBoldTerms(page, left, right) ||
    areMonoTerms(page, left, right) ||
    (areMeanings(left) && areMonoTerms(page, right, left))
  );
}

/** Numbers of lines and steps, and one word with numbers, are no meanings of the code beside them. */
function areMeanings(side: Side): boolean {
  const words = side.map((row) => rowText(row).replace(/\d+/g, ''));
  return new Set(words.filter((text) => WORD.test(text))).size >= MEANT * side.length;
}

/** One text on each side of every row: short terms, and meanings of a line, whose words may stand in columns of their own. */
const arePairs = (terms: Side, meanings: Side): boolean =>
  terms.every((row) => row.segments.length === 1 && rowText(row).length <= TERM_LETTERS) &&
  meanings.every((row) => row.segments.length > 0 && rowText(row).length <= MEANING_LETTERS);

function areBoldTerms(page: ParsedPage, terms: Side, meanings: Side): boolean {
  const runs = runsOf(meanings);
  return (
    arePairs(terms, meanings) &&
    [terms, meanings].every((side) => inSize(side, terms[0]!.size) === 1) &&
    allBold(page, runsOf(terms)) &&
    !runs.some((run) => allBold(page, [run]))
  );
}

function areMonoTerms(page: ParsedPage, terms: Side, meanings: Side): boolean {
  const inMono = (side: Side): number => side.filter((row) => isMono(page, runsOf([row]))).length;
  return (
    arePairs(terms, meanings) &&
    [terms, meanings].every((side) => inSize(side, terms[0]!.size) >= ONE_SIZE) &&
    inMono(terms) >= MONO_TERMS * terms.length &&
    inMono(meanings) <= MONO_MEANINGS * meanings.length
  );
}

/** Share of the runs that are of one size with `size`. */
function inSize(side: Side, size: number): number {
  const runs = runsOf(side);
  return runs.filter((run) => isSameSize(run.size, size)).length / runs.length;
}

const isMono = (page: ParsedPage, runs: readonly TextRun[]): boolean =>
  lettersOf(runs.filter((run) => allMono(page, [run]))) > MONO_LETTERS * lettersOf(runs);

const lettersOf = (runs: readonly TextRun[]): number => runs.reduce((sum, { text }) => sum + text.length, 0);

const isLabel = (row: TextRow): boolean => LABEL.test(rowText(row));
