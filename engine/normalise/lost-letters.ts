/**
 * Ligatures whose characters a font does not give, inferred from the document: what is as wide as the letters that it would
 * stand for, and makes words of the words around it that the document has elsewhere. One glyph of a font is one ligature
 * throughout. What stays open keeps the character that pdf.js took it for, or has U+FFFD, and its pages are reported (`garbled`).
 */
import { NO_BOX } from '../geometry.js';
import type { ParsedPage } from '../model.js';
import { codeOfPlaceholder } from '../read/unknown-glyphs.js';
import { decide, type DecisionTable } from '../rules.js';
import { withGlyphTexts } from './glyph-texts.js';
import { isAsWideAsHyphen, letterWidthOf } from './hyphen-width.js';
import {
  inItsFamily,
  knownTexts,
  lostGlyphs,
  replaced,
  type KnownTexts,
  type LostFont,
  type LostGlyph,
  type LostGlyphs,
} from './lost-glyphs.js';
import { isAsWideAsPlus } from './phone-numbers.js';
import { TEX_BASE_LIGATURES, TEX_BASE_SIGNS, TEX_LIGATURES } from './tex-ligatures.js';

/** One between two digits may be anything, unless the same stands so in another weight of the typeface. */
const LEAST_HYPHENS = 2;

/** As many different ones occur in common fonts, by what letters they join. */
const LIGATURES = 'ti tt ft fi fl ff ffi ffl tti fft ftt fti tf Th fj ct st fh fb fk'.split(' ');
/** Those that texts are full of. */
const COMMON: ReadonlySet<string> = new Set(['ti', 'tt', 'ft', 'fi', 'fl', 'ff', 'ffi']);
/** Letters join to less than the sum of their widths: Calibri's by 1 to 5 in a hundred, Computer Modern's by 6. */
const NARROWER = 0.07;
const WIDER = 0.015;
/** Of Times, by 9, and of bitmaps of few pixels by more: enough where the code gives the letters. */
const NARROWEST = 0.16;
/** Different words of the document that a ligature makes at least. */
const LEAST_WORDS = 2;
/** Letters of a word that is hardly another one with other letters in it. */
const LONG_WORD = 8;
/** Share of the trigrams of its words that occur elsewhere, and how far the next best lies behind. */
const KNOWN_TRIGRAMS = 0.4;
const TRIGRAM_LEAD = 0.2;
/** Share of the words with the given character that have no shape of words, from which it is not the character. */
const ODD_SHARE = 0.5;
/** Rounds in which what was inferred may lead to the next; each costs as much as the first. */
const ROUNDS = 6;
/** Joins a capital, which no word has behind a letter. */
const WITH_CAPITAL = 'Th';

/** Within a word a capital behind a lower-case letter, or punctuation before a letter; at its end punctuation is usual. */
const ODD = /\p{Ll}(?:\p{Lu}|[^\p{L}\p{M}].)|^[^\p{L}\p{M}\p{P}]./u;
const BEHIND_LETTER = /\p{L}[\u{f0000}-\u{ffffd}]/u;
/** A glyph without a character stands between letters: at the end of a word it may be a quotation mark. */
const WITHIN_WORD = /\p{L}[\u{f0000}-\u{ffffd}]+\p{L}/u;

export interface LostLetters {
  glyph: Pick<LostGlyph, 'page' | 'text' | 'width' | 'places' | 'betweenDigits' | 'beforePhones'>;
  font: string;
  /** Of the widest of the font's round letters, in ems; 0 where the document has none of them. */
  letterWidth: number;
  /** What the glyph's code stands for in fonts that TeX draws, if it may be as wide; '' in others. */
  texLigature: string;
  /** What it stands for in fonts of other makers that TeX draws, if the document has these; '' in others, and within words. */
  texSign: string;
  /** Words that the glyph occurs in, the placeholder standing for it. */
  words: readonly string[];
  /** It stands between letters somewhere; at the ends of words alone it may be a quotation mark. */
  within: boolean;
  /** How many of them have no shape of words with the given character. */
  odd: number;
  /** How many of them the document has elsewhere, with the given character. */
  givenWords: number;
  /** Letters of the longest of them. */
  longestWord: number;
  /** What it may be by its width, the likeliest first. */
  readings: readonly Reading[];
}

interface Reading {
  letters: string;
  /** The document shows the widths of all its letters, and the glyph is as wide. */
  measured: boolean;
  /** Words that the document has elsewhere. */
  words: number;
  /** Share of the trigrams around it that occur elsewhere. */
  trigrams: number;
}

type Verdict = 'hyphen' | 'plus' | 'tex-sign' | 'ligature' | 'tex-ligature' | 'as-given' | 'unknown';

