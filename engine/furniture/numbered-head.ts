/**
 * The head of a page that no other page shows: the page's number at the outer edge of the text, in its first row, and the name
 * of a section or of the author at the other end. Everything in the row is in one small type and apart from the text. Letters,
 * invoices and annexes begin with such rows, too, so that the file's labels, the next page or the place of a second page must confirm the number.
 * Letters, recipes and contracts begin in lower case below such a row as well; but where the text also breaks off at the end of
 * the page, or the foot has the issue's pages, the page is cut out of a longer document, and what stands above its text is its
 * head, which may be as large as the text, and its number nearer.
 */
import { overlap } from '../geometry.js';
import { SMALLER_THAN_BODY } from '../measures.js';
import type { Line } from '../text/line.js';
import { isDivisionLabel, narrow } from '../text/numerals.js';
import { beginsWithin, breaksOff } from './cut-page.js';
import { edgeRow, MOST_PARTS, MOST_WORDS } from './edge-row.js';
import { isOfText, LARGEST_NUMBER, SAME_SIZE_POINTS, type LinedPage } from './lined-page.js';
import { beginOfRange, isInRange } from './page-range.js';

/** Share of the page's height in which heads stand, also where the margin above is wide. */
const HEAD_SHARE = 0.14;
/** In body sizes: the least distance of a head from the text below it. */
const APART = 2;
/** In body sizes: a number at the edge of the text ends no further from it. */
const AT_EDGE = 0.5;
/** In sizes of the head: a title is larger. */
const TITLE = 1.5;
/** In body sizes: the distance of a number from the words, which would take it if it were nearer ("Annex 3"). */
const NUMBER_APART = 2.5;
/** The same on a page cut out of a longer document. */
const NUMBER_APART_CONTINUED = 1.2;
/** Forms and reports are headed by their year. */
const YEAR = /^(?:19|20)\d\d$/;
/** In body sizes: the least distance of a foot from the text. */
const FOOT_APART = 1.6;
/** The foot of an issue has its year, opening hours and ages have none. */
const HAS_YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** A number by itself, or with a bar between it and words. */
const NUMBER = /^\d{1,4}$/;
const NUMBER_FIRST = /^(?<number>\d{1,4})\s*[|│]\s*(?<words>\S.*)$/u;
const NUMBER_LAST = /^(?<words>.*\S)\s*[|│]\s*(?<number>\d{1,4})$/u;
/** The same with any of the signs that books set between words and number, and how far apart such rows of two pages may stand. */
const SIGNED_FIRST = /^(?<number>\d{1,4})\s*[|│·•]\s*(?<words>\p{L}.*)$/u;
const SIGNED_LAST = /^(?<words>.*\p{L}[^·•|│]*?)\s*[|│·•]\s*(?<number>\d{1,4})$/u;
const SAME_HEIGHT_POINTS = 2.5;
/** In body sizes: heads with a sign are hardly larger than the text. */
const LARGEST_SIGNED = 1.12;
/** A sentence, a label or an amount is no head, but the name of the first author is. */
const NO_HEAD = /(?<!\bet al)\.$|[:;,]$|[$€£%=]/u;

interface NumberedHead {
  row: readonly Line[];
  /** As printed. */
  number: string;
  /** The text below it is cut out of a longer one. */
  isContinued: boolean;
}

/** The heads of the pages of a document in which nothing repeats, and feet that have the range of pages of their number. */
export interface NumberedEdges {
  heads: readonly Line[];
  feet: readonly Line[];
}

/** `body` is the size of the text in points. */
export function numberedHeads(pages: readonly LinedPage[], body: number): NumberedEdges {
  const heads = pages.map((page) => numberedHead(page, body));
  const isInStep = heads.length > 1 && heads.every((head, i) => head && Number(head.number) === numberAt(heads, i));
  const signed = signedHeads(pages, body);
  if (signed.length > 0) return { heads: signed, feet: [] };
  const known = heads.flatMap((head, i) => {
    const page = pages[i]!;
    const isSure = head && (head.isContinued || isInStep || isLabelOf(page, head.number) || isOfSecond(pages, i, head));
    return isSure ? [{ head, page }] : [];
  });
  return {
    heads: known.flatMap(({ head }) => head.row),
    feet: known.flatMap(({ head, page }) => footOfIssue(page, head.number, body)),
  };
}

