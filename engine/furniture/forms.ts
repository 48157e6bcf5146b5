/**
 * Furniture by its words: what programs, archives and courts stamp on pages has forms of its own, which a single page is
 * enough to know. Asked of the outermost rows and of turned text in the margins alone.
 */
import { isSameSize, SAME_EDGE, SAME_END, SMALLER_THAN_BODY } from '../measures.js';
import type { Box } from '../model.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import type { Line } from '../text/line.js';
import { groupBy } from './candidates.js';
import type { LinedPage } from './lined-page.js';

export interface StampEvidence {
  line: Line;
  /** The words of its whole row, where that is in one type: programs set the parts of a stamp far apart. */
  row?: string;
  /** It stands alone in its row, in no larger or bolder type than the text and apart from it, with the page's number. */
  hasOwnNumber?: boolean;
  /** It stands in small type at the very foot, apart from the text, and no line above is of its form. */
  isFoot?: boolean;
  /** It stands where the number of a form does, or that of its catalogue (`isPlaceOfForm`). */
  isAtPlaceOfForm?: boolean;
  /** It lies in the outer margins of its page. */
  inMargin: boolean;
}

type Verdict = 'furniture' | 'text';

/** Share of the page's height or width from its edge that a stamp lies in. */
const MARGIN = 0.12;
/** Letters of a stamp at most. */
const MAX_LETTERS = 200;

/** Whether a text has a form: a regular expression, or one with what is looked for before it. */
interface Pattern {
  test: (text: string) => boolean;
}

/** Forms that are believed of what was taken for furniture, wherever it stands. */
const PATTERNS: Pattern[] = [];

/** "Page 3 of 9" in several languages. */
const PAGE_OF_PAGES = String.raw`(?:page|seite|p[áa]gina|pagina|sida|side)\s*(\d{1,4})\s*(?:of|\/|von|de|di|van|av|af)\s*(\d{1,4})`;

const IS_PAGE_OF_PAGES = new RegExp(`^${PAGE_OF_PAGES}$`, 'i');

/** Whether a text is a page's number and that of all pages in words. */
export const isPageOfPages = (text: string): boolean => IS_PAGE_OF_PAGES.test(text);

const ENDS_IN_PAGE_OF_PAGES = new RegExp(String.raw`[-–—|•·]\s*${PAGE_OF_PAGES}$`, 'i');
PATTERNS.push(ENDS_IN_PAGE_OF_PAGES);
const PAGE_AND_NUMBER = /^(?:page|seite|p[áa]gina|pagina|sida|side)\s*(?:[-–—.:]\s*)?(\d{1,4}|[ivxl]{1,7})$/i;
const FORM_NUMBER =
  /^(?:form\s+)?[A-Z][\w./-]{0,20}\d[\w./-]*\s+\((?:R|Rev|Revised)\.?:?\s*(?:\d{1,2}[/.-]){1,2}(?:19|20)?\d\d\)$/i;
PATTERNS.push(FORM_NUMBER);
const CATALOGUE = /^cat\.? no\.? \d{4,5}[a-z]$/i;
PATTERNS.push(CATALOGUE);
/** "Form 1040 (2007)", "Schedule K-1 (Form 1065) 2022", "Form 940-B (Rev. 5-2010)". */
const FORM_NAME = String.raw`^(?:form|schedule)\s+`;
const FORM_OF_YEAR = new RegExp(
  String.raw`${FORM_NAME}(?:[A-Z]|[\w-]{0,9}\d[\w-]{0,9})(?:\s+\(form\s+[\w-]{1,12}\))?\s+(?:(?:19|20)\d\d|\((?:rev\.?\s+(?:\d{1,2}-|\p{L}{3,9}\.?\s+))?(?:19|20)\d\d\))$`,
  'iu',
);
/** The name alone: few texts begin with one, and need the pattern above. */
const FORM_START = new RegExp(FORM_NAME, 'iu');
const isFormOfYear = (text: string): boolean => FORM_START.test(text) && FORM_OF_YEAR.test(text);
/** In points: larger words are a title, with whatever behind them. */
const LARGEST_HEAD = 12.5;

