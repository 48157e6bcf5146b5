/** Each rule of what a text block becomes, and whole documents of text blocks written by hand. */
import { describe, expect, test } from '@jest/globals';
import { BLOCK_ROLE, buildBlocks, type RoleEvidence } from '../../../../engine/blocks/build.js';
import { SAME_BLOCK, type BlockPair } from '../../../../engine/blocks/same-block.js';
import { NOTE_REFERENCE, tieNotes } from '../../../../engine/blocks/notes.js';
import type { Block } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { markerOf } from '../../../../engine/text-blocks/markers.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, line, style, textBlock } from '../../../support/engine-inputs.js';
import { MONO } from '../../../support/pages.js';

const heading = { level: 2, number: null, title: false };
const note = { id: '1', mark: '1' };
const code = (text: string, over: Partial<TextBlock> = {}): TextBlock =>
  textBlock([line(text, { font: MONO })], { marker: null, ...over });

describe('a text block becomes', () => {
  const role = (block: TextBlock, over: Partial<RoleEvidence> = {}): string => {
    const evidence = { textBlock: block, heading: undefined, note: undefined, isItem: false, ...over };
    const { verdict, rule } = decideWithRule(BLOCK_ROLE, evidence);
    return `${verdict}: ${rule}`;
  };
  const of = (over: Partial<TextBlock>): TextBlock => textBlock('Some text', over);

  test('a footnote by its place and its mark, else a paragraph', () => {
    expect(role(of({ role: 'footnote' }), { note })).toBe('footnote: note-with-mark');
    expect(role(of({ role: 'footnote' }))).toBe('paragraph: note-without-mark');
  });

  test('an item, even in monospaced type', () =>
    expect(role(code('1. make'), { isItem: true })).toBe('item: list-item'));

  test('what earlier stages found: a table or figure, an equation, printed contents', () => {
    expect(role(of({ role: 'ready' }))).toBe('ready: table-or-figure');
    expect(role(of({ role: 'equation' }))).toBe('equation: equation');
    expect(role(of({ role: 'contents' }))).toBe('contents: printed-contents');
  });

  test('nothing without text', () => expect(role(of({ text: '' }))).toBe('nothing: no-text'));

  test('a heading, code or a caption, and else a paragraph', () => {
    expect(role(code('main()'), { heading })).toBe('heading: heading');
    expect(role(code('main()'))).toBe('code: typewriter-type');
    expect(role(code('ssh ada@port.example'))).toBe('code: typewriter-type');
    expect(role(textBlock('Table 3: Fees'))).toBe('caption: caption');
    expect(role(textBlock('Table 3 shows the fees'))).toBe('paragraph: otherwise');
  });
});

test.each([
  'ada@port.example',
  '{ada, ben∗ }@port.example, c@port.example∗',
  '{ada, ben}@cs.port.example',
  'a@b.example, c@d.example',
  'https://port.example/ada',
])('%s in monospaced type is no code', (text) =>
  expect(decided(BLOCK_ROLE, { textBlock: code(text), heading: undefined, note: undefined, isItem: false })).toBe(
    'paragraph: address-in-typewriter-type',
  ),
);

test('a letter in typewriter type names a part of a picture and is no code', () => {
  const about = (text: string): string =>
    decided(BLOCK_ROLE, { textBlock: code(text), heading: undefined, note: undefined, isItem: false });
  expect(about('B')).toBe('paragraph: letter-in-typewriter-type');
  expect(about('}')).toBe('code: typewriter-type');
});

test.each(['3/18/2013', '/s/ Ada Byron', '3/18/2013 s/ Ada B. Byron'])('%s in monospaced type is no code', (text) => {
  const about = (one: string): string =>
    decided(BLOCK_ROLE, { textBlock: code(one), heading: undefined, note: undefined, isItem: false });
  expect(about(text)).toBe('paragraph: date-or-signature-in-typewriter-type');
  expect(about(`${text} | less`)).toBe('code: typewriter-type');
});

test('a word in monospaced type right above text that is set further in is the term that it explains', () => {
  const of = (term: string, over: Partial<TextBlock>): string =>
    decided(BLOCK_ROLE, {
      textBlock: code(term, { left: 20 }),
      heading: undefined,
      note: undefined,
      isItem: false,
      below: textBlock('the lamp to watch', { left: 40, space: 1.2, ...over }),
    });
  expect(of('handle', {})).toBe('paragraph: term-in-typewriter-type');
  const asCode = 'code: typewriter-type';
  expect(of('read handle', {})).toBe(asCode);
  expect(of('}', {})).toBe(asCode);
  expect(of('handle', { left: 20 })).toBe(asCode);
  expect(of('handle', { space: 2.5 })).toBe(asCode);
  expect(of('handle', { mono: true })).toBe(asCode);
  expect(of('handle', { page: 2 })).toBe(asCode);
});

