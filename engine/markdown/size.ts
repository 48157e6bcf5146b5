/** How large blocks are as Markdown. */
import type { Block } from '../block-model.js';
import { renderBlock } from './blocks.js';

const PLAIN = { footnotes: new Map<string, string>(), pageMarks: () => [] };
/** Only rendering shows the size, and sections are measured level by level: the size of each block is cached as long as the block lives. */
const sizes = new WeakMap<Block, number>();

/** Bytes of the blocks as Markdown, page marks aside. */
export function sizeOf(blocks: readonly Block[]): number {
  let total = 0;
  for (const block of blocks) {
    let size = sizes.get(block);
    if (size === undefined) {
      size = Buffer.byteLength(renderBlock(block, PLAIN).join('\n')) + 2;
      sizes.set(block, size);
    }
    total += size;
  }
  return total;
}
