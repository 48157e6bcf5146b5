/** Which middle dots stand for bullets, on words written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { TextRun } from '../../../../engine/model.js';
import { MIDDLE_DOT, withMiddleDots } from '../../../../engine/text-runs/middle-dots.js';
import { decisionsOf } from '../../../support/decisions.js';
import { emptyPage, runs, type LineOptions } from '../../../support/engine-inputs.js';
import { MONO } from '../../../support/pages.js';

const line = (text: string, at: LineOptions): TextRun[] => runs(text, { x: 72, ...at });
const LIST = [
  ...line('We offer', { y: 100 }),
  ...line('·Ropes of hemp', { y: 112 }),
  ...line('·Oars', { y: 124 }),
  ...line('for all boats', { y: 136 }),
  ...line('·Sails', { y: 148 }),
];
const textOf = (some: readonly TextRun[]): string =>
  withMiddleDots(some, emptyPage())
    .map(({ text }) => text)
    .join(' ');
const decided = (some: readonly TextRun[]): string[] =>
  decisionsOf(MIDDLE_DOT, () => withMiddleDots(some, emptyPage()));

describe('middle dots right before words', () => {
  test('are bullets at the beginning of several lines of one edge', () => {
    expect(textOf(LIST)).toBe('We offer •Ropes of hemp •Oars for all boats •Sails');
    expect(new Set(decided(LIST))).toEqual(new Set(['bullet: before-items']));
  });

  test('are so beside a column that reaches close to some of them, and at edges that were rounded', () => {
    // the column ends 15 points before the edge of the items
    const column = line('kept by us', { x: 7, y: 112 });
    expect(textOf([...column, ...LIST, ...line('·Masts', { y: 160 })])).toContain('We offer •Ropes of hemp •Oars');
    const rounded = ['·Ropes', '·Oars', '·Sails'].flatMap((text, i) =>
      line(text, { x: 71.9 + i / 10 + 0.55, y: 100 + 12 * i }),
    );
    expect(textOf(rounded)).toBe('•Ropes •Oars •Sails');
  });

  test('stay in code', () => {
    const code = ['·cross(b)', '·dot(c)', '·norm()'].flatMap((text, i) => line(text, { y: 100 + 12 * i, font: MONO }));
    expect(new Set(decided(code))).toEqual(new Set(['refused: in-code']));
  });

  test('stay where dots divide words within lines as often', () => {
    const names = ['·Ropes ·Oars', '·Sails ·Nets', '·Tar ·Paint'].flatMap((text, i) => line(text, { y: 100 + 12 * i }));
    expect(textOf(names)).not.toContain('•');
    expect(decided(names)).toContain('refused: broken-at-dots');
    const pairs = ['Leith·Perth', 'Crail·Elie', 'Oban·Wick'].flatMap((text, i) =>
      line(text, { x: 300, y: 200 + 12 * i }),
    );
    expect(textOf([...LIST, ...pairs])).not.toContain('•');
    const catalan = ['col·lega', 'pel·lícula', 'col·legi'].flatMap((text, i) =>
      line(text, { x: 300, y: 200 + 12 * i }),
    );
    expect(textOf([...LIST, ...catalan])).toContain('•Oars');
  });

  test('stay within a line, also beside a list', () => {
    const beside = line('salt ·pepper', { y: 160 });
    expect(textOf([...LIST, ...beside])).toContain('salt ·pepper');
    expect(decided(beside)).toEqual(['refused: within-a-line']);
  });

  test('stay at the beginning of one or two lines, and at different edges', () => {
    expect(new Set(decided(LIST.slice(0, -1)))).toEqual(new Set(['refused: not-listed']));
    const stepped = ['·Ropes', '·Oars', '·Sails'].flatMap((text, i) => line(text, { x: 72 + 9 * i, y: 100 + 12 * i }));
    expect(textOf(stepped)).toBe('·Ropes ·Oars ·Sails');
  });

  test('are not looked at in words with more of them, before numbers and alone', () => {
    const others = ['·a·b', '·5', '·', 'col·lega'].flatMap((text) =>
      [1, 2, 3].flatMap((i) => line(text, { y: 100 + 12 * i })),
    );
    expect(decided(others)).toEqual([]);
  });
});
