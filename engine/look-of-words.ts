/** What a text looks like whatever it says, in numbers: for the looks that scores are learned from (learned-score.ts). */
import type { Look } from './learned-score.js';

/** Letters of a word that title case gives a capital. */
const TITLE_WORD = 4;
/** What the text may end with; the first that applies counts. */
const ENDS: readonly RegExp[] = [/[.。]$/u, /[:：]$/u, /[,;]$/u, /[?!？！]$/u, /[)\]]$/u, /\d$/u];

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

export function lookOfWords(text: string): Look {
  const words = text.split(/\s+/u);
  const length = Math.max(1, text.length);
  const long = words.filter((word) => word.length >= TITLE_WORD && countOf(word, /\p{L}/gu) >= TITLE_WORD);
  return {
    letters: Math.log1p(text.length),
    words: words.length,
    end: ENDS.findIndex((end) => end.test(text)),
    lowerCase: Number(/^\p{Ll}/u.test(text)),
    capitalised: long.length === 0 ? 0 : long.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length / long.length,
    digitShare: countOf(text, /\d/gu) / length,
    letterShare: countOf(text, /\p{L}/gu) / length,
  };
}
