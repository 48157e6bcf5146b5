/** Headings that stand in one place of several pages are running heads which the furniture stage left in the text. */
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { headingIf, isNamed, type HeadingCandidate, type HeadingVerdict } from './candidate.js';

/** In points: the same place on two pages. */
const SAME_PLACE = 3;
/** Pages on which a text must stand in one place. */
const LEAST_PAGES = 3;
/** Letters that tell what stands above on one page from what does on another. */
const ENOUGH_LETTERS = 200;

export interface RunningHeadEvidence {
  candidate: HeadingCandidate;
  /** Pages on which the same text stands in the same place, and how many of them come before. */
  pages: number;
  before: number;
  /** On each of these pages other text stands above it. */
  belowOtherText: boolean;
}

export const RUNNING_HEAD: DecisionTable<RunningHeadEvidence, HeadingVerdict> = {
  name: 'running-head',
  rules: [
    {
      name: 'named-by-the-document',
      why: 'A bookmark, the contents or a tag names it.',
      test: ({ candidate }) => headingIf(isNamed(candidate)),
    },
    {
      name: 'first-of-them',
      why: 'What runs over the following pages may begin as the title of the first.',
      test: ({ before }) => headingIf(before === 0),
    },
    {
      name: 'below-other-text',
      why: 'Nothing but a head of the page stands above a running head: here each page has words of its own there, as sheets of one form have.',
      test: ({ belowOtherText }) => headingIf(belowOtherText),
    },
    {
      name: 'in-one-place',
      why: 'The same words in the same place of many pages are printed for the sake of the pages.',
      test: ({ pages }) => refusedIf(pages >= LEAST_PAGES),
    },
  ],
  otherwise: 'heading',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ pages, before }) => ({ pages, pagesBefore: before }),
};

/** The headings without running heads. @param textBlocks all of the document. */
export function withoutRunningHeads(
  found: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
): HeadingCandidate[] {
  const groups = Map.groupBy(found, keyOf);
  const textsAbove = new Map<TextBlock, string>();
  for (const [, group] of groups) {
    if (group.length < LEAST_PAGES) continue;
    for (const { textBlock } of group) textsAbove.set(textBlock, '');
  }
  if (textsAbove.size > 0) addTextsAbove(textsAbove, textBlocks);
  return found.filter((candidate) => {
    const group = groups.get(keyOf(candidate))!;
    if (group.length < LEAST_PAGES) return true;
    const alike = group.filter((other) => isInPlaceOf(other, candidate)).map(({ textBlock }) => textBlock);
    const pages = new Set(alike.map(({ page }) => page));
    const before = [...pages].filter((page) => page < candidate.textBlock.page).length;
    const above = new Set(alike.map((textBlock) => textsAbove.get(textBlock)!));
    const belowOtherText = !above.has('') && above.size === pages.size;
    return decide(RUNNING_HEAD, { candidate, pages: pages.size, before, belowOtherText }) === 'heading';
  });
}

/** The words that stand above each of the headings on its page; numbers, which change with the pages, do not count. */
function addTextsAbove(texts: Map<TextBlock, string>, textBlocks: readonly TextBlock[]): void {
  let [page, words] = [0, ''];
  for (const textBlock of textBlocks) {
    if (textBlock.page !== page) [page, words] = [textBlock.page, ''];
    if (texts.has(textBlock)) texts.set(textBlock, words);
    if (words.length < ENOUGH_LETTERS) words += textBlock.text.replace(/\P{L}+/gu, ' ');
  }
}

const keyOf = ({ textBlock: { text, size } }: HeadingCandidate): string => `${Math.round(2 * size)} ${text}`;

function isInPlaceOf(a: HeadingCandidate, b: HeadingCandidate): boolean {
  return Math.abs(a.textBlock.source[0]!.box.y0 - b.textBlock.source[0]!.box.y0) <= SAME_PLACE;
}
