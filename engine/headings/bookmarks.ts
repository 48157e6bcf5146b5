/**
 * Which text blocks the bookmarks of the document name: each the one that it was placed at (text-blocks/outline.ts), and those
 * that have its words on its page. A page may hold these words several times, as a heading and in the text below it: a
 * salutation, the signature of a letter, the first line of a song. So a bookmark names the best of them.
 */
import { isSameSize } from '../measures.js';
import type { Bookmark } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import { withoutNumber } from '../text/numerals.js';
import { lettersOf } from '../text/similarity.js';
import { goesOn, isInRunningType } from '../text-blocks/running-type.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { hasSpaceAbove, MAX_LINES, titleLines } from './candidate.js';
import { divisionNumber } from './numbers.js';

export interface BookmarkedEvidence {
  textBlock: TextBlock;
  /** In the type of the running text. */
  running: boolean;
  /** It has the very words of its bookmark, marks at the end included. */
  exact: boolean;
  /** The better line that its bookmark has found; null for the best one. */
  better: TextBlock | null;
}

type Verdict = 'named' | 'refused';

const namedIf = (condition: boolean): 'named' | null => (condition ? 'named' : null);

const isSetAlike = (a: TextBlock, b: TextBlock): boolean =>
  isSameSize(a.size, b.size) && a.bold === b.bold && a.italic === b.italic;

export const BOOKMARKED_LINE: DecisionTable<BookmarkedEvidence, Verdict> = {
  name: 'bookmarked-line',
  rules: [
    {
      name: 'sentence-goes-on',
      why: 'In the type of the text a line that ends with a comma, which its bookmark does not, is a salutation or a line of a song.',
      test: ({ textBlock, running, exact }) => refusedIf(running && !exact && goesOn(textBlock.text)),
    },
    {
      name: 'best-line',
      why: 'No other line with the words of the bookmark is more like a heading: by its type, its words and the space around it.',
      test: ({ better }) => namedIf(better === null),
    },
    {
      name: 'set-like-the-best',
      why: 'What is set apart from the text in the same type as the line that the bookmark has found is the same heading, printed again.',
      test: ({ textBlock, running, better }) => namedIf(!running && better !== null && isSetAlike(textBlock, better)),
    },
    {
      name: 'better-line-found',
      why: 'A bookmark names one heading, and has found it: other lines of the page with the same words repeat or quote it.',
      test: () => 'refused',
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, running, exact, better }) => ({
    inRunningType: Number(running),
    sameWords: Number(exact),
    spaceInLeadings: textBlock.space,
    ...(better === null ? {} : { sizeInThatOfBetter: textBlock.size / better.size }),
  }),
};

interface Entry {
  title: string;
  depth: number;
  page: number | null;
}

export interface BookmarkContext {
  style: DocumentStyle;
  /** The text block below each. */
  after: ReadonlyMap<TextBlock, TextBlock | undefined>;
  isLarger: (textBlock: TextBlock) => boolean;
}

/** A text block with the words of some bookmark. */
interface BookmarkedLine {
  textBlock: TextBlock;
  running: boolean;
  exact: boolean;
  /** What makes it a better one, the most important first. */
  merits: readonly number[];
}

/** Pages by which a text block may be off the page of the bookmark that was placed at it (text-blocks/outline.ts). */
const PLACED_PAGES = [-1, 1];

/** The depth, from 1, of the bookmark of each text block that one names. */
export function bookmarkDepths(
  textBlocks: readonly TextBlock[],
  bookmarks: readonly Bookmark[],
  context: BookmarkContext,
): Map<TextBlock, number> {
  const depths = new Map<TextBlock, number>();
  const entries = entriesByTitle(bookmarks);
  if (entries.size === 0 && textBlocks.every(({ bookmarkDepth }) => bookmarkDepth === undefined)) return depths;
  const byTitle = Map.groupBy(textBlocks.filter(mayBeNamed), (textBlock) => titleOf(textBlock, entries));
  for (const [title, some] of byTitle) {
    if (title !== null) addBest(depths, some, entries.get(title)!, context);
    else for (const textBlock of some) addPlaced(depths, textBlock, context);
  }
  return depths;
}

function entriesByTitle(bookmarks: readonly Bookmark[]): Map<string, Entry[]> {
  const entries: Entry[] = [];
  const add = (items: readonly Bookmark[], depth: number): void => {
    for (const { title, page, children } of items) {
      entries.push({ title, depth, page });
      add(children, depth + 1);
    }
  };
  add(bookmarks, 1);
  const byTitle = Map.groupBy(entries, ({ title }) => lettersOf(title));
  byTitle.delete('');
  return byTitle;
}

const mayBeNamed = (textBlock: TextBlock): boolean =>
  textBlock.role === 'text' && !textBlock.aside && textBlock.text !== '' && titleLines(textBlock) <= MAX_LINES;

