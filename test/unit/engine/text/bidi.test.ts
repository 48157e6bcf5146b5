import { expect, test } from '@jest/globals';
import { plainText } from '../../../../engine/text/spans.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { drawnOrder, logicalOrder } from '../../../../engine/text/bidi.js';
import { info } from '../../../support/blocks.js';
import { page, words } from '../../../support/pages.js';

const INFO = info(1);

test('a word drawn from left to right is turned to reading order, numbers and Latin in it kept', () => {
  expect(logicalOrder('םולש')).toBe('שלום');
  expect(logicalOrder('2024-ב')).toBe('ב-2024');
  expect(logicalOrder('(הלא')).toBe('אלה)');
  expect(logicalOrder('plain')).toBe('plain');
});

test('Arabic forms become letters, ligatures in the right order', () => {
  const drawn = ['ﻪ', 'ﻠ', 'ﻟ', 'ﺍ'].map(drawnOrder).join('');
  expect(logicalOrder(drawn)).toBe('الله');
  expect(logicalOrder(`${drawnOrder('ﻻ')}س`)).toBe('سلا');
});

test('lines are read from right to left, words and numbers of the other direction in their own order', () => {
  // drawn from left to right: the reading begins at the right end
  const runs = [
    ...words({ text: 'New York ריעב התייה איה', x: 72, y: 100 }),
    ...words({ text: '1999 תנשב', x: 72 + 23 * 5 - 2 * 5 - 2 * 2, y: 112 }),
  ].map((run) => ({ ...run, text: logicalOrder(run.text) }));
  const { blocks } = blocksOfPages(INFO, [{ ...page([]), runs }]);
  expect(blocks.map((block) => ('spans' in block ? plainText(block.spans) : ''))).toEqual([
    'היא הייתה בעיר New York בשנת 1999',
  ]);
  const { box } = blocks[0]!.source[0]!;
  expect(box.x0).toBeCloseTo(72, 0);
});

test('words from right to left within other text are read in their order', () => {
  const runs = words({ text: 'see םלוע םולש there', x: 72, y: 100 }).map((run) => ({
    ...run,
    text: logicalOrder(run.text),
  }));
  const { blocks } = blocksOfPages(INFO, [{ ...page([]), runs }]);
  expect(blocks.map((block) => ('spans' in block ? plainText(block.spans) : ''))).toEqual(['see שלום עולם there']);
});
