import { expect, test } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { info } from '../../../support/blocks.js';
import { BOLD, down, page, type TextAt } from '../../../support/pages.js';

const INFO = info(1);

const WORDS = 'that they were in the old town and had all of the work done';

/** Lines of the same words, so that they end alike. */
const lines = (count: number, x: number, y: number, words = 14): TextAt[] =>
  Array.from({ length: count }, (_, i) => ({ text: WORDS.split(' ').slice(0, words).join(' '), x, y: y + 12 * i }));

const heading: TextAt = { text: '1 Scope', x: 60, y: 80, size: 16, font: BOLD };
const body = [...lines(4, 60, 110), { text: 'This ends it.', x: 60, y: 158 }];
const after = [...lines(4, 60, 240), { text: 'This ends it too.', x: 60, y: 288 }];

const kindsOf = (texts: readonly TextAt[], drawn: Parameters<typeof page>[1] = {}): string[] =>
  blocksOfPages(INFO, [page(texts, drawn)]).blocks.map(({ kind }: Block) => kind);

test('a paragraph in from both edges between paragraphs of the body is a quote', () => {
  const quote = lines(3, 85, 185, 11);
  expect(kindsOf([heading, ...body, ...quote, ...after])).toEqual(['heading', 'paragraph', 'quote', 'paragraph']);
});

test('a rule down the left side makes a quote of a paragraph that reaches the right edge', () => {
  const texts = [heading, ...body, ...lines(3, 80, 185, 13), ...after];
  expect(kindsOf(texts)).not.toContain('quote');
  expect(kindsOf(texts, { rules: [down(66, 176, 212)] })).toContain('quote');
});

test('text in a frame or on a background of its own is no quote', () => {
  const texts = [heading, ...body, ...lines(3, 85, 185, 11), ...after];
  expect(kindsOf(texts, { fills: [{ x0: 65, y0: 170, x1: 330, y1: 218 }] })).not.toContain('quote');
  expect(kindsOf(texts, { rules: [down(66, 176, 212), down(320, 176, 212)] })).not.toContain('quote');
});

test('below a list, a heading or a bold label there is no quote', () => {
  const quote = lines(3, 85, 185, 11);
  expect(kindsOf([heading, ...body, { text: '• An item', x: 60, y: 172 }, ...quote, ...after])).not.toContain('quote');
  const label = { text: 'Note', x: 85, y: 172, font: BOLD };
  expect(kindsOf([heading, ...body, label, ...quote, ...after])).not.toContain('quote');
  expect(kindsOf([heading, ...quote, ...after])).not.toContain('quote');
});

test('a narrow abstract before the first section is no quote', () => {
  expect(kindsOf([...body, ...lines(3, 85, 185, 11), ...after])).not.toContain('quote');
});

test('centred lines and narrow columns hold no quotes', () => {
  const centred = [11, 9, 7].flatMap((count, i) => {
    const [line] = lines(1, 60, 185 + 12 * i, count);
    const width = line!.text.length * 5 - (count - 1) * 2;
    return [{ ...line!, x: 200 - width / 2 }];
  });
  expect(kindsOf([heading, ...body, ...centred, ...after])).not.toContain('quote');
  const narrow = [...lines(4, 60, 110, 6), ...lines(3, 75, 170, 4), ...lines(4, 60, 220, 6)];
  expect(kindsOf([heading, ...narrow])).not.toContain('quote');
});
