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

test('a smaller letter that is raised into its neighbours is of their word, a script behind its letter is not', () => {
  const [L, A] = [letter('L', 60, 66.3), { ...letter('A', 62.7, 67.9, 97.95), size: 7 }];
  const level = withLevelLetters([L, A, letter('T', 66.4, 73.6)], emptyPage());
  expect(level[1]).toMatchObject({ text: 'A', baseline: 100, size: 10 });
  const script = { ...letter('A', 66.5, 71.7, 96.5), size: 7 };
  expect(withLevelLetters([L, script, letter('T', 72, 79)], emptyPage())[1]).toEqual(script);
});
