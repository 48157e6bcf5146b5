/**
 * Words that are set with space between their letters ("C H A P T E R"): letters in one font, evenly apart, become one run.
 * Where the spacing is hardly wider than a word's gap, kerning leaves some letters together ("C O N TA C T"): what is spaced
 * within itself as widely as it stands apart is one word with its neighbours.
 *
 * Where spaces are drawn between them ("O R D E R" as courts type it) they must be capitals and read as a word: columns of a
 * table and keys to answers ("B A D C A") have single letters, too; small letters must so in any case. Fewer than `LEAST`
 * letters say nothing unless a longer word is set so beside them ("O R D E R   O F").
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
/** A letter, a digit or what stands within words and beside them, by itself. */
const SINGLE = /^(?:\p{L}\p{M}*|\p{Nd}|[\u0027\u2019&.,:-])$/u;
/** A letter and a number evenly apart are two columns. */
const NO_DIGITS = /^\P{N}+$/u;
const CAPITALS = /^\p{Lu}+$/u;
const LETTERS = /^\p{Lu}?\p{Ll}+$/u;
/** Letters that answers are marked with, and those of genes: words have others, and a vowel among any five letters. */
const ANSWERS = /^[A-F]+$/u;
const GENES = /^[ACGTU]+$/u;
const NO_VOWEL = /[BCDFGHJ-NP-TV-XZ]{5}/u;

/** For words whose characters stand apart: the smallest gap between these, in font sizes. */
export type Spacing = ReadonlyMap<ParsedRun, number>;

/** `runs` in the order of painting, with the letters of each such word as one run. */
export function joinSpacedLetters(runs: readonly ParsedRun[], spacing: Spacing): ParsedRun[] {
  const joined: ParsedRun[] = [];
  for (let i = 0; i < runs.length; i++) {
    const end = rowEnd(runs, i, spacing);
    if (end - i < 2) {
      joined.push(runs[i]!);
      continue;
    }
    const parts = runs.slice(i, end);
    const words = wordsOf(parts, spacing);
    const accepted = words.filter((word) => isWord(word, spacing));
    const isTyped = accepted.some(isDrawn);
    const isOne = (word: readonly ParsedRun[]): boolean => accepted.length > 0 && (isTyped || !isDrawn(word));
    joined.push(...words.flatMap((word) => (isOne(word) ? [asOne(word)] : word)));
    i = end - 1;
  }
  return joined;
}

/** Index behind the last of the parts of spaced words that stand on one line from `start` on. */
function rowEnd(runs: readonly ParsedRun[], start: number, spacing: Spacing): number {
  let end = start;
  while (end < runs.length && isPart(runs[end]!, spacing) && (end === start || isNext(runs[end - 1]!, runs[end]!))) {
    end += 1;
  }
  return end;
}

const isPart = (run: ParsedRun, spacing: Spacing): boolean =>
  run.rotation === 0 && (spacing.has(run) || SINGLE.test(run.text));

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

/** The parts of words split at gaps that are wider than those within the word. */
function wordsOf(parts: readonly ParsedRun[], spacing: Spacing): ParsedRun[][] {
  const words: ParsedRun[][] = [];
  let [least, most] = [Infinity, 0];
  for (const [i, run] of parts.entries()) {
    const between = i === 0 ? Infinity : gap(parts[i - 1]!, run);
    const within = (spacing.get(run) ?? Infinity) * run.size;
    [least, most] = [Math.min(least, between, within), Math.max(most, between)];
    const continues = between <= WIDEST * run.size && most <= EVEN * least + SHAPE * run.size;
    if (continues) {
      words.at(-1)!.push(run);
    } else {
      words.push([run]);
      [least, most] = [within, 0];
    }
  }
  return words;
}

/** Spaces are painted between the parts. */
const isDrawn = (parts: readonly ParsedRun[]): boolean => parts.slice(1).some(({ space }) => space === true);

function isWord(parts: readonly ParsedRun[], spacing: Spacing): boolean {
  const hasSpaces = isDrawn(parts);
  const text = parts.map((run) => run.text).join('');
  const isSpacedWithin = parts.length > 1 && parts.some((part) => spacing.has(part));
  if (!hasSpaces && isSpacedWithin && NO_DIGITS.test(text)) return true;
  if (parts.length < LEAST) return false;
  if (CAPITALS.test(text) && !hasSpaces) return true;
  return (CAPITALS.test(text) || (LETTERS.test(text) && !hasSpaces)) && readsAsWord(text.toUpperCase());
}

const readsAsWord = (capitals: string): boolean =>
  hasVowel(capitals) &&
  !ANSWERS.test(capitals) &&
  !GENES.test(capitals) &&
  !NO_VOWEL.test(capitals) &&
  !inAlphabet(capitals);

/** Most letters are the next of the alphabet: names of columns or choices. */
function inAlphabet(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0)!);
  return codes.filter((code, i) => i > 0 && code === codes[i - 1]! + 1).length > codes.length / 2;
}

function asOne(letters: readonly ParsedRun[]): ParsedRun {
  const [first, last] = [letters[0]!, letters.at(-1)!];
  return { ...first, text: letters.map(({ text }) => text).join(''), box: { ...first.box, x1: last.box.x1 } };
}
