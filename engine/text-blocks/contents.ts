/**
 * Printed tables of contents: lines that end in a page number set apart by leaders or a gap.
 *
 * A run of at least three such lines is one; a heading is never part of it. Lines without a number of their own go on into
 * the next one (an entry of two lines).
 */
import type { ContentsBlock, Span } from '../model.js';
import type { TextBlock } from './text-blocks.js';
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

/** Takes leaders and page number off the spans of an entry. */
function withoutPage(spans: readonly Span[], label: string): Span[] {
  const kept: Span[] = [];
  let left = label.length;
  for (const span of spans) {
    const text = span.text.slice(0, left);
    left -= text.length;
    if (text.trim() !== '') kept.push({ ...span, text: left <= 0 ? text.trimEnd() : text });
    if (left <= 0) break;
  }
  return kept;
}

/** Depth of each entry by its indent, from 1. */
function depthsOf(lefts: readonly number[]): number[] {
  const steps: number[] = [];
  for (const left of [...lefts].sort((a, b) => a - b)) {
    if (steps.length === 0 || left - (steps.at(-1) ?? 0) > 3) steps.push(left);
  }
  return lefts.map((left) => Math.max(1, steps.findLastIndex((step) => left >= step - 0.5) + 1));
}

/** Gives the text blocks of printed tables of contents their role. */
export function markContents(textBlocks: readonly TextBlock[]): void {
  let run: TextBlock[] = [];
  let entries = 0;
  const close = (): void => {
    while (run.length > 0 && entryOf(run.at(-1)) === null) run.pop();
    if (entries >= LEAST_ENTRIES) for (const textBlock of run) textBlock.role = 'contents';
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
}

/** A short line between entries that has no page number ("Part I"). */
function isDivider(textBlock: TextBlock, run: readonly TextBlock[]): boolean {
  const before = run.at(-1);
  return (
    textBlock.role === 'text' &&
    textBlock.lines.length === 1 &&
    textBlock.text.length < 60 &&
    entryOf(before) !== null &&
    textBlock.size < 1.2 * (before?.size ?? 0)
  );
}

function entryOf(textBlock: TextBlock | undefined): { label: string; page: string } | null {
  const line = textBlock?.lines.at(-1);
  return line ? contentsEntry(line) : null;
}

export function contentsBlock(textBlocks: readonly TextBlock[]): ContentsBlock {
  const depths = depthsOf(textBlocks.map((textBlock) => textBlock.left));
  return {
    kind: 'contents',
    entries: textBlocks.map((textBlock, i) => {
      const entry = entryOf(textBlock);
      const depth = depths[i] ?? 1;
      if (!entry) return { depth, spans: textBlock.spans, pageLabel: null };
      const before = textBlock.text.length - (textBlock.lines.at(-1)?.text.length ?? 0);
      const label = textBlock.text.slice(0, before) + entry.label;
      return { depth, spans: withoutPage(textBlock.spans, label), pageLabel: entry.page };
    }),
    source: textBlocks.flatMap((textBlock) => textBlock.source),
  };
}
