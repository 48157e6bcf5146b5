/**
 * Whether a page's text has to be recognised from its picture. Never where its own text is good, and never on a blank
 * page. Judged by what can be painted and by the kinds of characters, never by words of a language.
 *
 * Fonts come first, then the painted text, then a hidden text layer, and last what is drawn in place of text.
 */
import { lieOnPictures, pictureShare } from '../geometry.js';
import type { ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable, type Subject } from '../rules.js';
import { hasVowel } from '../text-rules.js';

export type Need = NonNullable<ParsedPage['needsRecognition']>;

/** From this share of a page's letters on, those of fonts without known characters make the rest worthless. */
const UNMAPPED_SHARE = 0.5;
/** Pictures that cover this share of a page may hold its text. */
const PICTURE_SHARE = 0.05;
/** This many painted shapes on a page without text are letters drawn as outlines. */
const OUTLINES = 60;
/** Fewer letters than this beside a picture of the page are a stamp on a scan, or a layer that holds nothing of it. */
const STAMP_LETTERS = 24;
/** Share of the page from which a picture is the page itself; scans leave out the margins. */
const WHOLE_PAGE_SHARE = 0.8;
/** Share of a text layer's characters that may be broken, and that are letters and digits at least. */
const BROKEN_SHARE = 0.1;
const LETTER_SHARE = 0.6;
/** Of fewer words in Latin letters, their shapes say nothing. */
const LEAST_LATIN_WORDS = 8;
/** Share of the Latin words without vowels or with capitals inside from which they are no words: names and codes are some. */
const ODD_SHARE = 0.3;

/** Letters and symbols of a word from which it can be mixed, and the share of mixed ones that no text has. */
const LONG_WORD = 5;
const MIXED_SHARE = 0.3;

/** Letters of words of small letters whose vowels are counted: notations ("Nf3", "2 dc") have shorter ones. */
const LEAST_SMALL_LETTERS = 400;
const WORD = /(?<!\p{L})[a-z]{4,}(?!\p{L})/gu;
/** Share of vowels that every language has, in an alphabet or transcribed. */
const VOWEL_SHARE = 0.2;
/** Chance that two letters of a language are the same. Codes, which have no vowels either, have 0.04, notations 0.13. */
const SAME_LETTERS = [0.055, 0.09] as const;
/** Share of the letters that are the most frequent one, at most. */
const MOST_FREQUENT = 0.2;
const SMALL_LETTER = /[a-z]/gu;
const SMALL_VOWEL = /[aeiouy]/gu;

const LETTERS = /[\p{L}\p{N}]/gu;
const LETTER = /[\p{L}\p{N}]/u;
const ENOUGH_LETTERS = new RegExp(`(?:[\\p{L}\\p{N}][^\\p{L}\\p{N}]*){${STAMP_LETTERS + 1}}`, 'u');
const BROKEN = /[\ufffd\ue000-\uf8ff]/gu;

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

export interface ReadPage {
  page: ParsedPage;
  /** Share of the page's glyphs that were left out because their font's characters are unknown. */
  unmappedShare: number;
  /** Text that is painted, and its private-use and replacement characters. */
  painted: string;
  broken: number;
}

/** Whether much text has letters as often as a language has them, but hardly any vowels. */
function isWithoutVowels({ painted, page }: ReadPage): boolean {
  const areFew = (text: string): boolean => {
    const letters = count(text, SMALL_LETTER);
    return letters >= LEAST_SMALL_LETTERS && count(text, SMALL_VOWEL) < VOWEL_SHARE * letters;
  };
  // of all text first, which is quick; vowels with accents are counted only where those without are few
  if (!areFew(painted) || !areFew(painted.normalize('NFD'))) return false;
  const shown = page.runs.filter(({ invisible }) => !invisible).map(({ text }) => text);
  const words = shown.join(' ').match(WORD)?.join('') ?? '';
  if (!areFew(words)) return false;
  const letters = Array.from(words);
  const shares = [...Map.groupBy(letters, (letter) => letter).values()].map((same) => same.length / letters.length);
  const chance = shares.reduce((sum, share) => sum + share ** 2, 0);
  return Math.max(...shares) <= MOST_FREQUENT && chance >= SAME_LETTERS[0] && chance <= SAME_LETTERS[1];
}

