import { describe, expect, it } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { info } from '../../../support/blocks.js';
import { cells, page, type TextAt } from '../../../support/pages.js';

const INFO = info(2);
const BODY = 'A line of running text that is as wide as the page lets it be, and goes on below.';
const body = (from: number, to: number): TextAt[] =>
  Array.from({ length: Math.floor((to - from) / 15) + 1 }, (_, i) => ({ text: BODY, x: 72, y: from + 15 * i }));

const header = ['Berth', 'Depth', 'Owner'];
const first = [
  ['North quay', '11.40', 'Harbour board'],
  ['South quay', '9.80', 'Harbour board'],
  ['Oil jetty', '14.20', 'Terminal company'],
];
const more = [
  ['Dry dock', '7.10', 'Shipyard'],
  ['Fish pier', '5.60', 'Town'],
];
const place = { xs: [72, 222, 322], pitch: 15 };

/** Tables of two pages, the second of which begins with `top` above running text. */
function tablesWith(top: readonly TextAt[]): string[][][] {
  const pages = [
    page([...body(72, 600), ...cells([header, ...first], { ...place, y: 640 })]),
    page([...top, ...body(150, 600)]),
  ].map((one, i) => ({ ...one, number: i + 1 }));
  const { blocks } = blocksOfPages(INFO, pages);
  return blocks
    .filter((block): block is TableBlock => block.kind === 'table')
    .map(({ rows }) => rows.map((row) => row.map(({ spans }) => spans.map(({ text }) => text).join(''))));
}

describe('undrawn tables over pages', () => {
  it('continue without a header at the top of the next page', () => {
    const top = cells(more, { ...place, y: 72, boldRows: 0 });
    expect(tablesWith(top)).toEqual([[header, ...first, ...more]]);
  });

  it('continue below the same header, which is there once', () => {
    const top = cells([header, ...more], { ...place, y: 72 });
    expect(tablesWith(top)).toEqual([[header, ...first, ...more]]);
  });

  it('end with their page when running text begins the next one', () => {
    expect(tablesWith(body(72, 130))).toEqual([[header, ...first]]);
  });
});
