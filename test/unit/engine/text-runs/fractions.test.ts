/** What above and below a drawn bar is a fraction. */
import { describe, expect, test } from '@jest/globals';
import type { Box, TextRun } from '../../../../engine/model.js';
import { FRACTION, withFractions, type BarWithType } from '../../../../engine/text-runs/fractions.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';

const bar = (x0: number, x1: number, y = 97): Box => ({ x0, x1, y0: y, y1: y + 0.4 });
const pageWith = (...bars: Box[]) => emptyPage({ rules: bars.map((box) => ({ orientation: 'horizontal', box })) });
const texts = (some: readonly TextRun[]): string[] => some.map(({ text }) => text);
/** "f = a/b": letters are 5 points wide, the bar is in the line on 100. */
const line = runs('f =', { x: 100, y: 100 });
const above = runs('ab', { x: 119, y: 93 });
const below = runs('c', { x: 121.5, y: 107 });

describe('a bar', () => {
  const evidence: BarWithType = {
    page: 1,
    bar: bar(119, 129),
    above,
    below,
    overhung: false,
    walled: false,
    continued: false,
    beside: line[1],
    math: 0,
  };

  test('between two centred parts in a line is that of a fraction', () => {
    expect(decided(FRACTION, evidence)).toBe('fraction: in-a-line');
    expect(decided(FRACTION, { ...evidence, beside: undefined })).toBe('refused: otherwise');
    expect(decided(FRACTION, { ...evidence, beside: undefined, math: 0.5 })).toBe('fraction: mathematical-type');
  });

  test('with type on one side alone is an underline', () =>
    expect(decided(FRACTION, { ...evidence, below: [] })).toBe('refused: one-side-empty'));

  test('under a line of text is an underline', () =>
    expect(decided(FRACTION, { ...evidence, overhung: true })).toBe('refused: type-runs-over-its-ends'));

  test('between two walls is the border of two cells', () =>
    expect(decided(FRACTION, { ...evidence, walled: true })).toBe('refused: side-of-a-cell'));

  test('that another bar continues is a piece of a ruling', () =>
    expect(decided(FRACTION, { ...evidence, continued: true })).toBe('refused: continued'));

  test('much longer than the parts is a ruling', () =>
    expect(decided(FRACTION, { ...evidence, bar: bar(104, 144) })).toBe('refused: shorter-than-the-bar'));

  test('off their middle is another line', () =>
    expect(decided(FRACTION, { ...evidence, bar: bar(122, 132) })).toBe('refused: off-the-middle'));

  test('below words far from each other is the ruling of a row of cells', () => {
    const cells = [...runs('16:30', { x: 100, y: 93 }), ...runs('737', { x: 151, y: 93 })];
    const wide = { ...evidence, bar: bar(100, 166), below: runs('Santiago', { x: 113, y: 107 }) };
    expect(decided(FRACTION, { ...wide, above: cells })).toBe('refused: row-of-cells');
    const near = [...runs('16:30', { x: 100, y: 93 }), ...runs('737xyz', { x: 136, y: 93 })];
    expect(decided(FRACTION, { ...wide, above: near })).toBe('fraction: in-a-line');
    expect(decided(FRACTION, { ...wide, above: cells, math: 0.5 })).toBe('fraction: in-a-line');
  });
});

test('a fraction is one run on its line', () => {
  const found = withFractions([...line, ...above, ...below], pageWith(bar(119, 129)));
  expect(texts(found)).toEqual(['f', '=', '(ab)/(c)']);
  expect(found[2]).toMatchObject({ baseline: 100, size: 10 });
});

test('a fraction may be a part of another', () => {
  const outer = [...runs('f =', { x: 105, y: 101 }), ...runs('d', { x: 131.5, y: 109 })];
  const inner = [...runs('a', { x: 124, y: 78 }), ...runs('b', { x: 124, y: 92 }), ...runs('+ e', { x: 129, y: 85 })];
  const found = withFractions([...outer, ...inner], pageWith(bar(124, 129, 82), bar(124, 144, 98)));
  expect(texts(found)).toEqual(['f', '=', '((a)/(b)+ e)/(d)']);
});

