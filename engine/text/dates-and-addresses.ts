/**
 * Dates and addresses, alone in their text.
 *
 * V8 compiles a long pattern for milliseconds, in each process anew: what all its texts have is looked for first.
 */
import { MONTHS } from './months.js';

const WEEKDAY = String.raw`(?:\p{L}{3,10}day,?\s+)?`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|\.)?`;

/** What is said of a day: "Effective as at", "Filed:"; a place before it, as in letters: "Berlin, ". */
const EVENT =
  '(?:(?:last|effective|filed|dated?|decided|argued|submitted|issued|revised|updated|published|printed|released|posted|prepared|entered|adopted|approved|amended|as|at|of|on|from):?\\s+){0,4}';
const PLACE = String.raw`(?:\p{Lu}\p{L}+,\s+)?(?:le\s|den\s|am\s)?`;

/** What stands behind the year in Russian ("2020 г.") and Polish ("2020 r."). */
const YEAR_SIGN = String.raw`(?:\s(?:г|года|r|roku))?`;

/** "April 6, 2016", "Monday 9 April 2019", "May 2-4, 2010": a day or some days, as a month alone may head a chronicle. */
const DATE = new RegExp(
  String.raw`^${EVENT}${PLACE}${WEEKDAY}(?:${DAY}\s+(?:de\s+)?(?:${MONTHS})\.?,?\s+(?:de\s+)?\d{4}|(?:${MONTHS})\.?\s+${DAY}(?:\s?[-–—]\s?${DAY})?,?\s+\d{4}|\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)${YEAR_SIGN}[.,]?$`,
  'iu',
);
/** How each of them ends. */
const DATE_END = new RegExp(String.raw`(?:\d{2}${YEAR_SIGN}|日)[.,]?$`, 'u');
/** A day, a month and a year have two numbers at least. */
const TWO_NUMBERS = /\d\D+\d/u;
export const isDate = (text: string): boolean => DATE_END.test(text) && TWO_NUMBERS.test(text) && DATE.test(text);

const MONTH_OF_YEAR = new RegExp(String.raw`^(?:${MONTHS})\.?,?\s(?:de\s)?\d{4}$`, 'iu');
export const isMonthOfYear = (text: string): boolean => DATE_END.test(text) && MONTH_OF_YEAR.test(text);

/** What says before a day or month that it is one, as a label with a colon: "Data di stampa", "Date of issue", "Stand". */
const DATE_LABEL = String.raw`(?:data\s(?:di|de|da|do|del|della)\s\p{L}+|date(?:\s(?:of|de|du)\s\p{L}+|\sd['’]\p{L}+)?|datum(?:\s(?:der|des|van)\s\p{L}+)?|fecha(?:\sde\s\p{L}+)?|stand|дата\s\p{L}+)\s?:\s?`;
const LABELLED_MONTH = new RegExp(String.raw`^${DATE_LABEL}(?:${MONTHS})\.?\s(?:de\s)?\d{4}$`, 'iu');
const LABEL_BEFORE = new RegExp(`^${DATE_LABEL}`, 'iu');
/** A label that announces a day or month, and this. */
export const isLabelledDate = (text: string): boolean =>
  DATE_END.test(text) &&
  text.includes(':') &&
  (LABELLED_MONTH.test(text) || (LABEL_BEFORE.test(text) && isDate(text.replace(LABEL_BEFORE, ''))));

/** "2011 – 2013", "Jan 2019 – present", "06/2019". */
const MONTH = String.raw`(?:\p{L}{3,9}\.?\s|\d{1,2}[./])?`;
const YEARS = new RegExp(
  String.raw`^(?:since\s|seit\s|from\s|depuis\s)?${MONTH}(?:19|20)\d{2}(?:\s?[-–—]\s?(?:${MONTH}(?:19|20)?\d{2}|\p{L}{4,9})?)?$`,
  'iu',
);
const HOLDS_YEAR = /(?:19|20)\d{2}/u;
/** A day, a year, or the years from which to which something lasted. */
export const isPeriod = (text: string): boolean => HOLDS_YEAR.test(text) && (YEARS.test(text) || isDate(text));

/** Who is addressed, at the beginning of a letter. */
const SALUTATION =
  /^(?:dear|hello|to whom|ladies|gentlemen|sehr geehrte[rsn]?|liebe[rs]?|guten tag|chère?s?|madame|monsieur|mesdames|messieurs|estimad[oa]s?|querid[oa]s?|gentile|egregi[oa]?|car[oai]|geachte|beste|szanown[iaey]+)(?!\p{L})\P{N}{0,60}[,:!]$/iu;
export const isSalutation = (text: string): boolean => SALUTATION.test(text);

/** The code of a town in America and on the continent, and how one in Britain ends. */
const CODE = String.raw`\d{5}`;
const CODE_END = String.raw`\d\s?[A-Z]{2}$`;
/** Town, state and code of an American address, code and town of others. */
const TOWN = new RegExp(
  [
    String.raw`,\s*[A-Z]{2}\.?\s+${CODE}(?:-\d{4})?$`,
    String.raw`\b[A-Z]{1,2}\s?\d{1,2}\s${CODE_END}`,
    String.raw`^${CODE}\s+\p{Lu}[\p{L}\s.'’-]+,\s*\p{Lu}[\p{L}\s]+$`,
  ].join('|'),
  'u',
);
/** A mail address, also one that is spelled out ("ada at example.org"), or a web address, alone or as a source. */
const AT_HOST = String.raw` at (?:[\w-]+\.)+`;
const WEB = String.raw`(?:https?:\/\/|www\.)`;
const NET = new RegExp(String.raw`^\S+@\S+\.\S+$|^\S+${AT_HOST}\p{L}{2,}$|^(?:\p{L}+\s?:\s+)?${WEB}\S+$`, 'u');
/** A number to call, which the word before it says; years behind it are when something was sold or sent. */
const TELEPHONES = 't[ée]l(?:[ée]phone|efon[eo]?|efoon|efax)?|phone|fax|mobile|mobil';
const TELEPHONE = new RegExp(
  String.raw`^(?:${TELEPHONES})\b\.?\s?:?\s*(?=(?:\D*\d){6})(?!(?:\D*(?:19|20)\d\d(?!\d))+\D*$)[+(\d][\d\s()./–-]+$`,
  'iu',
);
const STREETS = 'avenue|ave|street|road|rd|blvd|boulevard';
const STREETS_OR_OTHER = 'drive|lane|way|place|court|square|plaza|st|dr';
const STREETS_BEFORE_NAME = 'avenue|rue|boulevard|chemin';
/** A street with its number; words that name other things too need a number that no section has. */
const STREET = new RegExp(
  [
    String.raw`^\d{2,5}[a-z]?,?\s+(?:[\p{L}\d.]+\s+){1,4}(?:${STREETS})\b`,
    String.raw`^\d{3,5}\s+(?:[\p{L}\d.]+\s+){1,4}(?:${STREETS_OR_OTHER})\b\.?(?:,|$)`,
    String.raw`^\d{1,4},?\s+(?:${STREETS_BEFORE_NAME})\s+\p{L}`,
  ].join('|'),
  'iu',
);
/**
 * What each text of the four patterns has, and few others have: the code or its end; a mark of the net; the word before a
 * telephone number; the number and the name of a street.
 */
const TOWN_CODE = new RegExp(`${CODE}|${CODE_END}`, 'u');
const NET_MARK = new RegExp(`@|${AT_HOST}|${WEB}`, 'u');
const TELEPHONE_START = new RegExp(`^(?:${TELEPHONES})`, 'iu');
const STREET_PARTS = new RegExp(
  String.raw`^\d{1,5}[a-z]?,?(?=\s)[^]*?\s(?:${STREETS}|${STREETS_OR_OTHER}|${STREETS_BEFORE_NAME})\b`,
  'iu',
);
/** Letters of an address, at most: the patterns read a longer text again and again. */
const MOST_LETTERS = 250;
export const isAddress = (text: string): boolean =>
  text.length <= MOST_LETTERS &&
  ((TOWN_CODE.test(text) && TOWN.test(text)) ||
    (NET_MARK.test(text) && NET.test(text)) ||
    (TELEPHONE_START.test(text) && TELEPHONE.test(text)) ||
    (STREET_PARTS.test(text) && STREET.test(text)));
