/** Each rule of what is an item, how items are nested and what continues them, on text blocks written by hand. */
import { describe, expect, test } from '@jest/globals';
import { findItems, LIST_ITEM } from '../../../../engine/blocks/list-items.js';
import { ITEM_TEXT, LIST_CONTINUATION, LIST_NESTING, ListBuilder } from '../../../../engine/blocks/lists.js';
import type { Block } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { BlockTag, TaggedItem } from '../../../../engine/tag-model.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { decided } from '../../../support/decisions.js';
import { LEFT, line, textBlock } from '../../../support/engine-inputs.js';

/** Text `left` points right of the column's edge, its other lines `hang` points further. */
const at = (text: string, left = 0, hang = 0, over: Partial<TextBlock> = {}): TextBlock =>
  textBlock(text, { left, textLeft: left + hang, ...over });

/** A tag in lists, outermost first, each given as the list and the item in it. */
const tag = (...items: TaggedItem[]): BlockTag => ({
  page: 1,
  element: 0,
  role: 'item',
  level: 0,
  items,
  label: false,
});

describe('a text block with a marker', () => {
  const item = (textBlockOf: TextBlock, before: TextBlock[] = [], after: TextBlock[] = []): string => {
    const evidence = { textBlock: textBlockOf, marker: textBlockOf.marker!, before, after, alone: false };
    const { verdict, rule } = decideWithRule(LIST_ITEM, evidence);
    return `${verdict}: ${rule}`;
  };

  test('is no item if it begins with the initial of a name', () => {
    expect(item(at('N. Rahman'))).toBe('refused: initial-of-a-name');
    const first = line('A. Scope of the');
    const hanging = textBlock([first, line('lease', { x: first.runs[1]!.box.x0, y: 112 })]);
    expect(item(hanging, [], [at('B. Fees')])).toBe('item: in-a-series');
  });

  test('is an item by its tag or a bullet', () => {
    expect(item(at('7. text', 0, 0, { tag: tag({ list: 1, item: 2 }) }))).toBe('item: tagged-as-item');
    expect(item(at('• text'))).toBe('item: bullet');
  });

  test('is an item with another of its series at the same indent', () => {
    expect(item(at('2. text'), [at('1. text')])).toBe('item: in-a-series');
    expect(item(at('2. text'), [], [at('3. text')])).toBe('item: in-a-series');
    expect(item(at('2. text'), [at('1. text', 30)])).toBe('refused: otherwise');
  });

  test('is the one item of a list if it is the first in brackets, or hangs', () => {
    expect(item(at('(a) text'))).toBe('item: first-in-brackets');
    expect(item(at('1. text', 0, 15))).toBe('item: first-with-hanging-text');
    expect(item(at('1. text'))).toBe('refused: otherwise');
    expect(item(at('12. text', 0, 15))).toBe('refused: otherwise');
  });

  test('is no item behind a dash that names a source, or as a row of boxes to tick', () => {
    const found = (...texts: string[]): string[] =>
      [...findItems(texts.map((text) => at(text)))].map(({ text }) => text);
    expect(found('“I think.”', '— Anonymous', 'Text.', 'Text.', 'Text.', '— A letter')).toEqual([]);
    expect(found('— one', '— two', 'text', '— three')).toEqual(['— one', '— two', '— three']);
    expect(found('- a single item')).toEqual(['- a single item']);
    expect(found('□ yes √ no', '■ once □ twice', '□ a thing to do')).toEqual(['□ a thing to do']);
    const [source, boxes] = [at('— Anonymous'), at('□ yes √ no')];
    const evidence = { before: [], after: [], alone: true };
    expect(decideWithRule(LIST_ITEM, { ...evidence, textBlock: source, marker: source.marker! }).rule).toBe(
      'dash-of-a-source',
    );
    expect(decideWithRule(LIST_ITEM, { ...evidence, textBlock: boxes, marker: boxes.marker! }).rule).toBe(
      'row-of-boxes',
    );
  });

  test('is no item as the caption behind a symbol', () => {
    const caption = at('■ Figure 5.1 Lamps by age');
    const evidence = { before: [], after: [], alone: true, textBlock: caption, marker: caption.marker! };
    expect(decided(LIST_ITEM, evidence)).toBe('refused: caption-behind-a-sign');
    expect(decided(LIST_ITEM, { ...evidence, alone: false })).toBe('item: bullet');
  });

  test('is no item as an answer to a question of a hearing', () => {
    const rule = (text: string, before: TextBlock[]): string => {
      const block = at(text);
      return decided(LIST_ITEM, { before, after: [], alone: true, textBlock: block, marker: block.marker! });
    };
    expect(rule('A. that I was', [at('Q. what is your name')])).toBe('refused: answer-to-a-question');
    expect(rule('A. the first', [at('Q. the last'), at('B. of another')])).not.toContain('answer-to-a-question');
    expect(rule('A. the first', [])).not.toContain('answer-to-a-question');
  });

  test('is no item as a note with an asterisk, or where it explains a sign', () => {
    const rule = (text: string, before: TextBlock[] = []): string => {
      const block = at(text);
      return decided(LIST_ITEM, { before, after: [], alone: true, textBlock: block, marker: block.marker! });
    };
    expect(rule('* Corresponding author.')).toBe('refused: asterisk-of-a-note');
    expect(rule('* the second', [at('* the first'), at('- a'), at('- b'), at('- c'), at('- d')])).toBe('item: bullet');
    expect(rule('– Represents zero. X Not applicable.')).toBe('refused: sign-that-is-explained');
    for (const text of ['- represent the company', '– Means of transport', '- Nil'])
      expect(rule(text)).toBe('item: bullet');
  });

  test('is found among its neighbours; clauses are none', () => {
    const blocks = [at('1. one'), at('text'), at('2. two'), at('3.1 clause'), at('99. alone')];
    expect([...findItems(blocks)].map(({ text }) => text)).toEqual(['1. one', '2. two']);
  });
});