function form(name: string, why: string, pattern: Pattern): Rule<StampEvidence, Verdict> {
  PATTERNS.push(pattern);
  return {
    name,
    why,
    test: ({ line: { text }, row = text }) => (pattern.test(text) || pattern.test(row) ? 'furniture' : null),
  };
}

/**
 * A pattern with one of several words, which are looked for first: few texts have any, and V8 compiles a long pattern for
 * milliseconds, in each process anew.
 *
 * @param words alternatives of a regular expression
 * @param sourceOf the source of the whole, in which `word` is any of them
 */
function withWord(words: string, flags: string, sourceOf: (word: string) => string): Pattern {
  const word = new RegExp(words, flags);
  const whole = new RegExp(sourceOf(`(?:${words})`), flags);
  return { test: (text) => word.test(text) && whole.test(text) };
}

const FORMS: readonly Rule<StampEvidence, Verdict>[] = [
  form('page-of-pages', '"Page 3 of 9" is the number of a page in words.', IS_PAGE_OF_PAGES),
  form('number-between-dashes', 'A number between dashes is that of the page.', /^[-–—]\s?\d{1,4}\s?[-–—]$/),
  {
    name: 'page-and-number',
    why: '"Page 4" alone at the edge of the fourth page, in no larger type than the text, is its number; "Page 5" may be a heading.',
    test: ({ line: { text }, hasOwnNumber }) => (hasOwnNumber && PAGE_AND_NUMBER.test(text) ? 'furniture' : null),
  },
  {
    name: 'number-of-a-form',
    why: 'Authorities print the number of a form with the date of its revision below it ("DCF-F-2476 (R. 04/2014)"); lists name several.',
    test: ({ line: { text }, isFoot }) => (isFoot && FORM_NUMBER.test(text) ? 'furniture' : null),
  },
  {
    name: 'form-of-a-year',
    why: 'Tax offices print the number of a form with its year at an end of the first or last row ("Form 1040 (2007)").',
    test: ({ line: { text }, isAtPlaceOfForm }) => (isAtPlaceOfForm && isFormOfYear(text) ? 'furniture' : null),
  },
  {
    name: 'catalogue-number',
    why: 'The number under which a form is ordered ("Cat. No. 11364D") is printed beside its own; catalogues number what they sell.',
    test: ({ line: { text }, isAtPlaceOfForm }) => (isAtPlaceOfForm && CATALOGUE.test(text) ? 'furniture' : null),
  },
  form('number-and-word-page', '"3 | Page" is a footer that word processors offer.', /^\d{1,4}\s*\|\s*p\s*a\s*g\s*e$/i),
  form(
    'filing-stamp',
    'Courts stamp case, document, date and page on what is filed.',
    withWord(
      'case|appeal',
      'i',
      (word) =>
        String.raw`^(?:USCA\S*\s+|Appellate\s+)?${word}(?:\s+no\.?)?:?\s*(?=\S{0,60}\d)\S{1,60}\s.*\b(?:document|doc|dktentry|filed|entry id|pageid|page\s?\d)`,
    ),
  ),
  form(
    'archive-stamp',
    'The archive arXiv prints number, subject and date in the margin.',
    /^arXiv:\S+\s+\[\S+\]\s+\d{1,2} \w+ \d{4}$/,
  ),
  form(
    'download-stamp',
    'Publishers stamp who downloaded a copy, and when, and in a line of its own on whose terms.',
    /^(?:(?:this (?:content|article|page) )?downloaded (?:from|by|on|to|at)\b|authorized licensed use limited to|all use subject to (?:https?:\/\/\S+$|(?!(?:the|our|these|its|their)\b)(?:\S+ ){1,4}terms (?:and|&) conditions$))/i,
  ),
  form(
    'generated-stamp',
    'Archives print above a copy the day and the time at which they made it.',
    withWord(
      'generated|created|généré|generado',
      'iu',
      (word) =>
        String.raw`^(?:this )?(?:document|pdf|copy) (?:was )?${word} (?:on|le|el) [^:]{3,20}\d{4},?(?: (?:at|à))? \d{1,2}[:h]\d\d(?: ?[ap]m)?$`,
    ),
  ),
  form(
    'head-of-a-form',
    'Tax offices head the further pages of a form with its number, the year and the page ("IT-204 (2021) Page 3 of 5").',
    withWord(
      'page',
      'i',
      (word) =>
        String.raw`^(?:form |schedule [A-Z\d-]{1,4} \(form )?[A-Z]{0,4}-?\d[A-Z\d-]{0,12}\)?(?: \(?rev[^)]{0,20}\))? \(?(?:19|20)\d\d\)?,? ${word} \d{1,3}(?: of \d{1,3})?$`,
    ),
  ),
  form('printing-office-stamp', 'The printing office marks its pages for its own use.', /^VerDate\b|\bJkt \d+ PO \d+/),
  form(
    'file-name-and-time',
    'The name of a typesetter\'s file with a date is a mark of the proof ("ch05.qxd 2/10/04 3:46 PM").',
    /\.(?:qxd|qxp|indd|fm|docx?)\b.*\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/i,
  ),
  form('proof-mark', 'Proofs are marked by their pass.', /^\d(?:st|nd|rd|th) pass(?: pages)?$/i),
  form(
    'browser-line',
    'Browsers print the time and the address of a page at its edges.',
    /^(?:\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}(?: ?[AP]M)?(?:\s.*)?|https?:\/\/\S+\s+(?:\d{1,3}\/\d{1,3}|\[.{6,30}\]|page \d+ of \d+))$/i,
  ),
  {
    name: 'ends-in-page-of-pages',
    why: 'A row at the edge in no larger type than text has that ends in "Page 3 of 9" behind a dash or a bar is a head or foot.',
    test: ({ line: { text, size }, row = text }) =>
      size <= LARGEST_HEAD && ENDS_IN_PAGE_OF_PAGES.test(row) ? 'furniture' : null,
  },
];

