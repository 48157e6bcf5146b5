import { expect, test } from '@jest/globals';
import type { Block } from '../../../engine/model.js';
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
