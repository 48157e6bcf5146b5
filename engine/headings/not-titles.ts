/** Texts that name no section, however they are printed: dates, addresses, amounts, letters of formulas. */

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';
const WEEKDAY = String.raw`(?:\p{L}{3,10}day,?\s+)?`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|\.)?`;

/** "April 6, 2016", "Monday 9 April 2019": a day, as a month alone may head a chronicle. */
const DATE = new RegExp(
  String.raw`^${WEEKDAY}(?:${DAY}\s+(?:de\s+)?(?:${MONTHS})\.?,?\s+(?:de\s+)?\d{4}|(?:${MONTHS})\.?\s+${DAY},?\s+\d{4}|\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4})[.,]?$`,
  'iu',
);
export const isDate = (text: string): boolean => DATE.test(text);

/** Town, state and code of an American address; a mail or web address alone. */
const ADDRESS = /,\s*[A-Z]{2}\.?\s+\d{5}(?:-\d{4})?$|^\S+@\S+\.\S+$|^(?:https?:\/\/|www\.)\S+$/;
export const isAddress = (text: string): boolean => ADDRESS.test(text);

/** An amount of money with nothing but a unit. */
const AMOUNT = /^[^\p{L}\d]{0,3}(?:USD|EUR|US)?\s?[$€£¥]\s?\d[\d.,]*(?:\s?\p{L}{1,8}){0,2}$/u;
export const isAmount = (text: string): boolean => AMOUNT.test(text);

/** Greek letters and signs: a few of them are of a formula. Greek words are longer. */
const SYMBOLS = /^[\p{Script=Greek}\p{Sm}\p{N}\s()[\]|_^,.'′]{1,6}$/u;
export const isSymbols = (text: string): boolean => SYMBOLS.test(text);

/** Words that no title ends with. */
const OPEN_END =
  /(?:^|\s)(?:the|an|of|and|or|for|to|by|with|from|that|which|are|be|been|has|have|und|oder|der|die|das|des|dem|den|von|für|mit|et|ou|de|du|des|la|le|les|aux|y|del|los|las)$/u;
export const breaksOff = (text: string): boolean => OPEN_END.test(text);
