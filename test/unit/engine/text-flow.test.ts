import { expect, test } from '@jest/globals';
import type { Block } from '../../../engine/model.js';
import { plainText } from '../../../engine/layout/spans.js';
import { structureBlocks } from '../../../engine/outline/structure.js';
import { BOLD, page, type TextAt } from '../../support/pages.js';

const INFO = {
  pageCount: 1,
  title: null,
  authors: [],
  language: null,
  bookmarks: [],
  pageLabels: null,
  tagged: false,
};

const blocksOf = (texts: readonly TextAt[], drawn: Parameters<typeof page>[1] = {}): Block[] =>
  structureBlocks(INFO, [page(texts, drawn)]).blocks;

/** Lines of text of one width, `pitch` apart. */
function lines(
  count: number,
  { x, y, word = 'text', words = 14 }: { x: number; y: number; word?: string; words?: number },
): TextAt[] {
  return Array.from({ length: count }, (_, i) => ({ text: Array(words).fill(word).join(' '), x, y: y + 12 * i }));
}

test('bold type that fills a line within a paragraph parts nothing', () => {
  const bold = (count: number, x: number, y: number): TextAt[] =>
    lines(1, { x, y, word: 'bold', words: count }).map((line) => ({ ...line, font: BOLD }));
  const blocks = blocksOf([
    ...lines(1, { x: 60, y: 100 }),
    ...lines(1, { x: 60, y: 112, words: 9 }),
    ...bold(5, 60 + 9 * 23, 112),
    ...bold(14, 60, 124),
    ...lines(4, { x: 60, y: 136 }),
  ]);
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
});

/** The first word of each block. */
const starts = (blocks: readonly Block[]): string[] =>
  blocks.map((block) => ('spans' in block ? plainText(block.spans).split(' ')[0]! : block.kind));

test('side notes that keep no step with the text are read after it, not between its lines', () => {
  const notes = ['Doctor Jane Doe', 'School of Physical', 'Education in Sports', 'Some University'];
  const blocks = blocksOf([
    ...lines(20, { x: 200, y: 100 }),
    ...notes.map((text, i) => ({ text, x: 60, y: 131 + 9 * i, size: 7.5 })),
  ]);
  expect(starts(blocks)).toEqual(['text', 'Doctor']);
});

test('bold labels on a picture head nothing', () => {
  const texts = [
    ...lines(12, { x: 60, y: 100 }),
    { text: 'Locking nut', x: 100, y: 340, font: BOLD },
    ...lines(6, { x: 60, y: 400 }),
  ];
  const read = { ...page(texts), images: [{ x0: 60, y0: 260, x1: 300, y1: 360 }] };
  expect(structureBlocks(INFO, [read]).blocks.map(({ kind }) => kind)).not.toContain('heading');
  expect(blocksOf(texts).map(({ kind }) => kind)).toContain('heading');
});