export const LOST_LETTERS: DecisionTable<LostLetters, Verdict> = {
  name: 'lost-letters',
  rules: [
    {
      name: 'hyphen-between-digits',
      why: 'As wide as a hyphen and between digits wherever it stands: fonts have one for numbers that their maps leave out.',
      test: ({ glyph: { text, width, places, betweenDigits }, letterWidth }) =>
        text === '' && places >= LEAST_HYPHENS && betweenDigits === places && isAsWideAsHyphen(width, letterWidth)
          ? 'hyphen'
          : null,
    },
    {
      name: 'plus-before-phone-number',
      why: 'As wide as a plus sign and right before the number of a phone with the code of its country wherever it stands.',
      test: ({ glyph: { text, width, places, beforePhones }, letterWidth }) =>
        text === '' && places > 0 && beforePhones === places && isAsWideAsPlus(width, letterWidth) ? 'plus' : null,
    },
    {
      name: 'tex-base-code',
      why: 'A quotation mark or dash in the encoding that TeX gives to fonts of other makers, which the codes of “fi” and “fl” tell.',
      test: ({ texSign }) => (texSign === '' ? null : 'tex-sign'),
    },
    {
      name: 'outside-words',
      why: 'A glyph that stands in no word is a character of its own.',
      test: ({ words }) => (words.every((word) => Array.from(word).length === 1) ? 'as-given' : null),
    },
    {
      name: 'known-words',
      why: 'With these letters it makes several words that are printed elsewhere in the document, and more than otherwise.',
      test: ({ readings: [best, next], givenWords }) =>
        best && best.words >= LEAST_WORDS && best.words > givenWords && best.words > (next?.words ?? 0)
          ? 'ligature'
          : null,
    },
    {
      name: 'tex-code',
      why: 'TeX has its bitmap fonts in few encodings, and no width speaks against the ligature of its code.',
      test: ({ texLigature }) => (texLigature === '' ? null : 'tex-ligature'),
    },
    {
      name: 'known-long-word',
      why: 'A long word is printed elsewhere with these letters, and with no others that the glyph may be.',
      test: ({ readings: [best, next], givenWords, longestWord }) =>
        best && best.words > 0 && givenWords === 0 && (next?.words ?? 0) === 0 && longestWord >= LONG_WORD
          ? 'ligature'
          : null,
    },
    {
      name: 'fits-as-given',
      why: 'Its character makes words of the shape that words have: font and document agree on it by chance.',
      test: ({ glyph: { text }, words, odd }) => (text !== '' && odd < ODD_SHARE * words.length ? 'as-given' : null),
    },
    {
      name: 'known-trigrams',
      why: 'With these letters the word continues as words of the document do, and with no others.',
      test: ({ within, readings: [best, next] }) =>
        within && best && best.trigrams >= KNOWN_TRIGRAMS && best.trigrams - (next?.trigrams ?? 0) >= TRIGRAM_LEAD
          ? 'ligature'
          : null,
    },
    {
      name: 'only-fitting-width',
      why: 'It is as wide as one common ligature alone that is none of the font’s other glyphs, and stands in several words.',
      test: ({ within, readings, words }) => {
        const [best, ...others] = readings.filter(({ letters, measured }) => measured && COMMON.has(letters));
        return within && best === readings[0] && best && others.length === 0 && words.length >= LEAST_WORDS
          ? 'ligature'
          : null;
      },
    },
  ],
  otherwise: 'unknown',
  subject: ({ glyph: { page }, font, words: [first = ''] }) => ({
    page,
    box: NO_BOX,
    text: `${font}: ${replaced(first, () => '?')}`,
  }),
  numbers: ({ words, odd, readings: [best, next], givenWords }) => ({
    words: words.length,
    oddWords: odd,
    knownAsGiven: givenWords,
    knownWords: best?.words ?? 0,
    knownTrigrams: best?.trigrams ?? 0,
    knownTrigramsOfNext: next?.trigrams ?? 0,
  }),
};

/** What the lost glyphs are, as far as it was made out. */
interface Solution {
  glyphs: LostGlyphs;
  texts: Map<LostGlyph, string>;
  /** The ligatures of a font that are made out: two glyphs of it are not the same. */
  taken: Map<LostFont, Set<string>>;
  /** TeX has drawn fonts of other makers. */
  isTexBase: boolean;
}

