import { describe, expect, it } from '@jest/globals';
import { boldWords, LINE_PITCH, WORD_WEIGHT } from '../../../../engine/ocr/appearance.js';
import type { SeenWord } from '../../../../engine/ocr/tesseract.js';
import { decideWithRule } from '../../../../engine/rules.js';

const place = { page: 1, scale: 3 };
const bbox = { x0: 0, y0: 0, x1: 30, y1: 30 };
const word = (text: string): SeenWord => ({ text, confidence: 90, bbox, symbols: [] });

describe('a recognised word', () => {
  const weight = (text: string, thickness: number | null) =>
    decideWithRule(WORD_WEIGHT, { word: word(text), thickness, usual: 1, place });

  it('is bold where its strokes are clearly thicker than usual', () => {
    expect(weight('tides', 1.4)).toEqual({ verdict: 'bold', rule: 'thick-strokes' });
    expect(weight('tides', 1.3)).toEqual({ verdict: 'regular', rule: 'otherwise' });
  });

  it('is not measured where it is short', () => {
    expect(weight('of', 1.4)).toEqual({ verdict: 'unmeasured', rule: 'short-word' });
  });

  it('that is short is set like its neighbour', () => {
    const words = ['Tides', 'of', 'the', 'northern', 'harbours'].map(word);
    const strokes = { thickness: [1.4, 1, 1, 1, 1], usual: 1, place };
    expect(boldWords(words, strokes)).toEqual([true, false, false, false, false]);
    expect(boldWords(words, { ...strokes, thickness: [1.4, 1, 1.4, 1, 1] })[1]).toBe(true);
  });

  it('is bold in a line that is mostly bold', () => {
    const words = ['Tides', 'ebb', 'northern', 'harbours'].map(word);
    expect(boldWords(words, { thickness: [1.4, 1, 1.4, 1.4], usual: 1, place })).toEqual([true, true, true, true]);
  });
});

describe('a recognised line', () => {
  const seen = { bbox, baseline: bbox, rowAttributes: { rowHeight: 30 }, words: [word('tides')] };
  const pitch = (steps: number[]) => decideWithRule(LINE_PITCH, { line: seen, steps, place });

  it('is in monospaced type where its characters stand at equal distances', () => {
    expect(pitch([9, 9, 10, 10, 10, 10, 10, 10, 11, 11])).toEqual({ verdict: 'typewriter', rule: 'even-steps' });
    expect(pitch([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])).toEqual({ verdict: 'proportional', rule: 'otherwise' });
  });

  it('says nothing where it has few characters', () => {
    expect(pitch([10, 10, 10])).toEqual({ verdict: 'proportional', rule: 'few-signs' });
  });
});
