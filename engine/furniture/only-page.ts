/**
 * What a page alone shows of its foot and head: a number that stands alone below the text, small type at the very foot, a
 * row with the page's number and a head set like it.
 */
import { SMALLER_THAN_BODY } from '../measures.js';
import type { Line } from '../text/line.js';
import { edgeRow, MOST_PARTS, MOST_WORDS, PARTS_APART, type EdgeRow } from './edge-row.js';
import type { EdgeEvidence } from './edge-rules.js';
import { isPageOfPages } from './forms.js';
import { isOfText, LARGEST_NUMBER, ROW_TOLERANCE, SAME_SIZE_POINTS, type LinedPage } from './lined-page.js';
import { isInRange } from './page-range.js';
import { MONTHS } from '../text/months.js';
import { narrow, pageNumberValue, romanValue } from '../text/numerals.js';

/** The foot of a page begins at this share of its height. */
const FOOT_SHARE = 0.91;

/** In body sizes: the least distance of a foot without a number from the text. */
const FAR_APART = 3;

/** A line of a page's foot or head, and what it is there. */
export interface FootLine {
  line: Line;
  foot: NonNullable<EdgeEvidence['foot']>;
}

export const footLines = (lines: readonly Line[], foot: FootLine['foot']): FootLine[] =>
  lines.map((line) => ({ line, foot }));

/** What a document's only page shows of its foot and head. `body` is the size of its text in points. */
export function singlePageFeet(page: LinedPage, body: number): FootLine[] {
  const numbered = numberedFoot(page, body);
  const [first] = numbered;
  if (first)
    return [...footLines(numbered, 'numbered-row'), ...footLines(headLike(first, page, body), 'like-numbered-row')];
  const feet = twoEnded(page, body, 'foot');
  // the head of a letter or an invoice has two ends, too: only a foot with a number says that both serve the page
  const ends = feet.some(({ text }) => NUMBER.test(narrow(text))) ? [...twoEnded(page, body, 'head'), ...feet] : [];
  const alone = aloneAtFoot(page, body);
  const others = alone ? footLines([alone], 'number-alone') : footLines(smallFeet(page, body), 'small-foot');
  const known = [
    ...footLines(ends, 'two-ended'),
    ...footLines([...rowOfIssue(page, body, 'head'), ...rowOfIssue(page, body, 'foot')], 'row-of-issue'),
    ...footLines(numberBeyondText(page, body), 'number-beyond-text'),
  ];
  return [...known, ...others.filter(({ line }) => !known.some((one) => one.line === line))];
}

/** The head and foot of a page that is nearly full, in shares of its height. */
const EDGE_SHARE = 0.08;
/** In body sizes: the distance of such a row from the text. */
const ENDS_APART = 2;

/** Whether a row at the edge, within a share of the page's height, is apart from text that there is. */
const isApart = ({ fromEdge, apart }: EdgeRow, { height }: LinedPage, body: number, share = EDGE_SHARE): boolean =>
  fromEdge < share * height && apart > ENDS_APART * body && apart < Infinity;

/** The page's first or last row, in no larger type than the text and apart from it, where its two parts stand at its ends. */
function twoEnded(page: LinedPage, body: number, side: 'head' | 'foot'): Line[] {
  const edge = edgeRow(page, side);
  const { row } = edge;
  const [left, right] = [row[0], row.at(-1)];
  const share = side === 'foot' && row.some((line) => isNumberByForm(page, line)) ? 1 - NUMBER_SHARE : EDGE_SHARE;
  if (!left || !right || row.length > MOST_PARTS || !isApart(edge, page, body, share)) return [];
  const isSmall = row.every(
    (line) => line.size <= NUMBERED_LARGEST * body && !isOfText(line) && line.text.split(' ').length <= MOST_WORDS,
  );
  return isSmall && right.box.x0 - left.box.x1 > PARTS_APART * body ? row : [];
}

/** A page's number with the letter of its annex: "A-42". One with the number of a chapter may be a range of amounts: "7-45". */
const ANNEX_NUMBER = /^[A-Z][-–]\d{1,4}$/;

/** Whether a text is the page's number by its form, or by the page's label where that tells more than its place. */
const isNumberByForm = ({ label, number }: LinedPage, { text }: Line): boolean =>
  ANNEX_NUMBER.test(narrow(text)) || (text === label && label !== String(number));

