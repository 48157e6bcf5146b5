/** Glyphs that fonts do not tell, with the words of the document that they stand in, and the words that it has besides. */
import type { ParsedPage } from '../model.js';

/** The signs that stand for such glyphs (read/unknown-glyphs.ts). */
const SIGN = /[\u{f0000}-\u{ffffd}]/gu;
export const HAS_SIGN = /[\u{f0000}-\u{ffffd}]/u;
const WORD_WITH_SIGN = /[\p{L}\p{M}\u{f0000}-\u{ffffd}]+/gu;
/** A shorter word is in any document and says nothing. */
const WORD = /[\p{L}\p{M}]{3,}/gu;
const TRIGRAM = 3;
/** Before and behind a word, so that its beginning and end count as letters. */
const EDGE = '^';

/** A glyph of a font that the font does not tell, over the document. */
export interface LostGlyph {
  /** The first page that has it. */
  page: number;
  font: string;
  sign: string;
  /** Its code as text, or ''. */
  text: string;
  /** Of the glyph, and of single letters of its font, in ems. */
  width: number;
  widths: Record<string, number>;
  /** The different words that it stands in. */
  words: Set<string>;
}

export const keyOf = (font: string, sign: string): string => `${font}\n${sign}`;

/** The text with something else for each sign. */
export const replaced = (text: string, by: (sign: string) => string): string => text.replace(SIGN, by);

/** All of them, by font and sign. */
export function lostGlyphs(pages: readonly ParsedPage[]): Map<string, LostGlyph> {
  const widths = new Map<string, Record<string, number>>();
  const glyphs = new Map<string, LostGlyph>();
  for (const { number, unknown = [] } of pages) {
    for (const { font, signs, widths: own } of unknown) {
      const known = widths.get(font) ?? {};
      widths.set(font, Object.assign(known, own));
      for (const { sign, text, width } of signs) {
        const key = keyOf(font, sign);
        if (!glyphs.has(key))
          glyphs.set(key, { page: number, font, sign, text, width, widths: known, words: new Set() });
      }
    }
  }
  for (const { runs, fonts, unknown } of pages) {
    for (const { text, font } of unknown ? runs : []) {
      if (!HAS_SIGN.test(text)) continue;
      for (const [word] of text.matchAll(WORD_WITH_SIGN)) {
        for (const [sign] of word.matchAll(SIGN)) glyphs.get(keyOf(fonts[font]!.name, sign))?.words.add(word);
      }
    }
  }
  return glyphs;
}

/** Words of the document, capitals aside, and what they are made of. */
export interface KnownTexts {
  add(word: string): void;
  has(word: string): boolean;
  /** For each group of three letters that lies across an end of `letters`, where they stand for `sign`, whether it is known. */
  around(word: string, sign: string, letters: string): boolean[];
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
    around(word, sign, letters) {
      const edged = `${EDGE}${word.toLowerCase()}${EDGE}`;
      const at = edged.indexOf(sign);
      const whole = replaced(edged, (one) => (one === sign ? letters.toLowerCase() : one));
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
      if (!HAS_SIGN.test(text)) for (const [word] of text.matchAll(WORD)) known.add(word);
    }
  }
  return known;
}
