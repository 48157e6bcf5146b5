/** Kinds of texts that cells hold: a column of a table holds texts of one kind. */

export type TextKind = 'number' | 'code' | 'words' | 'text';

/** A number with symbols, brackets and a short unit around it; a date, a span of numbers. */
const NUMBER = /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,3}\.?)?$/u;
/** What stands for a number that is not known or is none. */
const NO_NUMBER = /^(?:[-–—.*…•:]+|n\/?[ad]|n\.[ad]\.?|unq|nil|none)$/iu;
const CODE = /^(?=.*\d)[\p{L}\d./#_()-]+$/u;
/** Words from which a text is a sentence or nearly one. */
const LONG = 8;

/** The kind of a cell's text; null where it is empty or stands for a value that is missing. */
export function kindOf(text: string): TextKind | null {
  if (text === '' || NO_NUMBER.test(text)) return null;
  if (NUMBER.test(text)) return 'number';
  if (CODE.test(text)) return 'code';
  return text.split(' ').length >= LONG ? 'text' : 'words';
}

/** "£ 1,240.00", "1.204,00 €": to the cent. Dates have other groups of digits, and numbers of equations brackets. */
const MONEY = /^[-–−]?(?:[$€£¥]\s?)?(?:\d{1,3}(?:[.,’' ]\d{3})+|\d+)[.,]\d{2}(?:\s?[$€£¥])?$/u;

/** An amount of money to the cent. */
export const isMoney = (text: string): boolean => MONEY.test(text);

/** A number, or what stands for one. */
export const isValue = (text: string): boolean => text !== '' && (NO_NUMBER.test(text) || NUMBER.test(text));