/** Words of the part beside the number: authors and the name of a journal with volume, year and pages. */
const MOST_WORDS_OF_ISSUE = 16;
/** In body sizes: so far below all else stands no row of a table, also where its rows have much space between them. */
const FAR_BELOW = 5;
/** A year that is a part of the row by itself. */
const YEAR_ALONE = /^(?:19|20)\d\d$/;
/** A page's number as digits alone: with a point, a comma or a dash it may be an amount. */
const PLAIN_NUMBER = /^\d{1,4}$/;
/** A month with its year, as journals are dated: "January 2012". */
const MONTH_AND_YEAR = new RegExp(String.raw`(?:^|[•·|,–—-]\s*)(?:${MONTHS})\.?,? (?:19|20)\d\d$`, 'iu');

/**
 * The page's first or last row, apart from the text, where a number stands alone at one end and the rest names the issue: by
 * a range of pages with that number, and at the foot by month and year, or far below all else by its title and year apart.
 */
function rowOfIssue(page: LinedPage, body: number, side: 'head' | 'foot'): Line[] {
  const edge = edgeRow(page, side);
  const { row, apart } = edge;
  const number = [row[0], row.at(-1)].find((line) => line && PLAIN_NUMBER.test(line.text));
  const others = row.filter((line) => line !== number);
  if (!number || others.length === 0 || row.length > MOST_PARTS || !isApart(edge, page, body)) return [];
  const isSmall = row.every((line) => line.size <= NUMBERED_LARGEST * body && !isOfText(line));
  if (!isSmall || others.some(({ text }) => NUMBER.test(narrow(text)) && !YEAR_ALONE.test(text))) return [];
  const words = others.map(({ text }) => text).join(' ');
  if (words.split(' ').length > MOST_WORDS_OF_ISSUE) return [];
  return isInRange(number.text, words) || (side === 'foot' && hasItsYear(others, apart / body)) ? row : [];
}

/** Whether the parts of a foot name a year of its issue. `apart` is their distance from the text in body sizes. */
const hasItsYear = (parts: readonly Line[], apart: number): boolean =>
  MONTH_AND_YEAR.test(parts.map(({ text }) => text).join(' ')) ||
  (apart > FAR_BELOW && parts.length > 1 && parts.some(({ text }) => YEAR_ALONE.test(text)));

/** In sizes of the number: from what else stands in its row, so that it is no part of a sentence or an entry. */
const FAR_OFF = 20;

/** The page's own number in the last row, right of all other text, where no table has a cell. */
function numberBeyondText(page: LinedPage, body: number): Line[] {
  const { row } = edgeRow(page, 'foot');
  const [before, number] = row.slice(-2);
  if (!before || !number || number.baseline < FOOT_SHARE * page.height) return [];
  const isNumber = [page.label, String(page.number)].includes(number.text) && number.size <= LARGEST_NUMBER * body;
  const isFarOff = number.box.x0 - before.box.x1 > FAR_OFF * number.size;
  const isBeyond = page.lines.every((line) => line === number || line.box.x1 < number.box.x0);
  return isNumber && isFarOff && isBeyond ? [number] : [];
}