export const STAMP: DecisionTable<StampEvidence, Verdict> = {
  name: 'stamp',
  rules: [
    {
      name: 'within-the-page',
      why: 'Text within the page is no stamp, whatever it says.',
      test: ({ line, inMargin }) => (inMargin && line.text.length <= MAX_LETTERS ? null : 'text'),
    },
    ...FORMS,
  ],
  otherwise: 'text',
  subject: ({ line }) => line,
};

/** A page, with its number, label and lines where a line in its rows is asked about. */
type PageOfStamp = Pick<LinedPage, 'width' | 'height'> & Partial<LinedPage>;

/** The row of a line at the edge. */
interface StampRow {
  row: readonly Line[];
  /** Whether it is the foot of the page, and the number of rows outside of it. */
  side: 'head' | 'foot';
  depth: number;
  /** In sizes of the line: to the next row further in. */
  apart: number;
  /** Size of the text in points. */
  body: number;
}

/** In font sizes: lines of text are no further apart. */
const APART = 1.6;
/** The number of a page, which may stand in the row of a form's. */
const NUMBER = /^\d{1,4}$/;
/** Share of the page's height at its foot in which the number of a form stands. */
const FOOT_SHARE = 0.08;

/** Whether a line at a page's edge is a stamp, or a part of one. */
export function isStamp(line: Line, page: PageOfStamp, at?: StampRow): boolean {
  const evidence = at
    ? { ...rowText(at.row), ...aloneAtEdge(line, page, at), isAtPlaceOfForm: isPlaceOfForm(line, page, at) }
    : {};
  return decide(STAMP, { line, ...evidence, inMargin: inMargin(line.box, page) }) === 'furniture';
}

