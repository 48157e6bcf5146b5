/**
 * Fonts of mathematical signs whose maps give the letters and fractions that other fonts have at these codes, as journals of
 * many publishers are set: "x ¼ ðy þ zÞ" is "x = (y + z)". A font is taken for one when all its text in the document is such
 * signs; an Icelandic or a cookery book sets ð and ¼ in fonts that have other letters too.
 */
import { NO_BOX } from '../geometry.js';
import type { ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

type Signs = ReadonlyMap<string, string>;

/** What the letters and fractions of such a font stand for, and its digits and letters at the codes of TeX's symbols. */
const SIGNS: Signs = new Map([
  ['¼', '='],
  ['ð', '('],
  ['Þ', ')'],
  ['þ', '+'],
  ['À', '−'],
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
const OPEN_CODES = /[\p{C}\s]/u;
/** Names of these fonts in the programs of publishers, and of Monotype's own. */
const NAMES = /^(?:AdvP[\dA-F]|AdvMPi|Math(?:ematical)?Pi|TeX_CM_Maths)/u;
/** Brackets that such a font has at least where its name tells nothing, and the share of them that are pairs. */
const LEAST_BRACKETS = 4;
const PAIRED = 0.8;

/** The text of a font, all over the document. */
export interface FontOfSigns {
  name: string;
  /** The first page that has it. */
  page: number;
  /** How often it has each character. */
  counts: ReadonlyMap<string, number>;
}

const countOf = ({ counts }: FontOfSigns, sign: string): number => counts.get(sign) ?? 0;
const hasOnly = ({ counts }: FontOfSigns, signs: Signs): boolean =>
  [...counts.keys()].every((sign) => signs.has(sign) || OPEN_CODES.test(sign));
const arePaired = (font: FontOfSigns): boolean => {
  const [open, close] = [countOf(font, 'ð'), countOf(font, 'Þ')];
  return Math.min(open, close) >= PAIRED * Math.max(open, close);
};

export const PI_FONT: DecisionTable<FontOfSigns, 'signs' | 'text'> = {
  name: 'pi-font',
  rules: [
    {
      name: 'other-characters',
      why: 'A font that has other letters or digits too sets text.',
      test: (font) => (hasOnly(font, SIGNS) ? null : 'text'),
    },
    {
      name: 'named',
      why: 'The font’s name is one of those that journals are set with, and its brackets come in pairs.',
      test: (font) => (NAMES.test(font.name) && arePaired(font) ? 'signs' : null),
    },
    {
      name: 'pairs-of-brackets',
      why: 'As many ð as Þ and hardly anything that is a letter: no language has them so.',
      test: (font) => {
        const brackets = countOf(font, 'ð') + countOf(font, 'Þ');
        return brackets >= LEAST_BRACKETS && arePaired(font) ? 'signs' : null;
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
  for (const font of fonts)
    if (!signs.has(font.name) && hasOnly(font, SIGNS_OF_LETTERS)) signs.set(font.name, SIGNS_OF_LETTERS);
  return pages.map((page) => {
    const own = page.fonts.map(({ name }) => signs.get(name));
    if (own.every((one) => one === undefined)) return page;
    const inSigns = (run: ParsedRun): ParsedRun => {
      const map = own[run.font];
      return map ? { ...run, text: Array.from(run.text, (sign) => map.get(sign) ?? sign).join('') } : run;
    };
    return { ...page, runs: page.runs.map(inSigns) };
  });
}

/** The fonts that set such text, by their names. */
function fontsIn(pages: readonly ParsedPage[], pattern: RegExp): Map<string, FontOfSigns> {
  const fonts = new Map<string, { name: string; page: number; counts: Map<string, number> }>();
  for (const { number: page, fonts: own, runs } of pages) {
    for (const { font, text } of runs) {
      if (!pattern.test(text)) continue;
      const name = own[font]?.name ?? '';
      const known = fonts.get(name) ?? { name, page, counts: new Map<string, number>() };
      fonts.set(name, known);
      for (const sign of text) known.counts.set(sign, (known.counts.get(sign) ?? 0) + 1);
    }
  }
  return fonts;
}
