/** What the document lists as its headings: the entries of its printed tables of contents, and its bookmarks. */
import { median } from '../geometry.js';
import type { Bookmark } from '../model.js';
import { captionOf } from '../text/captions.js';
import { anyCase } from '../text/any-case.js';
import { DOTTED_DIGITS, NUMBERED_DIVISION, OTHER_VALUE, ROMAN_CAPITALS, romanValue } from '../text/numerals.js';
import { isInCapitals } from '../text-rules.js';
import { entryOf } from './contents.js';
import type { NewTextBlock } from './text-blocks.js';

export interface OutlineEntry {
  title: string;
  /** Depth in its list, from 1. */
  depth: number;
  /** Of a printed entry the page number as printed; of a bookmark the page that it leads to, from 1. Null without one. */
  page: string | number | null;
}

/** In points: entries that begin further right are of the next depth. */
const LEAST_INDENT = 4;
/** Lines of an entry without a number that may belong to it or stand before it. */
const MOST_JOINED = 3;

/** Share of the entries of one kind that must have one depth for all of them to have it. */
const USUAL_KIND = 0.7;
/** More than any number has parts: "1.2.3.4". */
const DEPTHS = 16;
const ENGLISH_PART = anyCase(String.raw`(?:part|volume)\s+(?:\d{1,3}|[ivxlc]{1,7}|\p{L}{3,8})`);
const OTHER_PART = String.raw`${anyCase('(?:teil|partie|parte)')}\s+(?:${OTHER_VALUE})`;
const PART = new RegExp(String.raw`^(?:${ENGLISH_PART}|${OTHER_PART})\b`, 'u');
const NAMED = new RegExp(String.raw`^(?:${NUMBERED_DIVISION})\b`, 'u');
const ROMAN = new RegExp(String.raw`^(${ROMAN_CAPITALS})[.)]?\s+\p{L}`, 'u');
/** Roman numbers from which they count the parts of a document. */
const LEAST_PARTS = 2;
const DECIMAL = new RegExp(String.raw`^(${DOTTED_DIGITS})[.)]?\s`, 'u');

/** An entry, and the shorter titles that it has without its first lines, which may be of another ("Part I"). */
export interface ListedTitle extends OutlineEntry {
  titles: readonly string[];
  /** The depth of each of the titles: that of the line it begins with. */
  depths: readonly number[];
}

/** The entries of printed tables of contents, in their order. */
export function printedEntries(textBlocks: readonly NewTextBlock[]): ListedTitle[] {
  const contents = textBlocks.filter(({ role }) => role === 'contents');
  const depths = depthsOf(contents);
  const entries: ListedTitle[] = [];
  let before: { text: string; depth: number }[] = [];
  for (const [i, textBlock] of contents.entries()) {
    const depth = depths[i]!;
    const entry = entryOf(textBlock);
    const own = textBlock.lines.slice(0, entry ? -1 : undefined).map(({ text }) => ({ text, depth }));
    if (!entry) {
      before = [...before, ...own];
      continue;
    }
    const lines = [...own, ...(entry.label === '' ? [] : [{ text: entry.label, depth }])];
    const whole = [...before, ...lines].slice(-MOST_JOINED);
    const titles = whole.map((_, at) => titleOf(whole.slice(at)));
    const title = titleOf(lines.length > 0 ? lines : before);
    before = [];
    if (title === '' || captionOf(title) !== null) continue;
    entries.push({ title, titles, depths: whole.map((line) => line.depth), depth, page: entry.page });
  }
  return entries;
}

const titleOf = (lines: readonly { text: string }[]): string => lines.map(({ text }) => text).join(' ');

/**
 * Depths by the indents, which count from the left edge of the left or the right pages, and among entries of one indent by
 * their numbers: "1", "1.1"; a part stands above its chapters.
 */
function depthsOf(contents: readonly NewTextBlock[]): number[] {
  const indents = indentsOf(contents);
  const numbers = numberDepths(contents, indents);
  const leastAt = new Map<number, number>();
  for (const [i, number] of numbers.entries())
    if (number !== null) leastAt.set(indents[i]!, Math.min(leastAt.get(indents[i]!) ?? Infinity, number));
  const keys = contents.map((_, i) => indents[i]! * DEPTHS + (numbers[i] ?? leastAt.get(indents[i]!) ?? 1));
  const sorted = [...new Set(keys)].sort((a, b) => a - b);
  return evenKinds(
    contents,
    keys.map((key) => sorted.indexOf(key) + 1),
    new Set([...restartingKinds(contents, indents), ...(isBesideParts(contents, numbers) ? [1] : [])]),
  );
}

/**
 * By the numbers: 0 of a part, 1 of a chapter. Roman numbers that count from I on beside chapters in digits are those of
 * parts, and a chapter before the first part stands where the parts do.
 */
function numberDepths(contents: readonly NewTextBlock[], indents: readonly number[]): (number | null)[] {
  const numbers = contents.map(({ text }) => numberDepth(text));
  const romans = contents.flatMap(({ text }, i) => {
    const value = romanValue(ROMAN.exec(text)?.[1] ?? '');
    return numbers[i] === null && value !== null ? [{ i, value }] : [];
  });
  const areParts = romans.length >= LEAST_PARTS && romans.every(({ value }, at) => value === at + 1);
  if (areParts && numbers.includes(1)) for (const { i } of romans) numbers[i] = 0;
  const first = numbers.indexOf(0);
  return numbers.map((number, i) => (i < first && number === 1 && indents[i] === indents[first] ? 0 : number));
}

