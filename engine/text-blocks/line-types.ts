/** The type of two neighbouring lines: bold, monospaced, that of a title. */
import { ALL_BOLD, LARGER_THAN_BODY, MOSTLY } from '../measures.js';
import { isBullet } from '../text/bullets.js';
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

/** Both are in the type of a title. */
export function isTitleType({ above, below, style }: LinePair): boolean {
  return above.size >= LARGER_THAN_BODY * style.bodySize || (isAllBold(above) && isAllBold(below) && !style.boldBody);
}
