/** The tree between a document's blocks and a shelf's files, and how it is made from headings. */
import type { Block, HeadingBlock } from '../block-model.js';
import { plainText } from '../markdown/text.js';
import { decide, type DecisionTable } from '../rules.js';
import { subjectOf } from './subject.js';

/** A part of a document that becomes a file, or a directory when it is split. */
export interface Section {
  title: string;
  /** Name in the path; from the title when null. */
  slug: string | null;
  /** Level of its heading in the document; the title is 1. */
  level: number;
  /** The blocks before the first child, the section's own heading included. */
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

/** Sections nested by heading level. The root keeps what precedes the first heading below the title. */
export function headingTree(blocks: readonly Block[], title: string): Section {
  const root = section({ title, level: 1, split: 'always' });
  const open: Section[] = [root];
  const depths: number[] = [0];
  for (const block of blocks) {
    if (block.kind !== 'heading' || isTitle(block, blocks)) {
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

interface OutermostHeading {
  heading: HeadingBlock;
  blocks: readonly Block[];
}

/** Asked of headings that are marked as the title or have level 1. */
export const TITLE_HEADING: DecisionTable<OutermostHeading, 'title' | 'section'> = {
  name: 'title-heading',
  rules: [
    {
      name: 'marked-title',
      why: 'An earlier stage found it to be the title.',
      test: ({ heading }) => (heading.title ? 'title' : null),
    },
    {
      name: 'not-first',
      why: 'A title stands before all other headings.',
      test: ({ heading, blocks }) => (blocks.find(({ kind }) => kind === 'heading') === heading ? null : 'section'),
    },
    {
      name: 'one-of-several',
      why: 'Of several headings of level 1 none is the title.',
      test: ({ heading, blocks }) =>
        blocks.some((other) => other.kind === 'heading' && other !== heading && other.level === 1) ? 'section' : null,
    },
    {
      name: 'only-heading-of-level-one',
      why: 'The only heading of level 1, before all others, is the title.',
      test: () => 'title',
    },
  ],
  otherwise: 'title',
  subject: ({ heading }) => subjectOf([heading], headingText(heading)),
  numbers: ({ heading }) => ({ level: heading.level }),
};

const isTitle = (heading: HeadingBlock, blocks: readonly Block[]): boolean =>
  (heading.title === true || heading.level === 1) && decide(TITLE_HEADING, { heading, blocks }) === 'title';

/** Whether a section prints nothing but headings. */
export function isBare(of: Section): boolean {
  return of.children.length === 0 && of.blocks.every(({ kind }) => kind === 'heading' || kind === 'figure');
}
