/** The type of two neighbouring lines: bold, monospaced, that of a title. */
import { ALL_BOLD, LARGER_THAN_BODY, MOSTLY } from '../measures.js';
import type { Line } from '../text/line.js';
import { endsEarly } from './line-ends.js';
import { isAligned, isFirstLine, type LinePair } from './line-pair.js';

export const isAllBold = ({ bold }: Line): boolean => bold > ALL_BOLD;
export const isMonospaced = ({ mono }: Line): boolean => mono > MOSTLY;

/** Between monospaced and other type: the line ends early, or the next does not begin below it. */
export function separatesTypes(pair: LinePair): boolean {
  const itemText = pair.paragraph.marker !== null && isFirstLine(pair);
  return endsEarly(pair) || (!itemText && !isAligned(pair));
}

/** Both are in the type of a title. */
export function isTitleType({ above, below, style }: LinePair): boolean {
  return above.size >= LARGER_THAN_BODY * style.bodySize || (isAllBold(above) && isAllBold(below) && !style.boldBody);
}
