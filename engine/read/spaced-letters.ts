/**
 * Words that are set with space between their letters ("C H A P T E R"): single capitals in one font, evenly apart, become one
 * run. Where spaces are drawn between them ("O R D E R" as courts type it) they must also read as a word: columns of a table
 * and keys to answers ("B A D C A") have single letters, too. Fewer than `LEAST` letters say nothing unless a longer word is
 * set so beside them ("O R D E R   O F").
 */
import { hasVowel } from '../text-rules.js';
import type { ParsedRun } from '../model.js';

const LEAST = 5;
/** In font sizes: gaps too wide for letters of one word, yet narrower than those between words set so. */
const NARROWEST = 0.1;
const WIDEST = 0.5;
/** In font sizes: words that are set so are no further apart. */
const WORD_GAP = 2.5;
/** The widest gap within a word against its narrowest, but for as much as letters' own shapes make of it. */
const EVEN = 1.6;
const SHAPE = 0.08;
/** In font sizes: sizes and baselines of one word differ by less, which is rounding. */
const ROUNDING = 0.01;
const SAME_BASELINE = 0.02;
/** Letters that answers are marked with, and those of genes: words have others, and a vowel among any five letters. */
const ANSWERS = /^[A-F]+$/u;
const GENES = /^[ACGTU]+$/u;
const NO_VOWEL = /[BCDFGHJ-NP-TV-XZ]{5}/u;

/** `runs` in the order of painting, with the letters of each such word as one run. */
export function joinSpacedLetters(runs: readonly ParsedRun[]): ParsedRun[] {
  const joined: ParsedRun[] = [];
  for (let i = 0; i < runs.length; i++) {
    const end = rowEnd(runs, i);
    if (end - i < LEAST) {
      joined.push(runs[i]!);
      continue;
    }
    const letters = runs.slice(i, end);
    const words = wordsOf(letters);
    joined.push(...(words.some(isWord) ? words.map(asOne) : letters));
    i = end - 1;
  }
  return joined;
}

/** Index behind the last of the single letters that stand on one line from `start` on. */
function rowEnd(runs: readonly ParsedRun[], start: number): number {
  let end = start;
  while (end < runs.length && isLetter(runs[end]!) && (end === start || isNext(runs[end - 1]!, runs[end]!))) end += 1;
  return end;
}

const isLetter = ({ text, rotation }: ParsedRun): boolean => rotation === 0 && /^\p{Lu}\p{M}*$/u.test(text);

const gap = (before: ParsedRun, run: ParsedRun): number => run.box.x0 - before.box.x1;

function isNext(before: ParsedRun, run: ParsedRun): boolean {
  const between = gap(before, run);
  return (
    between >= NARROWEST * run.size &&
    between <= WORD_GAP * run.size &&
    run.font === before.font &&
    Math.abs(run.size - before.size) < ROUNDING * run.size &&
    Math.abs(run.baseline - before.baseline) < SAME_BASELINE * run.size &&
    run.mcid === before.mcid &&
    run.invisible === before.invisible
  );
}

/** The letters split at gaps that are wider than those within the word. */
function wordsOf(letters: readonly ParsedRun[]): ParsedRun[][] {
  const words: ParsedRun[][] = [];
  let [least, most] = [Infinity, 0];
  for (const [i, run] of letters.entries()) {
    const between = i === 0 ? Infinity : gap(letters[i - 1]!, run);
    [least, most] = [Math.min(least, between), Math.max(most, between)];
    const continues = between <= WIDEST * run.size && most <= EVEN * least + SHAPE * run.size;
    if (continues) {
      words.at(-1)!.push(run);
    } else {
      words.push([run]);
      [least, most] = [Infinity, 0];
    }
  }
  return words;
}

function isWord(letters: readonly ParsedRun[]): boolean {
  if (letters.length < LEAST) return false;
  const isDrawn = letters.slice(1).some(({ space }) => space === true);
  const text = letters.map((run) => run.text).join('');
  const isList = ANSWERS.test(text) || GENES.test(text) || inAlphabet(text) || NO_VOWEL.test(text) || !hasVowel(text);
  return !isDrawn || !isList;
}

/** Most letters are the next of the alphabet: names of columns or choices. */
function inAlphabet(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0)!);
  return codes.filter((code, i) => i > 0 && code === codes[i - 1]! + 1).length > codes.length / 2;
}

function asOne(letters: readonly ParsedRun[]): ParsedRun {
  const [first, last] = [letters[0]!, letters.at(-1)!];
  return { ...first, text: letters.map(({ text }) => text).join(''), box: { ...first.box, x1: last.box.x1 } };
}
