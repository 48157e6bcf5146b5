/**
 * The bylines below the title: names and places that are set larger than the text, as headings are, and are none.
 */
import { isNamed, type HeadingCandidate } from '../headings/candidate.js';
import { isSameSize } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { appearanceOf } from './appearance.js';

/** Text blocks under a title in which bylines are looked for, and the letters of an author's line or an address. */
const MAX_BYLINES = 40;
const MAX_BYLINE = 200;
/** What opens the matter before the first section. */
const FRONT_MATTER = /^(?:abstract|summary|contents|table of contents|key ?words)\b/i;

export interface BylineEvidence {
  candidate: HeadingCandidate;
  title: HeadingCandidate;
  /** Nothing but short lines stand between the title and it, and below it. */
  amongShortLines: boolean;
  /** A heading after it, on another page, has its appearance. */
  comesAgain: boolean;
  /** So has a heading below the first running text, and below both of them stand labels of one type. */
  isEntry: boolean;
}

const headingIf = (condition: boolean): 'heading' | null => (condition ? 'heading' : null);

export const BYLINE: DecisionTable<BylineEvidence, 'byline' | 'heading'> = {
  name: 'byline',
  rules: [
    {
      name: 'above-text',
      why: 'It stands above running text, or below the first of it: it heads a section.',
      test: ({ amongShortLines }) => headingIf(!amongShortLines),
    },
    {
      name: 'named-by-the-document',
      why: 'A bookmark or tag calls it a heading.',
      test: ({ candidate }) => headingIf(isNamed(candidate)),
    },
    {
      name: 'numbered',
      why: 'Names and addresses have no number of a division.',
      test: ({ candidate }) => headingIf(candidate.number !== null),
    },
    {
      name: 'as-large-as-the-title',
      why: 'A byline is clearly smaller than the title.',
      test: ({ candidate: { textBlock }, title }) =>
        headingIf(textBlock.size >= title.textBlock.size || isSameSize(textBlock.size, title.textBlock.size)),
    },
    {
      name: 'front-matter',
      why: 'An abstract, a summary and the contents are sections, short as the first lines below them may be.',
      test: ({ candidate }) => headingIf(FRONT_MATTER.test(candidate.textBlock.text)),
    },
    {
      name: 'appearance-comes-again',
      why: 'Headings of other pages have the same appearance.',
      test: ({ comesAgain }) => headingIf(comesAgain),
    },
    {
      name: 'entry-comes-again',
      why: 'Below the first text another line has its appearance, and both have labels of one type with a year or a colon below them: they are entries, as of a curriculum.',
      test: ({ isEntry }) => headingIf(isEntry),
    },
    {
      name: 'names-below-the-title',
      why: 'Short lines below the title, smaller than it and of a type that no other heading has, are names and places.',
      test: ({ amongShortLines }) => (amongShortLines ? 'byline' : null),
    },
  ],
  otherwise: 'heading',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ candidate, title }) => ({ sizeInTitleSizes: candidate.textBlock.size / title.textBlock.size }),
};

/** The candidates right after the title that are names and places. */
export function bylines(
  title: HeadingCandidate,
  candidates: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
): Set<HeadingCandidate> {
  const after = candidates.slice(candidates.indexOf(title) + 1);
  const start = textBlocks.indexOf(title.textBlock) + 1;
  const text = textBlocks.slice(start, start + MAX_BYLINES).findIndex((block) => block.text.length > MAX_BYLINE);
  // the last short line before the text may head it
  const short = new Set(textBlocks.slice(start, start + Math.max(0, text - 1)));
  const below = new Map(textBlocks.map((block, i) => [block, textBlocks[i + 1]]));
  const afterText = new Set(textBlocks.slice(start + text));
  const areEntries = (a: HeadingCandidate, b: HeadingCandidate): boolean =>
    isAlike(a, b) && areLabels(below.get(a.textBlock), below.get(b.textBlock));
  const isHeading = (candidate: HeadingCandidate, at: number): boolean =>
    decide(BYLINE, {
      candidate,
      title,
      amongShortLines: short.has(candidate.textBlock),
      comesAgain:
        short.has(candidate.textBlock) &&
        after.slice(at + 1).some((other) => isOfOtherPage(other, title) && isAlike(other, candidate)),
      isEntry:
        short.has(candidate.textBlock) &&
        after.slice(at + 1).some((other) => afterText.has(other.textBlock) && areEntries(candidate, other)),
    }) === 'heading';
  const end = after.findIndex(isHeading);
  // without a heading after them they are all that the document has
  return new Set(after.slice(0, Math.max(0, end)));
}

const isOfOtherPage = (a: HeadingCandidate, b: HeadingCandidate): boolean => a.textBlock.page !== b.textBlock.page;
const isAlike = (a: HeadingCandidate, b: HeadingCandidate): boolean => appearanceOf(a) === appearanceOf(b);

/** Papers have italics below the author and below a heading as well; in a curriculum they say since when, or introduce. */
const LABEL_OF_ENTRY = /:|(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/u;

const isLabel = ({ text, bold, italic }: TextBlock): boolean =>
  text.length <= MAX_BYLINE && LABEL_OF_ENTRY.test(text) && (bold || italic || text.endsWith(':'));

/** Labels of entries: short lines of one type, which is bold or italic, or ends with a colon, as an address below a name does not. */
const areLabels = (a: TextBlock | undefined, b: TextBlock | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  [a, b].every(isLabel) &&
  isSameSize(a.size, b.size) &&
  a.bold === b.bold &&
  a.italic === b.italic;
