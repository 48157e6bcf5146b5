/**
 * Lists: runs of pieces that begin with a mark, nested by their indent.
 *
 * A bullet always makes an item. A number or letter does when another of its series comes before or after it, or when it is
 * the first of a series and its text hangs; "N. Rahman" alone is no item. A piece without a mark that is indented as an item's
 * text goes on that item. A clause number ("1.2") never makes an item.
 */
import type { BlockTag } from '../tags/tags.js';
import type { Block, ListBlock, ListItem, SourceBox, Span } from '../model.js';
import { follows, type Marker } from '../text-blocks/markers.js';
import type { Piece } from '../text-blocks/text-blocks.js';

interface OpenItem {
  piece: Piece;
  marker: Marker;
  item: ListItem;
  list: ListBlock;
}

/** Pieces that are list items, by looking at their neighbours. */
export function findItems(pieces: readonly Piece[]): Set<Piece> {
  const items = new Set<Piece>();
  const marked = pieces.filter(
    (piece) => piece.role === 'text' && piece.marker && piece.marker.kind !== 'clause' && !beginsWithInitial(piece),
  );
  for (const [i, piece] of marked.entries()) {
    const marker = piece.marker!;
    const near = marked.slice(Math.max(0, i - 12), i + 13);
    const sibling = near.some((other) => other !== piece && isSibling(other, piece, i > marked.indexOf(other)));
    if (isTaggedItem(piece)) {
      items.add(piece);
      continue;
    }
    const opens = marker.value === 1 && (marker.frame.includes('(') || piece.textLeft > piece.left + 3);
    if (marker.kind === 'bullet' || sibling || opens) items.add(piece);
  }
  return items;
}

const isTaggedItem = ({ tag }: Piece): boolean => tag !== null && tag.items.length > 0;

/** "N. Rahman" at the start of a reference: behind the mark of an item the text stands clear, or its lines do below it. */
function beginsWithInitial({ marker, lines, size }: Piece): boolean {
  if (!/^[A-Z]\.$/.test(marker?.text ?? '')) return false;
  const [first, second] = lines;
  const [mark, word] = first?.runs ?? [];
  if (!mark || !word || mark.text !== marker?.text) return false;
  const clear = word.box.x0 - mark.box.x1 > 0.45 * size;
  return !clear && (second === undefined || Math.abs(second.box.x0 - word.box.x0) > 2);
}

function isSibling(other: Piece, piece: Piece, before: boolean): boolean {
  const [first, second] = before ? [other, piece] : [piece, other];
  return (
    Math.abs(other.left - piece.left) < 6 &&
    first.marker !== null &&
    second.marker !== null &&
    follows(first.marker, second.marker)
  );
}

/** Adds items to the blocks one by one, into the list under way where they belong to it. */
export class ListBuilder {
  private open: OpenItem[] = [];

  constructor(private readonly blocks: Block[]) {}

  /** Ends the list under way. */
  close(): void {
    this.open = [];
  }

  add(piece: Piece, marker: Marker, spans: Span[]): void {
    const item: ListItem = {
      marker: marker.text,
      blocks: [{ kind: 'paragraph', spans, source: piece.source }],
      source: piece.source,
    };
    while (this.open.length > 0 && !this.holds(this.open.at(-1)!, piece, marker)) this.open.pop();
    const parent = this.open.at(-1);
    if (parent && sameLevel(parent, piece, marker)) {
      this.open.pop();
      parent.list.items.push(item);
      grow(parent.list, piece.source);
      this.open.push({ piece, marker, item, list: parent.list });
    } else {
      const list: ListBlock = {
        kind: 'list',
        ordered: marker.kind !== 'bullet',
        items: [item],
        source: [...piece.source],
      };
      (parent ? parent.item.blocks : this.blocks).push(list);
      this.open.push({ piece, marker, item, list });
    }
    for (const outer of this.open.slice(0, -1)) grow(outer.list, piece.source);
  }

  /** Adds a block to the item that the piece is indented like; false when it is none's. */
  continueWith(piece: Piece, block: Block): boolean {
    // code, tables and the like may be indented further than the text
    const most = block.kind === 'paragraph' ? 6 + 0.2 * piece.size : Infinity;
    const owner = this.open.findLast(
      ({ piece: head }) =>
        byTags(head, piece, isWithin) ??
        (piece.left > head.left + 3 && piece.left > head.textLeft - 6 && piece.left < head.textLeft + most),
    );
    if (!owner) return false;
    while (this.open.at(-1) !== owner) this.open.pop();
    owner.item.blocks.push(block);
    for (const { list } of this.open) grow(list, block.source);
    return true;
  }

  private holds(open: OpenItem, piece: Piece, marker: Marker): boolean {
    const tagged = byTags(open.piece, piece, (head, tag) => isWithin(head, tag) || isBeside(head, tag));
    if (tagged !== null) return tagged;
    return (
      sameLevel(open, piece, marker) ||
      (piece.left > open.piece.left + 3 && !follows(open.marker, marker)) ||
      nestsInside(open, piece, marker)
    );
  }
}

/** What the tags of one page say of an item and a piece after it; null when they say nothing. */
function byTags(head: Piece, piece: Piece, holds: (head: BlockTag, tag: BlockTag) => boolean): boolean | null {
  if (!head.tag || !piece.tag || head.tag.page !== piece.tag.page || head.tag.items.length === 0) return null;
  return holds(head.tag, piece.tag);
}

/** Within the item that the head begins. */
function isWithin(head: BlockTag, tag: BlockTag): boolean {
  const own = head.items.at(-1);
  return tag.items.some(({ item }) => item === own?.item);
}

/** Another item of the same list. */
function isBeside(head: BlockTag, tag: BlockTag): boolean {
  const [own, other] = [head.items.at(-1), tag.items.at(-1)];
  return own !== undefined && other !== undefined && own.list === other.list && own.item !== other.item;
}

/** The same series at the same indent. Another column or page may shift it a little. */
function sameLevel(open: OpenItem, piece: Piece, marker: Marker): boolean {
  const tagged = byTags(open.piece, piece, isBeside);
  if (tagged !== null) return tagged;
  const near = Math.abs(open.piece.left - piece.left) < 4;
  if (marker.kind === 'bullet' && open.marker.kind === 'bullet') return near;
  return follows(open.marker, marker) && Math.abs(open.piece.left - piece.left) < 12;
}

/** Another series that starts anew at the same indent belongs to the item before: "(b)" then "(i)". */
function nestsInside(open: OpenItem, piece: Piece, marker: Marker): boolean {
  return (
    marker.value === 1 &&
    open.marker.kind !== 'bullet' &&
    open.marker.kind !== marker.kind &&
    piece.left >= open.piece.left - 1
  );
}

function grow(list: ListBlock, source: readonly SourceBox[]): void {
  list.source = [...list.source, ...source];
}
