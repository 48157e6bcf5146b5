/** Glyphs whose characters fonts do not give, with the words of the document that they stand in, and the words that it has besides. */
import type { ParsedPage, ParsedRun, UnknownGlyphs } from '../model.js';
import { isAsWideAsHyphen, letterWidthOf } from './hyphen-width.js';
import { isPhoneNumber } from './phone-numbers.js';

/** The placeholders that stand for such glyphs (read/unknown-glyphs.ts). */
const PLACEHOLDER = /[\u{f0000}-\u{ffffd}]/gu;
export const HAS_PLACEHOLDER = /[\u{f0000}-\u{ffffd}]/u;
const WORD_WITH_PLACEHOLDER = /[\p{L}\p{M}\u{f0000}-\u{ffffd}]+/gu;
/** A shorter word is in any document and says nothing. */
const WORD = /[\p{L}\p{M}]{3,}/gu;
const TRIGRAM = 3;
/** Before and behind a word, so that its beginning and end count as letters. */
const EDGE = '^';

/** Widths of the same glyph that differ by more, in ems, are of two fonts. */
const SAME_WIDTH = 0.002;
/** Fonts of one name that are told apart; subsets of more are taken for the last. */
const MOST_FONTS = 100;
/** Different words of a glyph that are looked at: enough to find out what it is, however long the document. */
const MOST_WORDS = 300;
/** Different glyphs that are made out, the most frequent: a document has a dozen, one that is made to be slow any number. */
const MOST_GLYPHS = 300;

/** A glyph whose character its font does not give, over the document. */
export interface LostGlyph {
  /** The first page that has it. */
  page: number;
  font: LostFont;
  placeholder: string;
  /** Its code as text, or ''. */
  text: string;
  /** In ems. */
  width: number;
  /** The different words that it stands in. */
  words: Set<string>;
  /** Places in which it stands, and those of them with a digit on both sides. */
  places: number;
  betweenDigits: number;
  /** Those of them that are right before the number of a phone. */
  beforePhones: number;
}

/**
 * A font that does not give the characters of all its glyphs. Subsets of one typeface have one name, and fonts of Type 3 none, but each has
 * codes of its own: a font is known again by its name and by the widths of what two pages have of it.
 */
export interface LostFont {
  name: string;
  drawn: boolean;
  /** Of single letters, in ems. */
  widths: Record<string, number>;
  glyphs: Map<string, LostGlyph>;
}

export interface LostGlyphs {
  /** The most frequent first. */
  all: readonly LostGlyph[];
  /** What a placeholder stands for in a run of the page's font of that index. */
  find(page: number, font: number, placeholder: string): LostGlyph | undefined;
}

/** The text with something else for each placeholder. */
export const replaced = (text: string, by: (placeholder: string) => string): string => text.replace(PLACEHOLDER, by);

/** All of them, but for those beyond MOST_GLYPHS, which stay as they are. */
export function lostGlyphs(pages: readonly ParsedPage[]): LostGlyphs {
  const named = new Map<string, LostFont[]>();
  const placed = new Map<number, Map<number, LostFont>>();
  for (const { number, unknown = [] } of pages) {
    const fonts = new Map<number, LostFont>();
    for (const one of unknown) {
      const font = sameFont(named, one);
      for (const { sign: placeholder, text, width } of one.signs) {
        if (!font.glyphs.has(placeholder))
          font.glyphs.set(placeholder, newGlyph({ page: number, font, placeholder, text, width }));
      }
      for (const index of one.fonts) fonts.set(index, font);
    }
    if (fonts.size > 0) placed.set(number, fonts);
  }
  const find: LostGlyphs['find'] = (page, font, placeholder) => placed.get(page)?.get(font)?.glyphs.get(placeholder);
  collectWords(pages, find);
  const glyphs = [...named.values()].flatMap((fonts) => fonts.flatMap((font) => [...font.glyphs.values()]));
  return { all: glyphs.sort((a, b) => b.words.size - a.words.size).slice(0, MOST_GLYPHS), find };
}

