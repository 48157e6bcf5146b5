import { expect, test } from '@jest/globals';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import type { Block } from '../../../../engine/block-model.js';
import { plainText } from '../../../../engine/text/spans.js';
import { pdf, readPages } from '../../../support/pdf.js';
import { info } from '../../../support/blocks.js';
import { taggedPage, type TaggedText } from '../../../support/tagged.js';

const INFO = { ...info(1), tagged: true };

/** Texts one below the other, each at the same left edge and size. */
function column(texts: readonly [text: string, ...tags: string[]][]): TaggedText[] {
  return texts.map(([text, ...tags], i) => ({ text, tags, x: 72, y: 100 + i * 13 }));
}

const blocksOf = (texts: readonly TaggedText[]): Block[] => blocksOfPages(INFO, [taggedPage(texts)]).blocks;

/** Blocks in short: kind and level, text. */
function shown(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.kind === 'list') {
      return block.items.flatMap((item) => shown(item.blocks).map((line) => `${item.marker} ${line}`));
    }
    const text = 'spans' in block ? plainText(block.spans) : '';
    return [`${block.kind}${block.kind === 'heading' ? block.level : ''}: ${text}`];
  });
}

const FLOW = 'Words that fill the line of this paragraph until it ends right here.';

test('headings and their levels come from tags where they look like the text around them', () => {
  const texts = column([
    ['Harbour rules', 'H1#1'],
    [FLOW, 'P#2'],
    ['Arrival', 'H2#3'],
    [FLOW, 'P#4'],
    ['By night', 'H3#5'],
    [FLOW, 'P#6'],
    ['Departure', 'H2#7'],
    [FLOW, 'P#8'],
  ]);
  expect(shown(blocksOf(texts)).filter((line) => line.startsWith('heading'))).toEqual([
    'heading1: Harbour rules',
    'heading2: Arrival',
    'heading3: By night',
    'heading2: Departure',
  ]);
});

test('headings come from tags where no block is named for the text below them, as browsers name none for code', () => {
  const texts = column([
    ['Harbour rules', 'H1#1'],
    [FLOW, 'NonStruct#2'],
    [FLOW, 'NonStruct#3'],
  ]);
  expect(shown(blocksOf(texts))[0]).toBe('heading1: Harbour rules');
});

test('paragraphs are split and kept whole as their tags say', () => {
  const texts = column([
    [FLOW, 'P#1'],
    [FLOW, 'P#1'],
    [FLOW, 'P#2'],
  ]);
  expect(shown(blocksOf(texts))).toEqual([`paragraph: ${FLOW} ${FLOW}`, `paragraph: ${FLOW}`]);
});

test('items nest as tagged, though nothing is indented', () => {
  const texts = column([
    ['1. First', 'L#1', 'LI#2', 'P#3'],
    ['1. Inner first', 'L#1', 'LI#2', 'L#4', 'LI#5', 'P#6'],
    ['2. Inner second', 'L#1', 'LI#2', 'L#4', 'LI#7', 'P#8'],
    ['2. Second', 'L#1', 'LI#9', 'P#10'],
    ['More of the second.', 'L#1', 'LI#9', 'P#11'],
    ['Text after the list.', 'P#12'],
  ]);
  expect(shown(blocksOf(texts))).toEqual([
    '1. paragraph: First',
    '1. 1. paragraph: Inner first',
    '1. 2. paragraph: Inner second',
    '2. paragraph: Second',
    '2. paragraph: More of the second.',
    'paragraph: Text after the list.',
  ]);
});

test('tags that cut sentences at every line are not believed', () => {
  const texts = column(
    Array.from({ length: 8 }, (_, i) => ['words that fill the line of this paragraph and', `P#${i}`]),
  );
  expect(shown(blocksOf(texts))).toHaveLength(1);
});

test('a heading made of other elements is one heading', () => {
  const texts = column([
    ['Rules', 'H1#1'],
    [FLOW, 'P#2'],
    ['1. Scope', 'H2#3', 'L#4', 'LI#5', 'LBody#6'],
    [FLOW, 'P#7'],
  ]);
  expect(shown(blocksOf(texts))).toContain('heading2: 1. Scope');
});

test('the structure tree is read with roles, spans and the content of each element', async () => {
  const bytes = await pdf(
    (doc) => {
      const section = doc.struct('Sect');
      doc.addStructure(section);
      section.add(doc.struct('H2', {}, () => void doc.text('Title')));
      section.add(doc.struct('P', {}, () => void doc.text('Some text')));
      section.end();
    },
    { tagged: true, pdfVersion: '1.7' },
  );
  const { info, pages } = await readPages(bytes);
  expect(info.tagged).toBe(true);
  const { elements, content } = pages[0]!.tags!;
  const roleOf = (text: string): string | undefined =>
    elements[content[pages[0]!.runs.find((run) => run.text === text)!.mcid!]!]?.role;
  expect(elements[0]?.role).toBe('Sect');
  expect([roleOf('Title'), roleOf('text')]).toEqual(['H2', 'P']);
});
