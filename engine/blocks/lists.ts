/**
 * Lists: items that follow each other, nested by their tags or their indent. `LIST_NESTING` decides how an item stands to
 * one that is open, `LIST_CONTINUATION` whether text without a marker continues an item.
 */
import { textBlockSubject } from '../text-blocks/subject.js';
import type { Block, ListBlock, ListItem, SourceBox, Span } from '../block-model.js';
import { decide, type DecisionTable } from '../rules.js';
import { continuesSentence } from '../text-rules.js';
import { plainText } from '../text/spans.js';
import type { BlockTag } from '../tag-model.js';
import { follows, type Marker } from '../text-blocks/markers.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

interface OpenItem {
  textBlock: TextBlock;
  marker: Marker;
  item: ListItem;
  list: ListBlock;
}

export interface ItemPair {
  /** An item whose list is open. */
  open: { textBlock: TextBlock; marker: Marker };
  /** The item after it. */
  textBlock: TextBlock;
  marker: Marker;
}

/** In points: bullets whose indents differ by less are of one list. */
const SAME_INDENT = 4;
/** In points: numbers say themselves that they continue, so that another column or page may shift them by so much. */
const SAME_NUMBERED_INDENT = 12;
/** In points: what begins further right is indented. */
const LEAST_INDENT = 3;
/** In points: what begins no further left is not set back. */
const SET_BACK = 1;
/** In points: how far text that continues an item may begin from the item's own text. */
const NEAR_TEXT = 6;
/** In font sizes: how much further right, at the most, a paragraph may begin that continues an item. */
const FURTHER_RIGHT = 0.2;

export const LIST_NESTING: DecisionTable<ItemPair, 'same-list' | 'nested' | 'outside'> = {
  name: 'list-nesting',
  rules: [
    {
      name: 'tagged-in-same-list',
      why: 'The tags make them two items of one list.',
      test: (pair) => (tagRelation(pair.open.textBlock, pair.textBlock)?.beside ? 'same-list' : null),
    },
    {
      name: 'tagged-within-item',
      why: 'The tags put it within the open item.',
      test: (pair) => (tagRelation(pair.open.textBlock, pair.textBlock)?.within ? 'nested' : null),
    },
    {
      name: 'tagged-elsewhere',
      why: 'The tags of the open item do not hold it.',
      test: (pair) => (tagRelation(pair.open.textBlock, pair.textBlock) ? 'outside' : null),
    },
    {
      name: 'bullet-at-same-indent',
      why: 'Bullets at one indent are one list, of whatever shape: fonts change between pages.',
      test: (pair) => (areBullets(pair) && Math.abs(indentOf(pair)) < SAME_INDENT ? 'same-list' : null),
    },
    {
      name: 'next-in-series',
      why: 'It continues the series of the open item at about the same indent.',
      test: (pair) =>
        !areBullets(pair) && follows(pair.open.marker, pair.marker) && Math.abs(indentOf(pair)) < SAME_NUMBERED_INDENT
          ? 'same-list'
          : null,
    },
    {
      name: 'indented-further',
      why: 'Another series further right is a list within the item.',
      test: (pair) => (indentOf(pair) > LEAST_INDENT && !follows(pair.open.marker, pair.marker) ? 'nested' : null),
    },
    {
      name: 'bullet-further-right',
      why: 'A bullet of the same shape further right in the column is of a list within the item.',
      test: (pair) => (areBullets(pair) && indentOf(pair) > LEAST_INDENT && isSameColumn(pair) ? 'nested' : null),
    },
    {
      name: 'other-series-begins',
      why: 'Another kind of number that begins at the same indent divides the item: "(b)", then "(i)".',
      test: (pair) => (beginsWithin(pair) ? 'nested' : null),
    },
  ],
  otherwise: 'outside',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: (pair) => ({
    indentInPoints: indentOf(pair),
    value: pair.marker.value,
    valueOfOpenItem: pair.open.marker.value,
  }),
};

/** How far the item begins to the right of the open one, in points. */
const indentOf = ({ open, textBlock }: Pick<ItemPair, 'open' | 'textBlock'>): number =>
  textBlock.left - open.textBlock.left;

const areBullets = ({ open, marker }: ItemPair): boolean => open.marker.kind === 'bullet' && marker.kind === 'bullet';

const isSameColumn = ({ open, textBlock }: ItemPair): boolean => open.textBlock.column.id === textBlock.column.id;

const beginsWithin = (pair: ItemPair): boolean =>
  pair.marker.value === 1 &&
  pair.open.marker.kind !== 'bullet' &&
  pair.open.marker.kind !== pair.marker.kind &&
  indentOf(pair) >= -SET_BACK;

export interface ContinuationEvidence {
  /** The text block that begins an open item. */
  head: TextBlock;
  textBlock: TextBlock;
  /** What the text block was made to. */
  kind: Block['kind'];
}