function aloneAtEdge(
  line: Line,
  { height, number, label, lines = [] }: PageOfStamp,
  { row, apart, body }: StampRow,
): Pick<StampEvidence, 'hasOwnNumber' | 'isFoot'> {
  const others = row.filter((other) => other !== line);
  if (others.some(({ text }) => !NUMBER.test(text)) || apart <= APART || line.bold > 0 || line.size > body) return {};
  const printed = PAGE_AND_NUMBER.exec(line.text)?.[1]?.toLowerCase() ?? '';
  const isLowest = line.baseline > (1 - FOOT_SHARE) * height && line.size < SMALLER_THAN_BODY * body;
  const isOwn = [String(number), label?.toLowerCase()].includes(printed);
  return {
    hasOwnNumber: others.length === 0 && isOwn,
    isFoot: isLowest && !lines.some((other) => other !== line && FORM_NUMBER.test(other.text)),
  };
}

/**
 * Whether a line stands where forms have their number: at the right end of the last row, or beside the number of its page or
 * of the catalogue. Where the page names other forms, or this one again in a column, it is one of a list. At the head of the
 * first page and in large type it is the title.
 */
function isPlaceOfForm(line: Line, { width, lines = [] }: PageOfStamp, { row, side, depth }: StampRow): boolean {
  if (depth > 0 || line.size > LARGEST_HEAD) return false;
  if (CATALOGUE.test(line.text)) return side === 'foot' && row.some(({ text }) => isFormOfYear(text));
  if (!isFormOfYear(line.text) || lines.some((other) => isOfListWith(line, other))) return false;
  if (side === 'head') return row.some(({ text }) => isNumberAfterFirst(text));
  const isNumbered = row.some(({ text }) => PAGE_AND_NUMBER.test(text) || CATALOGUE.test(text));
  const end = lines.reduce((largest, { box }) => Math.max(largest, box.x1), 0);
  return isNumbered || (line.box.x0 > width / 2 && line.box.x1 > end - SAME_END);
}

const isOfListWith = (line: Line, other: Line): boolean =>
  other !== line &&
  isFormOfYear(other.text) &&
  (other.text !== line.text || Math.abs(other.box.x0 - line.box.x0) <= SAME_EDGE);

function isNumberAfterFirst(text: string): boolean {
  const printed = PAGE_AND_NUMBER.exec(text)?.[1]?.toLowerCase();
  return printed !== undefined && printed !== '1' && printed !== 'i';
}

/**
 * The lines above or below the text that are the number of their own page and that of all pages in words; none where others of
 * the same count stand beside them, as in a list of sheets.
 */
export function ownPageOfPages({ height, number, label, lines }: LinedPage): Line[] {
  const named = lines.flatMap((line) => {
    const [, printed, count] = IS_PAGE_OF_PAGES.exec(line.text) ?? [];
    return printed ? [{ line, printed, count }] : [];
  });
  const isOutside = ({ y0, y1 }: Box): boolean => y1 < MARGIN * height || y0 > (1 - MARGIN) * height;
  return [...groupBy(named, ({ count }) => String(count)).values()].flatMap((group) => {
    const { printed } = group[0]!;
    const isOwn = [String(number), label].includes(printed) && group.every((other) => other.printed === printed);
    return isOwn ? group.map(({ line }) => line).filter(({ box }) => isOutside(box)) : [];
  });
}

/** Of one type: beside a stamp a line of the text may stand. */
const rowText = (row: readonly Line[]): Pick<StampEvidence, 'row'> =>
  row.length > 1 && row.every(({ size, bold }) => isSameSize(size, row[0]!.size) && bold === row[0]!.bold)
    ? { row: row.map(({ text }) => text).join(' ') }
    : {};

const inMargin = ({ x0, x1, y0, y1 }: Box, { width, height }: { width: number; height: number }): boolean =>
  y1 < MARGIN * height || y0 > (1 - MARGIN) * height || x1 < MARGIN * width || x0 > (1 - MARGIN) * width;

/** Whether a text is a stamp's, wherever it stands. */
export const hasFormOfStamp = (text: string): boolean =>
  text.length <= MAX_LETTERS && PATTERNS.some((pattern) => pattern.test(text));
