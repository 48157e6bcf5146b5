/**
 * The title of the document: a heading of the first page that is the only one tagged as of the first level, or the largest
 * there is. And its bylines: names and places under it that are set larger than the text, too, and are no headings.
 */
import { isNamed, type HeadingCandidate } from '../headings/candidate.js';
import { isContentsTitle } from '../text-blocks/contents-page.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { isSameSize, LARGER_THAN_BODY, ROUNDED_SIZE } from '../measures.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { appearanceOf, hasCapitals } from './appearance.js';
import { totalLength } from '../text-rules.js';

/** Letters above a title: more is text, of which the first page has none before its title. */
const MAX_ABOVE = 300;
/** Letters of the first page from which it is more than a title page. */
const TITLE_PAGE = 600;
/** Text blocks under a title in which bylines are looked for, and the letters of an author's line or an address. */
const MAX_BYLINES = 40;
const MAX_BYLINE = 200;
/** What opens the matter before the first section. */
const FRONT_MATTER = /^(?:abstract|summary|contents|table of contents|key ?words)\b/i;

export interface TitleEvidence {
  candidate: HeadingCandidate;
  /** It is the only heading tagged as of the first level, before all others, and there are others. */
  onlyTop: boolean;
  /** It comes before all other headings. */
  first: boolean;
  lettersAbove: number;
  lettersOnPage: number;
  /** Other headings of the document of the same appearance, and in larger type. */
  alike: number;
  larger: number;
  style: DocumentStyle;
}

const titleIf = (condition: boolean): 'title' | null => (condition ? 'title' : null);

export const TITLE: DecisionTable<TitleEvidence, 'title' | 'refused'> = {
  name: 'title',
  rules: [
    {
      name: 'only-first-level-tag',
      why: 'One H1 before all other headings is the title, as HTML and PDF/UA have it.',
      test: ({ onlyTop }) => titleIf(onlyTop),
    },
    {
      name: 'title-of-contents',
      why: '"Contents" names the list below it, whatever the type it is set in.',
      test: ({ candidate }) => refusedIf(isContentsTitle(candidate.textBlock)),
    },
    {
      name: 'numbered',
      why: 'A numbered heading is a section; a name with a number ("Schedule 2") may be all the title there is.',
      test: ({ candidate: { number } }) => refusedIf(number !== null && number.kind !== 'named'),
    },
    {
      name: 'type-of-the-text',
      why: "In the body's size a title is at least centred, and bold or in capitals.",
      test: ({ candidate: { textBlock }, style }) =>
        refusedIf(
          textBlock.size < LARGER_THAN_BODY * style.bodySize &&
            !(textBlock.centred && (textBlock.bold || hasCapitals(textBlock))),
        ),
    },
    {
      name: 'text-above',
      why: 'Running text above it makes it the heading of a section.',
      test: ({ lettersAbove }) => refusedIf(lettersAbove > MAX_ABOVE),
    },
    {
      name: 'title-page',
      why: 'On a page of its own a title need not be larger than the chapters, nor of another appearance.',
      test: ({ lettersOnPage, first }) => titleIf(lettersOnPage < TITLE_PAGE && first),
    },
    {
      name: 'appearance-comes-again',
      why: 'Other headings of the same appearance make it one of them.',
      test: ({ alike }) => refusedIf(alike > 0),
    },
    {
      name: 'largest-of-all',
      why: 'No heading of the document is larger.',
      test: ({ larger }) => titleIf(larger === 0),
    },
    {
      name: 'first-without-bookmark',
      why: 'Bookmarks begin with the sections, which may be set larger: what stands before them all is the title.',
      test: ({ candidate, first }) => titleIf(candidate.bookmark === null && first),
    },
  ],
  otherwise: 'refused',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ candidate, style, lettersAbove, lettersOnPage, alike, larger }) => ({
    sizeInBodySizes: candidate.textBlock.size / style.bodySize,
    lettersAbove,
    lettersOnPage,
    headingsOfItsAppearance: alike,
    largerHeadings: larger,
  }),
};

export function findTitle(
  candidates: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
  style: DocumentStyle,
): HeadingCandidate | null {
  const firstPage = textBlocks[0]?.page;
  const page = candidates.filter(({ textBlock }) => textBlock.page === firstPage);
  if (page.length === 0) return null;
  const top = onlyTop(candidates);
  const onlyTopHere = top && page.includes(top) ? top : null;
  const isLarger = (a: HeadingCandidate, b: HeadingCandidate): boolean =>
    a.textBlock.size > ROUNDED_SIZE * b.textBlock.size;
  const candidate = onlyTopHere ?? page.reduce((a, b) => (isLarger(b, a) ? b : a));
  const others = candidates.filter((other) => other !== candidate);
  const evidence: TitleEvidence = {
    candidate,
    onlyTop: onlyTopHere !== null,
    first: candidate === candidates[0],
    lettersAbove: totalLength(textBlocks.slice(0, textBlocks.indexOf(candidate.textBlock))),
    lettersOnPage: totalLength(textBlocks.filter((other) => other.page === firstPage)),
    alike: others.filter((other) => appearanceOf(other) === appearanceOf(candidate)).length,
    larger: others.filter((other) => isLarger(other, candidate)).length,
    style,
  };
  return decide(TITLE, evidence) === 'title' ? candidate : null;
}

/** The page of the title where it has little else on it, null where text begins there or more pages do not follow. */
export function titlePage(title: HeadingCandidate | null, textBlocks: readonly TextBlock[]): number | null {
  if (!title) return null;
  const { page } = title.textBlock;
  return textBlocks.at(-1)!.page > page && totalLength(textBlocks.filter((other) => other.page === page)) < TITLE_PAGE
    ? page
    : null;
}

/** The only heading tagged as of the first level, where it comes before others. */
function onlyTop(candidates: readonly HeadingCandidate[]): HeadingCandidate | null {
  const [first, ...others] = candidates;
  return first?.tag === 1 && others.length > 0 && others.every(({ tag }) => tag !== 1) ? first : null;
}

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
      why: 'A byline is smaller than the title.',
      test: ({ candidate, title }) => headingIf(candidate.textBlock.size >= title.textBlock.size),
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
  ],
  otherwise: 'byline',
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