describe('an item after an open one', () => {
  const nesting = (open: TextBlock, next: TextBlock): string => {
    const pair = { open: { textBlock: open, marker: open.marker! }, textBlock: next, marker: next.marker! };
    const { verdict, rule } = decideWithRule(LIST_NESTING, pair);
    return `${verdict}: ${rule}`;
  };

  test('is where the tags put it', () => {
    const open = at('• one', 0, 0, { tag: tag({ list: 1, item: 2 }) });
    const tagged = (...items: TaggedItem[]): TextBlock => at('• two', 0, 0, { tag: tag(...items) });
    expect(nesting(open, tagged({ list: 1, item: 3 }))).toBe('same-list: tagged-in-same-list');
    expect(nesting(open, tagged({ list: 1, item: 2 }, { list: 5, item: 6 }))).toBe('nested: tagged-within-item');
    expect(nesting(open, tagged({ list: 8, item: 9 }))).toBe('outside: tagged-elsewhere');
  });

  test('is where its indent puts it if its list is tagged within another list, but in no item', () => {
    const outer = at('• one', 0, 0, { tag: tag({ list: 1, item: 2 }) });
    const inner = (left: number): TextBlock => at('– two', left, 0, { tag: tag({ list: 5, item: 6, around: [1] }) });
    expect(nesting(outer, inner(10))).toBe('nested: indented-further');
    expect(nesting(outer, inner(0))).toBe('same-list: bullet-at-same-indent');
    expect(nesting(inner(10), outer)).toBe('outside: otherwise');
  });

  test('is of the same list at the same indent, or next in the series', () => {
    expect(nesting(at('• one'), at('• two', 3))).toBe('same-list: bullet-at-same-indent');
    expect(nesting(at('1. one'), at('2. two', 10))).toBe('same-list: next-in-series');
    expect(nesting(at('1. one'), at('2. two', 20))).toBe('outside: otherwise');
  });

  test('is nested further right in another series, or where another kind of number begins', () => {
    expect(nesting(at('1. one'), at('• sub', 20))).toBe('nested: indented-further');
    expect(nesting(at('(b) one'), at('(i) sub'))).toBe('nested: other-series-begins');
    expect(nesting(at('• one', 20), at('1. out'))).toBe('outside: otherwise');
  });

  test('is nested where its bullet stands further right, whatever its shape', () => {
    expect(nesting(at('• one'), at('• sub', 20))).toBe('nested: bullet-further-right');
    const elsewhere = at('• two', 20, 0, { column: { id: 1, left: 100, right: 300 } });
    expect(nesting(at('• one'), elsewhere)).toBe('outside: otherwise');
  });
});

