/** Each rule of whether a picture shows the words of a line that it lies over; on pages, see covered-words.slow.test.ts. */
import { describe, expect, it } from '@jest/globals';
import { COVERED_LINE, type ComparedLine } from '../../../../engine/ocr/covered-lines.js';
import { decided } from '../../../support/decisions.js';

const run = { text: 'x', box: { x0: 0, y0: 0, x1: 9, y1: 9 }, baseline: 8, size: 10, font: 0, rotation: 0 };

describe('a line of words that a picture lies over', () => {
  const [all, none] = [
    { found: 0.9, recognised: 1, confidence: 90 },
    { found: 0, recognised: 0, confidence: 0 },
  ];
  const line = { page: 1, runs: [run], box: run.box, letters: 20, isLevel: true, isPage: false };
  const of = (facts: Partial<ComparedLine>) => decided(COVERED_LINE, { ...line, ofLine: none, ofAll: none, ...facts });
  const other = { found: 0, recognised: 1, confidence: 90 };

  it.each<[string, Partial<ComparedLine>]>([
    ['seen: same-words', { ofLine: all }],
    ['seen: no-letters', { letters: 0, ofAll: all }],
    ['unseen: no-letters', { letters: 0 }],
    ['seen: misread-in-a-scan', { isPage: true, ofAll: all }],
    ['open: unlike-the-rest-of-a-scan', { isPage: true, ofAll: all, letters: 50 }],
    ['open: not-level', { isLevel: false }],
    ['unseen: no-text', {}],
    ['unseen: other-words', { ofLine: other, ofAll: other }],
    ['unseen: other-words', { ofLine: other, ofAll: all }],
    ['unseen: other-words', { isPage: true, ofLine: other, ofAll: other }],
    ['open: hardly-readable', { isPage: true, ofAll: { ...other, confidence: 40 } }],
    ['open: hardly-readable', { isPage: true }],
  ])('is %s', (verdict, facts) => {
    expect(of(facts)).toBe(verdict);
  });
});
