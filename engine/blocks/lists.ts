/**
 * Lists: runs of text blocks that begin with a mark, nested by their indent.
 *
 * A bullet always makes an item. A number or letter does when another of its series comes before or after it, or when it is
 * the first of a series and its text hangs; "N. Rahman" alone is no item. A text block without a mark that is indented as an item's
 * text goes on that item. A clause number ("1.2") never makes an item.
 */
import type { BlockTag } from '../tag-model.js';
import type { Block, ListBlock, ListItem, SourceBox, Span } from '../model.js';
import { follows, type Marker } from '../text-blocks/markers.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

interface OpenItem {
  textBlock: TextBlock;
  marker: Marker;
  item: ListItem;
  list: ListBlock;
}

/** Text blocks that are list items, by looking at their neighbours. */
export function findItems(textBlocks: readonly TextBlock[]): Set<TextBlock> {
  const items = new Set<TextBlock>();
  const marked = textBlocks.filter(
    (textBlock) =>
      textBlock.role === 'text' &&
      textBlock.marker &&
      textBlock.marker.kind !== 'clause' &&
      !beginsWithInitial(textBlock),
  );
  for (const [i, textBlock] of marked.entries()) {
    const marker = textBlock.marker!;
    const near = marked.slice(Math.max(0, i - 12), i + 13);
    const sibling = near.some((other) => other !== textBlock && isSibling(other, textBlock, i > marked.indexOf(other)));
    if (isTaggedItem(textBlock)) {
      items.add(textBlock);
      continue;
    }
    const opens = marker.value === 1 && (marker.frame.includes('(') || textBlock.textLeft > textBlock.left + 3);
    if (marker.kind === 'bullet' || sibling || opens) items.add(textBlock);
  }
  return items;
}

const isTaggedItem = ({ tag }: TextBlock): boolean => tag !== null && tag.items.length > 0;

/** "N. Rahman" at the start of a reference: behind the mark of an item the text stands clear, or its lines do below it. */
function beginsWithInitial({ marker, lines, size }: TextBlock): boolean {
  if (!/^[A-Z]\.$/.test(marker?.text ?? '')) return false;
  const [first, second] = lines;
  const [mark, word] = first?.runs ?? [];
  if (!mark || !word || mark.text !== marker?.text) return false;
  const clear = word.box.x0 - mark.box.x1 > 0.45 * size;
  return !clear && (second === undefined || Math.abs(second.box.x0 - word.box.x0) > 2);
}

function isSibling(other: TextBlock, textBlock: TextBlock, before: boolean): boolean {
  const [first, second] = before ? [other, textBlock] : [textBlock, other];
  return (
    Math.abs(other.left - textBlock.left) < 6 &&
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

  add(textBlock: TextBlock, marker: Marker, spans: Span[]): void {
    const item: ListItem = {
      marker: marker.text,
      blocks: [{ kind: 'paragraph', spans, source: textBlock.source }],
      source: textBlock.source,
    };
    while (this.open.length > 0 && !this.holds(this.open.at(-1)!, textBlock, marker)) this.open.pop();
    const parent = this.open.at(-1);
    if (parent && sameLevel(parent, textBlock, marker)) {
      this.open.pop();
      parent.list.items.push(item);
      grow(parent.list, textBlock.source);
      this.open.push({ textBlock, marker, item, list: parent.list });
    } else {
      const list: ListBlock = {
        kind: 'list',
        ordered: marker.kind !== 'bullet',
        items: [item],
        source: [...textBlock.source],
      };
      (parent ? parent.item.blocks : this.blocks).push(list);
      this.open.push({ textBlock, marker, item, list });
    }
    for (const outer of this.open.slice(0, -1)) grow(outer.list, textBlock.source);
  }

  /** Adds a block to the item that the text block is indented like; false when it is none's. */
  continueWith(textBlock: TextBlock, block: Block): boolean {
    // code, tables and the like may be indented further than the text
    const most = block.kind === 'paragraph' ? 6 + 0.2 * textBlock.size : Infinity;
    const owner = this.open.findLast(
      ({ textBlock: head }) =>
        byTags(head, textBlock, isWithin) ??
        (textBlock.left > head.left + 3 && textBlock.left > head.textLeft - 6 && textBlock.left < head.textLeft + most),
    );
    if (!owner) return false;
    while (this.open.at(-1) !== owner) this.open.pop();
    owner.item.blocks.push(block);
    for (const { list } of this.open) grow(list, block.source);
    return true;
  }

  private holds(open: OpenItem, textBlock: TextBlock, marker: Marker): boolean {
    const tagged = byTags(open.textBlock, textBlock, (head, tag) => isWithin(head, tag) || isBeside(head, tag));
    if (tagged !== null) return tagged;
    return (
      sameLevel(open, textBlock, marker) ||
      (textBlock.left > open.textBlock.left + 3 && !follows(open.marker, marker)) ||
      nestsInside(open, textBlock, marker)
    );
  }
}

/** What the tags of one page say of an item and a text block after it; null when they say nothing. */
function byTags(
  head: TextBlock,
  textBlock: TextBlock,
  holds: (head: BlockTag, tag: BlockTag) => boolean,
): boolean | null {
  if (!head.tag || !textBlock.tag || head.tag.page !== textBlock.tag.page || head.tag.items.length === 0) return null;
  return holds(head.tag, textBlock.tag);
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
function sameLevel(open: OpenItem, textBlock: TextBlock, marker: Marker): boolean {
  const tagged = byTags(open.textBlock, textBlock, isBeside);
  if (tagged !== null) return tagged;
  const near = Math.abs(open.textBlock.left - textBlock.left) < 4;
  if (marker.kind === 'bullet' && open.marker.kind === 'bullet') return near;
  return follows(open.marker, marker) && Math.abs(open.textBlock.left - textBlock.left) < 12;
}

/** Another series that starts anew at the same indent belongs to the item before: "(b)" then "(i)". */
function nestsInside(open: OpenItem, textBlock: TextBlock, marker: Marker): boolean {
  return (
    marker.value === 1 &&
    open.marker.kind !== 'bullet' &&
    open.marker.kind !== marker.kind &&
    textBlock.left >= open.textBlock.left - 1
  );
}

function grow(list: ListBlock, source: readonly SourceBox[]): void {
  list.source = [...list.source, ...source];
}
