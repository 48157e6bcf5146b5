/** The tree between a document's blocks and a shelf's files, and how it is made from headings. */
import type { Block, HeadingBlock } from '../model.js';
import { plainText } from '../markdown/text.js';

/** A piece of a document that becomes a file, or a directory when it is split. */
export interface Section {
  title: string;
  /** Name in the path; from the title when null. */
  slug: string | null;
  /** Level of its heading in the document; the title is 1. */
  level: number;
  /** What stands before the first child, the section's own heading included. */
  blocks: Block[];
  children: Section[];
  /** Whether the children are files of their own: always, never, or when the section is too large for one file. */
  split: 'always' | 'never' | 'by_size';
  /** A unit of the template: a file of its own however small it is. */
  unit?: true;
  /** A directory whose name decides its place by itself, without a number before it. */
  unnumbered?: true;
}

export function section(fields: Pick<Section, 'title'> & Partial<Section>): Section {
  return { slug: null, level: 1, blocks: [], children: [], split: 'by_size', ...fields };
}

/** All blocks of a section in reading order. */
export function allBlocks(of: Section): Block[] {
  return [...of.blocks, ...of.children.flatMap(allBlocks)];
}

export function headingText(heading: HeadingBlock): string {
  return plainText(heading.spans);
}

/** A section that begins with `heading`. A bare number ("1.2") is left out of the slug: the file's own number orders it. */
export function sectionOf(heading: HeadingBlock): Section {
  const title = headingText(heading) || 'Untitled';
  const number = heading.number?.trim() ?? '';
  const bare = /^[\d.]+[.)]?$/.test(number) && title.startsWith(number) ? title.slice(number.length) : null;
  const named = bare?.replace(/^[\s.):–—-]+/, '');
  return section({ title, slug: named || null, level: heading.level, blocks: [heading] });
}

/** Sections nested by heading level. What stands before the first heading below the title is the root's own. */
export function headingTree(blocks: readonly Block[], title: string): Section {
  const root = section({ title, level: 1, split: 'always' });
  const open: Section[] = [root];
  const depths: number[] = [0];
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== 'heading' || isTitle(block, index, blocks)) {
      open.at(-1)!.blocks.push(block);
      continue;
    }
    while (open.length > 1 && depths.at(-1)! >= block.level) {
      open.pop();
      depths.pop();
    }
    const next = sectionOf(block);
    open.at(-1)!.children.push(next);
    open.push(next);
    depths.push(block.level);
  }
  return root;
}

/** The title's heading; for want of one, a heading of level 1 that is the only one and comes first. */
function isTitle(block: HeadingBlock, index: number, blocks: readonly Block[]): boolean {
  if (block.title) return true;
  if (block.level !== 1 || index !== blocks.findIndex(({ kind }) => kind === 'heading')) return false;
  return !blocks.some((other) => other.kind === 'heading' && other !== block && other.level === 1);
}

/** Whether a section prints nothing but headings. */
export function isBare(of: Section): boolean {
  return of.children.length === 0 && of.blocks.every(({ kind }) => kind === 'heading' || kind === 'figure');
}
