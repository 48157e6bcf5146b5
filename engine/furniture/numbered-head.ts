/**
 * The head of a page that no other page shows: the page's number at the outer edge of the text, in its first row, and the name
 * of a section or of the author beside it. Everything in the row is in one small type and apart from the text.
 */
import { SMALLER_THAN_BODY } from '../measures.js';
import type { Line } from '../text/line.js';
import { narrow } from '../text/numerals.js';
import { isOfText, ROW_TOLERANCE, SAME_SIZE_POINTS, type LinedPage } from './lined-page.js';

/** Share of the page's height in which heads stand, also where the margin above is wide. */
const HEAD_SHARE = 0.14;
/** In body sizes: the least distance of a head from the text below it. */
const APART = 2;
/** In body sizes: a number at the edge of the text ends no further from it. */
const AT_EDGE = 0.5;
/** At both ends, and in the middle. */
const MOST_PARTS = 3;
/** Words of a part: more are text. */
const MOST_WORDS = 10;
/** A number that begins or ends the row, and the rest of its part; years name what the row is about. */
const NUMBER_FIRST = /^(\d{1,4})(?:\s+(\S.*))?$/u;
const NUMBER_LAST = /^(?:(.*\S)\s+)?(\d{1,4})$/u;
const YEAR = /^(?:19|20)\d\d$/;
/** A sentence, a label or an amount is no head, but the name of the first author is. */
const NO_HEAD = /(?<!\bet al)\.$|[:;,]$|[$€£%=]/u;

/** The row; none where it is no such head. `body` is the size of the text in points. */
export function numberedHead(page: LinedPage, body: number, isOnly: boolean): Line[] {
  const first = Math.min(...page.lines.map(({ baseline }) => baseline));
  const row = page.lines
    .filter(({ baseline }) => baseline - first <= ROW_TOLERANCE)
    .toSorted((a, b) => a.box.x0 - b.box.x0);
  const others = page.lines.filter(({ baseline }) => baseline - first > ROW_TOLERANCE);
  const below = Math.min(...others.map(({ baseline }) => baseline));
  const isApart = first < HEAD_SHARE * page.height && below < Infinity && below - first > APART * body;
  if (!isApart || row.length > MOST_PARTS || !row.every((line) => isSmallPart(line, row[0]!, body))) return [];
  const number = outerNumber(row, others, body);
  const isNumber = number !== null && (isOnly ? !YEAR.test(number) : isNumberOf(page, number));
  return isNumber ? row : [];
}

const isSmallPart = (line: Line, { size }: Line, body: number): boolean =>
  line.size < SMALLER_THAN_BODY * body &&
  Math.abs(line.size - size) < SAME_SIZE_POINTS &&
  !isOfText(line) &&
  !NO_HEAD.test(line.text) &&
  line.text.split(' ').length <= MOST_WORDS;

const isNumberOf = ({ label, number }: LinedPage, text: string): boolean => text === String(number) || text === label;

/** The number at the outer end of the row, where the text has its edge and words stand beside it; null without one. */
function outerNumber(row: readonly Line[], text: readonly Line[], body: number): string | null {
  const [left, right] = [row[0]!, row.at(-1)!];
  const edges = { left: Math.min(...text.map(({ box }) => box.x0)), right: Math.max(...text.map(({ box }) => box.x1)) };
  const [, first, behind] = NUMBER_FIRST.exec(narrow(left.text)) ?? [];
  const [, before, last] = NUMBER_LAST.exec(narrow(right.text)) ?? [];
  const hasWords = (rest: string | undefined, parts: readonly Line[]): boolean =>
    /\p{L}{3}/u.test([rest ?? '', ...parts.map((part) => part.text)].join(' '));
  if (first !== undefined && left.box.x0 < edges.left + AT_EDGE * body && hasWords(behind, row.slice(1))) return first;
  if (last !== undefined && right.box.x1 > edges.right - AT_EDGE * body && hasWords(before, row.slice(0, -1)))
    return last;
  return null;
}
