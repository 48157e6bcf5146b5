/**
 * Levels of headings. The title is 1, all else at least 2 under a title.
 *
 * `HEADING_LEVEL` gives the level: by the depth in bookmarks or printed contents, else by the heading above that has a better
 * rank (ranks.ts). So one appearance may stand at two depths: a preface before the first part, chapters within it.
 * The heading of a printed table of contents has no headings under it (`HEADING_SCOPE`).
 */
import { isNamed, type HeadingCandidate } from '../headings/candidate.js';
import { ROUNDED_SIZE } from '../measures.js';
import { isContentsTitle } from '../text-blocks/contents-page.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { decide, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { endMatter } from './end-matter.js';
import { withoutMasthead } from './masthead.js';
import { candidateLevels } from './number-levels.js';
import { withBelievedDepths, listedDepth } from './listed-ranks.js';
import { ranker } from './ranks.js';
import { bylines } from './bylines.js';
import { findTitle, titlePage } from './title.js';

export interface Heading {
  level: number;
  number: string | null;
  title: boolean;
}

export interface LevelEvidence {
  candidate: HeadingCandidate;
  isTitle: boolean;
  /** What is added to the depths of bookmarks: 1 where the title is not itself a bookmark. */
  base: number;
  /** Level of the main sections: 2 below a title. */
  top: number;
  /** Printed contents stand below it, and not those of one chapter. */
  headsContents: boolean;
  /** The level that its number calls for ("2.2" after "2.1", "2" after a bookmarked "1"), null without one (number-levels.ts). */
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
      why: 'It stands where the sections before it in its division or series do, or below that division, though contents are set otherwise.',
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
  const numbers = candidateLevels();
  const after = new Map(textBlocks.map((textBlock, i) => [textBlock, textBlocks[i + 1]]));
  const ends = endMatter(candidates);
  const contents = headsOfContents(candidates, after, first);
  const open = levels.size > 0 ? [{ rank: -Infinity, level: 1, isChapter: ends.isOneChapter }] : [];
  for (const candidate of candidates) {
    const rank = rankOf(candidate);
    const chapter = chapterLevel(open);
    while ((open.at(-1)?.rank ?? -Infinity) >= rank) open.pop();
    const numbered = numbers.levelOf(candidate);
    const headsContents = contents.has(candidate);
    const above = open.at(-1)?.level;
    const around = { headsContents, numbered, above, endMatter: ends.headings.has(candidate), chapter };
    const level = decide(HEADING_LEVEL, { candidate, isTitle: false, base, top, ...around });
    numbers.add(candidate, level);
    // a number may say otherwise than the type
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const onTitlePage = candidate.textBlock.page === first;
    const scope = decide(HEADING_SCOPE, { candidate, below: after.get(candidate.textBlock), onTitlePage });
    if (scope === 'holds-headings') open.push({ rank, level, isChapter: ends.isChapter(candidate) });
    levels.set(candidate.textBlock, { level, number: candidate.number?.text ?? null, title: false });
  }
}

/**
 * The headings right above printed contents. Where the first of one text stands before all larger headings, it has the contents
 * of the document, and the others of its text have those of chapters.
 */
function headsOfContents(
  candidates: readonly HeadingCandidate[],
  after: ReadonlyMap<TextBlock, TextBlock | undefined>,
  titlePage: number | null,
): Set<HeadingCandidate> {
  const heads = candidates.filter(({ textBlock }) => after.get(textBlock)?.role === 'contents');
  const first = new Map(heads.toReversed().map((head) => [head.textBlock.text, head]));
  const isMain = (head: HeadingCandidate): boolean =>
    !candidates
      .slice(0, candidates.indexOf(head))
      .some(({ textBlock }) => textBlock.page !== titlePage && textBlock.size > ROUNDED_SIZE * head.textBlock.size);
  const main = [...first.values()].filter(isMain);
  return new Set(heads.filter((head) => main.includes(head) || !main.includes(first.get(head.textBlock.text)!)));
}

/** The level of the innermost open chapter. */
const chapterLevel = (open: readonly { level: number; isChapter: boolean }[]): number | null =>
  open.findLast(({ isChapter }) => isChapter)?.level ?? null;

/** A title that is the one root of the bookmarks or contents: they count it as their first level. */
const isRoot = (title: HeadingCandidate, others: readonly HeadingCandidate[]): boolean =>
  listedDepth(title) === 1 && others.every((other) => listedDepth(other) !== 1);