const lettersIn = ({ painted }: ReadPage): number => count(painted, LETTERS);
/** Words that are not painted, but for those that something was painted over. */
const unpaintedOn = ({ page }: ReadPage): ParsedRun[] => page.runs.filter((run) => run.invisible && !run.covered);
const layerOf = (read: ReadPage): string[] => unpaintedOn(read).map(({ text }) => text);
const shapesOn = ({ page }: ReadPage): number => page.fills.length + (page.dots?.length ?? 0);
/** Words beside the pictures, or under letters drawn as outlines, are not what somebody recognised there. */
const isInPlace = (read: ReadPage): boolean =>
  read.page.images.length === 0
    ? shapesOn(read) <= OUTLINES
    : lieOnPictures(
        read.page,
        unpaintedOn(read).map(({ box }) => box),
      );
const hasLayer = (read: ReadPage): boolean => count(layerOf(read).join(''), LETTERS) > STAMP_LETTERS && isInPlace(read);

const subject = ({ number, width, height }: ParsedPage, text: string): Subject => ({
  page: number,
  box: { x0: 0, y0: 0, x1: width, y1: height },
  text,
});

type Verdict = Need | 'none';

const none = (condition: boolean): Verdict | null => (condition ? 'none' : null);

export const RECOGNITION_NEED: DecisionTable<ReadPage, Verdict> = {
  name: 'recognition-need',
  rules: [
    {
      name: 'lost-page',
      why: 'A page that could not be read cannot be painted either.',
      test: ({ page }) => none(page.degraded !== undefined && page.degraded !== 'unmapped_text'),
    },
    {
      name: 'unmapped-fonts',
      why: 'Where the characters of half of the glyphs are unknown, the rest is no text.',
      test: ({ unmappedShare }) => (unmappedShare > UNMAPPED_SHARE ? 'unmapped_text' : null),
    },
    {
      name: 'without-vowels',
      why: 'The letters of no language are so seldom vowels: the characters are those of other glyphs.',
      test: (read) => (isWithoutVowels(read) ? 'unmapped_text' : null),
    },
    {
      name: 'good-text',
      why: 'More letters than a stamp has, and none of them broken: nearly all pages.',
      test: ({ painted, broken }) => none(broken === 0 && ENOUGH_LETTERS.test(painted)),
    },
    {
      name: 'broken-characters',
      why: 'Most characters are for private use or stand for unknown ones: the fonts are mapped wrongly.',
      test: (read) => {
        const letters = lettersIn(read);
        return letters > 0 && read.broken > letters ? 'unmapped_text' : null;
      },
    },
    {
      name: 'mostly-good-text',
      why: 'More letters than a stamp has, and fewer broken characters than these.',
      test: (read) => none(lettersIn(read) > STAMP_LETTERS),
    },
    {
      name: 'few-words',
      why: 'A page may print a few words; only beside a picture of the whole page they are a stamp on a scan.',
      test: (read) => none(lettersIn(read) > 0 && pictureShare(read.page) < WHOLE_PAGE_SHARE),
    },
    {
      name: 'readable-layer',
      why: 'The scan was recognised before, and the hidden text layer reads as words.',
      test: (read) => none(hasLayer(read) && decide(TEXT_LAYER, { page: read.page, words: layerOf(read) }) === 'words'),
    },
    {
      name: 'unreadable-layer',
      why: 'A hidden text layer that reads as no words is worse than what we recognise.',
      test: (read) => (hasLayer(read) ? 'unreadable_layer' : null),
    },
    {
      name: 'picture',
      why: 'The page has no text of its own, and a picture that may show some.',
      test: (read) => (pictureShare(read.page) > PICTURE_SHARE ? 'no_text' : null),
    },
    {
      name: 'outlines',
      why: 'Some programs draw each letter as a filled shape.',
      test: (read) => (shapesOn(read) > OUTLINES ? 'no_text' : null),
    },
  ],
  otherwise: 'none',
  subject: ({ page, painted }) => subject(page, painted),
  numbers: (read) => ({
    unmappedShare: read.unmappedShare,
    letters: lettersIn(read),
    brokenCharacters: read.broken,
    pictureShare: pictureShare(read.page),
    shapes: shapesOn(read),
  }),
};

