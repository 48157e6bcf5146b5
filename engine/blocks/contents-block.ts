/** Text blocks of a printed table of contents to one block. */
import type { ContentsBlock, Span } from '../block-model.js';
import { entryOf } from '../text-blocks/contents.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

/** In points: entries that begin further right are of the next depth, and how far left of its depth one may begin. */
const LEAST_INDENT = 3;
const SET_BACK = 0.5;

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
    if (steps.length === 0 || left - (steps.at(-1) ?? 0) > LEAST_INDENT) steps.push(left);
  }
  return lefts.map((left) => Math.max(1, steps.findLastIndex((step) => left >= step - SET_BACK) + 1));
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
