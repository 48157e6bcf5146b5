/** Numbers as printed, in digits, roman and as letters: their values, and the grammar of what is numbered with them. */

import { anyCase } from './any-case.js';

const ROMAN_DIGITS: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** Value of a roman numeral of one case, else null. Only well-formed ones: "iv" but not "iiii" or "ic". */
export function romanValue(text: string): number | null {
  if (!/^(?:[ivxlcdm]+|[IVXLCDM]+)$/.test(text)) return null;
  const lower = text.toLowerCase();
  if (!/^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(lower)) return null;
  let value = 0;
  for (let i = 0; i < lower.length; i++) {
    const here = ROMAN_DIGITS[lower.charAt(i)] ?? 0;
    value += here < (ROMAN_DIGITS[lower.charAt(i + 1)] ?? 0) ? -here : here;
  }
  return value;
}

/** Words around a page number, up to one before it and "of 7" after it; brackets and dashes pair up. */
const PAGE_NUMBER =
  /^(?:\p{L}{1,6}\.?\s+)?(?:[-–—|[]\s*)?(\d{1,5}|[ivxlcdm]{1,8}|[IVXLCDM]{1,8})(?:\s*[-–—|\]])?(?:\s*(?:\p{L}{1,4}|\/)\s*\d{1,5})?$/u;

/** Digits and dashes as wide as ideographs ("－ １５ －") as usual ones. */
export const narrow = (text: string): string => (/[\uff00-\uffef]/u.test(text) ? text.normalize('NFKC') : text);

/** Value of a page number as printed, with what may stand around it ("Page 3 of 7", "- 3 -", "[iv]"). */
export function pageNumberValue(text: string): { value: number; roman: boolean } | null {
  const numeral = PAGE_NUMBER.exec(narrow(text).trim())?.[1];
  if (numeral === undefined) return null;
  if (/^\d/.test(numeral)) return { value: Number(numeral), roman: false };
  const value = romanValue(numeral);
  return value === null ? null : { value, roman: true };
}

/*
 * The grammar of numbers that divisions, clauses and items begin with. Parts are sources of regular expressions, to be put
 * together below and in headings/numbers.ts and text-blocks/markers.ts, each with what it needs besides.
 */

/** A number in digits: more than three digits are a year or an amount. */
export const DIGITS = String.raw`\d{1,3}`;
/** "2.1.3", and one number alone. */
export const DOTTED_DIGITS = String.raw`${DIGITS}(?:\.${DIGITS})*`;
/** A roman numeral in either case; seven letters write XXXVIII, the longest one below fifty. */
const ROMAN = '[ivxlcdm]{1,7}';
/**
 * A roman numeral in capitals, of parts and chapters: without D and M, which as single letters are initials far more often
 * than 500 and 1000.
 */
export const ROMAN_CAPITALS = '[IVXLC]{1,7}';
const ENGLISH_ANNEXES = 'appendix|annex|annexure|schedule|exhibit|attachment|addendum';
const OTHER_ANNEXES = 'anhang|anlage|annexe|anexo|allegato|bijlage';
/** Names of what is annexed to a document. */
export const ANNEX_NAMES = `${ENGLISH_ANNEXES}|${OTHER_ANNEXES}`;
const ENGLISH = `part|book|chapter|section|article|${ENGLISH_ANNEXES}|title|volume|unit|lesson`;
const OTHERS = `teil|kapitel|abschnitt|partie|chapitre|parte|cap[íi]tulo|capitolo|secci[óo]n|sezione|${OTHER_ANNEXES}|hoofdstuk|rozdzia[łl]|kapittel|kapitola|глава|раздел|часть`;
/** Names that stand before the number of a division, in English. */
export const ENGLISH_NAMES = anyCase(ENGLISH);
/** The same in other languages that set it before the number. */
export const OTHER_NAMES = anyCase(OTHERS);
/** The first letters of all of them, as many as the sources above have before a class. */
const LETTERS_OF_START = 3;
const NAME_STARTS = new Set(`${ENGLISH}|${OTHERS}`.split('|').map((name) => name.slice(0, LETTERS_OF_START)));
/**
 * Whether a text may begin with such a name. Asked before the patterns that have the names: V8 compiles them for milliseconds,
 * in each process anew, and few texts begin so.
 */
export const mayBeginWithName = (text: string): boolean =>
  NAME_STARTS.has(text.slice(0, LETTERS_OF_START).toLowerCase());
/** A well-formed roman numeral below four hundred, and no beginning of a word: "CIVIL" and "D'" are none. */
const ROMAN_WORD = String.raw`(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}'’])`;
/** The number behind an English name, in either case: "3", "IV", "B". */
export const ENGLISH_VALUE = `${DIGITS}|${anyCase(ROMAN)}|[A-Za-z]`;
/**
 * The number behind another name, roman numerals and letters in capitals: "im", "di" and "e" are words of these languages.
 */
