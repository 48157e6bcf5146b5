/**
 * Ranks of headings by their depth in the bookmarks or the printed contents. What these do not list is below what they list,
 * unless it looks like listed headings.
 */
import { median } from '../geometry.js';
import type { HeadingCandidate } from '../headings/candidate.js';
import { seriesKind } from '../headings/numbers.js';
import { isSameSize, ROUNDED_SIZE } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { appearanceOf } from './appearance.js';
import { withDepthsInParts } from './parts-of-contents.js';

/** A list of fewer headings ranks no others. */
const LEAST_LISTED = 3;
/** Share of the listed headings that must have the usual size of their depth. */
const LEAST_AGREED = 0.7;
/** In ranks: what is larger than all that is listed stands above it, if some of its appearance open a page or are numbered. */
const ABOVE_LISTED = 0.5;

export interface ContentsDepthEvidence {
  /** The first heading that the contents list. */
  first: HeadingCandidate;
  bookmarked: number;
  listed: number;
  /** Depths that the listed headings have, and sizes. */
  depths: number;
  sizes: number;
  /** Of the listed, those in the usual size of their depth. */
  agreed: number;
}

export const CONTENTS_DEPTHS: DecisionTable<ContentsDepthEvidence, 'believed' | 'refused'> = {
  name: 'contents-depths',
  rules: [
    {
      name: 'bookmarks-say-more',
      why: 'Bookmarks have the levels of their own; depths of two lists are not the same.',
      test: ({ bookmarked }) => (bookmarked >= LEAST_LISTED ? 'refused' : null),
    },
    {
      name: 'few-are-listed',
      why: 'Depths of a few headings do not rank the others.',
      test: ({ listed }) => (listed < LEAST_LISTED ? 'refused' : null),
    },
    {
      name: 'one-depth-of-several-sizes',
      why: 'Contents set at one edge show no levels where the headings themselves do.',
      test: ({ depths, sizes }) => (depths === 1 && sizes > 1 ? 'refused' : null),
    },
    {
      name: 'sizes-disagree',
      why: 'Headings of one depth are printed in many sizes: the indents mean something else.',
      test: ({ listed, agreed }) => (agreed < LEAST_AGREED * listed ? 'refused' : null),
    },
  ],
  otherwise: 'believed',
  subject: ({ first }) => textBlockSubject(first.textBlock),
  numbers: ({ bookmarked, listed, depths, sizes, agreed }) => ({ bookmarked, listed, depths, sizes, agreed }),
};

/** The rank of a heading by what is listed; `appearance` is its rank by its appearance alone. */
export type ListedRank = (candidate: HeadingCandidate, appearance: number) => number;

/** Depth in the outline that the document itself has, null for what it does not list. */
export const listedDepth = ({ bookmark, contents }: HeadingCandidate): number | null => bookmark ?? contents;

/**
 * The headings with the depths of one list only. Contents often begin below the bookmarks or stop above them ("Part I" is
 * bookmarked and printed on no contents page), so that depth 2 of one is depth 1 of the other: levels that were taken from
 * both would nest a section in its neighbour.
 */
export function withBelievedDepths(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const listed = candidates.filter(({ contents }) => contents !== null);
  const [first] = listed;
  if (!first || decide(CONTENTS_DEPTHS, evidenceOf(first, candidates, listed)) === 'refused')
    return candidates.map((candidate) => ({ ...candidate, contents: null }));
  return withDepthsInParts(candidates.map((candidate) => ({ ...candidate, bookmark: null })));
}

function evidenceOf(
  first: HeadingCandidate,
  candidates: readonly HeadingCandidate[],
  listed: readonly HeadingCandidate[],
): ContentsDepthEvidence {
  const usual = new Map(
    [...Map.groupBy(listed, ({ contents }) => contents!)].map(([depth, some]) => [
      depth,
      median(some.map(({ textBlock }) => textBlock.size)),
    ]),
  );
  const sizes: number[] = [];
  for (const { textBlock } of listed)
    if (!sizes.some((size) => isSameSize(size, textBlock.size))) sizes.push(textBlock.size);
  return {
    first,
    bookmarked: candidates.filter(({ bookmark }) => bookmark !== null).length,
    listed: listed.length,
    depths: usual.size,
    sizes: sizes.length,
    agreed: listed.filter(({ contents, textBlock }) => isSameSize(usual.get(contents!)!, textBlock.size)).length,
  };
}

/** Null where the document lists too few headings. */
export function listedRanks(candidates: readonly HeadingCandidate[]): ListedRank | null {
  const listed = candidates.filter((candidate) => listedDepth(candidate) !== null);
  if (listed.length < LEAST_LISTED) return null;
  const groups = Map.groupBy(listed, (candidate) => appearanceOf(candidate));
  const byAppearance = new Map(
    [...groups].map(([appearance, some]) => [appearance, median(some.map((one) => listedDepth(one)!))]),
  );
  const bySeries = new Map(
    [...Map.groupBy(listed, seriesOf)].map(([series, some]) => [series, median(some.map((one) => listedDepth(one)!))]),
  );
  const deepest = Math.max(...listed.map((one) => listedDepth(one)!));
  const largest = Math.max(...listed.map(({ textBlock }) => textBlock.size));
  const headsPages = new Set(candidates.filter(mayHeadPages).map((candidate) => appearanceOf(candidate)));
  return (candidate, appearance) => {
    const alike = byAppearance.get(appearanceOf(candidate));
    // a name that is an abbreviation ("B. GRUV") is in capitals among others of its series that are not
    const known = listedDepth(candidate) ?? alike ?? (candidate.number ? bySeries.get(seriesOf(candidate)) : undefined);
    if (known !== undefined) return known;
    const isAbove = candidate.textBlock.size > ROUNDED_SIZE * largest && headsPages.has(appearanceOf(candidate));
    return isAbove ? ABOVE_LISTED : deepest + 1 + appearance;
  };
}

/** Parts and chapters open pages or have a number; the words of a picture do neither. */
const mayHeadPages = ({ textBlock, number }: HeadingCandidate): boolean => textBlock.space === 0 || number !== null;

const seriesOf = ({ textBlock: { size, bold, italic }, number }: HeadingCandidate): string =>
  [Math.round(2 * size), bold, italic, number && seriesKind(number), number?.depth].join(' ');
