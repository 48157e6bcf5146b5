/** The words of a document, by which its broken words are known. */
import { MOSTLY } from '../measures.js';
import type { Line } from '../text/line.js';
import { isAscii } from '../text-rules.js';

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

const HYPHENS = '-\u2010';
const BROKEN = new RegExp(String.raw`\p{L}[${HYPHENS}]$`, 'u');
/** Its last word may be broken; in typewriter type none is. */
const endsInHyphen = ({ text, mono }: Line): boolean =>
  mono < MOSTLY && HYPHENS.includes(text.slice(-1)) && BROKEN.test(text);
/** What is no part of a word at the ends of a token, as in "(see" and "word,". */
const AROUND_ASCII = /^[^a-z0-9]+|[^a-z0-9]+$/g;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const withoutMarks = (token: string): string => token.replace(isAscii(token) ? AROUND_ASCII : AROUND, '');

export function vocabularyOf(lines: readonly Line[]): Vocabulary {
  const words = new Set<string>();
  const heads = new Set<string>();
  const tails = new Set<string>();
  const ends: [string, string][] = [];
  let afterBreak = false;
  for (const [i, line] of lines.entries()) {
    const tokens = line.text.toLowerCase().split(/\s+/);
    const broken = endsInHyphen(line);
    // neither half of a broken word is a witness
    const whole = broken ? tokens.slice(0, -1) : tokens;
    for (const token of afterBreak ? whole.slice(1) : whole) {
      // what is kept of a word is kept once
      if (words.has(token)) continue;
      if (PLAIN_WORD.test(token)) {
        words.add(token);
        continue;
      }
      const word = withoutMarks(token);
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