/** A copyright, alone or behind the name of who has it; captions, credits and sentences have other words before it. */
const COPYRIGHT =
  /^(?:\p{Lu}[\p{L}\d.&’'-]*,?\s+(?:(?:and|und|&|of|for)\s+)?){0,5}(?:copyright\s+)?(?:(?:©|\(c\)) ?(?:19|20)\d\d\b|(?:19|20)\d\d ?©)/u;
/** A row that names what is copied from elsewhere. */
const CREDIT = /^(?:photo|foto|image|source|quelle|figure|fig|table|bild)s?\b/iu;
/** The share of the page's height below which it is the foot of a slide. */
const COPYRIGHT_SHARE = 0.8;

/** The copyright of a slide, alone in the last row: what surrounds the slide makes its foot stand higher. */
function copyrightFoot(page: LinedPage, body: number): Line[] {
  if (page.width <= page.height) return [];
  const where = { largest: SMALLER_THAN_BODY * body, apart: FAR_APART * body, share: COPYRIGHT_SHARE };
  const [line, ...others] = lastRow(page, where);
  const isFoot = line && others.length === 0 && !isOfText(line) && !CREDIT.test(line.text);
  return isFoot && COPYRIGHT.test(line.text) ? [line] : [];
}

/** Small type or the page's number below all text, where everything at the foot stands apart. */
function smallFeet(page: LinedPage, body: number): Line[] {
  const copyright = copyrightFoot(page, body);
  if (copyright.length > 0) return copyright;
  const feet = page.lines.filter((line) => line.baseline > FOOT_SHARE * page.height);
  const others = page.lines.filter((line) => line.baseline <= FOOT_SHARE * page.height);
  const above = Math.max(...others.map(({ baseline }) => baseline), -Infinity);
  if (feet.some((line) => line.baseline - above <= FAR_APART * body || isOfText(line))) return [];
  return feet.filter(
    (line) => line.size < SMALLER_THAN_BODY * body || pageNumberValue(line.text)?.value === page.number,
  );
}

/** A page's number, also with its chapter's: "7-45", "B.2". */
const NUMBER = /^[-–—]?\s?(?:[A-Z\d]{1,2}[-–.])?\d{1,4}\s?[-–—]?$/;
/** A number of pages before the first: "xiv", "(xx)". One letter alone may be anything, and "xx" ends a letter. */
const ROMAN_NUMBER = /^(?!x+$)[([]?([ivxl]{2,})[)\]]?$/;
const isRoman = (text: string): boolean => romanValue(ROMAN_NUMBER.exec(text)?.[1] ?? '') !== null;

/** A number alone may stand higher up than other feet: large margins below are common. */
const NUMBER_SHARE = 0.82;

/** A number without its like on another page stands lower than the last line of a text in common margins. */
const LONE_NUMBER_SHARE = 0.93;

/** All there is in the page's last row, where that is in the margin below, far from text that there is. */
function aloneInMargin(page: LinedPage, body: number): Line | undefined {
  const row = lastRow(page, { largest: body, apart: FAR_APART * body, share: LONE_NUMBER_SHARE });
  return row.length === 1 && row.length < page.lines.length ? row[0] : undefined;
}

/** The number of one of two pages, of which the other has none. */
export function ownNumberAtFoot(page: LinedPage, body: number): Line | undefined {
  const line = aloneInMargin(page, body);
  return line?.text === String(page.number) ? line : undefined;
}

/** The number that is all there is in the page's last row, where that stands apart: roman ones may be items of a list. */
export function aloneAtFoot(page: LinedPage, body: number): Line | undefined {
  const row = lastRow(page, { largest: LARGEST_NUMBER * body, apart: APART * body, share: NUMBER_SHARE });
  if (row.length === 1 && NUMBER.test(narrow(row[0]!.text))) return row[0];
  const line = aloneInMargin(page, body);
  return line && isRoman(line.text) ? line : undefined;
}

/** Distance from the text, in multiples of its size, of a row that serves the page. */
const APART = 1.6;
/** A row that has the page's number may be larger than most of the text: on a first page that is often the small print. */
const NUMBERED_LARGEST = 1.3;

/** The page's last row, where one of its parts is the page's number and it stands apart. */
function numberedFoot(page: LinedPage, body: number): Line[] {
  const row = lastRow(page, { largest: NUMBERED_LARGEST * body, apart: APART * body, share: FOOT_SHARE });
  return row.some(({ text }) => pageNumberValue(text)?.value === page.number) ? row : footOfPages(page, body);
}

/** Lines of such a foot at most. */
const MOST_LINES_OF_FOOT = 6;

/** "Page 3 of 9" at the foot and all that stands beside and below it, in one type smaller than the text and apart from it. */
function footOfPages({ lines, height }: LinedPage, body: number): Line[] {
  const number = lines.find(({ text, baseline }) => isPageOfPages(text) && baseline > FOOT_SHARE * height);
  if (!number) return [];
  const top = number.baseline - ROW_TOLERANCE;
  const foot = lines.filter(({ baseline }) => baseline >= top);
  const above = Math.max(...lines.filter(({ baseline }) => baseline < top).map(({ baseline }) => baseline), -Infinity);
  const isOneType = foot.every(
    (line) =>
      !isOfText(line) && line.size < SMALLER_THAN_BODY * body && Math.abs(line.size - number.size) < SAME_SIZE_POINTS,
  );
  return isOneType && foot.length <= MOST_LINES_OF_FOOT && number.baseline - above > APART * body ? foot : [];
}

/** The page's last row, where it stands at the foot, `apart` points or more from the text, and none of it is larger; else none. */
function lastRow(
  page: LinedPage,
  { largest, apart, share }: { largest: number; apart: number; share: number },
): Line[] {
  const edge = edgeRow(page, 'foot');
  const isFoot = edge.fromEdge < (1 - share) * page.height && edge.apart > apart;
  return isFoot && edge.row.every(({ size }) => size <= largest) ? edge.row : [];
}

/** The page's first row, where it is set like the numbered foot, smaller than the text and apart from it. */
function headLike(foot: Line, page: LinedPage, body: number): Line[] {
  const { row, fromEdge, apart } = edgeRow(page, 'head');
  const isHead =
    fromEdge < (1 - FOOT_SHARE) * page.height &&
    apart > APART * body &&
    row.every(({ size }) => size < SMALLER_THAN_BODY * body && Math.abs(size - foot.size) < SAME_SIZE_POINTS);
  return isHead ? row : [];
}
