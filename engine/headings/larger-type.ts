/** Which text blocks are set in type larger than the running text. */
import { isLargerThanBody } from '../measures.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

/** Share of the letters from which a larger size is one of running text too: a form before its small print. */
const RUNNING_TEXT_SHARE = 0.03;
/** Letters and lines of a text block that is running text by its length. */
const LONG_LETTERS = 200;
const LONG_LINES = 2;

const inHalfPoints = (size: number): number => Math.round(2 * size);

/** Larger than the body, and not in a size that other running text is set in, unless bold. */
export function largerType(textBlocks: readonly TextBlock[], style: DocumentStyle): (textBlock: TextBlock) => boolean {
  const letters = new Map<number, number>();
  let all = 0;
  for (const { size, bold, text, role, lines } of textBlocks) {
    if (role !== 'text') continue;
    all += text.length;
    if (text.length < LONG_LETTERS || lines.length < LONG_LINES || bold) continue;
    const key = inHalfPoints(size);
    letters.set(key, (letters.get(key) ?? 0) + text.length);
  }
  const isRunningText = ({ size, bold }: TextBlock): boolean =>
    !bold && (letters.get(inHalfPoints(size)) ?? 0) > RUNNING_TEXT_SHARE * all;
  return (textBlock) => isLargerThanBody(textBlock.size, style.bodySize) && !isRunningText(textBlock);
}