describe('code and printed contents', () => {
  const same = (block: TextBlock, over: Partial<BlockPair> = {}): string => {
    const first = over.first ?? code('first()');
    const pair = { first, before: first, textBlock: block, isHeading: false, ...over };
    const { verdict, rule } = decideWithRule(SAME_BLOCK, pair);
    return `${verdict}: ${rule}`;
  };

  test('continue over blank lines and pages', () => {
    expect(same(code('second()', { space: 3 }))).toBe('goes-on: code-goes-on');
    const contents = textBlock('Scope 3', { role: 'contents' });
    expect(same({ ...contents, page: 2 }, { first: contents })).toBe('goes-on: contents-go-on');
  });

  test('end where other text, a heading, another column or much space comes', () => {
    expect(same(textBlock('Scope', { role: 'footnote' }))).toBe('refused: other-role');
    expect(same(code('Usage'), { isHeading: true })).toBe('refused: other-role');
    expect(same(textBlock('and then'))).toBe('refused: other-type');
    expect(same(code('• second()', { marker: markerOf('•') }))).toBe('refused: item-of-code');
    expect(same(code('second()', { space: 0 }))).toBe('refused: other-page-or-column');
    expect(same(code('second()', { space: 4 }))).toBe('refused: otherwise');
  });
});

describe('buildBlocks', () => {
  const build = (blocks: readonly TextBlock[], headings = new Map<TextBlock, typeof heading>()): string[] =>
    buildBlocks(blocks, { headings, notes: new Map(), style: style(), pageOf: () => emptyPage() }).map(describeBlock);
  const describeBlock = (block: Block): string =>
    block.kind === 'list' ? `list of ${block.items.length}` : block.kind;

  test('gathers items into lists and code into listings, and keeps the order', () => {
    const title = textBlock('Usage');
    const blocks = [
      title,
      textBlock('Do this:'),
      textBlock('• one'),
      textBlock('• two'),
      code('main()'),
      code('exit()'),
      textBlock('Table 1: Codes'),
    ];
    expect(build(blocks, new Map([[title, heading]]))).toEqual([
      'heading',
      'paragraph',
      'list of 2',
      'code',
      'caption',
    ]);
  });

  test('loses no line of code that comes after an item whose text is code', () => {
    const lines = [line('1. call', { y: 100 }), line('main()', { y: 112, font: MONO })];
    const item = textBlock(lines, { mono: true, textLeft: 20, tag: null });
    expect(build([item, code('exit()')])).toEqual(['list of 1', 'code']);
  });
});

describe('a note', () => {
  const footnote = (page: number): TextBlock => ({ ...textBlock('1 See below.'), page, role: 'footnote' });
  const reference = { mark: '1', span: { text: '1' } };

  test('belongs to a mark on its page, else on the page before', () => {
    const tied = (over: object): string => {
      const evidence = { textBlock: footnote(2), onPage: undefined, onPageBefore: undefined, ...over };
      const { verdict, rule } = decideWithRule(NOTE_REFERENCE, evidence);
      return `${typeof verdict === 'string' ? verdict : 'tied'}: ${rule}`;
    };
    expect(tied({ onPage: reference })).toBe('tied: mark-on-its-page');
    expect(tied({ onPageBefore: reference })).toBe('tied: mark-on-page-before');
    expect(tied({})).toBe('untied: otherwise');
  });

  test('gives its id to the mark in the text', () => {
    const raised = { text: '1', superscript: true as const };
    const text = textBlock('A claim1', { spans: [{ text: 'A claim' }, raised] });
    const lines = [line('1 See below.')];
    const tied = tieNotes([text, { ...textBlock(lines), role: 'footnote' }]);
    expect([...tied.notes.values()]).toEqual([{ id: '1', mark: '1' }]);
    expect(tied.textBlocks[0]!.spans.at(-1)).toEqual({ ...raised, footnote: '1' });
  });

  test('does not belong to the exponent of a unit of length', () => {
    const isTied = (before: string, mark: string): boolean => {
      const text = textBlock(`${before}${mark}`, { spans: [{ text: before }, { text: mark, superscript: true }] });
      const note = { ...textBlock([line(`${mark} See below.`)]), role: 'footnote' as const };
      return tieNotes([text, note]).textBlocks[0]!.spans.some(({ footnote }) => footnote !== undefined);
    };
    for (const area of ['200 per m', 'in 9 cm', 'an area of 40km', 'at 5 kg/m', '12 ft', '(m'])
      for (const power of ['2', '3']) expect([area, power, isTied(area, power)]).toEqual([area, power, false]);
    for (const mark of ['1', '4', '*']) expect(isTied('200 per m', mark)).toBe(true);
    for (const text of ['a word', 'a form', 'the film', 'Adam', '12 lamps', '200 per m.'])
      expect(isTied(text, '2')).toBe(true);
  });

  test('does not belong to the mark of an author, whose affiliation answers it', () => {
    const raised = () => ({ text: '1', superscript: true as const });
    const marked = (text: string): TextBlock => textBlock(`${text}1`, { spans: [{ text }, raised()] });
    const affiliation = textBlock('1Institute', { spans: [raised(), { text: 'Institute' }] });
    const note = { ...textBlock([line('1 See below.')]), role: 'footnote' as const };
    const { textBlocks } = tieNotes([marked('Ada'), affiliation, marked('A claim'), note]);
    const tied = textBlocks.map(({ spans }) => spans.some(({ footnote }) => footnote !== undefined));
    expect(tied).toEqual([false, false, true, false]);
  });
});
