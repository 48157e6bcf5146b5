/**
 * The head of a page that no other page shows: the page's number at the outer edge of the text, in its first row, and the name
 * of a section or of the author at the other end. Everything in the row is in one small type and apart from the text. Letters,
 * invoices and annexes begin with such rows, too, so that the file's labels, the next page or the place of a second page must confirm the number.
 */
import { overlap } from '../geometry.js';
import { SMALLER_THAN_BODY } from '../measures.js';
import type { Line } from '../text/line.js';
import { isDivisionLabel, narrow } from '../text/numerals.js';
import { edgeRow, MOST_PARTS, MOST_WORDS } from './edge-row.js';
import { isOfText, SAME_SIZE_POINTS, type LinedPage } from './lined-page.js';

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
/** A number by itself, or with a bar between it and words. */
const NUMBER = /^\d{1,4}$/;
const NUMBER_FIRST = /^(?<number>\d{1,4})\s*[|│]\s*(?<words>\S.*)$/u;
const NUMBER_LAST = /^(?<words>.*\S)\s*[|│]\s*(?<number>\d{1,4})$/u;
/** A sentence, a label or an amount is no head, but the name of the first author is. */
const NO_HEAD = /(?<!\bet al)\.$|[:;,]$|[$€£%=]/u;

interface NumberedHead {
  row: readonly Line[];
  /** As printed. */
  number: string;
}

/** The heads of the pages of a document in which nothing repeats. `body` is the size of the text in points. */
export function numberedHeads(pages: readonly LinedPage[], body: number): Line[] {
  const heads = pages.map((page) => numberedHead(page, body));
  const isInStep = heads.length > 1 && heads.every((head, i) => head && Number(head.number) === numberAt(heads, i));
  return heads.flatMap((head, i) => {
    const page = pages[i]!;
    return head && (isInStep || isLabelOf(page, head.number) || isOfSecond(pages, i, head)) ? head.row : [];
  });
}

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
  if (!isApart || row.length > MOST_PARTS || !row.every((line) => isSmallPart(line, row[0]!, body))) return null;
  const number = outerNumber(row, others, body);
  return number === null ? null : { row, number };
}

const isSmallPart = (line: Line, { size }: Line, body: number): boolean =>
  line.size < SMALLER_THAN_BODY * body &&
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
function outerNumber(row: readonly Line[], text: readonly Line[], body: number): string | null {
  const numbers = endsOf(row, text, body).map(({ part, next, gap, isAtEdge, withBar }) => {
    if (!isAtEdge) return null;
    const { number, words } = withBar.exec(narrow(part.text))?.groups ?? {};
    if (number !== undefined && words !== undefined) return numberBeside(number, words);
    return next && gap > NUMBER_APART * body && !isCell(part, text) ? numberBeside(part.text, next.text) : null;
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
