/** Pieces to blocks: headings, lists, code, footnotes, paragraphs. What nothing else fits is a paragraph. */
import type { Block, ListBlock, ListItem, Span } from '../model.js';
import type { Heading } from '../outline/levels.js';
import { markOf } from './footnotes.js';
import type { Piece } from './pieces.js';

export function buildBlocks(pieces: readonly Piece[], headings: ReadonlyMap<Piece, Heading>): Block[] {
  const blocks: Block[] = [];
  let notes = 0;
  for (const piece of pieces) {
    if (piece.role === 'ready') blocks.push(...piece.blocks);
    else if (piece.role === 'footnote') blocks.push(footnote(piece, ++notes));
    else addText(blocks, piece, headings.get(piece));
  }
  return blocks;
}

function footnote(piece: Piece, id: number): Block {
  const mark = markOf(piece) ?? '';
  return { kind: 'footnote', id: String(id), mark, spans: dropStart(piece.spans, mark.length), source: piece.source };
}

function addText(blocks: Block[], piece: Piece, heading: Heading | undefined): void {
  const { spans, source, text, marker } = piece;
  if (text === '') return;
  if (heading) {
    const { level, number, title } = heading;
    blocks.push({ kind: 'heading', level, number, spans, source, ...(title ? { title: true } : {}) });
  } else if (piece.mono && piece.lines.length > 0) {
    blocks.push({ kind: 'code', text: piece.lines.map((line) => line.text).join('\n'), source });
  } else if (marker && marker.kind !== 'clause') {
    addItem(blocks, piece);
  } else {
    blocks.push({ kind: 'paragraph', spans, source, ...(marker ? { number: marker.text } : {}) });
  }
}

function addItem(blocks: Block[], piece: Piece): void {
  const { marker, spans, source } = piece;
  if (!marker) return;
  const item: ListItem = {
    marker: marker.text,
    blocks: [{ kind: 'paragraph', spans: dropStart(spans, marker.text.length), source }],
    source,
  };
  const last = blocks.at(-1);
  const ordered = marker.kind !== 'bullet';
  if (last?.kind === 'list' && last.ordered === ordered) {
    last.items.push(item);
    last.source = [...last.source, ...source];
    return;
  }
  const list: ListBlock = { kind: 'list', ordered, items: [item], source };
  blocks.push(list);
}

/** Takes `count` characters and the space after them off the start. */
export function dropStart(spans: readonly Span[], count: number): Span[] {
  const kept: Span[] = [];
  let left = count;
  for (const span of spans) {
    const text = span.text.slice(Math.min(left, span.text.length));
    left = Math.max(0, left - span.text.length);
    const trimmed = kept.length === 0 ? text.trimStart() : text;
    if (trimmed !== '') kept.push({ ...span, text: trimmed });
  }
  return kept;
}
