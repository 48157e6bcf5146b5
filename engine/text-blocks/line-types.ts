/** The type of two neighbouring lines: bold, monospaced, that of a title. */
import { ALL_BOLD, isSameSize, LARGER_THAN_BODY, mayBeSameSize, MOSTLY, SAME_EDGE } from '../measures.js';
import { isBullet } from '../text/bullets.js';
import { beginsLowerCase, endsSentence } from '../text-rules.js';
import type { Line } from '../text/line.js';
import { LEAST_PHRASE, LONG_LINE, endsEarly, shareOneMiddle } from './line-ends.js';
import { areSpaced, isAligned, isFirstLine, shift, step, type LinePair } from './line-pair.js';
import { MOST_INDENT } from './line-settings.js';

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

/**
 * On a scanned page a full line within a sentence is followed at the usual distance by one whose size is nearly the same:
 * programs that recognise the text of a picture measure each line by itself.
 */
export function isMeasuredApart(pair: LinePair): boolean {
  const { above, below, isScanned, marker } = pair;
  if (!isScanned || marker !== null || !mayBeSameSize(above.size, below.size)) return false;
  const isNext = step(pair) > 0 && !areSpaced(pair) && isMonospaced(above) === isMonospaced(below);
  if (!isNext || lengthOf(above) <= LEAST_PHRASE || endsEarly(pair) || endsSentence(above.text)) return false;
  return beginsLowerCase(below.text) ? isOfOneEdge(pair) : isBelowFullLine(pair);
}

/** In font sizes. */
const lengthOf = ({ box, size }: Line): number => (box.x1 - box.x0) / size;

/** The line above runs to the very edge, longer than a name that is the widest of its column, and the one below begins where it does. */
const isBelowFullLine = ({ above, below, right }: LinePair): boolean =>
  lengthOf(above) > LONG_LINE &&
  Math.abs(right - above.box.x1) < SAME_EDGE &&
  Math.abs(below.box.x0 - above.box.x0) < SAME_EDGE &&
  /^\p{L}/u.test(below.text);

/** The lines share their left edge, but for the indent of a first one, or their middle. */
function isOfOneEdge(pair: LinePair): boolean {
  const isIndented = isFirstLine(pair) && shift(pair) < 0 && -shift(pair) < MOST_INDENT * pair.below.size;
  return isAligned(pair) || isIndented || shareOneMiddle(pair);
}

/** Both are in the type of a title. */
export function isTitleType({ above, below, style }: LinePair): boolean {
  return above.size >= LARGER_THAN_BODY * style.bodySize || (isAllBold(above) && isAllBold(below) && !style.boldBody);
}
