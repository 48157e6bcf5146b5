/**
 * The title of the document: a heading of the first page that is the only one tagged as of the first level, or the largest
 * there is.
 */
import type { Block } from '../block-model.js';
import { unionBox } from '../geometry.js';
import type { HeadingCandidate } from '../headings/candidate.js';
import type { Box } from '../model.js';
import { isContentsTitle } from '../text-blocks/contents-page.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { LARGER_THAN_BODY, ROUNDED_SIZE } from '../measures.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { Line } from '../text/line.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { appearanceOf, hasCapitals } from './appearance.js';
import { totalLength } from '../text-rules.js';

/** Letters above a title: more is text, of which the first page has none before its title. */
const MAX_ABOVE = 300;
/** Letters of the first page from which it is more than a title page. */
const TITLE_PAGE = 600;
/** Share of the title's column that a side column is narrower than. */
const SIDE_SHARE = 0.7;

export interface TitleEvidence {
  candidate: HeadingCandidate;
  /** It is the only heading tagged as of the first level, before all others, and there are others. */
  onlyTop: boolean;
  /** It comes before all other headings. */
  first: boolean;
  /** Letters of what comes before it but a side column, which may come first. */
  lettersAbove: number;
  lettersOnPage: number;
  /** Below a table of its page stands another heading of its appearance, with a table of its own. */
  alikeBelowTable: boolean;
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
      name: 'title-of-a-table',
      why: 'Below its table another stands under a title of the same type: each names its own.',
      test: ({ alikeBelowTable }) => refusedIf(alikeBelowTable),
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
  const alike = others.filter((other) => appearanceOf(other) === appearanceOf(candidate));
  const before = textBlocks.slice(0, textBlocks.indexOf(candidate.textBlock));
  const evidence: TitleEvidence = {
    candidate,
    onlyTop: onlyTopHere !== null,
    first: candidate === candidates[0],
    alikeBelowTable: alike.some((other) => areTitlesOfTables(candidate, other, { candidates, textBlocks })),
    lettersAbove: totalLength(before.filter((other) => !isSideColumn(other, candidate.textBlock))),
    lettersOnPage: totalLength(textBlocks.filter((other) => other.page === firstPage)),
    alike: alike.length,
    larger: others.filter((other) => isLarger(other, candidate)).length,
    style,
  };
  return decide(TITLE, evidence) === 'title' ? candidate : null;
}

/** Whether text is of a narrow column left or right of the title's, and not above it: where authors work, say. */
function isSideColumn({ lines }: TextBlock, title: TextBlock): boolean {
  const [box, beside] = [boxOf(lines), boxOf(title.lines)];
  const widest = Math.max(...lines.map((line) => line.box.x1 - line.box.x0));
  const isApart = box.x1 < beside.x0 || box.x0 > beside.x1;
  const isNarrow = widest < SIDE_SHARE * (title.column.right - title.column.left);
  return isApart && isNarrow && box.y1 > beside.y0;
}

const boxOf = (lines: readonly Line[]): Box => unionBox(lines.map(({ box }) => box));

/** Both are on one page, a table between them, and another below the second, before a further heading. */
function areTitlesOfTables(
  { textBlock: title }: HeadingCandidate,
  { textBlock: other }: HeadingCandidate,
  { candidates, textBlocks }: { candidates: readonly HeadingCandidate[]; textBlocks: readonly TextBlock[] },
): boolean {
  if (other.page !== title.page) return false;
  const [above, below] = [textBlocks.indexOf(title), textBlocks.indexOf(other)];
  if (below <= above) return false;
  const headings = new Set(candidates.map(({ textBlock }) => textBlock));
  const next = textBlocks.findIndex((textBlock, i) => i > below && headings.has(textBlock));
  const parts = [textBlocks.slice(above, below), textBlocks.slice(below, next < 0 ? undefined : next)];
  return parts.every((part) => part.some(({ page, blocks }) => page === title.page && blocks.some(isTable)));
}

const isTable = ({ kind }: Block): boolean => kind === 'table';

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
