/** The type of two neighbouring lines: bold, monospaced, that of a title. */
import { ALL_BOLD, isSameSize, LARGER_THAN_BODY, MOSTLY } from '../measures.js';
import { isBullet } from '../text/bullets.js';
import { beginsLowerCase } from '../text-rules.js';
import type { Line } from '../text/line.js';
import { endsEarly } from './line-ends.js';
import { isAligned, isFirstLine, type LinePair } from './line-pair.js';

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

/** Both are in the type of a title. */
export function isTitleType({ above, below, style }: LinePair): boolean {
  return above.size >= LARGER_THAN_BODY * style.bodySize || (isAllBold(above) && isAllBold(below) && !style.boldBody);
}
