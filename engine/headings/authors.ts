/** Who wrote a document and where they work: printed below its title in type of its own, and no section's name. */
import type { Span } from '../block-model.js';
import { withoutRaised } from '../text/spans.js';
import { endsSentence } from '../text-rules.js';
import { MAX_LETTERS } from './candidate.js';
import { isAddress } from '../text/dates-and-addresses.js';

const PARTICLE = '(?:de|da|di|do|dos|du|del|della|la|le|van|von|der|den|ter|ten|bin|ibn|al|el|y|zu|zur|af)';
const WORD = String.raw`\p{Lu}[\p{L}.'’-]*`;
/** Title, first names, particles and family name; at least two words in capitals and lower-case letters. */
const NAME = new RegExp(
  String.raw`^(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?\s+)*${WORD}(?:\s+${WORD}|\s+${PARTICLE})*\s+(?:${PARTICLE}\s+)*\p{Lu}[\p{L}'’-]*\p{Ll}[\p{L}'’-]*$`,
  'u',
);
/** Degrees and offices behind a name; who edits a volume is said there, too. */
const DEGREE = /^(?:Ph\.?\s?D|M\.?D|M\.?Sc|B\.?Sc|MBA|Jr|Sr|Esq|I{2,3}|[Ee]ditors?|[Ee]ds?|Hrsg)\.?$/u;
/** Marks of affiliations and notes: raised numbers and letters come as part of the name. */
const MARKS = /[*†‡§¶∗⁎☯¤#✉]|[\d¹²³⁰⁴-⁹]+(?:\s*,\s*[\d¹²³⁰⁴-⁹]+)*/gu;
const HAS_MARKS = /\p{L}\s?[*†‡§¶∗⁎☯¤]|\p{L}[\d¹²³]/u;
/** What somebody is, behind the name. */
const ROLE = /\s\(\p{L}[\p{L}\s-]{2,24}\)/gu;
const BETWEEN = /\s*(?:[,，、;·•|]|\s(?:and|und|et|y|&)\s)\s*/u;
/** Behind a comma. */
const CONJUNCTION = /^(?:and|und|et|y|&)\s+/u;
/** Names in a row without marks; with marks of affiliations two are enough. */
const LEAST_NAMES = 3;
const LEAST_MARKED_NAMES = 2;
/** Pages on which a document names its authors. */
export const FIRST_PAGES = 2;

/** The family names that most Chinese have. */
const CHINESE_SURNAME =
  /^[王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤]/u;
const HAN_WORD = /^\p{Script=Han}{1,3}$/u;

/**
 * Chinese names, of which those of two characters are spaced as wide as those of three: "李明远 王 芳 陈 静". Many words begin
 * like a family name and have two characters ("方法", "程序"): one alone is no name, nor are several without a longer or spaced one.
 */
function areChineseNames(words: readonly string[], least: number): boolean {
  if (!words.every((word) => HAN_WORD.test(word)) || words.every((word) => word.length === 2)) return false;
  const names: string[] = [];
  for (const word of words) {
    const before = names.at(-1);
    if (word.length > 1 || before?.length !== 1) names.push(word);
    else names[names.length - 1] = before + word;
  }
  const areEnough = names.length >= Math.max(least, LEAST_MARKED_NAMES);
  return areEnough && names.every((name) => name.length > 1 && CHINESE_SURNAME.test(name));
}

/** Names of persons one after the other: "Ledell Wu, Sergey Edunov, Danqi Chen", "Ada Byron¹ and Charles Babbage²". */
function areNames(text: string, least = HAS_MARKS.test(text) ? LEAST_MARKED_NAMES : LEAST_NAMES): boolean {
  const names = text
    .replace(MARKS, ' ')
    .split(BETWEEN)
    .map((name) => name.replace(/\s+/gu, ' ').trim().replace(CONJUNCTION, ''))
    .filter((name) => name.length > 1 && !DEGREE.test(name));
  if (names.length > 0 && HAN_WORD.test(names[0]!.slice(0, 1)))
    return areChineseNames(names.join(' ').split(' '), least);
  return names.length >= least && names.every((name) => NAME.test(name));
}

/**
 * Words of institutions, and those that have several endings: V8 takes milliseconds to compile these, so that their stems are
 * looked for first.
 */
const INSTITUTION_WORD =
  /\b(?:department|dept|school|college|academy|hospital|cent(?:er|re)|inc|corporation|research)\b/iu;
const STEMS = 'universit|laborator|facult';
const STEMS_OR_WORDS = 'universidad|institut';
const INSTITUTION_STEM = new RegExp(String.raw`\b(?:${STEMS}|${STEMS_OR_WORDS})`, 'iu');
const INSTITUTION_WITH_ENDING = new RegExp(String.raw`\b(?:(?:${STEMS})\p{L}+|(?:${STEMS_OR_WORDS})\p{L}*)\b`, 'iu');
const namesInstitution = (text: string): boolean =>
  INSTITUTION_WORD.test(text) || (INSTITUTION_STEM.test(text) && INSTITUTION_WITH_ENDING.test(text));
/** Marks between two institutions, or a place behind one: "†Facebook AI ‡Princeton University", "..., Auckland, New Zealand". */
const MARKED = /(?:^|\s)[*†‡§¶∗⁎¹²³]+\s?\p{Lu}/u;
const MAIL = /\S@\S+\.\p{L}{2,}/u;
const holdsMail = (text: string): boolean => text.includes('@') && MAIL.test(text);
const PLACE = /,\s*\p{Lu}[\p{L}.\s-]+,\s*\p{Lu}[\p{L}.\s]{2,20}$/u;

const isAffiliation = (text: string): boolean =>
  holdsMail(text) || (namesInstitution(text) && (MARKED.test(text) || PLACE.test(text)));

/** Letters of a line that says where somebody works. */
const MOST_LETTERS = 160;
/** A stop at its end is that of an abbreviation. */
const SHORT_FORM = /\b(?:Inc|Corp|Ltd|Co|Univ|Dept|(?:\p{Lu}\.)+\p{Lu})\.$/u;

/** Whether a text names persons, one at least, and nothing else: two words with capitals are enough. */
export const isName = (text: string): boolean => text.length <= MAX_LETTERS && areNames(text, 1);

/** Whether a line says where somebody works: an office, a university or an address, and no sentence about one. */
export const isWorkplace = (line: string): boolean =>
  line.length <= MOST_LETTERS &&
  (!endsSentence(line) || SHORT_FORM.test(line)) &&
  (namesInstitution(line) || holdsMail(line) || isAddress(line));

/** Whether a text on this page names authors or where they work. */
export const isByline = (text: string, page: number): boolean =>
  page <= FIRST_PAGES && (areNames(text) || isAffiliation(text));

/** Whether names on this page have raised letters behind them, which refer to affiliations. */
export function isMarkedByline(spans: readonly Span[], page: number): boolean {
  const marks = spans.filter(({ superscript }) => superscript).length;
  return (
    page <= FIRST_PAGES &&
    marks >= LEAST_MARKED_NAMES &&
    areNames(withoutRaised(spans).replace(ROLE, ' '), LEAST_MARKED_NAMES)
  );
}
