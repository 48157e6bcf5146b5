/**
 * Fonts without a Unicode map: their glyphs come with their own codes for text, which reads as garbage ("7KH" for "The").
 * Judged by the kinds of characters, and last by the shapes of words: symbols within words, capitals after lower-case letters, no
 * vowels, nearly all letters accented. Never judged by words.
 */
import { NO_BOX } from '../geometry.js';
import type { DecisionTable } from '../rules.js';
import { hasVowel } from '../text-rules.js';

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
  /** The different glyphs by their codes. */
  kinds: Map<number, { text: string; width: number }>;
}

/** Share of a font's glyphs that are most of them. */
const MOST = 0.5;
/** Share of control characters that text set in codes has at least: that of its spaces, and more. */
const CONTROL_SHARE = 0.04;
/** Share of glyphs with their codes for text from which pdf.js fell back on the codes, having no map. */
const GUESSED_SHARE = 0.9;
/** A font of bullets and arrows shows fewer different symbols on a page than text has letters. */
const LETTERS_AT_LEAST = 12;
/** Of less text, the shapes say nothing. */
const JUDGED_CHARS = 60;
/** Share of a font's characters in words of no known shape. */
const ODD_SHARE = 0.75;
/** No language that is written in Latin letters has an accent on this share of them. */
const ACCENTED_SHARE = 0.6;
const SHAPE =
  /^(?:\p{Lu}?\p{Ll}+|[\p{Lu}\p{Lo}\p{M}]+|\p{N}+)(?:[-–—\u2019'.,:/&](?:\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+))*$/u;

export function emptyTally(): GlyphTally {
  return { glyphs: 0, identical: 0, strange: 0, spaces: 0, symbols: 0, differentSymbols: new Set(), kinds: new Map() };
}

/** What a glyph counts as each time it is shown. */
export interface GlyphKind {
  isIdentical: boolean;
  isStrange: boolean;
  isSpace: boolean;
  isSymbol: boolean;
}

/** Notes a glyph that is shown for the first time. */
export function noteGlyph(
  tally: GlyphTally,
  { unicode, width, originalCharCode }: { unicode: string; width: number; originalCharCode?: number },
): GlyphKind {
  const code = unicode.codePointAt(0) ?? 0;
  const own = originalCharCode ?? code;
  if (!tally.kinds.has(own)) tally.kinds.set(own, { text: unicode, width });
  const isSymbol = code >= 0xf000 && code < 0xf100;
  if (isSymbol) tally.differentSymbols.add(code);
  return {
    isIdentical: code === originalCharCode,
    isStrange: code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code < 0xf000) || code === 0xfffd,
    isSpace: code === 0x20,
    isSymbol,
  };
}

/** Counts a glyph each time it is shown. */
export function countGlyph(tally: GlyphTally, { isIdentical, isStrange, isSpace, isSymbol }: GlyphKind): void {
  tally.glyphs += 1;
  if (isIdentical) tally.identical += 1;
  if (isStrange) tally.strange += 1;
  if (isSpace) tally.spaces += 1;
  if (isSymbol) tally.symbols += 1;
}

/** The bullet in TeX's encoding of further symbols (TS1), which its bitmap fonts have no names for. */
const TEX_BULLET = 0x88;
export const BULLET = '•';

export interface SeenFont {
  /** The page that is set in the font, and the font's name. */
  page: number;
  name: string;
  tally: GlyphTally;
  composite: boolean;
  /** A font of Type 3, whose glyphs are drawings. */
  drawn: boolean;
  /** The font's codes have no known meaning but by a map to Unicode, which it may not have. */
  ownCodes: boolean;
  /** The words that are set in the font; read only where the glyphs leave it open. */
  words: () => readonly string[];
}

export const FONT_TEXT: DecisionTable<SeenFont, 'readable' | 'unmapped' | 'bullets'> = {
  name: 'font-text',
  rules: [
    {
      name: 'bullets-of-tex',
      why: 'A drawn font whose only glyph is of no known meaning and has the code of a bullet in the encoding that LaTeX takes the signs of its lists from.',
      test: ({ drawn, tally: { kinds, strange, glyphs } }) =>
        drawn && kinds.size === 1 && kinds.has(TEX_BULLET) && strange === glyphs ? 'bullets' : null,
    },
    {
      name: 'strange-characters',
      why: 'Most glyphs are control, private-use or replacement characters.',
      test: ({ tally: { strange, glyphs } }) => (strange > MOST * glyphs ? 'unmapped' : null),
    },
    {
      name: 'many-symbols',
      why: 'Symbol fonts have their glyphs in the private use area; one with as many symbols as an alphabet sets text.',
      test: ({ tally: { symbols, glyphs, differentSymbols } }) =>
        symbols > MOST * glyphs && differentSymbols.size >= LETTERS_AT_LEAST ? 'unmapped' : null,
    },
    {
      name: 'codes-for-text',
      why: 'A composite font whose text is its codes, control characters among them: a space has code 3 in most subsets.',
      test: ({ composite, tally: { glyphs, identical, strange } }) =>
        composite && glyphs > 0 && identical === glyphs && strange > CONTROL_SHARE * glyphs ? 'unmapped' : null,
    },
    {
      name: 'known-encoding',
      why: "The font's encoding or the names of its glyphs say what they are.",
      test: ({ ownCodes }) => (ownCodes ? null : 'readable'),
    },
    {
      name: 'mapped',
      why: 'Glyphs that differ from their codes come from a map, and a space where Unicode has it shows that all are in place.',
      test: ({ tally: { identical, glyphs, spaces } }) =>
        identical > GUESSED_SHARE * glyphs && spaces === 0 ? null : 'readable',
    },
    {
      name: 'gibberish',
      why: 'Hardly any of what the font sets has the shape of a word.',
      test: ({ words }) => (isGibberish(words()) ? 'unmapped' : null),
    },
  ],
  otherwise: 'readable',
  // a font sets text all over a page
  subject: ({ page, name }) => ({ page, box: NO_BOX, text: name }),
  numbers: ({ tally: { glyphs, identical, strange, symbols, spaces } }) => ({
    glyphs,
    identical,
    strange,
    symbols,
    spaces,
  }),
};

/** Whether words set in one font have no shape that words have. */
function isGibberish(words: readonly string[]): boolean {
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
  return (letters.length > 3 && !hasVowel(letters)) || accented > ACCENTED_SHARE * word.length;
}
