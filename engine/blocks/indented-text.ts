/** How far indented text goes that may be a quote: paragraphs of one size at one indent, alone in their rows. */
import { textBlockSubject } from '../text-blocks/subject.js';
import { ROUNDED_SIZE } from '../measures.js';
import { refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import { captionOf } from '../text/captions.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { ALIKE, RULED_INDENT } from './quote-appearance.js';

export interface IndentedEvidence {
  /** The first text block of the indented text. */
  first: TextBlock;
  textBlock: TextBlock;
  /** The one below it. */
  next: TextBlock | undefined;
  isHeading: boolean;
  isItem: boolean;
  bodySize: number;
}

/** In points: sizes within one quote differ by no more. */
const SAME_SIZE_POINTS = 0.2;
/** In multiples of the usual distance: text that is nearer to the text before it stands beside that. */
const BESIDE_IN_LEADINGS = 0.6;
/** In body sizes: a column that is narrower has no room to set a quote in from both edges. */
const LEAST_COLUMN = 20;

export const INDENTED_TEXT: DecisionTable<IndentedEvidence, 'goes-on' | 'refused'> = {
  name: 'indented-text',
  rules: [
    {
      name: 'no-text',
      why: 'A heading, note, table or figure ends the indented text.',
      test: ({ textBlock, isHeading }) => refusedIf(textBlock.role !== 'text' || isHeading),
    },
    {
      name: 'not-indented',
      why: 'Text at the left edge of the column is not indented.',
      test: ({ textBlock: { left }, bodySize }) => refusedIf(left < RULED_INDENT * bodySize),
    },
    {
      name: 'item',
      why: 'Items and clauses are indented as such.',
      test: ({ textBlock, isItem }) => refusedIf(textBlock.marker !== null || isItem),
    },
    {
      name: 'typewriter-or-aside',
      why: 'Code is indented as such, and a stamp across the page has no column.',
      test: ({ textBlock }) => refusedIf(textBlock.mono || textBlock.aside === true),
    },
    {
      name: 'caption',
      why: 'Captions are indented as such.',
      test: ({ textBlock }) => refusedIf(captionOf(textBlock.text) !== null),
    },
    {
      name: 'larger-than-body',
      why: 'Quotes are set in the size of the body or in a smaller one.',
      test: ({ textBlock, bodySize }) => refusedIf(textBlock.size > ROUNDED_SIZE * bodySize),
    },
    {
      name: 'other-size',
      why: 'A quote has one font size.',
      test: ({ textBlock, first }) => refusedIf(Math.abs(textBlock.size - first.size) > SAME_SIZE_POINTS),
    },
    {
      name: 'tagged-as-other',
      why: 'The tags call it something else than a paragraph.',
      test: ({ textBlock: { tag } }) => refusedIf(tag !== null && tag.role !== 'paragraph'),
    },
    {
      name: 'other-indent',
      why: 'A quote has one left edge.',
      test: ({ textBlock, first }) => refusedIf(Math.abs(textBlock.textLeft - first.textLeft) > ALIKE),
    },
    {
      name: 'beside-other-text',
      why: 'Other text stands in the same rows: both are cells of a layout.',
      test: ({ textBlock: { column, space }, next }) =>
        refusedIf(
          (next?.column.id === column.id && next.space < BESIDE_IN_LEADINGS) ||
            (space !== 0 && space <= BESIDE_IN_LEADINGS),
        ),
    },
    {
      name: 'narrow-column',
      why: 'In a narrow column indents are small, and lines that end early are frequent.',
      test: ({ textBlock: { column }, bodySize }) => refusedIf(column.right - column.left <= LEAST_COLUMN * bodySize),
    },
  ],
  otherwise: 'goes-on',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, bodySize, first }) => ({
    leftInBodySizes: textBlock.left / bodySize,
    sizeInBodySizes: textBlock.size / bodySize,
    spaceInLeadings: textBlock.space,
    indentFromFirstInPoints: textBlock.textLeft - first.textLeft,
  }),
};

/** Text that begins so far from the left edge that a quote may begin with it; asked of all text, so that it is cheap. */
export const isIndentedText = ({ role, left, marker, mono, column }: TextBlock, { bodySize }: DocumentStyle): boolean =>
  role === 'text' &&
  left >= RULED_INDENT * bodySize &&
  marker === null &&
  !mono &&
  column.right - column.left > LEAST_COLUMN * bodySize;
