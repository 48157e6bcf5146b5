/**
 * Fonts of mathematical signs whose maps give the letters and fractions that other fonts have at these codes, as journals of
 * many publishers are set: "x ¼ ðy þ zÞ" is "x = (y + z)". A font is taken for one when all its text in the document is such
 * signs; an Icelandic or a cookery book sets ð and ¼ in fonts that have other letters too.
 */
import { NO_BOX } from '../geometry.js';
import type { ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { areOneWord } from './lost-glyphs.js';

type Signs = ReadonlyMap<string, string>;

/** What the letters and fractions of such a font stand for, and its digits and letters at the codes of TeX's symbols. */
const SIGNS: Signs = new Map([
  ['¼', '='],
  ['ð', '('],
  ['Þ', ')'],
  ['þ', '+'],
  ['À', '−'],
  ['−', '−'],
  ['Á', '·'],
  ['Â', '×'],
  ['½', '['],
  ['Š', ']'],
  ['\u008a', ']'],
  ['0', '′'],
  ['1', '∞'],
  ['2', '∈'],
  ['j', '|'],
  ['k', '‖'],
  ['f', '{'],
  ['g', '}'],
]);
/** What the signs of TeX's font of letters stand for, where such a font has no letters. */
const SIGNS_OF_LETTERS: Signs = new Map([
  [';', ','],
  ['@', '∂'],
  ['<', '<'],
  ['>', '>'],
]);
/** What texts have rarely: most documents have none of it. */
const TELLING = /[¼ðÞ]/u;
/** What is no sign of a font that has a map: codes that it leaves open. */
const OPEN_CODES = /[\p{C}\s\ufffd]/u;
/** Names of these fonts in the programs of publishers. */
const NAMES = /^(?:AdvP[\dA-F]|AdvMPi|TeX_CM_Maths)/u;
/** Of Monotype's own, some of which have fractions: "MathematicalPi-One" may be a cookery book's. */
const DOUBTFUL_NAMES = /^Math(?:ematical)?Pi/u;
/** Pairs of brackets that such a font has at least where its name tells nothing, and the share of brackets that are pairs. */
const LEAST_PAIRS = 2;
const PAIRED = 0.8;
/** Share of the closing brackets that have a letter right behind them, from which they are letters of a word. */
const IN_WORDS = 0.5;
/** Share of its places where a font of letters stands beside signs, from which its text is signs as well. */
const BESIDE_SIGNS = 0.5;
/** Characters of a variable or a number, which may stand between two signs. */
const LONGEST_VARIABLE = 2;

/** The text of a font, all over the document. */
export interface FontOfSigns {
  name: string;
  /** The first page that has it. */
  page: number;
  /** How often it has each character. */
  counts: ReadonlyMap<string, number>;
  /** How many of its ð have a Þ that closes them, on their page and in the order of the text. */
  pairs: number;
  /** How many of its Þ have a letter of another font right behind them. */
  beforeLetters: number;
}

const countOf = ({ counts }: FontOfSigns, sign: string): number => counts.get(sign) ?? 0;
const hasOnly = ({ counts }: FontOfSigns, signs: Signs): boolean =>
  [...counts.keys()].every((sign) => signs.has(sign) || OPEN_CODES.test(sign));
const arePaired = (font: FontOfSigns): boolean =>
  font.pairs >= PAIRED * Math.max(countOf(font, 'ð'), countOf(font, 'Þ'));
const areInWords = (font: FontOfSigns): boolean =>
  font.beforeLetters > 0 && font.beforeLetters >= IN_WORDS * countOf(font, 'Þ');

export const PI_FONT: DecisionTable<FontOfSigns, 'signs' | 'text'> = {
  name: 'pi-font',
  rules: [
    {
      name: 'other-characters',
      why: 'A font that has other letters or digits too sets text.',
      test: (font) => (hasOnly(font, SIGNS) ? null : 'text'),
    },
    {
      name: 'letters-of-words',
      why: 'A bracket that closes has no letter right behind it; Icelandic words begin with Þ, set in a font of its own or not.',
      test: (font) => (areInWords(font) ? 'text' : null),
    },
    {
      name: 'named',
      why: 'The font’s name is one of those that journals are set with, and its brackets, if it has any, come in pairs.',
      test: (font) => (NAMES.test(font.name) && arePaired(font) ? 'signs' : null),
    },
    {
      name: 'pairs-of-brackets',
      why: 'Each ð has a Þ behind it and hardly anything is a letter: no language has them so. Of a font by name a pair is enough.',
      test: (font) => {
        const least = DOUBTFUL_NAMES.test(font.name) ? 1 : LEAST_PAIRS;
        return font.pairs >= least && arePaired(font) ? 'signs' : null;
      },
    },
  ],
  otherwise: 'text',
  subject: ({ name, page }) => ({ page, box: NO_BOX, text: name }),
  numbers: ({ counts }) => ({ signs: [...counts.values()].reduce((sum, count) => sum + count, 0) }),
};

/** The pages with the signs of such fonts as what they are. Most documents have none: they are given back as they are. */
export function withMathematicalSigns(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  const telling = new Set(fontsIn(pages, TELLING).keys());
  if (telling.size === 0) return pages;
  const fonts = [...fontsIn(pages, /./u).values()];
  const signs = new Map<string, Signs>();
  for (const font of fonts)
    if (telling.has(font.name) && decide(PI_FONT, font) === 'signs') signs.set(font.name, SIGNS);
  if (signs.size === 0) return pages;
  const beside = fontsBesideSigns(pages, new Set(signs.keys()));
  for (const font of fonts) {
    if (signs.has(font.name) || !hasOnly(font, SIGNS_OF_LETTERS)) continue;
    const isNamed = NAMES.test(font.name) || DOUBTFUL_NAMES.test(font.name);
    if (isNamed || beside.has(font.name)) signs.set(font.name, SIGNS_OF_LETTERS);
  }
  return pages.map((page) => {
    const own = page.fonts.map(({ name }) => signs.get(name));
    if (own.every((one) => one === undefined)) return page;
    const inSigns = (run: ParsedRun, i: number): ParsedRun => {
      const map = own[run.font];
      if (!map || isInAddress(page.runs, i)) return run;
      return { ...run, text: Array.from(run.text, (sign) => map.get(sign) ?? sign).join('') };
    };
    return { ...page, runs: page.runs.map(inSigns) };
  });
}

/** Whether the run is the "@" of an address: letters touch it on both sides. */
function isInAddress(runs: readonly ParsedRun[], at: number): boolean {
  const [before, run, after] = [runs[at - 1], runs[at]!, runs[at + 1]];
  if (run.text !== '@' || !before || !after || !areOneWord(before, run) || !areOneWord(run, after)) return false;
  return /[\p{L}\p{N}]$/u.test(before.text) && /^[\p{L}\p{N}]/u.test(after.text);
}

/** Fonts most of whose places are beside signs, with nothing or a variable between. */
function fontsBesideSigns(pages: readonly ParsedPage[], signs: ReadonlySet<string>): Set<string> {
  const places = new Map<string, { all: number; beside: number }>();
  for (const { fonts, runs } of pages) {
    const isSign = (run: ParsedRun | undefined): boolean => run !== undefined && signs.has(fonts[run.font]?.name ?? '');
    for (const [i, { font }] of runs.entries()) {
      const name = fonts[font]?.name ?? '';
      const known = places.get(name) ?? { all: 0, beside: 0 };
      places.set(name, known);
      known.all += 1;
      const isBeside = [-1, 1].some((step) => {
        const next = runs[i + step];
        return isSign(next) || ((next?.text.length ?? 0) <= LONGEST_VARIABLE && isSign(runs[i + 2 * step]));
      });
      if (isBeside) known.beside += 1;
    }
  }
  const found = [...places].filter(([, { all, beside }]) => beside >= BESIDE_SIGNS * all);
  return new Set(found.map(([name]) => name));
}

interface CountedFont extends FontOfSigns {
  counts: Map<string, number>;
}

/** The fonts that set such text, by their names. */
function fontsIn(pages: readonly ParsedPage[], pattern: RegExp): Map<string, FontOfSigns> {
  const fonts = new Map<string, CountedFont>();
  for (const { number: page, fonts: own, runs } of pages) {
    const open = new Map<CountedFont, number>();
    for (const [i, run] of runs.entries()) {
      if (!pattern.test(run.text)) continue;
      const name = own[run.font]?.name ?? '';
      const known = fonts.get(name) ?? { name, page, counts: new Map<string, number>(), pairs: 0, beforeLetters: 0 };
      fonts.set(name, known);
      open.set(known, countSigns(known, run.text, open.get(known) ?? 0));
      const next = runs[i + 1];
      const isBeforeNext = run.text.endsWith('Þ') && next && next.font !== run.font && areOneWord(run, next);
      if (isBeforeNext && /^\p{L}/u.test(next.text)) known.beforeLetters += 1;
    }
  }
  return fonts;
}

/** Counts the characters and the pairs of brackets; answers how many of these are open behind the text. */
function countSigns(font: CountedFont, text: string, open: number): number {
  let depth = open;
  for (const sign of text) {
    font.counts.set(sign, (font.counts.get(sign) ?? 0) + 1);
    if (sign === 'ð') depth += 1;
    if (sign !== 'Þ' || depth === 0) continue;
    depth -= 1;
    font.pairs += 1;
  }
  return depth;
}
