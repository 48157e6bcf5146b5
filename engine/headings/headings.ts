/**
 * Which text blocks are headings. Signals, in order:
 *   1. a bookmark with the same text on the same page;
 *   2. the tag of a heading, in documents whose tags can be believed (tags/tags.ts);
 *   3. a number or name of a division ("2.1", "Chapter 3") in a look that running text does not have;
 *   4. a look of its own: larger, or bold through and through, short, with space above;
 *   5. a numbered series set in capitals or in the middle (series.ts), a run-in heading (run-in.ts), or what
 *      plain-headings.ts says.
 *
 * A bookmark or a heading's tag makes a heading whatever the later signals say. Without them, what is tagged as an item,
 * note, entry of the contents or cell is none; and where bookmarks and tags name three headings or more, type no larger
 * than the text's makes no other. Never a text block that ends like a sentence, unless a bookmark or tag says so.
 */
import type { Bookmark, DocumentInfo } from '../model.js';
import type { PageOf } from '../page-finder.js';
import { median } from '../geometry.js';

import { captionOf } from '../text/captions.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import type { DocumentStyle } from '../style/style.js';
import { divisionNumber, type DivisionNumber } from './numbers.js';
import { plainHeadings } from './plain-headings.js';
import { seriesHeadings } from './series.js';

const MAX_LINES = 4;
const MAX_LETTERS = 240;

export interface HeadingCandidate {
  textBlock: TextBlock;
  /** Depth in the bookmarks, from 1; null without one. */
  bookmark: number | null;
  /** Level of its tag, from 1; 0 for a heading's tag without one, null without a tag. */
  tag: number | null;
  number: DivisionNumber | null;
  /** It began a paragraph (run-in.ts). */
  runIn: boolean;
}

export interface HeadingContext {
  style: DocumentStyle;
  info: DocumentInfo;
  pageOf: PageOf;
}

export function findHeadings(
  textBlocks: readonly TextBlock[],
  { style, info, pageOf }: HeadingContext,
): HeadingCandidate[] {
  const series = seriesHeadings(textBlocks, pageOf);
  const bookmarks = bookmarkIndex(info.bookmarks);
  const look = lookOfText(textBlocks, style);
  const found: HeadingCandidate[] = [];
  for (const textBlock of textBlocks) {
    if (textBlock.role !== 'text' || textBlock.text === '' || textBlock.aside) continue;
    const tag = headingTag(textBlock);
    if (tag === null && captionOf(textBlock.text) !== null) continue;
    const bookmark = matchBookmark(bookmarks, textBlock);
    const number = divisionNumber(textBlock.text);
    const looks =
      textBlock.runIn === true ||
      (mayBeHeading(textBlock) && (series.has(textBlock) || looksLikeHeading(textBlock, number, look)));
    if (bookmark !== null || tag !== null || looks)
      found.push({ textBlock, bookmark, tag, number, runIn: textBlock.runIn === true });
  }
  const isSure = ({ textBlock, runIn }: HeadingCandidate): boolean => series.has(textBlock) || runIn;
  const others = found.filter((candidate) => !isSure(candidate));
  const after = new Map(textBlocks.map((textBlock, i) => [textBlock, textBlocks[i + 1]]));
  const stand = standsOut(others, after, look);
  const kept = new Set(
    confirmed(
      found.filter((candidate) => isSure(candidate) || stand(candidate)),
      after,
      look,
    ),
  );
  return found.filter((candidate) => isSure(candidate) || kept.has(candidate));
}

/** What a text block's look is judged by. */
interface Look {
  style: DocumentStyle;
  isLarger: (textBlock: TextBlock) => boolean;
  /** Headings in the type of the text. */
  plain: ReadonlySet<TextBlock>;
}

/** Share of the letters from which on a larger size is one of running text too: a form before its small print. */
const TEXT_SHARE = 0.03;
/** Letters of a text block that is running text by its length. */
const LONG = 200;