/** Whether chapters stand beside the parts: others of as many numbers stand in parts. */
const isBesideParts = (contents: readonly NewTextBlock[], numbers: readonly (number | null)[]): boolean =>
  contents.some(({ text }, i) => numbers[i] === 0 && leadingNumber(text) === 1);

/** How many numbers the entries have that begin anew with 1 right below one with as many and less indent: "2." above "1.". */
function restartingKinds(contents: readonly NewTextBlock[], indents: readonly number[]): Set<number | null> {
  const restarting = contents.flatMap(({ text, page, column }, i) => {
    const above = contents[i - 1];
    const isBelow = above?.page === page && above.column.id === column.id && indents[i - 1]! < indents[i]!;
    const isFirst = /(?:^|\.)1$/u.test(DECIMAL.exec(text)?.[1] ?? '');
    return isBelow && isFirst && leadingNumber(above.text) === leadingNumber(text) ? [leadingNumber(text)] : [];
  });
  return new Set(restarting);
}

/**
 * Where entries of one kind are of one depth but for a few, all are: a page on which only some stand has no edge to compare.
 * Kinds are entries with as many numbers ("1.2", "3.4") and, if not all entries are, those in capitals without a number.
 *
 * @param uneven kinds that are of several depths by their numbers
 */
function evenKinds(
  contents: readonly NewTextBlock[],
  depths: readonly number[],
  uneven: ReadonlySet<number | string | null>,
): number[] {
  const kinds = contents.map(({ text }) => leadingNumber(text) ?? (isInCapitals(text) ? 'capitals' : null));
  const even = new Map<number | string | null, number>();
  for (const [kind, some] of Map.groupBy(depths.keys(), (i) => kinds[i]!)) {
    const ofKind = some.map((i) => depths[i]!);
    const usual = median(ofKind);
    const agree = ofKind.filter((depth) => depth === usual).length;
    const isMark = kind !== null && !uneven.has(kind) && (kind !== 'capitals' || ofKind.length < depths.length);
    if (isMark && agree >= USUAL_KIND * ofKind.length) even.set(kind, usual);
  }
  const evened = depths.map((depth, i) => even.get(kinds[i]!) ?? depth);
  const sorted = [...new Set(evened)].sort((a, b) => a - b);
  return evened.map((depth) => sorted.indexOf(depth) + 1);
}

/** Indents as steps from 0, in the columns of left and of right pages. */
function indentsOf(contents: readonly NewTextBlock[]): number[] {
  const edges = new Map<string, number>();
  const x = ({ source }: NewTextBlock): number => source[0]!.box.x0;
  const columns = columnsOf(contents);
  for (const [i, textBlock] of contents.entries())
    edges.set(columns[i]!, Math.min(edges.get(columns[i]!) ?? Infinity, x(textBlock)));
  const indents = contents.map((textBlock, i) => x(textBlock) - edges.get(columns[i]!)!);
  const steps: number[] = [];
  for (const indent of [...indents].sort((a, b) => a - b)) {
    if (steps.length === 0 || indent - steps.at(-1)! > LEAST_INDENT) steps.push(indent);
  }
  return indents.map((indent) => steps.findLastIndex((step) => indent >= step));
}

/** In points: columns whose edges differ by less are one, in bands of a page or with indents. */
const SAME_COLUMN = 100;

/** The column that each is in: the first, second, ... of a left or of a right page. */
function columnsOf(contents: readonly NewTextBlock[]): string[] {
  const lefts = new Map<number, number[]>();
  for (const { page, column } of contents) {
    const known = lefts.get(page) ?? [];
    lefts.set(page, known);
    if (!known.some((left) => Math.abs(left - column.left) < SAME_COLUMN)) known.push(column.left);
  }
  return contents.map(({ page, column }) => {
    const at = lefts.get(page)!.filter((left) => left <= column.left - SAME_COLUMN).length;
    return `${page % 2} ${at}`;
  });
}

/** Numbers in the number that a title begins with; 0 of a part, null of a title without one. */
function numberDepth(text: string): number | null {
  if (PART.test(text)) return 0;
  if (NAMED.test(text)) return 1;
  return leadingNumber(text);
}

/** 2 of "1.2 Lamps", null of a title that does not begin with a number in digits. */
function leadingNumber(text: string): number | null {
  const number = DECIMAL.exec(text)?.[1];
  return number === undefined ? null : number.split('.').length;
}

/** The bookmarks one after the other, each with its depth. */
export function bookmarkEntries(bookmarks: readonly Bookmark[]): ListedTitle[] {
  const entries: ListedTitle[] = [];
  const add = (items: readonly Bookmark[], depth: number): void => {
    for (const { title, page, children } of items) {
      entries.push({ title, titles: [title], depths: [depth], depth, page });
      add(children, depth + 1);
    }
  };
  add(bookmarks, 1);
  return entries;
}

/** The page that a printed number means, if pages were counted from 1; null for roman ones, which count front matter. */
export const printedPage = (page: OutlineEntry['page']): number | null =>
  typeof page === 'number' ? page : page === null || romanValue(page) !== null ? null : Number(page);
