/**
 * Lines of letterheads and addresses: a name, an office and a street in one type above a town. They are bold or large as
 * headings are; what tells them apart is the address below them.
 */
import { isSameSize } from '../measures.js';
import { isAddress } from '../text/dates-and-addresses.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

/** In usual distances: lines further apart are not of one address. */
const MOST_SPACE = 1.3;

/** The text blocks of one line that are an address, or stand in its type right above a line that is of one. */
export function letterheadLines(textBlocks: readonly TextBlock[]): Set<TextBlock> {
  const found = new Set<TextBlock>();
  for (let i = textBlocks.length - 1; i >= 0; i -= 1) {
    const [textBlock, below] = [textBlocks[i]!, textBlocks[i + 1]];
    if (textBlock.role !== 'text' || textBlock.lines.length > 1) continue;
    if (isAddress(textBlock.text) || (below && found.has(below) && isRightAbove(textBlock, below)))
      found.add(textBlock);
  }
  return found;
}

function isRightAbove(above: TextBlock, below: TextBlock): boolean {
  const isNext = above.page === below.page && above.column.id === below.column.id;
  const isOneType = isSameSize(above.size, below.size) && above.bold === below.bold && above.italic === below.italic;
  return isNext && isOneType && below.space > 0 && below.space <= MOST_SPACE;
}
