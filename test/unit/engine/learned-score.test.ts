/** The score of two trees written by hand, and what its numbers have added. */
import { expect, test } from '@jest/globals';
import { learnedScore } from '../../../engine/learned-score.js';

/** Larger than 1.1 speaks for it; a stop at the end against it, more where it is bold. */
const { score, reasons } = learnedScore(['size', 'stop', 'bold'], ['0,1.1,0.5 -1 2', '1,0,0 0.25 2,0,-1 -0.5 -3']);
const odds = (value: number): number => 1 / (1 + Math.exp(-value));

test('a score is the sum of the leaves that a look leads to; up to the cut is low', () => {
  expect(score({ size: 1.1, stop: 0, bold: 1 })).toBeCloseTo(odds(-1 + 0.25));
  expect(score({ size: 1.2, stop: 1, bold: 0 })).toBeCloseTo(odds(2 - 0.5));
  expect(score({ size: 1.2, stop: 1, bold: 1 })).toBeCloseTo(odds(2 - 3));
});

test('the reasons are what each number has added to the odds, the most first', () => {
  const told = reasons({ size: 1.2, stop: 1, bold: 1 });
  expect(told['lookScore']).toBeCloseTo(odds(-1));
  expect(Object.keys(told)).toEqual(['lookScore', 'lookBy_bold', 'lookBy_size', 'lookBy_stop']);
  expect([told['lookBy_size'], told['lookBy_stop'], told['lookBy_bold']]).toEqual([1.5, -1, -2]);
});
