import { expect, test } from '@jest/globals';
import { plainText } from '../../../../engine/text/spans.js';
import type { Block } from '../../../../engine/block-model.js';
import type { DocumentInfo, ParsedPage } from '../../../../engine/model.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { info } from '../../../support/blocks.js';
import { BOLD, page, type TextAt } from '../../../support/pages.js';

const INFO = info(1);

const FULL = 'word '.repeat(13).trimEnd();

function structure(pages: readonly (readonly TextAt[])[], info: Partial<DocumentInfo> = {}): Block[] {
  const parsed: ParsedPage[] = pages.map((texts, i) => ({ ...page(texts), number: i + 1 }));
  return blocksOfPages({ ...INFO, pageCount: pages.length, ...info }, parsed).blocks;
}

const textOf = (block: Block): string =>
  'spans' in block
    ? plainText(block.spans)
    : block.kind === 'list'
      ? block.items.map((i) => i.blocks.map(textOf).join(' ')).join(' | ')
      : '';

/** Lines of text 13 points apart; a line with `>` before it is a paragraph's indented first line. */
function column(lines: readonly string[], y = 100): TextAt[] {
  return lines.map((line, i) => ({ text: line.replace(/^>/, ''), x: line.startsWith('>') ? 87 : 72, y: y + 13 * i }));
}

test('a paragraph of one full line ends where the next line is indented, too', () => {
  const long = (first: string): string[] => [`>${first} ${'word '.repeat(11).trimEnd()}`, FULL, 'The end.'];
  const texts = [...long('One'), ...long('Two'), ...long('Three'), ...long('Four')];
  const talk = ['>Who ', '>Not ', '>Yes '].map((start) => start + 'word '.repeat(11) + 'end.');
  const blocks = structure([column([...texts, ...talk])]);
  expect(blocks.map((block) => textOf(block).split(' ')[0])).toEqual([
    'One',
    'Two',
    'Three',
    'Four',
    'Who',
    'Not',
    'Yes',
  ]);
});

test('symbols that separate scenes are no list', () => {
  const blocks = structure([
    [...column([FULL, 'the end.']), { text: '* * *', x: 220, y: 150 }, ...column([FULL, 'the end.'], 180)],
  ]);
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'paragraph']);
});

test('a bullet set off its line is the mark of that line', () => {
  const items = ['first', 'second', 'third'].flatMap((word, i): TextAt[] => [
    { text: `${word} of them`, x: 90, y: 140 + 14 * i },
    { text: '*', x: 78, y: 143 + 14 * i },
  ]);
  const [, list] = structure([[...column([FULL, 'as follows:']), ...items]]);
  expect(list?.kind === 'list' && textOf(list)).toBe('first of them | second of them | third of them');
});

test('a page number larger than the text is left out, and a numeral above a name joins it', () => {
  const chapter = (numeral: string, name: string, number: string): TextAt[] => [
    { text: numeral, x: 230, y: 90, size: 14 },
    { text: name, x: 200, y: 115, size: 14 },
    ...column(
      [FULL, FULL, FULL, FULL, FULL, FULL, FULL, 'the end.'].map((line) => `${name} ${line}`),
      150,
    ),
    { text: number, x: 500, y: 800, size: 12 },
  ];
  const blocks = structure([
    chapter('I.', 'The Lake', '5'),
    chapter('II.', 'The Shore', '6'),
    chapter('III.', 'Home', '7'),
  ]);
  expect(blocks.map(textOf).filter((text) => !text.includes('word'))).toEqual([
    'I. The Lake',
    'II. The Shore',
    'III. Home',
  ]);
});

const headings = (blocks: readonly Block[]): [number, string][] =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [[block.level, textOf(block)] as [number, string]] : []));

test('of two ways to number headings of one size, the first to come stands above', () => {
  const part = (text: string, y: number, font: number, size = 10): TextAt[] => [
    { text, x: 72, y, font, size },
    ...column([FULL, 'the end.'], y + 22),
  ];
  const blocks = structure([
    [
      ...part('I. Harbour', 100, BOLD, 14),
      ...part('A. Ships at anchor', 165, BOLD),
      ...part('1. SAILS', 230, BOLD),
      ...part('2. OARS', 295, BOLD),
      ...part('B. Ships at sea', 360, BOLD),
    ],
  ]);
  expect(headings(blocks).map(([level]) => level - headings(blocks)[0]![0])).toEqual([0, 1, 2, 2, 1]);
});

test('bold terms with indented text below are no headings', () => {
  const term = (text: string, y: number): TextAt[] => [
    { text, x: 72, y, font: BOLD },
    { text: 'what it means in a few words.', x: 100, y: y + 15 },
  ];
  const text = column([FULL, FULL, FULL, FULL, 'the end.']);
  const blocks = structure([[...text, ...term('Folio', 190), ...term('Quire', 235), ...term('Verso', 280)]]);
  expect(headings(blocks)).toEqual([]);
});

test('bookmarks that stop at a level leave the headings below it', () => {
  const names = ['1 Lakes', '1.1 Shores', '2 Rivers'];
  const texts = [names[0]!, names[1]!, '1.1.1 Sand', 'Stones', names[2]!].flatMap((text, i): TextAt[] => [
    { text, x: 72, y: 100 + 90 * i, font: BOLD, size: /^\d(?:\.\d)?\s/.test(text) ? 13 : 10 },
    ...column([FULL, FULL, 'the end.'], 122 + 90 * i),
  ]);
  const bookmarks = names.map((title) => ({ title, page: 1, y: null, children: [] }));
  const found = headings(structure([texts], { bookmarks })).map(([, text]) => text);
  expect(found).toEqual(['1 Lakes', '1.1 Shores', '1.1.1 Sand', 'Stones', '2 Rivers']);
});

test('bold words that a gap separates from their paragraph are a heading', () => {
  const section = (title: string, y: number): TextAt[] => [
    { text: title, x: 72, y, font: BOLD },
    { text: 'Text '.repeat(8).trimEnd(), x: 85 + 5 * title.length, y },
    ...column([FULL, 'the end.'], y + 13),
  ];
  const blocks = structure([
    [...column([FULL, FULL, FULL, 'the end.']), ...section('Masts and sails', 180), ...section('Anchors here', 245)],
  ]);
  expect(headings(blocks).map(([, text]) => text)).toEqual(['Masts and sails', 'Anchors here']);
  expect(blocks.map(textOf).filter((text) => text.startsWith('Text'))).toHaveLength(2);
});

test('heads in larger type than the text are left out where they stand on most pages, but the first', () => {
  const pages = ['Rope', 'Sail', 'Mast', 'Keel'].map((word): TextAt[] => [
    { text: 'The Manual', x: 72, y: 40, size: 13 },
    ...column([FULL, FULL, FULL, 'the end.'].map((line) => `${word} ${line}`)),
  ]);
  const text = structure(pages).map(textOf).join(' ');
  expect(text).toMatch(/^The Manual /); // on the first page it may be the title
  expect(text.match(/Manual/g)).toHaveLength(1);
});

test('a drop capital is the first letter of its paragraph', () => {
  const words = 'word '.repeat(12).trimEnd();
  const beside = column([`he ship ${words.slice(10)}`, words]).map((text) => ({ ...text, x: 95 }));
  const [paragraph] = structure([
    [{ text: 'T', x: 72, y: 113, size: 29 }, ...beside, ...column([FULL, 'the end.'], 126)],
  ]);
  expect(textOf(paragraph!)).toMatch(/^The ship word.* the end\.$/);
});
