/** Whether a hyphen at a line's end belongs to its word, by what the document itself says about its words. */
import { decide, type DecisionTable, type Rule, type Subject } from '../rules.js';
import { beginsLowerCase, isInCapitals } from '../text-rules.js';
import type { Vocabulary } from './vocabulary.js';

/** Where a text is printed. */
export type Place = Pick<Subject, 'page' | 'box'>;

/** A word that is broken at a line's end, the hyphen between its two parts. */
export interface BrokenWord {
  /** All lower case: the part before the hyphen, and what of it stands behind an earlier hyphen. */
  head: string;
  last: string;
  /** It is printed in capitals on both sides of the hyphen. */
  inCapitals: boolean;
  /** As printed: the part in the next line. */
  tail: string;
  /** Lower case, without a genitive: the tail, and what of it stands before a further hyphen. */
  end: string;
  first: string;
  vocabulary: Vocabulary;
  /** Of the line that ends in the hyphen. */
  place: Place;
}

/** Endings of the word "self". */
const OWN_FORM = /^(?:ish|less|same|hood|ness|ies?$)/u;

type HyphenVerdict = 'keep' | 'drop';

const keep = (condition: boolean): HyphenVerdict | null => (condition ? 'keep' : null);

/** Letters from which both parts of a word must be long to count as words of their own. */
const LONG_PART = 4;
/** What ends a participle and is none: the rest of "underly-ing". */
const ENDING = /^ing(?:s|ly)?$/u;
/** No vowel, and no consonant that makes a syllable ("prv-ní", "rhy-thm"): part of an abbreviation. Programs that know no syllables break "leng-th". */
const NO_SYLLABLE = /^(?!ths?$)[bcdfghjkpqstvwxz]+$/u;

const HYPHEN_RULES: readonly Rule<BrokenWord, HyphenVerdict>[] = [
  {
    name: 'capital-or-digit',
    why: 'Words are not broken before a capital or a digit, but for those in capitals that the document has in one.',
    test: ({ tail, inCapitals, last, first, vocabulary: { words } }) =>
      keep(!beginsLowerCase(tail) && !(inCapitals && words.has(last + first))),
  },
  {
    name: 'one-word-elsewhere',
    why: 'The document has the word without a hyphen.',
    test: ({ last, first, vocabulary: { words } }) => (words.has(last + first) ? 'drop' : null),
  },
  {
    name: 'digit-or-letter-before',
    why: 'Words are broken behind no digit ("10-year") and leave no single letter at a line\'s end ("x-ray").',
    test: ({ last }) => keep(/^[a-zα-ω]$|\p{N}$/u.test(last)),
  },
  {
    name: 'hyphened-elsewhere',
    why: 'The document has the word with its hyphen within a line.',
    test: ({ head, last, first, end, vocabulary: { words } }) =>
      keep(words.has(`${last}-${first}`) || words.has(`${head}-${end}`)),
  },
  {
    name: 'document-does-not-break-words',
    why: 'Where no word is broken at a line end, a hyphen belongs to the word.',
    test: ({ vocabulary: { hyphenates } }) => keep(!hyphenates),
  },
  {
    name: 'no-syllable',
    why: 'Words are broken between syllables, and what has no vowel is none ("astro-ph").',
    test: ({ last, first }) => keep(NO_SYLLABLE.test(last) || NO_SYLLABLE.test(first)),
  },
  {
    name: 'part-hyphened-elsewhere',
    why: 'One part stands before or after a hyphen elsewhere, and the other is a word.',
    test: ({ last, first, vocabulary: { words, heads, tails } }) =>
      keep((heads.has(last) && words.has(first)) || (tails.has(first) && words.has(last))),
  },
  {
    name: 'two-words',
    why: 'Both parts are words of the document, and too long to be syllables.',
    test: ({ last, first, vocabulary: { words } }) =>
      keep(words.has(last) && words.has(first) && last.length >= LONG_PART && first.length >= LONG_PART),
  },
  {
    name: 'self',
    why: '"self-" is hyphened with whatever stands behind it ("self-employed"), but for its own forms ("selfish").',
    test: ({ last, first }) => keep(last === 'self' && !OWN_FORM.test(first)),
  },
  {
    name: 'adverb',
    why: 'An adverb is hyphened with the participle it modifies ("newly-made").',
    test: ({ last, first }) => keep(/^\p{L}{3,}ly$/u.test(last) && !ENDING.test(first)),
  },
];

/** Whether the hyphen of a broken word belongs to it. */
export const HYPHEN_AT_LINE_END: DecisionTable<BrokenWord, HyphenVerdict> = {
  name: 'hyphen-at-line-end',
  rules: HYPHEN_RULES,
  otherwise: 'drop',
  subject: ({ place: { page, box }, head, tail }) => ({ page, box, text: `${head}-${tail}` }),
};

/** @param word the parts as printed, before and behind the hyphen. */
export function keepsHyphen(
  { printed, tail, place }: { printed: string; tail: string; place: Place },
  vocabulary: Vocabulary,
): boolean {
  const head = printed.toLowerCase();
  const inCapitals = [printed, tail].every((part) => isInCapitals(part, 2));
  const end = tail.toLowerCase().replace(/['’]s$/u, '');
  const first = end.split('-')[0] ?? end;
  const last = head.split('-').at(-1) ?? head;
  return decide(HYPHEN_AT_LINE_END, { head, last, inCapitals, tail, end, first, vocabulary, place }) === 'keep';
}
