/**
 * Ranks of headings: which stands above which. `HEADING_RANK` gives the rank by bookmarks or printed contents (listed-ranks.ts),
 * else by the tags' levels where they can be believed (tag-ranks.ts), else by appearance (appearance.ts). `RANK_IN_DIVISION`
 * and `RANK_IN_ANNEX` lower it within a division or an annex.
 */
import type { HeadingCandidate } from '../headings/candidate.js';
import { decide, type DecisionTable } from '../rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { annexNumbers } from './annexes.js';
import { appearanceOf, appearanceRanks, contextOf, isAnnex } from './appearance.js';
import { listedRanks } from './listed-ranks.js';
import { divisionKey, divisionsAround } from './open-divisions.js';
import { tagRanks, type TagRanks } from './tag-ranks.js';

const rankName = (rank: number): string => `rank ${rank}`;

export interface RankEvidence {
  candidate: HeadingCandidate;
  /** Null where tags do not give the ranks. */
  tags: TagRanks | null;
  /** Rank of its appearance. */
  appearance: number | undefined;
  /** Rank by the bookmarks or the printed contents, null where these list too few headings. */
  listed: number | null;
}

export const HEADING_RANK: DecisionTable<RankEvidence, number> = {
  name: 'heading-rank',
  rules: [
    {
      name: 'listed',
      why: 'Bookmarks or printed contents list it or headings of its appearance, or it is below what they list.',
      test: ({ listed }) => listed,
    },
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
  ],
  otherwise: 0,
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ candidate, appearance }) => ({
    sizeInPoints: candidate.textBlock.size,
    ...(candidate.tag === null ? {} : { tagLevel: candidate.tag }),
    ...(appearance === undefined ? {} : { rankOfAppearance: appearance }),
  }),
  verdictName: rankName,
};

/** In ranks: what is numbered in an annex stands between the annex and the next rank. */
const BELOW_ANNEX = 0.5;

export interface AnnexRankEvidence {
  candidate: HeadingCandidate;
  /** Its rank outside of annexes. */
  own: number;
  /** Rank of the annex in which it is numbered. */
  annex: number;
}

export const RANK_IN_ANNEX: DecisionTable<AnnexRankEvidence, 'below-the-annex' | 'own-rank'> = {
  name: 'rank-in-annex',
  rules: [
    {
      name: 'numbered-in-annex',
      why: 'Numbers begin again at 1 in an annex and stand below its heading, however they are printed.',
      test: ({ own, annex }) => (own < annex + BELOW_ANNEX ? 'below-the-annex' : null),
    },
  ],
  otherwise: 'own-rank',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ own, annex }) => ({ ownRank: own, rankOfAnnex: annex }),
};

/** In ranks: what stands between the sections of a division is below the division. */
const BELOW_DIVISION = 0.5;

export interface DivisionRankEvidence {
  candidate: HeadingCandidate;
  /** Its rank wherever it stands. */
  own: number;
  /** Rank of the division whose sections stand before and after it (open-divisions.ts). */
  division: number;
}

export const RANK_IN_DIVISION: DecisionTable<DivisionRankEvidence, 'below-the-division' | 'own-rank'> = {
  name: 'rank-in-division',
  rules: [
    {
      name: 'sections-go-on-behind-it',
      why: 'The section before it and the next one are of one division, so it is too: a box, an example or a note.',
      test: ({ own, division }) => (own < division + BELOW_DIVISION ? 'below-the-division' : null),
    },
  ],
  otherwise: 'own-rank',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ own, division }) => ({ ownRank: own, rankOfDivision: division }),
};

/** The rank of each heading; to be asked of each once, in order. */
export function ranker(candidates: readonly HeadingCandidate[]): (candidate: HeadingCandidate) => number {
  const context = contextOf(candidates);
  const appearances = appearanceRanks(candidates, context);
  const tags = tagRanks(candidates);
  const annexes = annexNumbers();
  const listedRank = listedRanks(candidates);
  const around = divisionsAround(candidates);
  const divisions = new Map<string, number>();
  return (candidate) => {
    const appearance = appearances.get(appearanceOf(candidate, context));
    const listed = listedRank?.(candidate, appearance ?? 0) ?? null;
    const own = decide(HEADING_RANK, { candidate, tags, appearance, listed });
    const division = divisions.get(around.get(candidate) ?? '') ?? null;
    const within = division === null ? own : rankInDivision(candidate, own, division);
    const rank = annexes.isInside(candidate) ? rankInAnnex(candidate, within, annexes.rank) : within;
    if (isAnnex(candidate)) annexes.open(rank);
    const key = around.has(candidate) ? null : divisionKey(candidate);
    if (key !== null) divisions.set(key, rank);
    return rank;
  };
}

function rankInDivision(candidate: HeadingCandidate, own: number, division: number): number {
  const verdict = decide(RANK_IN_DIVISION, { candidate, own, division });
  return verdict === 'below-the-division' ? division + BELOW_DIVISION : own;
}

function rankInAnnex(candidate: HeadingCandidate, own: number, annex: number): number {
  return decide(RANK_IN_ANNEX, { candidate, own, annex }) === 'below-the-annex' ? annex + BELOW_ANNEX : own;
}
