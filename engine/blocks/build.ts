/** Pieces to blocks: headings, lists, code, captions, footnotes, paragraphs. What nothing else fits is a paragraph. */
import { dropStart } from '../text/spans.js';
import type { Block, ParsedPage } from '../model.js';
import type { Heading } from '../levels/levels.js';
import { captionOf } from '../text/captions.js';
import { codeText } from './code.js';
import { contentsBlock } from '../text-blocks/contents.js';
import { equationText } from '../text-blocks/equations.js';
import { findItems, ListBuilder } from './lists.js';
import { tieNotes } from './notes.js';
import type { Piece } from '../text-blocks/text-blocks.js';
import { findQuotes } from './quotes.js';
import type { DocumentStyle } from '../style/style.js';

export interface BuildContext {
  headings: ReadonlyMap<Piece, Heading>;
  style: DocumentStyle;
  pageOf: (page: number) => ParsedPage;
}

export function buildBlocks(pieces: readonly Piece[], { headings, style, pageOf }: BuildContext): Block[] {
  const blocks: Block[] = [];
  const notes = tieNotes(pieces);
  const items = findItems(pieces.filter((piece) => !headings.has(piece)));
  const quotes = findQuotes(pieces, { headings, items, style, pageOf });
  let quoted: Piece | undefined;
  const lists = new ListBuilder(blocks);
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const group = groupAt(pieces, i, headings);
    i += group.length - 1;
    if (piece.role === 'footnote') {
      const note = notes.get(piece);
      blocks.push(note ? footnote(piece, note) : paragraph(piece));
      continue;
    }
    if (items.has(piece) && piece.marker) {
      lists.add(piece, piece.marker, dropStart(piece.spans, piece.marker.text.length));
      continue;
    }
    const made = blocksOf(group, headings.get(piece));
    const [only] = made;
    if (made.length === 1 && only && piece.role === 'text' && !headings.has(piece) && lists.continueWith(piece, only))
      continue;
    lists.close();
    const quote = quotes.get(piece);
    if (quote) addQuoted(blocks, made, quote === quoted);
    else blocks.push(...made);
    quoted = quote;
  }
  return blocks;
}

/** Puts blocks into a quote: the one before, if it goes on. */
function addQuoted(blocks: Block[], made: readonly Block[], goesOn: boolean): void {
  const before = blocks.at(-1);
  const source = made.flatMap((block) => block.source);
  if (!goesOn || before?.kind !== 'quote') {
    blocks.push({ kind: 'quote', blocks: [...made], source });
    return;
  }
  before.blocks.push(...made);
  before.source.push(...source);
}

/** The piece and those after it that make one block with it: lines of code, entries of a contents page. */
function groupAt(pieces: readonly Piece[], start: number, headings: ReadonlyMap<Piece, Heading>): Piece[] {
  const first = pieces[start]!;
  const goesOn = (piece: Piece, before: Piece): boolean => {
    if (piece.role !== first.role || headings.has(piece)) return false;
    if (first.role === 'contents') return true;
    return isCode(first) && isCode(piece) && piece.space < 3.2 && piece.page === before.page && piece.space > 0;
  };
  let end = start + 1;
  while (end < pieces.length && goesOn(pieces[end]!, pieces[end - 1]!)) end += 1;
  return headings.has(first) ? [first] : pieces.slice(start, end);
}

function isCode(piece: Piece): boolean {
  return piece.role === 'text' && piece.mono;
}

function blocksOf(group: readonly Piece[], heading: Heading | undefined): Block[] {
  const piece = group[0]!;
  const { spans, source, text } = piece;
  if (piece.role === 'ready') return piece.blocks;
  if (piece.role === 'equation') return [{ kind: 'equation', text: equationText(piece.lines), source }];
  if (piece.role === 'contents') return [contentsBlock(group)];
  if (text === '') return [];
  if (heading) {
    const { level, number, title } = heading;
    return [{ kind: 'heading', level, number, spans, source, ...(title ? { title: true } : {}) }];
  }
  if (isCode(piece)) {
    return [
      {
        kind: 'code',
        text: codeText(group.flatMap(({ lines }) => lines)),
        source: group.flatMap((part) => part.source),
      },
    ];
  }
  const caption = captionOf(text);
  return [caption ? { kind: 'caption', of: caption, spans, source } : paragraph(piece)];
}

function paragraph({ spans, source, marker }: Piece): Block {
  return { kind: 'paragraph', spans, source, ...(marker?.kind === 'clause' ? { number: marker.text } : {}) };
}

function footnote(piece: Piece, { id, mark }: { id: string; mark: string }): Block {
  const rest = dropStart(piece.spans, mark.length);
  const [first] = rest;
  // what stands between mark and text belongs to the mark
  const spans = first && /^[.)]\s/.test(first.text) ? dropStart(rest, 1) : rest;
  return { kind: 'footnote', id, mark, spans, source: piece.source };
}
