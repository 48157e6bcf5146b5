/** Which text blocks make one block together: paragraphs of code, entries of a contents page. */
import type { Heading } from '../levels/levels.js';
import { decide, type DecisionTable } from '../rules.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { textBlockSubject } from '../text-blocks/subject.js';

export interface BlockPair {
  first: TextBlock;
  /** The text block before `textBlock`. */
  before: TextBlock;
  textBlock: TextBlock;
  isHeading: boolean;
}

/** In multiples of the usual distance of lines: two blank lines within code. */
const MOST_SPACE_IN_CODE = 3.2;

/** Whether a text block makes one block with those before it. Asked after code and entries of a contents page. */
export const SAME_BLOCK: DecisionTable<BlockPair, 'goes-on' | 'refused'> = {
  name: 'same-block',
  rules: [
    {
      name: 'other-role',
      why: 'A heading and text of another kind are blocks of their own.',
      test: ({ first, textBlock, isHeading }) => (textBlock.role !== first.role || isHeading ? 'refused' : null),
    },
    {
      name: 'contents-go-on',
      why: 'Entries of a printed table of contents are one block, over pages too.',
      test: ({ first }) => (first.role === 'contents' ? 'goes-on' : null),
    },
    {
      name: 'other-type',
      why: 'Where monospaced type ends, code ends.',
      test: ({ textBlock }) => (isCode(textBlock) ? null : 'refused'),
    },
    {
      name: 'item-of-code',
      why: 'A bullet before code opens an item, which the code above is no part of.',
      test: ({ textBlock }) => (textBlock.marker?.kind === 'bullet' ? 'refused' : null),
    },
    {
      name: 'other-page-or-column',
      why: 'Listings of two columns or pages are two: the space between them is not known.',
      test: ({ textBlock, before }) => (textBlock.page !== before.page || textBlock.space <= 0 ? 'refused' : null),
    },
    {
      name: 'code-goes-on',
      why: 'Paragraphs of code with up to two blank lines between them are one listing.',
      test: ({ textBlock }) => (textBlock.space < MOST_SPACE_IN_CODE ? 'goes-on' : null),
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock }) => ({ spaceInLeadings: textBlock.space }),
};

/** The text block and those after it that make one block with it: lines of code, entries of a contents page. */
export function groupAt(
  textBlocks: readonly TextBlock[],
  start: number,
  headings: ReadonlyMap<TextBlock, Heading>,
): TextBlock[] {
  const first = textBlocks[start]!;
  const continues = (at: number): boolean => {
    const [before, textBlock] = [textBlocks[at - 1]!, textBlocks[at]!];
    return decide(SAME_BLOCK, { first, before, textBlock, isHeading: headings.has(textBlock) }) === 'goes-on';
  };
  let end = start + 1;
  while (end < textBlocks.length && continues(end)) end += 1;
  return textBlocks.slice(start, end);
}

/** Set in monospaced type as code is. */
export const isCode = ({ role, mono }: TextBlock): boolean => role === 'text' && mono;