/** Larger than the text, and not in a size that other text is set in, unless bold. */
function lookOfText(textBlocks: readonly TextBlock[], style: DocumentStyle): Look {
  const letters = new Map<number, number>();
  let all = 0;
  for (const { size, bold, text, role, lines } of textBlocks) {
    if (role !== 'text') continue;
    all += text.length;
    if (text.length < LONG || lines.length < 2 || bold) continue;
    letters.set(Math.round(size * 2), (letters.get(Math.round(size * 2)) ?? 0) + text.length);
  }
  const isText = ({ size, bold }: TextBlock): boolean =>
    !bold && (letters.get(Math.round(size * 2)) ?? 0) > TEXT_SHARE * all;
  return {
    style,
    plain: plainHeadings(textBlocks),
    isLarger: (textBlock) => textBlock.size > 1.07 * style.bodySize && !isText(textBlock),
  };
}

function headingTag({ tag, text }: TextBlock): number | null {
  // longer text is a paragraph that was tagged for its looks
  return tag?.role === 'heading' && text.length <= MAX_LETTERS && /[\p{L}\p{N}]/u.test(text) ? tag.level : null;
}

const mayBeHeading = ({ tag }: TextBlock): boolean => !tag || tag.role === 'paragraph' || tag.role === 'heading';

/** Space above by space below from which on bold type of the text's size makes a heading. */
const LEAST_RATIO = 1.12;
/** Below the levels that bookmarks name, space below too, in multiples of the usual: terms stand right above their text. */
const LEAST_BELOW = 1.15;

interface Standing {
  /** Space above by space below, of the candidates of one look that have both. */
  ratios: number[];
  /** How many more of them have their explanation below than not. */
  terms: number;
}

/**
 * Bold type of the text's size makes a heading only where the space above is more than below, taken over all of one look,
 * and where the text below is not indented as a whole: terms that are explained stand like paragraphs.
 */
function standsOut(
  found: readonly HeadingCandidate[],
  after: ReadonlyMap<TextBlock, TextBlock | undefined>,
  { style, isLarger }: Look,
): (candidate: HeadingCandidate) => boolean {
  const looks = new Map<string, Standing>();
  for (const { textBlock, number } of found) {
    if (number !== null) continue;
    const next = after.get(textBlock);
    const look = looks.get(lookKey(textBlock)) ?? { ratios: [], terms: 0 };
    looks.set(lookKey(textBlock), look);
    if (next) look.terms += explains(next, textBlock, style) ? 1 : -1;
    if (next && textBlock.space !== 0 && next.space !== 0) look.ratios.push(textBlock.space / next.space);
  }
  return ({ textBlock, bookmark, tag, number }) => {
    if (bookmark !== null || tag !== null || number !== null || textBlock.column.title || isLarger(textBlock))
      return true;
    const { ratios, terms } = looks.get(lookKey(textBlock)) ?? { ratios: [], terms: 0 };
    if (terms > 0 || explains(after.get(textBlock), textBlock, style)) return false;
    return ratios.length === 0 || median(ratios) > LEAST_RATIO;
  };
}

/** Text below a term that is indented as a whole explains it. */
function explains(text: TextBlock | undefined, term: TextBlock, { indent }: DocumentStyle): boolean {
  if (!text || text.role !== 'text' || text.page !== term.page || text.marker || text.centred) return false;
  const shift = Math.min(text.left, text.textLeft) - term.left;
  const firstLine = text.lines.length === 1 && indent !== null && Math.abs(shift - indent) < 1.5;
  return shift > 0.8 * term.size && !firstLine;
}

/**
 * Where bookmarks or tags name the headings, type no larger than the text's makes no other, but for levels below the deepest
 * that bookmarks name: a number that goes on a known one ("2.1.3"), or bold type with space above and below.
 */
