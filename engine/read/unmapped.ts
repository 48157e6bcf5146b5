/**
 * Fonts without a Unicode map: their glyphs come with their own codes for text, which reads as garbage ("7KH" for "The").
 *
 * A font is taken for unmapped
 *   - when most of its glyphs are control, private-use or replacement characters;
 *   - when it is composite, all its glyphs have their code for text and control characters are among them (a space has
 *     code 3 in most subsets);
 *   - when nothing in the file says what its glyphs are, and hardly any of what it sets has the shape of a word: signs
 *     within words, capitals after small letters, no vowels, nearly all letters accented. Never judged by words.
 */

/** What was seen of a font's glyphs. */
export interface GlyphTally {
  glyphs: number;
  /** Glyphs whose text is their code. */
  identical: number;
  /** Glyphs whose text is a control, private-use or replacement character. */
  strange: number;
  spaces: number;
  /** Glyphs from the upper end of the private use area, and how many different ones. */
  symbols: number;
  differentSymbols: Set<number>;
}

/** A font of bullets and arrows shows fewer different signs on a page than text has letters. */
const LETTERS_AT_LEAST = 12;
/** Of less text, the shapes say nothing. */
const JUDGED_CHARS = 60;
/** Share of a font's characters in words of no known shape. */
const ODD_SHARE = 0.75;
/** No language that is written in Latin letters has an accent on so many of them. */
const ACCENTED_SHARE = 0.6;
const SHAPE =
  /^(?:\p{Lu}?\p{Ll}+|[\p{Lu}\p{Lo}\p{M}]+|\p{N}+)(?:[-–—\u2019'.,:/&](?:\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+))*$/u;
const VOWEL = /[aeiouyæœı]/i;

export function emptyTally(): GlyphTally {
  return { glyphs: 0, identical: 0, strange: 0, spaces: 0, symbols: 0, differentSymbols: new Set() };
}

export function countGlyph(tally: GlyphTally, glyph: { unicode: string; originalCharCode?: number }): void {
  const code = glyph.unicode.codePointAt(0) ?? 0;
  tally.glyphs += 1;
  if (code === 0x20) tally.spaces += 1;
  if (code === glyph.originalCharCode) tally.identical += 1;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code < 0xf000) || code === 0xfffd) {
    tally.strange += 1;
  } else if (code >= 0xf000 && code < 0xf100) {
    tally.symbols += 1;
    tally.differentSymbols.add(code);
  }
}

export function isUnmapped(tally: GlyphTally, composite: boolean): boolean {
  const { glyphs, identical, strange, symbols, differentSymbols } = tally;
  if (glyphs === 0) return false;
  if (strange > 0.5 * glyphs || (symbols > 0.5 * glyphs && differentSymbols.size >= LETTERS_AT_LEAST)) return true;
  return composite && identical === glyphs && strange > 0.04 * glyphs;
}

/**
 * Whether the glyphs' codes were taken for text, as pdf.js does where a font says nothing else. A font that has a space
 * where Unicode has it has all in its place.
 */
export const isGuessed = ({ glyphs, identical, spaces }: GlyphTally): boolean =>
  identical > 0.9 * glyphs && spaces === 0;

/** Whether words set in one font have no shape that words have. */
export function isGibberish(words: readonly string[]): boolean {
  const bare = words
    .map((word) => word.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, ''))
    .filter((word) => word.length > 2);
  const length = (some: readonly string[]): number => some.reduce((sum, word) => sum + word.length, 0);
  const all = length(bare);
  return all >= JUDGED_CHARS && length(bare.filter(isOdd)) > ODD_SHARE * all;
}

function isOdd(word: string): boolean {
  if (!SHAPE.test(word)) return true;
  const letters = word.replace(/[^\p{Script=Latin}]/gu, '');
  const accented = letters.replace(/[a-z]/gi, '').length;
  return (letters.length > 3 && !VOWEL.test(letters.normalize('NFD'))) || accented > ACCENTED_SHARE * word.length;
}
