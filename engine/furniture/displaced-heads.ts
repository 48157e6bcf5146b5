/**
 * Heads that stand a little higher or lower than those of the other pages: left and right pages that were laid out or cut apart.
 * The heads of most pages show the words of one, or two lines that are displaced alike show each other.
 */
import type { Line } from '../text/line.js';
import { groupBy, pagesOf, type Candidate } from './candidates.js';
import { beginsWithin } from './cut-page.js';
import { SAME_SIZE_POINTS, type LinedPage } from './lined-page.js';
import { copiesAmong } from './sentences.js';

/** Letters from which the words of a head are its own, and how far from the others it may stand, in points. */
const LEAST_HEAD = 8;
const DISPLACED = 12;
/** In font sizes: lines of text are no further apart. */
const APART = 2;
/** Pages whose heads show the words. */
const LEAST_PAGES = 2;
/** In points: lines of one head are displaced by the same. */
const SAME_SHIFT = 0.5;
/** In font sizes: so far a part of a head moves from the left side of its page to the right. */
const MIRRORED = 10;

/** Outermost lines with the words of heads of other pages, a little higher or lower. */
export function displacedHeads(
  candidates: readonly Candidate[],
  isHead: (candidate: Candidate) => boolean,
): Candidate[] {
  const outermost = candidates.filter(({ depth, line }) => depth === 0 && line.text.length >= LEAST_HEAD);
  const groups = groupBy(outermost, ({ side, line }) => `${side} ${line.text}`);
  return [...groups.values()].flatMap((group) => {
    const heads = group.filter(isHead);
    const [head] = heads;
    if (!head || pagesOf(heads).size < LEAST_PAGES) return [];
    return group.filter(
      ({ line, apart }) =>
        apart > APART && Math.abs(line.baseline - head.line.baseline) <= DISPLACED && isSameSize(line, head.line),
    );
  });
}

/**
 * The heads of a left and a right page that follow each other and are no copies: several rows apart from the text, all with the
 * words of the other's, displaced by the same and mirrored. So are the addresses above a letter and its answer, but the text
 * below them does not begin in the middle of a sentence.
 */
export function headsDisplacedAlike(pages: readonly LinedPage[], candidates: readonly Candidate[]): Candidate[] {
  const heads = candidates.filter(({ side }) => side === 'head');
  const copies = copiesAmong(pages, new Set(heads.map(({ line }) => line)));
  const byPage = groupBy(
    heads.filter(({ page }) => !copies.has(page)),
    ({ page }) => String(page),
  );
  const tops = [...byPage.values()].map(headRows).filter((top) => top.length > 1);
  const byNumber = new Map(tops.map((top) => [top[0]!.page, top]));
  return pages.flatMap((page) => {
    const [left, right] = [byNumber.get(page.number - 1), byNumber.get(page.number)];
    const isPair = left && right && areDisplacedAlike(left, right) && goesOnBelow(page, right);
    return isPair ? [...left, ...right] : [];
  });
}

/** The outermost rows down to the first that is apart from what is below. */
function headRows(ofPage: readonly Candidate[]): Candidate[] {
  const last = Math.min(...ofPage.filter(({ apart }) => apart > APART).map(({ depth }) => depth));
  const rows = ofPage.filter(({ depth }) => depth <= last);
  return last < Infinity && new Set(rows.map(({ depth }) => depth)).size > 1 ? rows : [];
}

/** Whether the text below a head begins in the middle of a sentence. */
function goesOnBelow(page: LinedPage, head: readonly Candidate[]): boolean {
  const last = Math.max(...head.map(({ depth }) => depth));
  const above = new Set(head.filter(({ depth }) => depth < last).map(({ line }) => line));
  return beginsWithin({ ...page, lines: page.lines.filter((line) => !above.has(line)) });
}

function areDisplacedAlike(one: readonly Candidate[], other: readonly Candidate[]): boolean {
  const pairs = one.flatMap(({ line }) => {
    const same = other.find((each) => each.line.text === line.text && isSameSize(each.line, line))?.line;
    return same ? [{ line, same, shift: same.baseline - line.baseline }] : [];
  });
  const isAll = pairs.length === one.length && one.length === other.length;
  return (
    isAll &&
    pairs.every(({ shift }) => Math.abs(shift) <= DISPLACED && Math.abs(shift - pairs[0]!.shift) <= SAME_SHIFT) &&
    pairs.some(({ line, same }) => isOwn(line) && Math.abs(line.box.x0 - same.box.x0) > MIRRORED * line.size)
  );
}

const isOwn = ({ text }: Line): boolean => text.length >= LEAST_HEAD && /\p{L}{3}/u.test(text);

const isSameSize = (a: Line, b: Line): boolean => Math.abs(a.size - b.size) < SAME_SIZE_POINTS;
