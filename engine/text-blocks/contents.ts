/**
 * Printed tables of contents: lines that end in a page number set apart by leaders or a gap.
 *
 * At least three such lines in a row are one; a heading is never part of it. Lines without a number of their own continue into
 * the next one (an entry of two lines).
 */
import { textBlockSubject } from './subject.js';
import type { NewTextBlock } from './text-blocks.js';
import type { TextRun } from '../model.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import type { Line } from '../text/line.js';
import { romanValue } from '../text/numerals.js';

export const LEAST_ENTRIES = 3;
/** In font sizes: white space that sets a page number apart where no leaders do. */
const LEAST_GAP = 1.5;
/** Letters of a line without a page number among the entries, and its size in sizes of the entry before. */
const DIVIDER_LETTERS = 60;
const DIVIDER_SIZE = 1.2;
/** What a page number is made of, and what may stand between it and the label. */
const PAGE_CHARACTER = /[\divxlcIVXLC]/u;
const SEPARATOR = /[\s.·…_]/u;
const LEADER = /[.·…_]{2}/u;
const LEADERS = /(?:[.·…_]\s?){3}/u;
/** Leaders without words before them; underscores there are a blank to fill in. */
const DOTS = /^\s*(?:[.·…]\s*){3,}$/u;
/** Several pages, or "passim", behind leaders at the end: tables of authorities list each place. */
const PAGES =
  /(?:^|[\s.·…_])((?:\d{1,4}|[ivxlc]{1,6})(?:\s?(?:[,–-]|&)\s?(?:\d{1,4}|[ivxlc]{1,6}|passim)){1,30}|passim)$/iu;
/** Leaders that no space sets apart from the label, in its last word: fewer than these may be an ellipsis. */
const LEADERS_OF_A_WORD = 5;
/** Letters at the end of a line in which pages are looked for. */
const PAGES_REACH = 120;
/** Leaders set apart, or white space alone, up to the end. */
const GAP = /(?:(?:\s[.·…]){3,}\s*|\s+)$/u;

/**
 * An entry's label and page, null for a line that is none. The label is empty where leaders and page number stand on a line
 * of their own, because the words of the entry fill the one above.
 */
export const contentsEntry = (line: Line): Entry | null =>
  entryOfSeveral(line.text) ?? entryOfOne(line) ?? entryWithinWord(line.text);

interface Entry {
  label: string;
  page: string;
  leaders: boolean;
}

function entryOfOne(line: Line): Entry | null {
  const last = line.runs.at(-1);
  const before = line.runs.at(-2);
  if (!last || !before || !isPage(last.text)) return null;
  const { text } = line;
  // from the end, character by character: one expression for all of it would try rows of dots in every way there is
  let end = text.length;
  while (end > 0 && PAGE_CHARACTER.test(text[end - 1]!)) end -= 1;
  const start = startOfSeparators(text, end);
  const between = text.slice(start, end);
  const at = LEADER.test(between) ? 0 : between.search(GAP);
  const leaders = /[.·…_]/u.test(between.slice(at));
  const isRest = start === 0 && DOTS.test(between);
  if (end === text.length || at < 0 || !(isRest || /\p{L}/u.test(text.slice(0, start)))) return null;
  if (!leaders && !isSetApart(line, before, last)) return null;
  return { label: isRest ? '' : text.slice(0, start + at).trim(), page: text.slice(end), leaders };
}

/** White space before the number of a page. In typewriter type a sign before it ("Total =  150", "b |  5") is of a listing. */
function isSetApart({ mono, size }: Line, before: TextRun, page: TextRun): boolean {
  if (mono === 1 && !/[\p{L}\p{N})\]”"’'?!.]$/u.test(before.text)) return false;
  return page.box.x0 - before.box.x1 >= LEAST_GAP * size;
}

/**
 * An entry that is on several pages; the first is its place. Only leaders distinguish it from a sentence that ends in numbers,
 * and they are looked for first.
 */
function entryOfSeveral(text: string): Entry | null {
  const pages = LEADERS.test(text) ? PAGES.exec(text.slice(-PAGES_REACH))?.[1] : undefined;
  if (pages === undefined) return null;
  const end = text.length - pages.length;
  const start = startOfSeparators(text, end);
  if (!LEADERS.test(text.slice(start, end))) return null;
  const label = text.slice(0, start).trim();
  return label === '' || /\p{L}/u.test(label) ? { label, page: pages, leaders: true } : null;
}