const newGlyph = (glyph: Omit<LostGlyph, 'words' | 'places' | 'betweenDigits' | 'beforePhones'>): LostGlyph => ({
  ...glyph,
  words: new Set(),
  places: 0,
  betweenDigits: 0,
  beforePhones: 0,
});

/** "Inter" of "ABCDEF+Inter-SemiBold". */
const familyOf = ({ name }: LostFont): string => name.replace(/^[A-Z]{6}\+/, '').split(/[-,]/, 1)[0] ?? '';

/**
 * The glyph with its places in all weights of its typeface, which have their glyphs in one order where they are embedded whole
 * or numbered as they were. Subsets may be numbered anew, each on its own: where the same number is no hyphen by its width in
 * one of them it tells nothing about the others, and the glyph is given back as it is.
 */
export function inItsFamily(glyph: LostGlyph, all: readonly LostGlyph[]): LostGlyph {
  const family = familyOf(glyph.font);
  if (family === '') return glyph;
  const same = all.filter(
    ({ placeholder, text, font }) =>
      placeholder === glyph.placeholder && text === glyph.text && familyOf(font) === family,
  );
  if (!same.every(({ width, font }) => isAsWideAsHyphen(width, letterWidthOf(font.widths)))) return glyph;
  const sum = (of: (one: LostGlyph) => number): number => same.reduce((total, one) => total + of(one), 0);
  return { ...glyph, places: sum(({ places }) => places), betweenDigits: sum(({ betweenDigits }) => betweenDigits) };
}

const PLACEHOLDER_IN_WORD = /(?<before>[^\u{f0000}-\u{ffffd}])?(?<placeholder>[\u{f0000}-\u{ffffd}])(?=(?<after>.)?)/gu;
const DIGIT = /^\p{Nd}$/u;

/** Gives each glyph the words that it stands in. */
function collectWords(pages: readonly ParsedPage[], find: LostGlyphs['find']): void {
  for (const { number, runs, unknown } of pages) {
    for (const [i, { text, font }] of unknown ? runs.entries() : []) {
      if (!HAS_PLACEHOLDER.test(text)) continue;
      countPlaces(text, (placeholder) => find(number, font, placeholder));
      const [first = ''] = text;
      const leading = find(number, font, first);
      if (leading && isBeforePhone(runs, i, first)) leading.beforePhones += 1;
      for (const [word] of wholeWords(runs, i).matchAll(WORD_WITH_PLACEHOLDER)) {
        for (const [placeholder] of word.matchAll(PLACEHOLDER)) {
          const words = text.includes(placeholder) ? find(number, font, placeholder)?.words : undefined;
          if (words && words.size < MOST_WORDS) words.add(word);
        }
      }
    }
  }
}

function countPlaces(text: string, glyphOf: (placeholder: string) => LostGlyph | undefined): void {
  for (const { groups: { before = '', placeholder = '', after = '' } = {} } of text.matchAll(PLACEHOLDER_IN_WORD)) {
    const glyph = glyphOf(placeholder);
    if (!glyph) continue;
    glyph.places += 1;
    if (DIGIT.test(before) && DIGIT.test(after)) glyph.betweenDigits += 1;
  }
}

/** Runs that the number of a phone has at most, and in font sizes the widest space between them. */
const PHONE_RUNS = 8;
const WIDEST_SPACE = 0.6;

/** Whether the rest of a run is the number of a phone, with the runs behind it that belong to it. */
function isBeforePhone(runs: readonly ParsedRun[], at: number, first: string): boolean {
  const before = runs[at - 1];
  if (before && areOneWord(before, runs[at]!)) return false;
  let text = runs[at]!.text.slice(first.length);
  for (let i = at + 1; i < Math.min(at + PHONE_RUNS, runs.length); i++) {
    const [left, right] = [runs[i - 1]!, runs[i]!];
    const isNext = left.baseline === right.baseline && right.box.x0 - left.box.x1 < WIDEST_SPACE * right.size;
    if (!isNext || /\p{L}/u.test(right.text)) break;
    text += ` ${right.text}`;
  }
  return isPhoneNumber(text.replace(/[.,;]$/, ''));
}

