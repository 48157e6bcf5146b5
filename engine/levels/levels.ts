/**
 * Levels of headings. The title is 1, all else at least 2 under a title.
 *
 * `HEADING_LEVEL` gives the level: by the bookmark's depth, else by the heading above that has a better rank.
 * `HEADING_RANK` gives the rank: by the tags' levels where they can be believed (tag-ranks.ts), else by appearance
 * (appearance.ts). So one appearance may stand at two depths: a preface before the first part, chapters within it.
 * The heading of a printed table of contents has no headings under it (`HEADING_SCOPE`).
 */
import type { HeadingCandidate } from '../headings/candidate.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { annexNumbers } from './annexes.js';
import { appearanceOf, appearanceRanks, contextOf, isAnnex } from './appearance.js';
import { tagRanks, type TagRanks } from './tag-ranks.js';
import { bylines, findTitle } from './title.js';

export interface Heading {
  level: number;
  number: string | null;
  title: boolean;
}

export interface RankEvidence {
  candidate: HeadingCandidate;
  /** Null where tags do not give the ranks. */
  tags: TagRanks | null;
  /** Rank of its appearance. */
  appearance: number | undefined;
  /** Rank of the annex in which it is numbered, null outside of annexes. */
  annex: number | null;
}

/** In ranks: what is numbered in an annex stands between the annex and the next rank. */
const BELOW_ANNEX = 0.5;

/** The rules but for annexes, in order of precedence. */
const OWN_RANK: readonly Rule<RankEvidence, number>[] = [
  {
    name: 'tag-level',
    why: 'Its tag has a level, and the levels of this document agree with the sizes of the type.',
    test: ({ candidate, tags }) => (tags && candidate.tag ? candidate.tag : null),
  },
  {
    name: 'tagged-alike',
    why: 'Tagged headings have the same appearance.',
    test: ({ candidate, tags }) => tags?.byAppearance.get(appearanceOf(candidate)) ?? null,
  },
  {
    name: 'nearest-tagged-size',
    why: 'No tagged heading looks like it: it ranks with the nearest size, above it if larger.',
    test: ({ candidate, tags }) => tags?.bySize.get(appearanceOf(candidate)) ?? null,
  },
  {
    name: 'appearance',
    why: 'Without tags, larger and bolder type stands above smaller and lighter.',
    test: ({ appearance }) => appearance ?? null,
  },
];

export const HEADING_RANK: DecisionTable<RankEvidence, number> = {
  name: 'heading-rank',
  rules: [
    {
      name: 'numbered-in-annex',
      why: 'Numbers begin again at 1 in an annex and stand below its heading, however they are printed.',
      test: (evidence) =>
        evidence.annex !== null && ownRank(evidence) < evidence.annex + BELOW_ANNEX
          ? evidence.annex + BELOW_ANNEX
          : null,
    },
    ...OWN_RANK,
  ],
  otherwise: 0,
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ candidate, appearance, annex }) => ({
    sizeInPoints: candidate.textBlock.size,
    ...(candidate.tag === null ? {} : { tagLevel: candidate.tag }),
    ...(appearance === undefined ? {} : { rankOfAppearance: appearance }),
    ...(annex === null ? {} : { rankOfAnnex: annex }),
  }),
  verdictName: (rank) => `rank ${rank}`,
};

function ownRank(evidence: RankEvidence): number {
  for (const { test } of OWN_RANK) {
    const rank = test(evidence);
    if (rank !== null) return rank;
  }
  return 0;
}

export interface LevelEvidence {
  candidate: HeadingCandidate;
  isTitle: boolean;
  /** Levels above those of the bookmarks: 1 where the title is none of them. */
  base: number;
  /** Level of the nearest heading before it of a better rank. */
  above: number | undefined;
}

export const HEADING_LEVEL: DecisionTable<LevelEvidence, number> = {
  name: 'heading-level',
  rules: [
    {
      name: 'title',
      why: 'The title stands above everything.',
      test: ({ isTitle }) => (isTitle ? 1 : null),
    },
    {
      name: 'bookmark-depth',
      why: 'Bookmarks are the outline that the document itself has.',
      test: ({ candidate: { bookmark }, base }) => (bookmark === null ? null : bookmark + base),
    },
    {
      name: 'below-a-better-rank',
      why: 'It is in the section of the last heading that ranks above it.',
      test: ({ above }) => (above === undefined ? null : above + 1),
    },
  ],
  // nothing ranks above it
  otherwise: 1,
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ candidate: { bookmark }, above }) => ({
    ...(bookmark === null ? {} : { bookmarkDepth: bookmark }),
    ...(above === undefined ? {} : { levelAbove: above }),
  }),
  verdictName: (level) => `level ${level}`,
};

export const HEADING_SCOPE: DecisionTable<
  { candidate: HeadingCandidate; below: TextBlock | undefined },
  'holds-headings' | 'holds-none'
> = {
  name: 'heading-scope',
  rules: [
    {
      name: 'heads-printed-contents',
      why: 'Below a printed table of contents the document begins: its headings are not sections of the contents.',
      test: ({ below }) => (below?.role === 'contents' ? 'holds-none' : null),
    },
  ],
  otherwise: 'holds-headings',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
};

export function assignLevels(
  candidates: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
  style: DocumentStyle,
): Map<TextBlock, Heading> {
  const title = findTitle(candidates, textBlocks, style);
  const names = title ? bylines(title, candidates, textBlocks) : new Set<HeadingCandidate>();
  const rest = candidates.filter((candidate) => candidate !== title && !names.has(candidate));
  const base = title && !isRoot(title, rest) ? 1 : 0;
  const levels = new Map<TextBlock, Heading>();
  if (title) {
    const level = decide(HEADING_LEVEL, { candidate: title, isTitle: true, base, above: undefined });
    levels.set(title.textBlock, { level, number: null, title: true });
  }
  const rankOf = ranker(rest);
  const after = new Map(textBlocks.map((textBlock, i) => [textBlock, textBlocks[i + 1]]));
  const open = title ? [{ rank: -Infinity, level: 1 }] : [];
  for (const candidate of rest) {
    const rank = rankOf(candidate);
    while ((open.at(-1)?.rank ?? -Infinity) >= rank) open.pop();
    const level = decide(HEADING_LEVEL, { candidate, isTitle: false, base, above: open.at(-1)?.level });
    const scope = decide(HEADING_SCOPE, { candidate, below: after.get(candidate.textBlock) });
    if (scope === 'holds-headings') open.push({ rank, level });
    levels.set(candidate.textBlock, { level, number: candidate.number?.text ?? null, title: false });
  }
  return levels;
}

/** A title that is the one root of the bookmarks: they count it as their first level. */
const isRoot = (title: HeadingCandidate, others: readonly HeadingCandidate[]): boolean =>
  title.bookmark === 1 && others.every(({ bookmark }) => bookmark !== 1);

/** The rank of each heading; to be asked of each once, in order. */
function ranker(candidates: readonly HeadingCandidate[]): (candidate: HeadingCandidate) => number {
  const context = contextOf(candidates);
  const appearances = appearanceRanks(candidates, context);
  const tags = tagRanks(candidates);
  const annexes = annexNumbers();
  return (candidate) => {
    const annex = annexes.isInside(candidate) ? annexes.rank : null;
    const appearance = appearances.get(appearanceOf(candidate, context));
    const rank = decide(HEADING_RANK, { candidate, tags, appearance, annex });
    if (isAnnex(candidate)) annexes.open(rank);
    return rank;
  };
}