export interface TextLayer {
  page: ParsedPage;
  words: readonly string[];
}

const latinWords = (words: readonly string[]): string[] =>
  words.filter((word) => /^[\p{Script=Latin}]{4,}$/u.test(word));
/** A letter, then something else within the word, twice over: an address or a date has a symbol or two, and no word has more. */
const isMixed = (word: string): boolean =>
  count(word, /[\p{L}\p{N}][^\p{L}\p{N}\p{M}]+(?=[\p{L}\p{N}])|\p{L}(?=\p{N})/gu) >= 2;
const isOdd = (word: string): boolean => !hasVowel(word) || /\p{Ll}\p{Lu}/u.test(word);

/** Whether a hidden text layer reads as words, in any script. */
export const TEXT_LAYER: DecisionTable<TextLayer, 'words' | 'nonsense'> = {
  name: 'text-layer',
  rules: [
    {
      name: 'broken-characters',
      why: 'The layer has characters that stand for unknown ones.',
      test: ({ words }) => {
        const text = words.join('');
        return count(text, BROKEN) > BROKEN_SHARE * text.length ? 'nonsense' : null;
      },
    },
    {
      name: 'few-letters',
      why: 'Recognition of dirt and pictures gives symbols rather than letters.',
      test: ({ words }) => {
        const text = words.join('');
        return count(text, LETTERS) < LETTER_SHARE * text.length ? 'nonsense' : null;
      },
    },
    {
      name: 'signs-among-letters',
      why: 'Handwriting and pictures that were recognised mix letters, digits and symbols within a word.',
      test: ({ words }) => {
        const long = words.filter((word) => word.length >= LONG_WORD);
        return long.length >= LEAST_LATIN_WORDS && long.filter(isMixed).length > MIXED_SHARE * long.length
          ? 'nonsense'
          : null;
      },
    },
    {
      name: 'other-script',
      why: 'Of scripts without capitals and vowels, and of a few words, the shapes of words say nothing.',
      test: ({ words }) => (latinWords(words).length < LEAST_LATIN_WORDS ? 'words' : null),
    },
    {
      name: 'odd-words',
      why: 'Words in Latin letters have vowels, and no capitals inside.',
      test: ({ words }) => {
        const latin = latinWords(words);
        return latin.filter(isOdd).length < ODD_SHARE * latin.length ? null : 'nonsense';
      },
    },
  ],
  otherwise: 'words',
  subject: ({ page, words }) => subject(page, words.join(' ')),
  numbers: ({ words }) => ({ words: words.length, oddWords: latinWords(words).filter(isOdd).length }),
};

/** @param unmappedShare share of the page's glyphs that were left out because their font's characters are unknown */
export function recognitionNeed(page: ParsedPage, unmappedShare: number): Need | null {
  const runs = page.runs.filter((run) => !run.invisible);
  const painted = runs.map(({ text }) => text).join('');
  const need = decide(RECOGNITION_NEED, { page, unmappedShare, painted, broken: count(painted, BROKEN) });
  if (need !== 'none') return need;
  const isInDoubt =
    !page.degraded && page.runs.some(({ pictured, covered, text }) => pictured && !covered && LETTER.test(text));
  return isInDoubt ? 'covered_text' : null;
}
