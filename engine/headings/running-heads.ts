/** Headings that stand in one place of several pages are running heads which the furniture stage left in the text. */
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { headingIf, isNamed, type HeadingCandidate, type HeadingVerdict } from './candidate.js';

/** In points: the same place on two pages. */
const SAME_PLACE = 3;
/** Pages on which a text must stand in one place. */
const LEAST_PAGES = 3;
/** In points: heights so far apart are different places, also where a scan lies askew. */
const APART = 36;
/** Heights of pages at which the same words stand, from which they head the sections of each entry ("Synopsis", "Returns"). */
const LEAST_PLACES = 4;
/** Letters that are more than the name of a chapter. */
const TEXT_LETTERS = 40;
/** Letters before it on the page that are compared with those of other pages. */
const MOST_COMPARED = 400;

export interface RunningHeadEvidence {
  candidate: HeadingCandidate;
  /** Pages on which the same text stands in the same place, and how many of them come before. */
  pages: number;
  before: number;
  /** On each of these pages running text stands below it, and before it words that no other of them has there. */
  belowOtherText: boolean;
  /** Heights, well apart, at which the same text in the same type is a heading of any page. */
  places: number;
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
      why: 'Between a text of its page and the next stands what sheets of one form head alike; running heads have the name of a chapter before them at most, and feet no text below.',
      test: ({ belowOtherText }) => headingIf(belowOtherText),
    },
    {
      name: 'in-many-places',
      why: 'Each entry of a reference has sections of the same names: where entries are alike, some stand in one place of their pages.',
      test: ({ places }) => headingIf(places >= LEAST_PLACES),
    },
    {
      name: 'in-one-place',
      why: 'The same words in the same place of many pages are printed for the sake of the pages.',
      test: ({ pages }) => refusedIf(pages >= LEAST_PAGES),
    },
  ],
  otherwise: 'heading',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ pages, before, places }) => ({ pages, pagesBefore: before, places }),
};

/** The headings without running heads. @param textBlocks all of the document. */
export function withoutRunningHeads(
  found: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
): HeadingCandidate[] {
  const groups = Map.groupBy(found, keyOf);
  const repeated = [...groups.values()].filter((group) => group.length >= LEAST_PAGES).flat();
  const placesOf = new Map([...groups].map(([key, group]) => [key, placesApart(group)]));
  const textsBefore = textsBeforeEach(new Set(repeated.map(({ textBlock }) => textBlock)), textBlocks);
  return found.filter((candidate) => {
    const group = groups.get(keyOf(candidate))!;
    if (group.length < LEAST_PAGES) return true;
    const alike = group.filter((other) => isInPlaceOf(other, candidate)).map(({ textBlock }) => textBlock);
    const pages = new Set(alike.map(({ page }) => page));
    const before = [...pages].filter((page) => page < candidate.textBlock.page).length;
    const texts = new Set(alike.map((textBlock) => textsBefore.get(textBlock) ?? ''));
    const belowOtherText = !texts.has('') && texts.size === pages.size;
    const places = placesOf.get(keyOf(candidate))!;
    return decide(RUNNING_HEAD, { candidate, pages: pages.size, before, belowOtherText, places }) === 'heading';
  });
}

/** How many heights there are of which each is well below the one before. */
function placesApart(group: readonly HeadingCandidate[]): number {
  let [places, last] = [0, -Infinity];
  for (const height of group.map(heightOf).sort((a, b) => a - b)) {
    if (height - last < APART) continue;
    places += 1;
    last = height;
  }
  return places;
}

/**
 * The words that come before each of the headings on its page, where they are more than a name and a text follows on the
 * page; numbers, which change with the pages, do not count.
 */
function textsBeforeEach(
  headings: ReadonlySet<TextBlock>,
  textBlocks: readonly TextBlock[],
): ReadonlyMap<TextBlock, string> {
  const texts = new Map<TextBlock, string>();
  if (headings.size === 0) return texts;
  let [page, words] = [0, ''];
  for (const [i, textBlock] of textBlocks.entries()) {
    if (textBlock.page !== page) [page, words] = [textBlock.page, ''];
    const next = textBlocks[i + 1];
    const isAboveText = next?.page === page && next.text.length >= TEXT_LETTERS;
    if (headings.has(textBlock) && isAboveText && words.length >= TEXT_LETTERS) texts.set(textBlock, words);
    if (words.length < MOST_COMPARED) words += textBlock.text.replace(/\P{L}+/gu, ' ');
  }
  return texts;
}

const keyOf = ({ textBlock: { text, size } }: HeadingCandidate): string => `${Math.round(2 * size)} ${text}`;

const heightOf = ({ textBlock }: HeadingCandidate): number => textBlock.source[0]!.box.y0;

const isInPlaceOf = (a: HeadingCandidate, b: HeadingCandidate): boolean =>
  Math.abs(heightOf(a) - heightOf(b)) <= SAME_PLACE;