/**
 * The first rows of two pages, alone, where a sign separates words from numbers in step, in one size and at one height. Steps,
 * slides and questions are numbered so as well; but where a sentence runs from the first page to the second, the row that
 * divides it is a head, also in the size of the text.
 */
function signedHeads(pages: readonly LinedPage[], body: number): Line[] {
  const [one, two] = pages;
  if (pages.length !== 2 || !one || !two || !breaksOff(one, body) || !beginsWithin(two)) return [];
  const [first, second] = [signedHead(one, body), signedHead(two, body)];
  if (!first || !second || second.number !== first.number + 1) return [];
  const isAtOneHeight = Math.abs(second.line.baseline - first.line.baseline) <= SAME_HEIGHT_POINTS;
  const isOneSize = Math.abs(second.line.size - first.line.size) < SAME_SIZE_POINTS;
  return isAtOneHeight && isOneSize ? [first.line, second.line] : [];
}

/** The number of a page that a sign separates from words ("8 · Lamps"), as printed. */
export const signedNumber = (text: string): string | undefined =>
  (SIGNED_FIRST.exec(text) ?? SIGNED_LAST.exec(text))?.groups?.number;

function signedHead(page: LinedPage, body: number): { line: Line; number: number } | null {
  const { row, fromEdge, apart } = edgeRow(page, 'head');
  const [line] = row;
  const isHead = row.length === 1 && fromEdge < HEAD_SHARE * page.height && apart < Infinity && apart > APART * body;
  if (!line || !isHead || line.size > LARGEST_SIGNED * body || line.text.split(' ').length > MOST_WORDS) return null;
  const number = signedNumber(line.text);
  return number === undefined ? null : { line, number: Number(number) };
}

/** The page's last row, alone and apart in small type, where it has a year and a range of pages that the number of the head is in. */
function footOfIssue(page: LinedPage, number: string, body: number): Line[] {
  const { row, fromEdge, apart } = edgeRow(page, 'foot');
  const [line] = row;
  const isFoot = row.length === 1 && fromEdge < HEAD_SHARE * page.height && apart > FOOT_APART * body;
  const isSmall = line && line.size < SMALLER_THAN_BODY * body && line.text.split(' ').length <= MOST_WORDS;
  const isOfIssue = isSmall && !isOfText(line) && HAS_YEAR.test(line.text) && isInRange(number, line.text);
  return isFoot && isOfIssue ? [line] : [];
}

/**
 * Feet with the year of an issue and a range of pages that begins with the number of the page.
 *
 * @param shifts how far the printed numbers are from the places of their pages in the file, as other pages tell.
 */
export const feetOfIssue = (pages: readonly LinedPage[], shifts: ReadonlySet<number>, body: number): Line[] =>
  pages.flatMap((page) => {
    const [line] = edgeRow(page, 'foot').row;
    const begin = beginOfRange(line?.text ?? '');
    return shifts.has(begin - page.number) ? footOfIssue(page, String(begin), body) : [];
  });

/** Whether the second page has its number in its head, and the first its title in larger type instead. */
function isOfSecond(pages: readonly LinedPage[], i: number, { row, number }: NumberedHead): boolean {
  const [first] = pages;
  if (i !== 1 || !first || number !== String(pages[i]!.number)) return false;
  const [title] = edgeRow(first, 'head').row;
  return title !== undefined && title.size > TITLE * row[0]!.size;
}

/** The number of a page that the first one's asks for. */
const numberAt = ([first]: readonly (NumberedHead | null)[], i: number): number => Number(first?.number) + i;