/** The pages with lost letters put back where they can be made out. Most documents have none: they are given back as they are. */
export function withLostLetters(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  if (!pages.some(({ unknown }) => unknown)) return pages;
  const known = knownTexts(pages);
  const glyphs = lostGlyphs(pages);
  const solution: Solution = { glyphs, texts: new Map(), taken: new Map(), isTexBase: glyphs.all.some(isOfTexBase) };
  // the most frequent first; what it makes known, and takes from the others of its font, decides about some of these
  let open = solution.glyphs.all;
  for (let round = 0, before = 0; round < ROUNDS && open.length !== before; round++) {
    before = open.length;
    open = open.filter((glyph) => !solve(glyph, solution, known));
  }
  return pages.map((page) => (page.unknown ? withGlyphTexts(page, solution) : page));
}

/** Whether the glyph is made out; if so, notes what it is. */
function solve(glyph: LostGlyph, { glyphs, texts, taken, isTexBase }: Solution, known: KnownTexts): boolean {
  const others = (placeholder: string): string => {
    const other = glyph.font.glyphs.get(placeholder);
    return (other && texts.get(other)) ?? placeholder;
  };
  const words = [...new Set([...glyph.words].map((word) => replaced(word, others)))];
  const ofFont = taken.get(glyph.font) ?? new Set<string>();
  taken.set(glyph.font, ofFont);
  const seldom = glyph.places < LEAST_HYPHENS && glyph.betweenDigits === glyph.places;
  const lost = lostLetters(seldom ? inItsFamily(glyph, glyphs.all) : glyph, words, { known, taken: ofFont, isTexBase });
  const verdict = decide(LOST_LETTERS, lost);
  if (verdict === 'unknown') return false;
  const letters = {
    hyphen: '-',
    plus: '+',
    'tex-sign': lost.texSign,
    'as-given': glyph.text,
    'tex-ligature': lost.texLigature,
    ligature: lost.readings[0]?.letters ?? '',
  }[verdict];
  texts.set(glyph, letters);
  ofFont.add(letters);
  if (verdict.endsWith('ligature')) for (const word of words) known.add(replaced(word, () => letters));
  return true;
}

function lostLetters(
  glyph: LostGlyph,
  words: readonly string[],
  { known, taken, isTexBase }: { known: KnownTexts; taken: ReadonlySet<string>; isTexBase: boolean },
): LostLetters {
  const given = words.map((word) => replaced(word, () => glyph.text));
  const isWithin = words.some((word) => BEHIND_LETTER.test(word));
  const within = words.some((word) => WITHIN_WORD.test(word));
  const fitting = LIGATURES.filter(
    (letters) => !taken.has(letters) && isAsWide(glyph, letters, NARROWER) && !(isWithin && letters === WITH_CAPITAL),
  );
  const readings = fitting.map((letters): Reading => {
    const read = words.map((word) => replaced(word, () => letters));
    const trigrams = words.flatMap((word) => known.around(word, glyph.placeholder, letters));
    return {
      letters,
      measured: Array.from(letters).every((letter) => letter in glyph.font.widths),
      words: read.filter((word) => known.has(word)).length,
      trigrams: trigrams.filter((isKnown) => isKnown).length / Math.max(1, trigrams.length),
    };
  });
  return {
    glyph,
    font: glyph.font.name,
    letterWidth: letterWidthOf(glyph.font.widths),
    texLigature: texLigatureOf(glyph),
    texSign:
      isTexBase && glyph.font.drawn && !within ? (TEX_BASE_SIGNS[codeOfPlaceholder(glyph.placeholder)] ?? '') : '',
    words,
    within,
    odd: given.filter((word) => ODD.test(word)).length,
    givenWords: given.filter((word) => known.has(word)).length,
    longestWord: Math.max(0, ...words.map((word) => word.length)),
    readings: readings.sort((a, b) => b.words - a.words || b.trigrams - a.trigrams),
  };
}

function texLigatureOf(glyph: LostGlyph): string {
  const letters = glyph.font.drawn ? TEX_LIGATURES[codeOfPlaceholder(glyph.placeholder)] : undefined;
  return letters !== undefined && isAsWide(glyph, letters, NARROWEST) ? letters : '';
}

/** Whether a glyph is a ligature that only fonts of other makers have at its code. */
const isOfTexBase = (glyph: LostGlyph): boolean =>
  TEX_BASE_LIGATURES.includes(codeOfPlaceholder(glyph.placeholder)) && texLigatureOf(glyph) !== '';

/** As wide as its letters are together; where a letter's width is not known the words alone decide. */
function isAsWide({ width, font: { widths } }: LostGlyph, letters: string, narrower: number): boolean {
  let sum = 0;
  for (const letter of letters) {
    if (widths[letter] === undefined) return true;
    sum += widths[letter];
  }
  return width > (1 - narrower) * sum && width < (1 + WIDER) * sum;
}
