/**
 * Lines to running text. A soft hyphen at a line's end goes, in monospaced text a hyphen stays, and elsewhere the rules of
 * HYPHEN_AT_LINE_END decide whether it belongs to the word, by what the document itself says about its words.
 *
 * Never drops any other character.
 */
import { NO_BOX } from '../geometry.js';
import { MOSTLY } from '../measures.js';
import type { Span } from '../block-model.js';
import type { ParsedPage } from '../model.js';
import type { Line } from '../text/line.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import { beginsLowerCase, isInCapitals } from '../text-rules.js';
import { append, lineSpans, plainText } from '../text/spans.js';
import { beginsWide, endsWide } from '../text/wide.js';

/** What the document itself says about its words. All lower case. */
export interface Vocabulary {
  /** Words as they stand within lines, those with hyphens whole. */
  words: ReadonlySet<string>;
  /** First and last parts of words with hyphens. */
  heads: ReadonlySet<string>;
  tails: ReadonlySet<string>;
  /** Whether words are broken at line ends at all. */
  hyphenates: boolean;
}

/** Share of lines that end in a hyphen from which the document breaks words. */
const BROKEN_SHARE = 0.04;

/** Most words by far: nothing to be taken off, no hyphen. */
const PLAIN_WORD = /^[a-z0-9]+$/;

export function vocabularyOf(lines: readonly Line[]): Vocabulary {
  const words = new Set<string>();
  const heads = new Set<string>();
  const tails = new Set<string>();
  const ends: [string, string][] = [];
  let afterBreak = false;
  for (const [i, line] of lines.entries()) {
    const tokens = line.text.toLowerCase().split(/\s+/);
    const broken = /\p{L}[-\u2010]$/u.test(line.text) && line.mono < MOSTLY;
    // neither half of a broken word is a witness
    const whole = broken ? tokens.slice(0, -1) : tokens;
    for (const token of afterBreak ? whole.slice(1) : whole) {
      // what is kept of a word is kept once
      if (words.has(token)) continue;
      if (PLAIN_WORD.test(token)) {
        words.add(token);
        continue;
      }
      const word = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
      if (word === '') continue;
      words.add(word);
      const parts = word.split(/[-\u2010]/u);
      if (parts.length > 1) {
        heads.add(parts[0] ?? '');
        tails.add(parts.at(-1) ?? '');
      }
    }
    if (broken) ends.push([letters(tokens.at(-1)), letters(lines[i + 1]?.text.toLowerCase().split(/\s+/)[0])]);
    afterBreak = broken;
  }
  const proven = ends.some(([head, tail]) => tail !== '' && words.has(head + tail));
  return { words, heads, tails, hyphenates: proven || ends.length > BROKEN_SHARE * lines.length };
}

function letters(token = ''): string {
  return token.replace(/[^\p{L}\p{N}]+/gu, '');
}

export interface TextContext {
  pageOf(number: number): ParsedPage;
  vocabulary: Vocabulary;
}

/** Text of several lines, broken words joined. */
export function linesToSpans(lines: readonly Line[], context: TextContext): Span[] {
  return joinSpans(
    lines.map((line) => lineSpans(context.pageOf(line.page), line)),
    context.vocabulary,
  );
}

/** Joins the texts of lines or of parts of a paragraph. */
export function joinSpans(parts: readonly Span[][], vocabulary: Vocabulary): Span[] {
  const joined: Span[] = [];
  // kept from part to part: looked for in all of the text, it would take time by the square of the parts
  let token = '';
  for (const part of parts) {
    const text = plainText(part);
    const last = joined.at(-1);
    const [first] = part;
    if (!last || !first) {
      joined.push(...part.map((span) => ({ ...span })));
      token = lastToken(token, text);
      continue;
    }
    const seam = seamOf(token, text, { vocabulary, code: last.code === true && first.code === true });
    if (seam === 'drop') last.text = last.text.replace(HYPHEN, '');
    for (const [i, span] of part.entries()) append(joined, span, i === 0 && seam === 'space');
    token = lastToken(seam === 'space' ? '' : seam === 'drop' ? token.replace(HYPHEN, '') : token, text);
  }
  return joined;
}

const HYPHEN = /[-\u00ad\u2010]$/u;

/** What stands after the last space of `text`, or with what stood before it. */
function lastToken(before: string, text: string): string {
  const space = text.lastIndexOf(' ');
  return space < 0 ? before + text : text.slice(space + 1);
}

/**
 * What stands between two lines: a space, nothing, or nothing and the hyphen goes.
 *
 * @param before the last token of the text before.
 */
function seamOf(
  before: string,
  after: string,
  { vocabulary, code }: { vocabulary: Vocabulary; code: boolean },
): 'space' | 'none' | 'drop' {
  if (/\u00ad$/u.test(before)) return 'drop';
  if (endsWide(before) || beginsWide(after)) return 'none';
  const head = /([\p{L}\p{N}][\p{L}\p{N}'’-]*)[-\u2010]$/u.exec(before)?.[1];
  if (head !== undefined) {
    const tail = /^[\p{L}\p{N}][\p{L}\p{N}'’-]*/u.exec(after)?.[0];
    if (tail === undefined) return 'space';
    return code || keepsHyphen(head, tail, vocabulary) ? 'none' : 'drop';
  }
  if (/[^\s—–][—–]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return 'none';
  // addresses and paths continue after a slash or an at sign, options after their dashes
  if (
    /(?:https?:\/\/|www\.)\S*[._=&?-]$|[\p{L}\p{N}_.:~]\/$|:\/\/$|[\p{L}\p{N}]@$|(?:^|\s)--?$/u.test(before) &&
    /^[\p{L}\p{N}_]/u.test(after)
  )
    return 'none';
  return 'space';
}

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
}

type HyphenVerdict = 'keep' | 'drop';

const keep = (condition: boolean): HyphenVerdict | null => (condition ? 'keep' : null);

/** Letters from which both parts of a word must be long to count as words of their own. */
const LONG_PART = 4;
/** What ends a participle and is none: the rest of "underly-ing". */
const ENDING = /^ing(?:s|ly)?$/u;

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
  subject: ({ head, tail }) => ({ page: 0, box: NO_BOX, text: `${head}-${tail}` }),
};

function keepsHyphen(printed: string, tail: string, vocabulary: Vocabulary): boolean {
  const head = printed.toLowerCase();
  const inCapitals = [printed, tail].every((part) => isInCapitals(part, 2));
  const end = tail.toLowerCase().replace(/['’]s$/u, '');
  const first = end.split('-')[0] ?? end;
  const last = head.split('-').at(-1) ?? head;
  return decide(HYPHEN_AT_LINE_END, { head, last, inCapitals, tail, end, first, vocabulary }) === 'keep';
}