/** Whether a number is the page's by its label, where that tells more than the place of the page in the file. */
const isLabelOf = ({ label, number }: LinedPage, text: string): boolean => text === label && label !== String(number);

function numberedHead(page: LinedPage, body: number): NumberedHead | null {
  const { row, others, fromEdge, apart } = edgeRow(page, 'head');
  const isApart = fromEdge < HEAD_SHARE * page.height && apart < Infinity && apart > APART * body;
  if (!isApart || row.length > MOST_PARTS) return null;
  for (const isContinued of beginsWithin(page) ? [false, true] : [false]) {
    const largest = (isContinued ? LARGEST_NUMBER : SMALLER_THAN_BODY) * body;
    if (!row.every((line) => line.size < largest && isPart(line, row[0]!))) continue;
    const number = outerNumber(row, others, {
      body,
      gap: (isContinued ? NUMBER_APART_CONTINUED : NUMBER_APART) * body,
    });
    if (number !== null && (!isContinued || isOfCutPage(page, number, body))) return { row, number, isContinued };
  }
  return null;
}

/** Whether a number above text that begins in the middle of a sentence is that of a page cut out of a longer document. */
const isOfCutPage = (page: LinedPage, number: string, body: number): boolean =>
  !YEAR.test(number) && (breaksOff(page, body) || footOfIssue(page, number, body).length > 0);

const isPart = (line: Line, { size }: Line): boolean =>
  Math.abs(line.size - size) < SAME_SIZE_POINTS &&
  !isOfText(line) &&
  !NO_HEAD.test(line.text) &&
  line.text.split(' ').length <= MOST_WORDS;

/** An end of the row. */
interface RowEnd {
  part: Line;
  /** The next part of the row, and how far it is in points. */
  next: Line | undefined;
  gap: number;
  /** The text has its edge there. */
  isAtEdge: boolean;
  /** The number of such an end with words behind a bar. */
  withBar: RegExp;
}

function endsOf(row: readonly Line[], text: readonly Line[], body: number): RowEnd[] {
  const [left, right] = [row[0]!, row.at(-1)!];
  const edges = { left: Math.min(...text.map(({ box }) => box.x0)), right: Math.max(...text.map(({ box }) => box.x1)) };
  const [behind, before] = [row[1], row.at(-2)];
  return [
    {
      part: left,
      next: behind,
      gap: behind ? behind.box.x0 - left.box.x1 : 0,
      isAtEdge: left.box.x0 < edges.left + AT_EDGE * body,
      withBar: NUMBER_FIRST,
    },
    {
      part: right,
      next: before,
      gap: before ? right.box.x0 - before.box.x1 : 0,
      isAtEdge: right.box.x1 > edges.right - AT_EDGE * body,
      withBar: NUMBER_LAST,
    },
  ];
}

/** The number at an end of the row, where the text has its edge and words stand at a distance; null without one. */
function outerNumber(
  row: readonly Line[],
  text: readonly Line[],
  { body, gap: least }: { body: number; gap: number },
): string | null {
  const numbers = endsOf(row, text, body).map(({ part, next, gap, isAtEdge, withBar }) => {
    if (!isAtEdge) return null;
    const { number, words } = withBar.exec(narrow(part.text))?.groups ?? {};
    if (number !== undefined && words !== undefined) return numberBeside(number, words);
    return next && gap > least && !isCell(part, text) ? numberBeside(part.text, next.text) : null;
  });
  return numbers.find((number) => number !== null) ?? null;
}

/** The number beside words; null where it is theirs ("Annex 3") or no number. */
function numberBeside(text: string, words: string): string | null {
  const number = narrow(text);
  return NUMBER.test(number) && /\p{L}{3}/u.test(words) && !isDivisionLabel(`${words} ${number}`) ? number : null;
}

/** Whether a number has others below it in its column, as in a table. */
const isCell = ({ box }: Line, text: readonly Line[]): boolean =>
  text.some((below) => NUMBER.test(narrow(below.text)) && overlap(below.box.x0, below.box.x1, box.x0, box.x1) > 0);
