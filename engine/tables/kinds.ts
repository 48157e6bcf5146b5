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

/** A number, or what stands for one. */
export const isValue = (text: string): boolean => text !== '' && (NO_NUMBER.test(text) || NUMBER.test(text));