export const OTHER_VALUE = String.raw`${DIGITS}|${ROMAN_WORD}|[A-Z](?![\p{L}'’])`;
/** A number written out ("One"): read only where nothing stands behind it, as "Part of this" is no number. */
const NUMBER_WORD = String.raw`\p{L}{3,8}`;
/** Behind another name only what is one: "Parte general" and "Partie civile" are kinds of parts. */
const OTHER_NUMBER_WORD = anyCase(
  'eins|zwei|drei|premi[eè]re?|deuxi[eè]me|troisi[eè]me|primer[oa]|segund[oa]|tercer[oa]|prim[oa]|second[oa]|terz[oa]',
);

/** The name of a division with its number, which may be written out. */
export const NUMBERED_DIVISION =
  `(?:${ENGLISH_NAMES})\\s+(?:${ENGLISH_VALUE}|${NUMBER_WORD})` +
  `|(?:${OTHER_NAMES})\\s+(?:${OTHER_VALUE}|${OTHER_NUMBER_WORD})`;

const DIVISION_LABEL = new RegExp(`^(?:${NUMBERED_DIVISION})[.:]?$`, 'u');

/** The name of a division with its number and nothing else: "Chapter 3", "Annex B", "Part One". */
export const isDivisionLabel = (text: string): boolean => mayBeginWithName(text) && DIVISION_LABEL.test(text);

const DIVISION_NAME = new RegExp(`^(?:${ENGLISH_NAMES}|${OTHER_NAMES})$`, 'u');

/** The name of a division without its number: "CHAPTER" above a large "5". */
export const isDivisionName = (text: string): boolean => mayBeginWithName(text) && DIVISION_NAME.test(text);

const NUMBER_LABEL = new RegExp(`^(?:${DIGITS}|${ROMAN_CAPITALS})[.)]?$`, 'u');

/** The number of a division and nothing else, in digits or roman: a line above the name. */
export const isNumberLabel = (text: string): boolean => NUMBER_LABEL.test(text);

/** A roman numeral or a letter and nothing else, as courts head the parts of an opinion: "IV", "B.". */
export const LONE_NUMBER = /^(?:[IVXL]{1,6}|[A-Z])\.?$/u;

/**
 * The number of a heading in a series (headings/series.ts): in digits, roman or a letter. A series is short, so that numbers
 * have two digits, and C is the third letter rather than a hundred.
 */
export const SERIES_NUMBER = /^(?:(\d{1,2})|([IVXL]{1,6})|([A-Z]))([.)]?)\s+(?=\p{L})/u;

/** What a number needs no space before: Chinese and Japanese, and a surname in capitals with its initials, as references have it. */
const CLOSE_TO_NUMBER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{Lu}{3,} \p{Lu}(?:[.,]| \p{Lu}[\s.,])`;

/** An item's number or letter in its frame, "(a)", "1.", "iv)": letters of one case, as romanValue reads no mixed ones. */
export const ENUMERATOR = new RegExp(
  String.raw`^(\(?)(${DIGITS}|[A-Za-z]|[ivxlcdm]{2,7}|[IVXLCDM]{2,7})([.)]|\.\))(?=\s|$|(?<=\d.)(?:${CLOSE_TO_NUMBER}))`,
  'u',
);

/** The number of a clause: digits with at least one dot between, which distinguishes it from an item ("1.") and a heading. */
export const CLAUSE_NUMBER = new RegExp(String.raw`^((?:${DIGITS}\.)+)(${DIGITS})(\.?)(?=\s|$)`, 'u');

/** A number before a title, in as many digits and parts as there are: "12", "2.1.3", "1-4". */
const ANY_DIGITS = String.raw`\d+(?:[.\-–]\d+)*`;
/** A letter numbers in capitals, or with a mark behind it: "Book a Room" and "Schedule a call" are no numbers. */
const ENGLISH_LETTER = String.raw`[A-Z](?![\p{L}'’])|[a-z](?=[.):])`;
/** As `NUMBERED_DIVISION`, with a title behind it: a number written out needs its colon, as "Part of this" has none. */
const NAMED_DIVISION = new RegExp(
  `^(?:(?:${ENGLISH_NAMES}|${OTHER_NAMES})\\s+(?:${ANY_DIGITS}|${NUMBER_WORD}(?=:))` +
    `|(?:${ENGLISH_NAMES})\\s+(?:${anyCase(ROMAN_WORD)}|${ENGLISH_LETTER})` +
    `|(?:${OTHER_NAMES})\\s+(?:${OTHER_VALUE}|${OTHER_NUMBER_WORD}))[.):]?\\s+`,
  'u',
);
const LEADING_NUMBER = new RegExp(String.raw`^(?:${ANY_DIGITS}[.):]?|[A-Z](?:\.\d+)+[.):]?|[A-Z][.):])\s+`, 'u');
const LEADING_ROMAN = /^([IVXLC]+)([.):]?)\s+/u;

/** A title without the number of its division ("2.1", "Chapter 3:", "IV."): "Civil Liberties" and "A Guide" have none. */
export function withoutNumber(title: string): string {
  const bare = mayBeginWithName(title) ? title.replace(NAMED_DIVISION, '') : title;
  if (bare !== title) return bare;
  const [whole = '', roman = '', mark = ''] = LEADING_ROMAN.exec(title) ?? [];
  const isNumber = romanValue(roman) !== null && (mark !== '' || roman.length > 1);
  return isNumber ? title.slice(whole.length) : title.replace(LEADING_NUMBER, '');
}
