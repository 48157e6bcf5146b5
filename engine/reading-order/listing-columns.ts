/** Columns within a listing: what stands beside its statements, options or names is read with the row that it is in. */
import { median } from '../geometry.js';
import { isSameSize, MOSTLY } from '../measures.js';
import type { Line } from '../text/line.js';
import { wrappedShare } from './rows.js';

/** Share of the rows on the right of a listing that begin a comment: others continue with one. */
const COMMENT_ROWS = 0.6;
/** Share of the lines on the left that are of the listing: headings and text between its parts are others. */
const LISTED = 0.5;
/** Characters of a run that its character's width is measured by: one alone may be a sign of another font. */
const LEAST_CHARACTERS = 2;
/** In characters: how far off the grid a line may begin, and the share of the lines that keep it. */
const OFF_GRID = 0.1;
const ON_GRID = 0.9;

/** Share of the lines of wrapped text that begin in lower case, and the words of such a line. */
const WRAPPED = 0.4;
const WORDS = 4;

const COMMENT = /^(?:\/\/|\/\*|--|[#;%!])/u;
const isCode = ({ mono }: Line): boolean => mono > MOSTLY;

/** Comments below each other on the right of statements. */
export const areCommentsOfListing = (left: readonly Line[], right: readonly Line[]): boolean =>
  left.every(isCode) &&
  right.every(isCode) &&
  right.filter(({ text }) => COMMENT.test(text)).length > COMMENT_ROWS * right.length;

/**
 * Whether all lines on the right and most on the left are of one listing: in typewriter type of one size whose characters
 * keep one grid. Columns of running text that are set in such type may keep one, too: their lines wrap on both sides.
 */
export function isOneListing(left: readonly Line[], right: readonly Line[]): boolean {
  const listed = left.filter(isCode);
  if (!right.every(isCode) || listed.length < LISTED * left.length || (isWrapped(left) && isWrapped(right)))
    return false;
  const lines = [...listed, ...right];
  const [first] = lines;
  const width = characterWidth(lines);
  if (!first || width === 0) return false;
  const kept = lines.filter(({ box, size }) => {
    const column = (box.x0 - first.box.x0) / width;
    return isSameSize(size, first.size) && Math.abs(column - Math.round(column)) < OFF_GRID;
  });
  return kept.length >= ON_GRID * lines.length;
}

/** Lines of several words, many of which begin in the middle of a sentence. */
const isWrapped = (lines: readonly Line[]): boolean =>
  wrappedShare(lines) >= WRAPPED && median(lines.map(({ text }) => text.split(' ').length)) >= WORDS;

const characterWidth = (lines: readonly Line[]): number =>
  median(
    lines.flatMap(({ runs }) =>
      runs
        .filter(({ text }) => text.length >= LEAST_CHARACTERS)
        .map(({ box, text }) => (box.x1 - box.x0) / text.length),
    ),
  );