/** Its letters, or those without its number, that a bookmark to its page has; of a placed one also to a page beside it. */
function titleOf({ text, page, bookmarkDepth }: TextBlock, entries: ReadonlyMap<string, Entry[]>): string | null {
  const isPlaced = bookmarkDepth !== undefined;
  const number = divisionNumber(text)?.text;
  const titles = [text, ...(number === undefined ? [] : [text.slice(number.length)])];
  if (isPlaced) titles.push(withoutNumber(text));
  const pages = new Set([null, page, ...(isPlaced ? PLACED_PAGES.map((step) => page + step) : [])]);
  return titles.map(lettersOf).find((key) => entries.get(key)?.some((entry) => pages.has(entry.page))) ?? null;
}

/** A text block that has the place of a bookmark, but not its very letters. */
function addPlaced(depths: Map<TextBlock, number>, textBlock: TextBlock, { style }: BookmarkContext): void {
  if (textBlock.bookmarkDepth === undefined) return;
  const evidence = { textBlock, running: isInRunningType(textBlock, style), exact: false, better: null };
  if (decide(BOOKMARKED_LINE, evidence) === 'named') depths.set(textBlock, textBlock.bookmarkDepth);
}

/** The bookmarks of one title, each with the best text block of its page that is left. */
function addBest(
  depths: Map<TextBlock, number>,
  textBlocks: readonly TextBlock[],
  entries: readonly Entry[],
  context: BookmarkContext,
): void {
  const titles = new Set(entries.map(({ title }) => wordsOf(title)));
  const lines = textBlocks.map((textBlock) => bookmarkedLine(textBlock, titles, context)).sort(byMerits);
  const byPage = Map.groupBy(lines, ({ textBlock }) => textBlock.page);
  const ofPages = Map.groupBy(entries, ({ page }) => page);
  const taken = new Map<BookmarkedLine, Entry>();
  const best = new Map<number | null, BookmarkedLine>();
  for (const [page, some] of ofPages) {
    const known = page === null ? lines : [...(byPage.get(page) ?? []), ...placedBeside(page, byPage, ofPages)];
    const free = known.filter((line) => !taken.has(line)).sort(byMerits);
    for (const [i, line] of free.slice(0, some.length).entries()) taken.set(line, some[i]!);
    if (known.length > 0) best.set(page, free[0] ?? known[0]!);
  }
  for (const line of lines) {
    const { textBlock } = line;
    const pages = [textBlock.page, null, ...PLACED_PAGES.map((step) => textBlock.page + step)];
    const page = pages.find((one) => best.has(one))!;
    const better = taken.has(line) ? null : best.get(page)!.textBlock;
    if (decide(BOOKMARKED_LINE, { ...line, better }) !== 'named') continue;
    const { depth } = taken.get(line) ?? ofPages.get(page)![0]!;
    depths.set(textBlock, textBlock.bookmarkDepth ?? depth);
  }
}

/** Those that were placed on a page beside it, which has no bookmark of that title itself. */
const placedBeside = (
  page: number,
  byPage: ReadonlyMap<number, readonly BookmarkedLine[]>,
  ofPages: ReadonlyMap<number | null, unknown>,
): BookmarkedLine[] =>
  PLACED_PAGES.map((step) => page + step)
    .filter((beside) => !ofPages.has(beside))
    .flatMap((beside) => byPage.get(beside) ?? [])
    .filter(({ textBlock }) => textBlock.bookmarkDepth !== undefined);

function bookmarkedLine(
  textBlock: TextBlock,
  titles: ReadonlySet<string>,
  { style, after, isLarger }: BookmarkContext,
): BookmarkedLine {
  const { text, size, bold, bookmarkDepth } = textBlock;
  const running = isInRunningType(textBlock, style);
  const number = divisionNumber(text)?.text ?? '';
  const exact = titles.has(wordsOf(text)) || titles.has(wordsOf(text.slice(number.length)));
  const below = after.get(textBlock);
  const isApart = hasSpaceAbove(textBlock) && (below === undefined || hasSpaceAbove(below));
  const type = [!running, exact || !goesOn(text), isLarger(textBlock) ? size : 0, bold];
  return { textBlock, running, exact, merits: [...type, exact, isApart, bookmarkDepth !== undefined].map(Number) };
}

/** Letters and marks, whatever the case and the spaces. */
const wordsOf = (title: string): string => title.replace(/\s+/gu, '').toLowerCase();

function byMerits(a: BookmarkedLine, b: BookmarkedLine): number {
  const at = a.merits.findIndex((merit, i) => merit !== b.merits[i]);
  return at === -1 ? 0 : b.merits[at]! - a.merits[at]!;
}
