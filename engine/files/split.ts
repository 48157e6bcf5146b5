/** Cutting what is too large for a file: blocks apart from each other, and single blocks where they may be cut. */
import type { Block, Span } from '../block-model.js';
import { sizeOf } from '../markdown/size.js';
import { decide } from '../rules.js';
import { PART_END } from './section-rules.js';
import { blockText } from '../markdown/text.js';

/** Blocks in runs of about `bytes`, cut where a new block begins; headings and what notes belong to stay together. */
export function splitBlocks(blocks: readonly Block[], bytes: number): Block[][] {
  const runs = Math.max(1, Math.round(sizeOf(blocks) / bytes));
  const aim = Math.min(bytes, Math.ceil(sizeOf(blocks) / runs));
  const parts: Block[][] = [];
  let part: Block[] = [];
  let size = 0;
  for (const block of blocks) {
    const next = sizeOf([block]);
    const open = { last: part.at(-1), bytes: size, next: block, aimBytes: aim };
    if (size + next > aim && decide(PART_END, open) === 'cut') {
      parts.push(part);
      part = [];
      size = 0;
    }
    part.push(block);
    size += next;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** A block in parts that are each at most about `bytes` as Markdown; the block itself when it is small enough. */
export function splitBlock(block: Block, bytes: number): Block[] {
  if (sizeOf([block]) <= bytes) return [block];
  // A part that cannot be cut in its own form (one line, one cell) is cut as plain paragraphs.
  return cutBlock(block, bytes).flatMap((part) => (sizeOf([part]) <= bytes ? [part] : asParagraphs(part, bytes)));
}

function asParagraphs(block: Block, bytes: number): Block[] {
  const runs = cutSpans([{ text: blockText(block) }], Math.floor(bytes / 8));
  return runs.map((spans) => ({ kind: 'paragraph', spans, source: block.source }));
}

function cutBlock(block: Block, bytes: number): Block[] {
  const count = Math.ceil(sizeOf([block]) / (bytes / 2));
  const { source } = block;
  switch (block.kind) {
    case 'list':
      return chunks(block.items, count).map((items) => ({ ...block, items }));
    case 'table':
      return chunks(block.rows, count).map((rows, index) => ({
        ...block,
        rows,
        headerRows: index ? 0 : block.headerRows,
      }));
    case 'contents':
      return chunks(block.entries, count).map((entries) => ({ ...block, entries }));
    case 'quote':
      return chunks(block.blocks, count).map((blocks) => ({ ...block, blocks }));
    case 'code':
      return chunks(block.text.split('\n'), count).map((lines) => ({ ...block, text: lines.join('\n') }));
    case 'equation':
      return chunks(block.text.split('\n'), count).map((lines) => ({ ...block, text: lines.join('\n') }));
    case 'field':
      return chunks(block.lines, count).map((lines, index) => ({ ...block, lines, label: index ? [] : block.label }));
    case 'paragraph':
    case 'caption':
    case 'footnote':
    case 'heading': {
      const [first, ...rest] = cutSpans(block.spans, Math.floor(bytes / 8));
      const head = { ...block, spans: first ?? [] };
      return [head, ...rest.map((spans): Block => ({ kind: 'paragraph', spans, source }))];
    }
    case 'figure':
      return [block];
  }
}

function chunks<T>(items: readonly T[], count: number): T[][] {
  const length = Math.max(1, Math.ceil(items.length / count));
  return Array.from({ length: Math.ceil(items.length / length) }, (_, at) =>
    items.slice(at * length, (at + 1) * length),
  );
}

/** Spans in runs of at most about `chars`, cut at spaces where there are any. */
function cutSpans(spans: readonly Span[], chars: number): Span[][] {
  const runs: Span[][] = [[]];
  let length = 0;
  for (const span of spans) {
    for (let rest = span.text; rest;) {
      const space = rest.lastIndexOf(' ', chars);
      const text = rest.length <= chars ? rest : rest.slice(0, space > 0 ? space + 1 : chars);
      if (length > 0 && length + text.length > chars) {
        runs.push([]);
        length = 0;
      }
      runs.at(-1)!.push({ ...span, text });
      length += text.length;
      rest = rest.slice(text.length);
    }
  }
  return runs;
}
