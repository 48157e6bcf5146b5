/** Ranks of headings by the levels that tags give them, in documents where those can be believed. */
import { median } from '../geometry.js';
import type { HeadingCandidate } from '../headings/candidate.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { isSameSize, ROUNDED_SIZE } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import { appearanceOf } from './appearance.js';

/** Share of the headings that must have a tag with a level. */
const LEAST_TAGGED = 0.5;
/** Share of the tagged headings that must have the usual size of their level. */
const LEAST_AGREED = 0.7;
/** In levels: larger than the nearest tagged size is half a level higher, between that level and the one above. */
const BETWEEN_LEVELS = 0.5;

export interface TagLevelEvidence {
  /** The first heading of the document. */
  first: HeadingCandidate;
  headings: number;
  /** Headings with a tag that has a level. */
  tagged: number;
  /** Of the tagged, those in the usual size of their level. */
  agreed: number;
}

export const TAG_LEVELS: DecisionTable<TagLevelEvidence, 'believed' | 'refused'> = {
  name: 'tag-levels',
  rules: [
    {
      name: 'few-are-tagged',
      why: 'Levels of some headings do not rank the others.',
      test: ({ headings, tagged }) => (tagged === 0 || tagged < LEAST_TAGGED * headings ? 'refused' : null),
    },
    {
      name: 'sizes-disagree',
      why: 'Headings of one tag are printed in many sizes: an export program tagged them all alike.',
      test: ({ tagged, agreed }) => (agreed < LEAST_AGREED * tagged ? 'refused' : null),
    },
  ],
  otherwise: 'believed',
  subject: ({ first }) => textBlockSubject(first.textBlock),
  numbers: ({ headings, tagged, agreed }) => ({ headings, tagged, agreed }),
};

export interface TagRanks {
  /** Rank of the tagged headings of an appearance. */
  byAppearance: ReadonlyMap<string, number>;
  /** Rank of an appearance that no tagged heading has, by the tagged size that is nearest to its own. */
  bySize: ReadonlyMap<string, number>;
}

/** Null where tags give no levels, or none that can be believed. */
export function tagRanks(candidates: readonly HeadingCandidate[]): TagRanks | null {
  const tagged = candidates.filter(({ tag }) => tag !== null && tag > 0);
  const [first] = candidates;
  if (!first || candidates.every(({ tag }) => tag === null)) return null;
  const evidence = { first, headings: candidates.length, tagged: tagged.length, agreed: agreedWithSizes(tagged) };
  if (decide(TAG_LEVELS, evidence) === 'refused') return null;
  const byAppearance = new Map(tagged.map((candidate) => [appearanceOf(candidate), candidate.tag!]));
  const bySize = new Map<string, number>();
  for (const candidate of candidates) {
    const appearance = appearanceOf(candidate);
    if (candidate.tag || byAppearance.has(appearance) || bySize.has(appearance)) continue;
    bySize.set(appearance, rankBySize(candidate, tagged));
  }
  return { byAppearance, bySize };
}

/** How many have the usual size of their level. */
function agreedWithSizes(tagged: readonly HeadingCandidate[]): number {
  const sizes = new Map(
    [...Map.groupBy(tagged, ({ tag }) => tag!)].map(([level, some]) => [
      level,
      median(some.map(({ textBlock }) => textBlock.size)),
    ]),
  );
  return tagged.filter(({ tag, textBlock }) => isSameSize(sizes.get(tag!)!, textBlock.size)).length;
}

function rankBySize({ textBlock: { size } }: HeadingCandidate, tagged: readonly HeadingCandidate[]): number {
  const distance = ({ textBlock }: HeadingCandidate): number => Math.abs(textBlock.size - size);
  const nearest = tagged.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  return nearest.tag! - (size > ROUNDED_SIZE * nearest.textBlock.size ? BETWEEN_LEVELS : 0);
}
