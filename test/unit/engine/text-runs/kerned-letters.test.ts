/** Lowered letters that are drawn into their neighbours. */
import { expect, test } from '@jest/globals';
import type { TextRun } from '../../../../engine/model.js';
import { KERNED_LETTER, withLevelLetters } from '../../../../engine/text-runs/kerned-letters.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';

/** A letter of ten points whose box is as wide as given. */
const letter = (text: string, x0: number, x1: number, y = 100): TextRun => {
  const [run] = runs(text, { x: x0, y, size: 10 });
  return { ...run!, box: { ...run!.box, x0, x1 } };
};
const [T, E, X] = [letter('PracT', 60, 86), letter('E', 84.4, 90.4, 102.35), letter('X', 89.2, 96)];
const baselines = (some: readonly TextRun[]): number[] =>
  withLevelLetters(some, emptyPage()).map(({ baseline }) => baseline);

test('the lowered letter of a name comes to the baseline of its word', () => {
  expect(decided(KERNED_LETTER, { page: 1, letter: E, left: T, right: X })).toBe('level: drawn-into-both-neighbours');
  expect(decided(KERNED_LETTER, { page: 1, letter: E, left: T, right: undefined })).toBe('stays: otherwise');
  expect(baselines([T, E, X])).toEqual([100, 100, 100]);
});

test('a letter stays where it touches no other, stands lower, or is of another size', () => {
  expect(baselines([T, E, letter('X', 90.5, 97)])[1]).toBe(102.35);
  expect(baselines([T, { ...E, baseline: 104 }, X])[1]).toBe(104);
  expect(baselines([T, { ...E, size: 7 }, X])[1]).toBe(102.35);
});
