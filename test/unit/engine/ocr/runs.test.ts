import { expect, test } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { LINE_TRUST, RECOGNISED_LINE, runsOf } from '../../../../engine/ocr/runs.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { SeenLine } from '../../../../engine/ocr/tesseract.js';

const SCALE = 3;
const bitmap = { width: 900, height: 900, grey: new Uint8Array(810_000).fill(255), scale: SCALE };

/** A line of one word on a baseline, in points. */
function line(text: string, baseline: number, { x0 = 20, x1 = 200, rowHeight = 9 } = {}): SeenLine {
  const px = (points: number): number => Math.round(points * SCALE);
  const bbox = { x0: px(x0), x1: px(x1), y0: px(baseline - 7), y1: px(baseline + 2) };
  return {
    bbox,
    baseline: { x0: bbox.x0, x1: bbox.x1, y0: px(baseline), y1: px(baseline) },
    rowAttributes: { rowHeight: rowHeight * SCALE },
    words: [{ text, confidence: 90, bbox, symbols: [] }],
  };
}

const recognised = (lines: readonly SeenLine[]): ParsedRun[] => runsOf({ number: 1, lines, bitmap, threshold: 128 });
const sizes = (lines: readonly SeenLine[]): number[] => recognised(lines).map(({ size }) => size);

test('lines are no larger than their distance from the next', () => {
  const [first, second, heading] = sizes([
    line('interwoven', 100),
    line('with the next', 108),
    line('A heading', 150, { rowHeight: 12 }),
  ]);
  expect(first).toBeLessThan(8);
  expect(second).toBe(first);
  expect(heading).toBeCloseTo(12 / 0.92, 1);
});

test('lines of other columns say nothing of a line’s size', () => {
  const [left, right] = sizes([line('left column', 100), line('right column', 104, { x0: 220, x1: 290 })]);
  expect(left).toBeCloseTo(9 / 0.92, 1);
  expect(right).toBe(left);
});

test('lines at equal distances are of one size, unless theirs is another beyond doubt', () => {
  const heights = [9, 9.9, 9, 9.1, 8.2];
  const paragraph = (top: number, step = 14): SeenLine[] =>
    heights.map((rowHeight, i) => line('running text', top + step * i, { rowHeight }));
  expect(new Set(sizes(paragraph(120)))).toEqual(new Set([expect.closeTo(9 / 0.92, 1)]));
  const heading = line('A heading', 100, { rowHeight: 9.9 });
  expect(sizes([heading, ...paragraph(124)])[0]).toBeCloseTo(9.9 / 0.92, 1);
  const [, , large] = sizes(paragraph(120).with(2, line('A heading', 148, { rowHeight: 12 })));
  expect(large).toBeCloseTo(12 / 0.92, 1);
});

/** A line whose first word is a lone symbol. */
function marked(sign: string, text: string, baseline: number): SeenLine {
  const [mark, rest] = [line(sign, baseline, { x1: 25 }), line(text, baseline, { x0: 32 })];
  return { ...rest, bbox: { ...rest.bbox, x0: mark.bbox.x0 }, words: [...mark.words, ...rest.words] };
}

const texts = (lines: readonly SeenLine[]): string[] => recognised(lines).map(({ text }) => text);

test('symbols that bullets are misread as become bullets', () => {
  expect(texts([marked('«', 'Patience', 100), marked('¢', 'Moran', 120)])).toEqual(['•', 'Patience', '•', 'Moran']);
  expect(texts([marked('+', '24.1', 100)])).toEqual(['+', '24.1']);
});

test('quotation marks that open and close stay', () => {
  expect(texts([marked('«', 'Bonjour', 100), line('dit-il»', 120)])).toEqual(['«', 'Bonjour', 'dit-il»']);
});

test('a line of symbols alone is dirt unless it was read with confidence', () => {
  const read = (text: string, confidence: number) => {
    const { words, ...seen } = line(text, 100);
    const place = { page: 1, scale: SCALE };
    return decideWithRule(RECOGNISED_LINE, {
      line: { ...seen, words: words.map((word) => ({ ...word, confidence })) },
      place,
    });
  };
  expect(read('tides', 10)).toEqual({ verdict: 'text', rule: 'letters' });
  expect(read('* * *', 60)).toEqual({ verdict: 'text', rule: 'confident' });
  expect(read('~;.', 59)).toEqual({ verdict: 'dirt', rule: 'doubtful-symbols' });
});

test('words that were hardly read are kept as doubtful, line by line or on the page as a whole', () => {
  const trust = (confidence: number, pageConfidence: number) => {
    const { words, ...seen } = line('tides', 100);
    const judged = { ...seen, words: words.map((word) => ({ ...word, confidence })) };
    return decideWithRule(LINE_TRUST, { line: judged, place: { page: 1, scale: SCALE }, pageConfidence });
  };
  expect(trust(90, 64)).toEqual({ verdict: 'doubtful', rule: 'hardly-readable-page' });
  expect(trust(49, 90)).toEqual({ verdict: 'doubtful', rule: 'hardly-readable-line' });
  expect(trust(50, 65)).toEqual({ verdict: 'trusted', rule: 'otherwise' });
  expect(recognised([line('tides', 100)])[0]!.doubtful).toBeUndefined();
  const logo = line('Wwy', 300);
  const read = recognised([
    ...['low', 'water', 'in', 'the', 'harbour'].map((text, i) => line(text, 100 + 12 * i)),
    { ...logo, words: logo.words.map((word) => ({ ...word, confidence: 20 })) },
  ]);
  expect(read.map(({ doubtful }) => doubtful === true)).toEqual([false, false, false, false, false, true]);
});