/** In font sizes: parts of one word touch each other. */
const TOUCHING = 0.06;
const LAST_LETTERS = /[\p{L}\p{M}\u{f0000}-\u{ffffd}]+$/u;
const FIRST_LETTERS = /^[\p{L}\p{M}\u{f0000}-\u{ffffd}]+/u;

/** The text of a run with the letters that it touches: a ligature of another font is a run between two parts of its word. */
export function wholeWords(runs: readonly ParsedRun[], at: number): string {
  const run = runs[at]!;
  const [before, after] = [runs[at - 1], runs[at + 1]];
  const head = before && areOneWord(before, run) ? (LAST_LETTERS.exec(before.text)?.[0] ?? '') : '';
  const tail = after && areOneWord(run, after) ? (FIRST_LETTERS.exec(after.text)?.[0] ?? '') : '';
  return head + run.text + tail;
}

/** Whether nothing is between two runs of one line. */
export const areOneWord = (left: ParsedRun, right: ParsedRun): boolean =>
  right.space !== true &&
  left.rotation === right.rotation &&
  left.baseline === right.baseline &&
  Math.abs(right.box.x0 - left.box.x1) < TOUCHING * right.size;

/** The font that a page has glyphs of: one that was met before, or a new one. */
function sameFont(named: Map<string, LostFont[]>, page: UnknownGlyphs): LostFont {
  const fonts = named.get(page.font) ?? [];
  named.set(page.font, fonts);
  const known = fonts.find((font) => isSame(font, page)) ?? (fonts.length < MOST_FONTS ? undefined : fonts.at(-1));
  const font = known ?? { name: page.font, drawn: page.drawn === true, widths: {}, glyphs: new Map() };
  if (!known) fonts.push(font);
  Object.assign(font.widths, page.widths);
  return font;
}

/** Whether all that both have is of one width. */
function isSame({ widths, glyphs }: LostFont, page: UnknownGlyphs): boolean {
  const differs = (a: number | undefined, b: number): boolean => a !== undefined && Math.abs(a - b) > SAME_WIDTH;
  return (
    !Object.entries(page.widths).some(([letter, width]) => differs(widths[letter], width)) &&
    !page.signs.some(({ sign: placeholder, width }) => differs(glyphs.get(placeholder)?.width, width))
  );
}

/** Words of the document, capitals aside, and what they are made of. */
export interface KnownTexts {
  add(word: string): void;
  has(word: string): boolean;
  /** For each group of three letters that lies across an end of `letters`, where they stand for `placeholder`, whether it is known. */
  around(word: string, placeholder: string, letters: string): boolean[];
}

export function knownTexts(pages: readonly ParsedPage[]): KnownTexts {
  const words = new Set<string>();
  const trigrams = new Set<string>();
  const known: KnownTexts = {
    add(word) {
      const lower = word.toLowerCase();
      if (words.has(lower)) return;
      words.add(lower);
      const edged = `${EDGE}${lower}${EDGE}`;
      for (let at = 0; at + TRIGRAM <= edged.length; at++) trigrams.add(edged.slice(at, at + TRIGRAM));
    },
    has: (word) => words.has(word.toLowerCase()),
    around(word, placeholder, letters) {
      const edged = `${EDGE}${word.toLowerCase()}${EDGE}`;
      const at = edged.indexOf(placeholder);
      const whole = replaced(edged, (one) => (one === placeholder ? letters.toLowerCase() : one));
      const found: boolean[] = [];
      const last = Math.min(at + letters.length - 1, whole.length - TRIGRAM);
      for (let from = Math.max(0, at - TRIGRAM + 1); from <= last; from++) {
        found.push(trigrams.has(whole.slice(from, from + TRIGRAM)));
      }
      return found;
    },
  };
  for (const { runs } of pages) {
    for (const { text } of runs) {
      if (!HAS_PLACEHOLDER.test(text)) for (const [word] of text.matchAll(WORD)) known.add(word);
    }
  }
  return known;
}
