/** Headings that stand in one place of several pages are running heads which the furniture stage left in the text. */
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { headingIf, isNamed, type HeadingCandidate, type HeadingVerdict } from './candidate.js';

/** In points: the same place on two pages. */
const SAME_PLACE = 3;
/** Pages on which a text must stand in one place. */
const LEAST_PAGES = 3;

export interface RunningHeadEvidence {
  candidate: HeadingCandidate;
  /** Pages on which the same text stands in the same place, and how many of them come before. */
  pages: number;
  before: number;
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
      name: 'in-one-place',
      why: 'The same words in the same place of many pages are printed for the sake of the pages.',
      test: ({ pages }) => refusedIf(pages >= LEAST_PAGES),
    },
  ],
  otherwise: 'heading',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ pages, before }) => ({ pages, pagesBefore: before }),
};

/** The headings without running heads. */
export function withoutRunningHeads(found: readonly HeadingCandidate[]): HeadingCandidate[] {
  const groups = Map.groupBy(found, keyOf);
  return found.filter((candidate) => {
    const group = groups.get(keyOf(candidate))!;
    if (group.length < LEAST_PAGES) return true;
    const alike = group.filter((other) => isInPlaceOf(other, candidate)).map(({ textBlock }) => textBlock.page);
    const pages = new Set(alike);
    const before = [...pages].filter((page) => page < candidate.textBlock.page).length;
    return decide(RUNNING_HEAD, { candidate, pages: pages.size, before }) === 'heading';
  });
}

const keyOf = ({ textBlock: { text, size } }: HeadingCandidate): string => `${Math.round(2 * size)} ${text}`;

function isInPlaceOf(a: HeadingCandidate, b: HeadingCandidate): boolean {
  return Math.abs(a.textBlock.source[0]!.box.y0 - b.textBlock.source[0]!.box.y0) <= SAME_PLACE;
}