export const LIST_CONTINUATION: DecisionTable<ContinuationEvidence, 'continues-item' | 'refused'> = {
  name: 'list-continuation',
  rules: [
    {
      name: 'tagged-within-item',
      why: 'The tags put it within the item.',
      test: ({ head, textBlock }) => (tagRelation(head, textBlock)?.within ? 'continues-item' : null),
    },
    {
      name: 'tagged-elsewhere',
      why: 'The tags of the item do not hold it.',
      test: ({ head, textBlock }) => (tagRelation(head, textBlock) ? 'refused' : null),
    },
    {
      name: 'left-of-item-text',
      why: 'It begins at the marker or left of the text behind it: the list has ended.',
      test: ({ head, textBlock: { left } }) =>
        left <= head.left + LEAST_INDENT || left <= head.textLeft - NEAR_TEXT ? 'refused' : null,
    },
    {
      name: 'first-line-indent',
      why: 'Its second line begins left of the text behind the marker: the first is indented as that of any paragraph.',
      test: ({ head, textBlock }) =>
        head.textLeft - secondLeft(textBlock) > NEAR_TEXT && textBlock.left - secondLeft(textBlock) > NEAR_TEXT
          ? 'refused'
          : null,
    },
    {
      name: 'indented-as-item-text',
      why: "A paragraph that begins where the item's text does is another paragraph of the item.",
      test: ({ head, textBlock: { left, size } }) =>
        left < head.textLeft + NEAR_TEXT + FURTHER_RIGHT * size ? 'continues-item' : null,
    },
    {
      name: 'code-or-the-like',
      why: 'Code, captions and the like may be indented further than the text that they belong to.',
      test: ({ kind }) => (kind === 'paragraph' ? null : 'continues-item'),
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ head, textBlock }) => ({
    leftInPoints: textBlock.left,
    leftOfItemInPoints: head.left,
    leftOfItemTextInPoints: head.textLeft,
  }),
};

/** Left edge of its second line in points from its column's; infinite where there is none. */
const secondLeft = ({ lines: [, second], column }: TextBlock): number =>
  second && !second.blocks ? second.box.x0 - column.left : Infinity;

export interface ItemText {
  /** The item's last paragraph. */
  before: string;
  /** The text block that continues the item. */
  textBlock: TextBlock;
}

export const ITEM_TEXT: DecisionTable<ItemText, 'joins' | 'apart'> = {
  name: 'item-text',
  rules: [
    {
      name: 'rest-of-sentence',
      why: 'Forms set each line of an item as a paragraph: one with a lower-case letter continues the sentence before it, which filled its line, so that it is no shorter.',
      test: ({ before, textBlock: { text } }) =>
        continuesSentence(before, text) && before.length >= text.length ? 'joins' : null,
    },
  ],
  otherwise: 'apart',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ before, textBlock }) => ({ lettersBefore: before.length, letters: textBlock.text.length }),
};

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
    const nesting = this.closeUpTo(textBlock, marker);
    const parent = this.open.at(-1);
    if (parent && nesting === 'same-list') {
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

  /** Adds a block to the innermost open item that it continues; false when it continues none. */
  continueWith(textBlock: TextBlock, block: Block): boolean {
    const owner = this.open.findLast(
      ({ textBlock: head }) => decide(LIST_CONTINUATION, { head, textBlock, kind: block.kind }) === 'continues-item',
    );
    if (!owner) return false;
    while (this.open.at(-1) !== owner) this.open.pop();
    const last = owner.item.blocks.at(-1);
    const joins = last?.kind === 'paragraph' && block.kind === 'paragraph';
    if (joins && decide(ITEM_TEXT, { before: plainText(last.spans), textBlock }) === 'joins') {
      last.spans = [...last.spans, { text: ' ' }, ...block.spans];
      last.source = [...last.source, ...block.source];
    } else {
      owner.item.blocks.push(block);
    }
    for (const { list } of this.open) grow(list, block.source);
    return true;
  }

  /** Closes the items that the new one is outside of, and gives how it stands to the one that stays open. */
  private closeUpTo(textBlock: TextBlock, marker: Marker): 'same-list' | 'nested' | 'outside' {
    for (let open = this.open.at(-1); open; open = this.open.at(-1)) {
      const nesting = decide(LIST_NESTING, { open, textBlock, marker });
      if (nesting !== 'outside') return nesting;
      this.open.pop();
    }
    return 'outside';
  }
}

/** How the tags of one page put a text block to an item before it; null when they say nothing. */
function tagRelation({ tag: head }: TextBlock, { tag }: TextBlock): { within: boolean; beside: boolean } | null {
  if (!head || !tag || head.page !== tag.page || head.items.length === 0) return null;
  if (isListInList(head, tag)) return null;
  return { within: isWithin(head, tag), beside: isBeside(head, tag) };
}

/** One's list is in that of the other, but in none of its items: which item it belongs to the indent tells. */
function isListInList(head: BlockTag, tag: BlockTag): boolean {
  const [own, other] = [head.items.at(-1), tag.items.at(-1)];
  if (!own || !other) return false;
  return own.around?.includes(other.list) === true || other.around?.includes(own.list) === true;
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

function grow(list: ListBlock, source: readonly SourceBox[]): void {
  list.source = [...list.source, ...source];
}