function confirmed(
  found: HeadingCandidate[],
  after: ReadonlyMap<TextBlock, TextBlock | undefined>,
  { isLarger }: Look,
): HeadingCandidate[] {
  const isNamed = ({ bookmark, tag }: HeadingCandidate): boolean => bookmark !== null || tag !== null;
  const known = found.filter(isNamed);
  const parentOf = ({ text }: DivisionNumber): string => text.replace(/\.\d+$/, '');
  if (known.length < 3) return found;
  const tagged = known.some(({ tag }) => tag !== null);
  const numbers = new Set(known.map(({ number }) => number?.text));
  for (const { number, runIn } of found) if (number && runIn) numbers.add(parentOf(number));
  return found.filter((candidate) => {
    const { textBlock, number } = candidate;
    if (isNamed(candidate) || isLarger(textBlock)) return true;
    if (tagged) return false;
    if (number !== null) return number.depth > 1 && numbers.has(parentOf(number));
    const below = after.get(textBlock)?.space ?? 0;
    return textBlock.bold && textBlock.left < 3 && below > LEAST_BELOW && textBlock.space > LEAST_RATIO * below;
  });
}

function lookKey(textBlock: TextBlock): string {
  return `${Math.round(textBlock.size * 2)} ${textBlock.bold} ${textBlock.italic}`;
}

function looksLikeHeading(
  textBlock: TextBlock,
  number: DivisionNumber | null,
  { style, isLarger, plain }: Look,
): boolean {
  if (textBlock.mono || textBlock.lines.length > MAX_LINES || textBlock.text.length > MAX_LETTERS) return false;
  if (!/\p{L}/u.test(textBlock.text) || /[,;]$/.test(textBlock.text)) return false;
  if (textBlock.marker?.kind === 'bullet' || isIdentifier(textBlock.text)) return false;
  if (plain.has(textBlock) || textBlock.column.title) return true;
  const larger = isLarger(textBlock);
  const bold = textBlock.bold && !style.boldBody;
  const sentence = /[.!?:]["'”’)\]]*$/u.test(textBlock.text) && !/\b\p{L}\.$/u.test(textBlock.text);
  if (larger) return !sentence || textBlock.bold || number !== null;
  if (textBlock.size < 0.93 * style.bodySize && !bold) return false;
  if (bold) return !sentence && (textBlock.space === 0 || textBlock.space > 1.05 || number !== null);
  const italicNumbered = textBlock.italic && number !== null && !sentence;
  return italicNumbered && textBlock.lines.length <= 2;
}

/** Names of a programming language, one or several: terms that text explains, not headings, unless bookmarked. */
function isIdentifier(text: string): boolean {
  return text
    .split(/[\s,]+/)
    .every((word) => /^[\w.]*(?:_\w|[a-z][A-Z]|[A-Z]{2}[a-z]+[A-Z]?|\(\))[\w.()]*$/.test(word));
}

type BookmarkIndex = Map<string, { depth: number; page: number | null }[]>;

function bookmarkIndex(bookmarks: readonly Bookmark[]): BookmarkIndex {
  const index: BookmarkIndex = new Map();
  const add = (items: readonly Bookmark[], depth: number): void => {
    for (const { title, page, children } of items) {
      const key = squash(title);
      const list = index.get(key);
      if (list) list.push({ depth, page });
      else if (key !== '') index.set(key, [{ depth, page }]);
      add(children, depth + 1);
    }
  };
  add(bookmarks, 1);
  return index;
}

/** Letters and digits alone: bookmarks differ from the page in spaces, quotes and dashes. */
function squash(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function matchBookmark(index: BookmarkIndex, textBlock: TextBlock): number | null {
  if (textBlock.lines.length > MAX_LINES) return null;
  const whole = squash(textBlock.text);
  const bare = squash(textBlock.text.slice(divisionNumber(textBlock.text)?.text.length ?? 0));
  for (const key of [whole, bare]) {
    const hit = key === '' ? undefined : index.get(key)?.find(({ page }) => page === null || page === textBlock.page);
    if (hit) return hit.depth;
  }
  return null;
}
