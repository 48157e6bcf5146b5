/** A text block that may be a heading, with what the document itself says of it. */
import { isDivisionName, isNumberLabel } from '../text/numerals.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import type { DivisionNumber } from './numbers.js';

export interface HeadingCandidate {
  textBlock: TextBlock;
  /** Depth in the bookmarks, from 1; null without one. */
  bookmark: number | null;
  /** Depth in the printed contents, from 1; null where they do not list it. */
  contents: number | null;
  /** Level of its tag, from 1; 0 for a heading's tag without one, null without a tag. */
  tag: number | null;
  number: DivisionNumber | null;
  /** It began a paragraph (run-in.ts). */
  runIn: boolean;
  /** Whether it is set in the family of type that the running text has (faces.ts); left out for one of several families. */
  family?: 'text' | 'other';
}

/** A bookmark, the printed contents or the tag of a heading name it. */
export const isNamed = ({ bookmark, contents, tag }: HeadingCandidate): boolean =>
  bookmark !== null || contents !== null || tag !== null;

/** The most lines and letters of a heading: longer text is a paragraph. */
export const MAX_LINES = 4;
export const MAX_LETTERS = 240;

/** How many lines a title has, without those of the number of its division ("CHAPTER", "5"). */
export const titleLines = ({ lines }: TextBlock): number =>
  lines.filter(({ text }) => !isDivisionName(text) && !isNumberLabel(text)).length;

/** In multiples of the usual distance of lines: from here on there is space above. */
const LEAST_SPACE_ABOVE = 1.15;

/** At the top of a column, which counts as space, or with more than the lines of one text have. */
export const hasSpaceAbove = ({ space }: Pick<TextBlock, 'space'>): boolean => space === 0 || space > LEAST_SPACE_ABOVE;

export type HeadingVerdict = 'heading' | 'refused';

export const headingIf = (condition: boolean): 'heading' | null => (condition ? 'heading' : null);
