/**
 * Depths in printed contents of what stands in parts. Many a table of contents sets "Part I" at the edge of its chapters, or
 * leaves it out: the headings say what the contents do not.
 */
import type { HeadingCandidate } from '../headings/candidate.js';
import { decide, type DecisionTable } from '../rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { isAnnex } from './appearance.js';

/** One part alone divides nothing. */
const LEAST_PARTS = 2;

export interface ContentsPartsEvidence {
  /** The heading of the first part. */
  first: HeadingCandidate;
  parts: number;
  /** An annex stands before the first part. */
  inAnnex: boolean;
  /** Depth of the parts in the contents, 1 where these leave them out, and the least of the chapters behind the first of them. */
  depth: number;
  chapters: number;
  /** The contents list the parts. */
  listed: boolean;
}

export const CONTENTS_PARTS: DecisionTable<ContentsPartsEvidence, 'hold-chapters' | 'as-listed'> = {
  name: 'parts-of-contents',
  rules: [
    {
      name: 'one-part',
      why: 'A single part is a name that begins so, or one of the parts of another document.',
      test: ({ parts }) => (parts < LEAST_PARTS ? 'as-listed' : null),
    },
    {
      name: 'within-an-annex',
      why: 'Parts behind the first annex divide annexes, and hold no chapters.',
      test: ({ inAnnex }) => (inAnnex ? 'as-listed' : null),
    },
    {
      name: 'chapters-at-the-edge-of-parts',
      why: 'Chapters are listed no deeper than the parts, or parts are not listed: a part holds the chapters behind it.',
      test: ({ listed, depth, chapters }) => (!listed || chapters <= depth ? 'hold-chapters' : null),
    },
  ],
  otherwise: 'as-listed',
  subject: ({ first }) => textBlockSubject(first.textBlock),
  numbers: ({ parts, depth, chapters }) => ({ parts, depthOfParts: depth, depthOfChapters: chapters }),
};

/** The headings, what stands in a part one deeper than the part where the contents do not list it so. */
export function withDepthsInParts(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const start = candidates.findIndex(isPart);
  const first = candidates[start];
  const behind = candidates.slice(start + 1).filter(isListedChapter);
  const last = candidates.lastIndexOf(behind.at(-1)!);
  if (!first || behind.length === 0) return [...candidates];
  const parts = candidates.filter(isPart);
  const depths = parts.flatMap(({ contents }) => contents ?? []);
  const chapters = Math.min(...behind.map(({ contents }) => contents!));
  const depth = depths.length > 0 ? Math.min(...depths) : 1;
  const inAnnex = candidates.slice(0, start).some(isAnnex);
  const evidence = { first, parts: parts.length, inAnnex, depth, chapters, listed: depths.length > 0 };
  if (decide(CONTENTS_PARTS, evidence) === 'as-listed') return [...candidates];
  // what stands behind the last chapter at its depth, as the index does, is of the whole document
  const after = candidates.findIndex(({ contents }, i) => i > last && contents !== null && contents <= chapters);
  const end = after < 0 ? candidates.length : after;
  return candidates.map((candidate, i) =>
    i < start || i >= end || candidate.contents === null || isPart(candidate)
      ? candidate
      : // what is listed above the chapters is at the edge at most
        { ...candidate, contents: Math.max(1, candidate.contents + depth + 1 - chapters) },
  );
}

const isPart = ({ number }: HeadingCandidate): boolean => number?.kind === 'part';

const isListedChapter = ({ number, contents }: HeadingCandidate): boolean =>
  contents !== null && (number?.kind === 'chapter' || (number?.kind === 'decimal' && number.depth === 1));
