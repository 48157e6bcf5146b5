/**
 * Printed tables of contents: lines that end in a page number set apart by leaders or a gap.
 *
 * A run of at least three such lines is one; a heading is never part of it. Lines without a number of their own go on into
 * the next one (an entry of two lines).
 */
import type { NewTextBlock } from './text-blocks.js';
import type { Line } from '../text/line.js';
import { romanValue } from '../text/numerals.js';

const LEAST_ENTRIES = 3;
/** What a page number is made of, and what may stand between it and the label. */
const PAGE_SIGN = /[\divxlcIVXLC]/u;
const SEPARATOR = /[\s.·…_]/u;
const LEADER = /[.·…_]{2}/u;
/** Leaders set apart, or white space alone, up to the end. */
const GAP = /(?:(?:\s[.·…]){3,}\s*|\s+)$/u;

/** An entry's label and page, null for a line that is none. */
export function contentsEntry(line: Line): { label: string; page: string; leaders: boolean } | null {
  const last = line.runs.at(-1);
  const before = line.runs.at(-2);
  if (!last || !before || !isPage(last.text)) return null;
  const { text } = line;
  // from the end on, sign by sign: one expression for all of it would try rows of dots in every way there is
  let end = text.length;
  while (end > 0 && PAGE_SIGN.test(text[end - 1]!)) end -= 1;
  let start = end;
  while (start > 0 && SEPARATOR.test(text[start - 1]!)) start -= 1;
  const between = text.slice(start, end);
  const at = LEADER.test(between) ? 0 : between.search(GAP);
  if (end === text.length || at < 0 || !/\p{L}/u.test(text.slice(0, start))) return null;
  const leaders = /[.·…_]/u.test(between.slice(at));
  if (!leaders && last.box.x0 - before.box.x1 < 1.5 * line.size) return null;
  return { label: text.slice(0, start + at).trim(), page: text.slice(end), leaders };
}

function isPage(text: string): boolean {
  return /^\.*\d{1,4}$/.test(text) || romanValue(text) !== null;
}

/** The text blocks, those of printed tables of contents with that role. */
export function withContents(textBlocks: readonly NewTextBlock[]): NewTextBlock[] {
  const contents = new Set<NewTextBlock>();
  let run: NewTextBlock[] = [];
  let entries = 0;
  const close = (): void => {
    while (run.length > 0 && entryOf(run.at(-1)) === null) run.pop();
    if (entries >= LEAST_ENTRIES) for (const textBlock of run) contents.add(textBlock);
    run = [];
    entries = 0;
  };
  for (const textBlock of textBlocks) {
    if (textBlock.role === 'text' && entryOf(textBlock) !== null) {
      run.push(textBlock);
      entries += 1;
    } else if (run.length > 0 && isDivider(textBlock, run)) {
      run.push(textBlock);
    } else {
      close();
    }
  }
  close();
  return textBlocks.map((textBlock) => (contents.has(textBlock) ? { ...textBlock, role: 'contents' } : textBlock));
}

/** A short line between entries that has no page number ("Part I"). */
function isDivider(textBlock: NewTextBlock, run: readonly NewTextBlock[]): boolean {
  const before = run.at(-1);
  return (
    textBlock.role === 'text' &&
    textBlock.lines.length === 1 &&
    textBlock.text.length < 60 &&
    entryOf(before) !== null &&
    textBlock.size < 1.2 * (before?.size ?? 0)
  );
}

/** The entry that a text block ends with; null when it ends with none. */
export function entryOf(textBlock: NewTextBlock | undefined): { label: string; page: string } | null {
  const line = textBlock?.lines.at(-1);
  return line ? contentsEntry(line) : null;
}
