/** The type of two neighbouring lines: bold, monospaced, that of a title. */
import { ALL_BOLD, isSameSize, LARGER_THAN_BODY, mayBeSameSize, MOSTLY, SAME_EDGE } from '../measures.js';
import { isBullet } from '../text/bullets.js';
import { beginsLowerCase, endsSentence } from '../text-rules.js';
import type { Line } from '../text/line.js';
import { endsEarly, shareOneMiddle } from './line-ends.js';
import { isAligned, isFirstLine, shift, step, type LinePair } from './line-pair.js';

/** In font sizes: the text of an item stands at least so far behind its bullet. */
const CLEAR = 0.3;

export const isAllBold = ({ bold }: Line): boolean => bold > ALL_BOLD;
export const isMonospaced = ({ mono }: Line): boolean => mono > MOSTLY;

/** Bullets that no listing shows in another font than its own, as it does the asterisk of a comment and a minus. */
const BULLET_OF_TEXT = /^[^*∗‐-]$/u;

/** Whether a bullet in another font stands clear before the first word: code that begins a line with one has it in its own font. */
export function hasBulletBeforeCode({ runs: [bullet, word], size }: Line): boolean {
  if (!bullet || !word || !isBullet(bullet.text) || !BULLET_OF_TEXT.test(bullet.text)) return false;
  return bullet.font !== word.font && word.box.x0 - bullet.box.x1 > CLEAR * size;
}

/** Between monospaced and other type: the line ends early, or the next does not begin below it. */
export function separatesTypes(pair: LinePair): boolean {
  const itemText = pair.paragraph.marker !== null && isFirstLine(pair);
  return endsEarly(pair) || (!itemText && !isAligned(pair));
}

/** Share of a line's letters that stand behind a label in bold type, and of those that are bold. */
const BEHIND_LABEL = 0.2;
const BOLD_LABEL = 0.3;

/** Behind a bold label, whose size is that of most of the line, its text is of the size of the line below, which goes on with it. */
export function endsInSizeBelow({ above, below }: LinePair): boolean {
  // keywords and their listing are of different sizes, too
  if (isMonospaced(above) || isMonospaced(below) || above.bold < BOLD_LABEL) return false;
  if (!beginsLowerCase(below.text)) return false;
  const label = above.runs.findLastIndex(({ size }) => !isSameSize(size, below.size));
  const behind = above.runs.slice(label + 1).reduce((sum, { text }) => sum + text.length, 0);
  return behind >= BEHIND_LABEL * above.text.length;
}

/** In font sizes: a line of running text is no shorter than this. */
const LEAST_LENGTH = 10;
/** In font sizes: a line that is no longer may be a name which is the widest of its column, and so ends at its edge. */
const LONGEST_NAME = 22;
/** In font sizes beyond the usual distance: notes and captions stand further below the text than its next line. */
const MOST_GAP = 0.2;
/** In font sizes: the first line of a paragraph is indented by no more. */
const MOST_INDENT = 4;

/**
 * Within a sentence a full line is followed at the usual distance by one whose size is nearly the same: programs that recognise
 * the text of a picture measure each line by itself. Where the next line begins with a capital, the page has to be such a picture.
 */
export function isMeasuredApart(pair: LinePair): boolean {
  const { above, below, leading, marker } = pair;
  const isNext = step(pair) > 0 && step(pair) <= leading + MOST_GAP * below.size;
  if (!isNext || marker !== null || !mayBeSameSize(above.size, below.size)) return false;
  const isLong = above.box.x1 - above.box.x0 > LEAST_LENGTH * above.size;
  if (!isLong || endsSentence(above.text) || endsEarly(pair) || isMonospaced(above) !== isMonospaced(below))
    return false;
  return beginsLowerCase(below.text) ? isOfOneEdge(pair) : isBelowScannedLine(pair);
}

/** On a scanned page the line above runs to the very edge, and the one below begins where it does. */
const isBelowScannedLine = ({ above, below, right, isScanned }: LinePair): boolean =>
  isScanned &&
  above.box.x1 - above.box.x0 > LONGEST_NAME * above.size &&
  /^\p{L}/u.test(below.text) &&
  Math.abs(right - above.box.x1) < SAME_EDGE &&
  Math.abs(below.box.x0 - above.box.x0) < SAME_EDGE;

/** The lines share their left edge, but for the indent of a first one, or their middle. */
function isOfOneEdge(pair: LinePair): boolean {
  const isIndented = isFirstLine(pair) && shift(pair) < 0 && -shift(pair) < MOST_INDENT * pair.below.size;
  return isAligned(pair) || isIndented || shareOneMiddle(pair);
}

/** Both are in the type of a title. */
export function isTitleType({ above, below, style }: LinePair): boolean {
  return above.size >= LARGER_THAN_BODY * style.bodySize || (isAllBold(above) && isAllBold(below) && !style.boldBody);
}
