/** How large blocks are as Markdown, and what of it any file can take over. */
import type { Block } from '../block-model.js';
import { renderBlock } from './blocks.js';

const PLAIN = { footnotes: new Map<string, string>(), pageMarks: () => [] };

interface Rendered {
  /** Bytes as Markdown, page marks aside. */
  size: number;
  /** Null where they are not the same in every file. */
  lines: readonly string[] | null;
}

/** Only rendering shows the size, and sections are measured level by level: what it gives is cached as long as the block lives. */
const known = new WeakMap<Block, Rendered>();

function rendered(block: Block): Rendered {
  const before = known.get(block);
  if (before) return before;
  const lines = renderBlock(block, PLAIN);
  const size = Buffer.byteLength(lines.join('\n')) + 2;
  const now = { size, lines: isAlikeInAll(block, lines) ? lines : null };
  known.set(block, now);
  return now;
}

/** Whether neither page marks nor labels of footnotes can be in the block, and no part of it has a place of its own. */
function isAlikeInAll(block: Block, lines: readonly string[]): boolean {
  const isText = block.kind === 'paragraph' || block.kind === 'heading' || block.kind === 'caption';
  return isText && lines.length === 1 && block.spans.every(({ footnote }) => footnote === undefined);
}

/** Bytes of the blocks as Markdown, page marks aside. */
export function sizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((total, block) => total + rendered(block).size, 0);
}

/** The lines of a block that are the same in every file; null where the file has to render it. */
export const linesInAnyFile = (block: Block): readonly string[] | null => rendered(block).lines;