describe('text after an item', () => {
  const head = at('1. one', 0, 15);
  const continues = (next: TextBlock, kind: Block['kind'] = 'paragraph', of = head): string => {
    const { verdict, rule } = decideWithRule(LIST_CONTINUATION, { head: of, textBlock: next, kind });
    return `${verdict}: ${rule}`;
  };

  test('is where the tags put it', () => {
    const tagged = { ...head, tag: tag({ list: 1, item: 2 }) };
    expect(continues(at('more', 0, 0, { tag: tag({ list: 1, item: 2 }) }), 'paragraph', tagged)).toBe(
      'continues-item: tagged-within-item',
    );
    expect(continues(at('more', 15, 0, { tag: tag() }), 'paragraph', tagged)).toBe('refused: tagged-elsewhere');
  });

  test('continues it where it begins like its text', () => {
    expect(continues(at('more', 15))).toBe('continues-item: indented-as-item-text');
    expect(continues(at('more', 2))).toBe('refused: left-of-item-text');
    expect(continues(at('more', 30))).toBe('refused: otherwise');
    expect(continues(at('main()', 30), 'code')).toBe('continues-item: code-or-the-like');
  });

  test('continues no item where its second line is back at the left edge of the column', () => {
    const next = textBlock([line('A paragraph', { x: LEFT + 15 }), line('and its rest', { x: LEFT, y: 112 })]);
    expect(continues({ ...next, left: 15, column: { id: 0, left: LEFT, right: LEFT + 200 } })).toBe(
      'refused: first-line-indent',
    );
  });
});

test('a paragraph with a lower-case letter continues the unfinished sentence of its item', () => {
  const joins = (before: string, text: string): string => decided(ITEM_TEXT, { before, textBlock: at(text, 15) });
  expect(joins('the keeper (and his', 'mate) may enter')).toBe('joins: rest-of-sentence');
  expect(joins('The keeper may enter.', 'may they')).toBe('apart: otherwise');
  expect(joins('The keeper', 'They may')).toBe('apart: otherwise');
  // the call stood between them, in a line of code
  expect(joins('If that works, then', 'is called, and the old version is left as it was.')).toBe('apart: otherwise');

  const blocks: Block[] = [];
  const lists = new ListBuilder(blocks);
  const [head, rest] = [at('• the keeper and', 0, 15), at('his mate', 15)];
  lists.add(head, head.marker!, head.spans);
  lists.continueWith(rest, { kind: 'paragraph', spans: rest.spans, source: rest.source });
  const [list] = blocks;
  expect(list?.kind === 'list' && list.items[0]?.blocks).toHaveLength(1);
});

test('the list builder nests items and closes what is left', () => {
  const blocks: Block[] = [];
  const lists = new ListBuilder(blocks);
  for (const item of [at('1. one'), at('• sub', 20), at('• below', 40), at('• sub', 20), at('2. two')])
    lists.add(item, item.marker!, item.spans);
  const [list] = blocks;
  const inner = list?.kind === 'list' ? list.items[0]?.blocks[1] : undefined;
  expect(blocks).toHaveLength(1);
  expect(list?.kind === 'list' && list.items.map(({ marker }) => marker)).toEqual(['1.', '2.']);
  expect(inner?.kind === 'list' && inner.items).toHaveLength(2);
  lists.close();
  expect(lists.continueWith(at('more', 20), { kind: 'paragraph', spans: [], source: [] })).toBe(false);
});
