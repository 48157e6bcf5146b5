/**
 * Levels of headings. The title is 1, all else at least 2 under a title.
 *
 * `HEADING_LEVEL` gives the level: by the depth in bookmarks or printed contents, else by the heading above that has a better rank.
 * `HEADING_RANK` gives the rank: by the tags' levels where they can be believed (tag-ranks.ts), else by appearance
 * (appearance.ts). So one appearance may stand at two depths: a preface before the first part, chapters within it.
 * The heading of a printed table of contents has no headings under it (`HEADING_SCOPE`).
 */
import { isNamed, type HeadingCandidate } from '../headings/candidate.js';
import { isContentsTitle } from '../text-blocks/contents-page.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { decide, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { annexNumbers } from './annexes.js';
import { appearanceOf, appearanceRanks, contextOf, isAnnex } from './appearance.js';
import { endMatter } from './end-matter.js';
import { withoutMasthead } from './masthead.js';
import { numberLevels } from './number-levels.js';
import { divisionKey, divisionsAround } from './open-divisions.js';
import { withBelievedDepths, listedDepth, listedRanks } from './listed-ranks.js';
import { tagRanks, type TagRanks } from './tag-ranks.js';
import { bylines, findTitle, titlePage } from './title.js';

export interface Heading {
  level: number;
  number: string | null;
  title: boolean;
}

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

export interface LevelEvidence {
  candidate: HeadingCandidate;
  isTitle: boolean;
  /** What is added to the depths of bookmarks: 1 where the title is not itself a bookmark. */
  base: number;
  /** Level of the main sections: 2 below a title. */
  top: number;
  /** Printed contents stand below it. */
  headsContents: boolean;
  /** The level that its number calls for ("2.2" after "2.1"), null without one (number-levels.ts). */
  numbered: number | null;
  /** Level of the nearest heading before it of a better rank. */
  above: number | undefined;
  /** It is of what ends a chapter (end-matter.ts), and the level of the chapter or title that it is in. */
  endMatter: boolean;
  chapter: number | null;
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
      name: 'by-its-number',
      why: 'It stands where the sections before it in its division do, or below that division, though contents are set otherwise.',
      test: ({ numbered }) => numbered,
    },
    {
      name: 'contents-depth',
      why: 'Without bookmarks, the printed contents are the outline of the document.',
      test: ({ candidate: { contents }, base }) => (contents === null ? null : contents + base),
    },
    {
      name: 'heads-printed-contents',
      why: 'The list of all sections is in none of them, whatever stands before it.',
      test: ({ candidate, headsContents, top }) => (headsContents && isContentsTitle(candidate.textBlock) ? top : null),
    },
    {
      name: 'end-of-a-chapter',
      why: 'Summary, key terms and exercises stand below the chapter, whatever the size of their headings.',
      test: ({ endMatter, chapter }) => (endMatter && chapter !== null ? chapter + 1 : null),
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
  numbers: ({ candidate: { bookmark, contents }, above }) => ({
    ...(bookmark === null ? {} : { bookmarkDepth: bookmark }),
    ...(contents === null ? {} : { contentsDepth: contents }),
    ...(above === undefined ? {} : { levelAbove: above }),
  }),
  verdictName: (level) => `level ${level}`,
};

export interface ScopeEvidence {
  candidate: HeadingCandidate;
  below: TextBlock | undefined;
  /** It stands on the page that has the title of the document and little else. */
  onTitlePage: boolean;
}

export const HEADING_SCOPE: DecisionTable<ScopeEvidence, 'holds-headings' | 'holds-none'> = {
  name: 'heading-scope',
  rules: [
    {
      name: 'heads-printed-contents',
      why: 'Below a printed table of contents the document begins: its headings are not sections of the contents.',
      test: ({ below }) => (below?.role === 'contents' ? 'holds-none' : null),
    },
    {
      name: 'on-a-title-page',
      why: 'A subtitle, an author or a version on the title page heads none of the sections behind it.',
      test: ({ candidate, onTitlePage }) =>
        onTitlePage && candidate.number === null && !isNamed(candidate) ? 'holds-none' : null,
    },
  ],
  otherwise: 'holds-headings',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
};

export function assignLevels(
  found: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
  style: DocumentStyle,
): Map<TextBlock, Heading> {
  const candidates = withBelievedDepths(withoutMasthead(found, textBlocks));
  const title = findTitle(candidates, textBlocks, style);
  const names = title ? bylines(title, candidates, textBlocks) : new Set<HeadingCandidate>();
  const rest = candidates.filter((candidate) => candidate !== title && !names.has(candidate));
  const base = title && !isRoot(title, rest) ? 1 : 0;
  const levels = new Map<TextBlock, Heading>();
  if (title) {
    const level = decide(HEADING_LEVEL, { candidate: title, isTitle: true, base, top: 1, ...NOTHING_AROUND });
    levels.set(title.textBlock, { level, number: null, title: true });
  }
  addLevels(levels, rest, { base, textBlocks, titlePage: titlePage(title, textBlocks) });
  return levels;
}

const NOTHING_AROUND = { headsContents: false, numbered: null, above: undefined, endMatter: false, chapter: null };

function addLevels(
  levels: Map<TextBlock, Heading>,
  candidates: readonly HeadingCandidate[],
  { base, textBlocks, titlePage: first }: { base: number; textBlocks: readonly TextBlock[]; titlePage: number | null },
): void {
  const rankOf = ranker(candidates);
  const top = levels.size > 0 ? 2 : 1;
  const numbers = numberLevels();
  const after = new Map(textBlocks.map((textBlock, i) => [textBlock, textBlocks[i + 1]]));
  const ends = endMatter(candidates);
  const open = levels.size > 0 ? [{ rank: -Infinity, level: 1, isChapter: ends.isOneChapter }] : [];
  for (const candidate of candidates) {
    const rank = rankOf(candidate);
    const chapter = chapterLevel(open);
    while ((open.at(-1)?.rank ?? -Infinity) >= rank) open.pop();
    const numbered = numbers.levelOf(candidate.number);
    const headsContents = after.get(candidate.textBlock)?.role === 'contents';
    const above = open.at(-1)?.level;
    const around = { headsContents, numbered, above, endMatter: ends.headings.has(candidate), chapter };
    const level = decide(HEADING_LEVEL, { candidate, isTitle: false, base, top, ...around });
    numbers.add(candidate.number, level);
    // a number may say otherwise than the type
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const onTitlePage = candidate.textBlock.page === first;
    const scope = decide(HEADING_SCOPE, { candidate, below: after.get(candidate.textBlock), onTitlePage });
    if (scope === 'holds-headings') open.push({ rank, level, isChapter: ends.isChapter(candidate) });
    levels.set(candidate.textBlock, { level, number: candidate.number?.text ?? null, title: false });
  }
}

/** The level of the innermost open chapter. */
const chapterLevel = (open: readonly { level: number; isChapter: boolean }[]): number | null =>
  open.findLast(({ isChapter }) => isChapter)?.level ?? null;

/** A title that is the one root of the bookmarks or contents: they count it as their first level. */
const isRoot = (title: HeadingCandidate, others: readonly HeadingCandidate[]): boolean =>
  listedDepth(title) === 1 && others.every((other) => listedDepth(other) !== 1);

/** The rank of each heading; to be asked of each once, in order. */
function ranker(candidates: readonly HeadingCandidate[]): (candidate: HeadingCandidate) => number {
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
