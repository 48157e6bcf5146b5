/**
 * Captions: a paragraph that begins with "Table 3" or "Figure 2.1" and stands apart from the text. "Exhibit A" is an annex.
 * A mark closes the label ("Table 3:"), or a short title in capitals or with a capital stands behind the number.
 * Words of European languages, Chinese and Japanese; abbreviations have a stop.
 */
import { endsSentence } from '../text-rules.js';

const TABLE = String.raw`tab\.|tab(?:le|elle|leau|la|ella|ela|ell?|ulka)\.?|табл\.|таблица|附?表`;
const FIGURE = String.raw`fig\.|fig(?:ure|ura|uur|ur)\.?|abb\.|abbildung|obr\.|rys\.|рис\.|рисунок|附?[图圖図]`;
const CHART = String.raw`chart|graph(?:ique)?|diagram|schaubild|grafik`;
const LISTING = 'listing|algorithm';
const OTHERS = String.raw`exhibit(?=\s+\d)|plate|map|box|scheme|illustration|photo`;
const NAME = `(${TABLE})|(${FIGURE})|(${CHART})|(${LISTING})|(?:${OTHERS})`;
const NUMBER = String.raw`(?:[A-Z][.–-]?)?\d{1,3}(?:[.–-]\d{1,3})*[a-z]?|[IVXLC]{1,6}|[A-Z]`;
/** A stop or a Chinese character may stand right before the number ("Fig.3"). The last group is what stands behind it, if anything. */
const LABEL = new RegExp(
  String.raw`^(?:${NAME})(?:(?<=[.\p{Script=Han}])\s*|\s+)(?:${NUMBER})(?![\p{L}\d])\s*((?:[.:：|–—-](?!\d))?)`,
  'iu',
);
/** The names alone: few texts begin with one, and need the pattern above. */
const LABEL_START = new RegExp(`^(?:${NAME})`, 'iu');
/** "Figure 2.1 shows": in a sentence the number is followed by a lower-case letter. */
const SENTENCE = /^\S+\s+\d{1,3}(?:[.-]\d{1,3})+[a-z]?\s+\p{Ll}/u;
/** A number that no word is taken for, behind the name. */
const SURE_NUMBER = /^\S+?\.?\s*(?:[A-Z]?[.–-]?\d|[IVXLC]{1,6}\b)/u;
/** What begins like a title: a word with a capital, a year, or that the table continues. Sentences name a part of the table so. */
const TITLE = /^["“‘'«„]?(?:\p{Lu}[\p{L}\p{N}-]|\p{Script=Han}|(?:19|20)\d\d\b)/u;
/** "图 2 所示": Chinese verbs behind the number, which begin like a title. */
const HAN_SENTENCE =
  /^(?:所示|所列|中(?:的|，|可|所)|为|是(?!否)|的|可[以见知]|[和与][表图]|给出|显示(?![器屏])|表明|表示|列出|展示|说明|反映|比较)/u;
const CONTINUED = /^\(?cont(?:inued|['’]?d)\b/iu;
const PART_OF_TABLE =
  /^(?:(?:panel|column|row|fila)s?|spalten?|zeilen?|colonnes?|lignes?|columnas?|colonn[ae]|rig(?:a|he))\b/iu;
/** No sentence begins with an abbreviation or a word in capitals, as its name. */
const NO_SENTENCE = /^(?:\p{L}+\.|\p{Lu}{2,}\s)/u;
/** A symbol that some houses set before the label: a square, a triangle, a bar, a disc. Sentences begin with none. */
const LEADING_SYMBOL = /^[•\u2758-\u275a\u25a0-\u25ff]\s*(?=\p{L})/u;
/** Letters of a caption that only the capital of its title shows: longer text is a paragraph about the table. */
const MOST_LETTERS = 300;

/** How a text begins that names a table, a figure, or something else that has a caption ("Box 3"). */
export interface CaptionLabel {
  /** The caption of a chart stands above it as often as below; a listing is one of code or of the steps of an algorithm. */
  of: 'table' | 'figure' | 'chart' | 'listing' | 'other';
  /** A mark, nothing or, of tables, figures and listings, a title stands behind the number: in a sentence ("Table 3 shows") words do. */
  closed: boolean;
  /** Nothing stands behind the number. */
  alone: boolean;
}

/** Null of a text that begins with no name and number, before which a symbol may stand; others may be captions or sentences. */
export function captionLabel(printed: string): CaptionLabel | null {
  const text = printed.replace(LEADING_SYMBOL, '');
  const match = LABEL_START.test(text) ? LABEL.exec(text) : null;
  if (!match) return null;
  const [label, table, figure, chart, listing, mark] = match;
  const of = table ? 'table' : figure ? 'figure' : chart ? 'chart' : listing ? 'listing' : 'other';
  const alone = label.length === text.length;
  const isMarked = (mark !== '' || alone) && !SENTENCE.test(text);
  const rest = text.slice(label.length);
  return {
    of,
    closed: isMarked || (of !== 'other' && SURE_NUMBER.test(text) && isTitle(rest) && mayBeTitled(printed)),
    alone,
  };
}

/** "Table 5.1 Age Norms", "Fig. S3 Infrared spectrum": houses that set no mark begin the title with a capital. */
const isTitle = (rest: string): boolean =>
  (TITLE.test(rest) || CONTINUED.test(rest)) && !PART_OF_TABLE.test(rest) && !HAN_SENTENCE.test(rest);

/** "Figure 2 US exports are shown in blue." is a sentence about the figure. */
const mayBeTitled = (text: string): boolean =>
  LEADING_SYMBOL.test(text) || (text.length <= MOST_LETTERS && (NO_SENTENCE.test(text) || !endsSentence(text)));

/** What a text captions, null when it is no caption. What is no table is shown as a figure. */
export function captionOf(text: string): 'table' | 'figure' | null {
  const label = captionLabel(text);
  return label?.closed ? (label.of === 'table' ? 'table' : 'figure') : null;
}

/** Whether a text is the caption of a figure, a chart, a table or a listing: "Exhibit 2" and "Box 3" head parts of a document, too. */
export function captionsFloat(text: string): boolean {
  const label = captionLabel(text);
  return label !== null && label.closed && label.of !== 'other';
}