/** An entry whose leaders fill the line from the last letter of the label to the page, so that all three are one word. */
function entryWithinWord(text: string): Entry | null {
  let end = text.length;
  while (end > 0 && PAGE_CHARACTER.test(text[end - 1]!)) end -= 1;
  let start = end;
  while (start > 0 && /[.·…]/u.test(text[start - 1]!)) start -= 1;
  const label = text.slice(0, start).trim();
  const page = text.slice(end);
  // "Well.....I" is no page
  return end - start >= LEADERS_OF_A_WORD && /^(?:\d|[ivxlc]{2})/u.test(page) && isPage(page) && /\p{L}/u.test(label)
    ? { label, page, leaders: true }
    : null;
}

/** Where the characters begin that separate a label from what stands at `end`. */
function startOfSeparators(text: string, end: number): number {
  let start = end;
  while (start > 0 && SEPARATOR.test(text[start - 1]!)) start -= 1;
  return start;
}

/** As `contentsEntry`, whatever stands between label and number: to be asked below the title of a contents page only. */
export function looseEntry(line: Line): { label: string; page: string } | null {
  const { text, runs } = line;
  const page = runs.at(-1)?.text ?? '';
  if (runs.length < 2 || !isPage(page)) return contentsEntry(line);
  const number = page.replace(/^\.+/, '');
  const label = text.slice(0, startOfSeparators(text, text.length - number.length));
  return /\p{L}/u.test(label) ? { label, page: number } : contentsEntry(line);
}

function isPage(text: string): boolean {
  return /^\.*\d{1,4}$/.test(text) || romanValue(text) !== null;
}

/** A text block, and those before it that may make a table of contents with it. */
export interface ContentsCandidate {
  textBlock: NewTextBlock;
  open: readonly NewTextBlock[];
}

type Verdict = 'entry' | 'divider' | 'ends';

const RULES: readonly Rule<ContentsCandidate, Verdict>[] = [
  {
    name: 'ends-in-page-number',
    why: 'An entry ends in a page number that leaders or white space set apart.',
    test: ({ textBlock }) => (mayBeEntry(textBlock) && entryOf(textBlock) !== null ? 'entry' : null),
  },
  {
    name: 'short-line-between-entries',
    why: 'A part of the document is named between the entries without a page ("Part I"), in no much larger type.',
    test: ({ textBlock, open }) => (open.length > 0 && isDivider(textBlock, open.at(-1)!) ? 'divider' : null),
  },
];

/** Whether a text block continues a printed table of contents; a table counts from three entries on. */
export const CONTENTS: DecisionTable<ContentsCandidate, Verdict> = {
  name: 'contents',
  rules: RULES,
  otherwise: 'ends',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ open }) => ({ openEntries: open.length }),
};

/** The text blocks, those of printed tables of contents with that role. */
export function withContents(textBlocks: readonly NewTextBlock[]): NewTextBlock[] {
  const contents = new Set<NewTextBlock>();
  let open: NewTextBlock[] = [];
  let entries = 0;
  const close = (): void => {
    while (open.length > 0 && entryOf(open.at(-1)) === null) open.pop();
    if (entries >= LEAST_ENTRIES) for (const textBlock of open) contents.add(textBlock);
    open = [];
    entries = 0;
  };
  for (const textBlock of textBlocks) {
    const verdict = decide(CONTENTS, { textBlock, open });
    if (verdict === 'ends') {
      close();
      continue;
    }
    open.push(textBlock);
    if (verdict === 'entry') entries += 1;
  }
  close();
  return textBlocks.map((textBlock) => (contents.has(textBlock) ? { ...textBlock, role: 'contents' } : textBlock));
}

function isDivider({ role, lines, text, size }: NewTextBlock, before: NewTextBlock): boolean {
  const isShortLine = role === 'text' && lines.length === 1 && text.length < DIVIDER_LETTERS;
  return isShortLine && entryOf(before) !== null && size < DIVIDER_SIZE * before.size;
}

const mayBeEntry = ({ role }: NewTextBlock): boolean => role === 'text' || role === 'contents';

/** The entry that a text block ends with; null when it ends with none. */
export function entryOf(textBlock: NewTextBlock | undefined): { label: string; page: string } | null {
  const line = textBlock?.lines.at(-1);
  if (!line) return null;
  return contentsEntry(line) ?? (textBlock?.role === 'contents' ? looseEntry(line) : null);
}
