/** Where the text of pages comes from, as metadata.json says it. */
import { expect, test } from '@jest/globals';
import { pageSources } from '../../../../engine/files/page-sources.js';
import type { ParsedPage } from '../../../../engine/model.js';

const page = (number: number, over: Partial<ParsedPage> = {}): ParsedPage => ({
  ...{ number, width: 600, height: 800, fonts: [], runs: [], rules: [], fills: [], images: [], links: [] },
  ...over,
});
const layer = {
  text: 'x',
  box: { x0: 0, y0: 0, x1: 1, y1: 1 },
  baseline: 1,
  size: 9,
  font: 0,
  rotation: 0,
  invisible: true,
};
const recognised = (confidence: number) => ({ recognised: { confidence, skew: 0 } });

test('pages that follow each other share an entry, each source and confidence has its own', () => {
  const pages = [
    page(1),
    page(2),
    page(3, recognised(91)),
    page(4, { runs: [layer] }),
    page(5, { mixed: true }),
    page(6, { garbled: ['x'] }),
    page(7, { degraded: 'unmapped_text' }),
    page(8, { degraded: 'page_error' }),
    page(9, { lostWords: 2 }),
  ];
  expect(pageSources(pages)).toEqual([
    { pages: [1, 2], source: 'text', confidence: 1 },
    { pages: [3, 3], source: 'recognised', confidence: 0.91 },
    { pages: [4, 4], source: 'recognised', confidence: null },
    { pages: [5, 5], source: 'mixed', confidence: null },
    { pages: [6, 6], source: 'text', confidence: 0.8 },
    { pages: [7, 7], source: 'text', confidence: 0.5 },
    { pages: [8, 8], source: 'text', confidence: 0 },
    { pages: [9, 9], source: 'text', confidence: 0.8 },
  ]);
});

test('confidences of thousands of recognised pages are given coarsely, and none too high', () => {
  const pages = Array.from({ length: 5_000 }, (_, i) => page(i + 1, recognised(80 + ((i * 7) % 19))));
  const sources = pageSources(pages);
  expect(sources.length).toBeLessThanOrEqual(1_000);
  expect([sources[0]!.pages[0], sources.at(-1)!.pages[1]]).toEqual([1, 5_000]);
  expect(sources[0]!.confidence).toBeLessThanOrEqual(0.8);
});