test('an underlined word above the next line of a text stays', () => {
  const text = [...runs('the word is', { x: 100, y: 100 }), ...runs('what is below', { x: 100, y: 112 })];
  expect(withFractions(text, pageWith(bar(120, 140, 101.5)))).toBe(text);
});

test('figures above and below a ruling of a table stay', () => {
  const text = [...runs('1999', { x: 100, y: 100 }), ...runs('12.5', { x: 100, y: 112 })];
  expect(withFractions(text, pageWith(bar(100, 120, 102)))).toBe(text);
});

describe('symbols of a table above and below the border of their cells', () => {
  const cells = [...runs('a<b', { x: 100, y: 100 }), ...runs('c<d', { x: 100, y: 112 })];
  const border = bar(100, 115, 102);
  const walled = (...xs: number[]) =>
    emptyPage({
      rules: [
        { orientation: 'horizontal', box: border },
        ...xs.map((x) => ({ orientation: 'vertical' as const, box: { x0: x, x1: x + 0.4, y0: 102.4, y1: 115 } })),
      ],
    });

  test('stay, where rulings meet both ends of it', () => expect(withFractions(cells, walled(99.6, 115))).toBe(cells));

  test('are a fraction in strokes that do not meet the bar, or on one side of it', () => {
    expect(texts(withFractions(cells, walled(96, 118)))).toEqual(['(a<b)/(c<d)']);
    expect(texts(withFractions(cells, walled(99.6)))).toEqual(['(a<b)/(c<d)']);
  });
});

describe('a bar of symbols with others beside it', () => {
  const cells = [...runs('a<b', { x: 100, y: 100 }), ...runs('c<d', { x: 100, y: 112 })];
  const own = bar(100, 115, 102);

  test('is a piece of a ruling where one begins at its end', () => {
    expect(withFractions(cells, pageWith(own, bar(115.5, 160, 102)))).toBe(cells);
    expect(withFractions(cells, pageWith(own, bar(40, 99.6, 102)))).toBe(cells);
  });

  test('is that of a fraction where the next bar stands apart, or at another height', () => {
    expect(texts(withFractions(cells, pageWith(own, bar(118, 130, 102))))).toEqual(['(a<b)/(c<d)']);
    expect(texts(withFractions(cells, pageWith(own, bar(115.5, 130, 109))))).toEqual(['(a<b)/(c<d)']);
  });
});

test('an index above the bar that touches an exponent below it stays above: no character is lost or doubled', () => {
  const text = [
    ...runs('x =', { x: 100, y: 102.5 }),
    ...runs('a', { x: 119, y: 98.5, size: 7 }),
    ...runs('i', { x: 122.5, y: 99.7, size: 5 }),
    ...runs('b', { x: 119, y: 106, size: 7 }),
    ...runs('2', { x: 122.5, y: 103.4, size: 5 }),
    ...runs('+', { x: 128, y: 102.5 }),
  ];
  const found = texts(withFractions(text, pageWith(bar(119, 125, 100))));
  expect(found.toSorted()).toEqual(['(ai)/(b2)', '+', '=', 'x']);
});

test('a page with hundreds of bars is a drawing or a grid: none is looked at', () => {
  const text = [...line, ...above, ...below];
  const ticks = Array.from({ length: 300 }, (_, i) => bar(300, 302, 200 + 2 * i));
  expect(withFractions(text, pageWith(bar(119, 129), ...ticks))).toBe(text);
  expect(texts(withFractions(text, pageWith(bar(119, 129), ...ticks.slice(1))))).toEqual(['f', '=', '(ab)/(c)']);
});

test('an operator may stand further before the bar than a word', () => {
  const parts = [...runs('ab', { x: 134, y: 93 }), ...runs('c', { x: 136.5, y: 107 })];
  expect(texts(withFractions([...line, ...parts], pageWith(bar(134, 144))))).toEqual(['f', '=', '(ab)/(c)']);
  const words = runs('f g', { x: 100, y: 100 });
  expect(texts(withFractions([...words, ...parts], pageWith(bar(134, 144))))).toEqual(['f', 'g', 'ab', 'c']);
});
