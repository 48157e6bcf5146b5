/** What is part of a displayed equation. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { EQUATION_PART, equationEnd, equationText } from '../../../../engine/text-blocks/equations.js';
import type { Line } from '../../../../engine/text/line.js';
import { markerOf } from '../../../../engine/text-blocks/markers.js';
import { makeLine } from '../../../../engine/text/line.js';
import { emptyPage, LEFT, line, lineGroup, RIGHT, runs } from '../../../support/engine-inputs.js';

const inside = (text: string, y = 100): Line => line(text, { x: LEFT + 60, y });
const judged = (one: Line): string => {
  const { verdict, rule } = decideWithRule(EQUATION_PART, lineGroup(one));
  return `${verdict}: ${rule}`;
};

describe('a part of an equation', () => {
  test('is no table or figure', () => expect(judged({ ...inside('a = b'), blocks: [] })).toBe('text: stand-in'));

  test('is a line with much mathematical type', () =>
    expect(judged(inside('α + β = γ'))).toBe('formula: mathematical-type'));

  test('is the number of the equation', () => expect(judged(inside('(2.1)'))).toBe('fragment: equation-number'));

  test('is a limit or an index', () => expect(judged(inside('n 1'))).toBe('fragment: few-signs'));

  test('is no word, and nothing at the left edge', () => {
    expect(judged(inside('where'))).toBe('text: otherwise');
    expect(judged(line('n 1'))).toBe('text: otherwise');
  });

  test('is a line with a relation and no word, in whatever type', () => {
    expect(judged(inside('f (x) = log x'))).toBe('formula: relation-without-words');
    expect(judged(inside('depth = two metres'))).toBe('text: otherwise');
    expect(judged(line('f (x) = a'))).toBe('text: otherwise');
  });

  test('is a row that ends in a number behind white space', () => {
    const numbered = [...inside('L (a, b) if cold').runs, ...runs('(12)', { x: RIGHT - 20, y: 100 })];
    expect(judged(makeLine(emptyPage(), numbered))).toBe('formula: numbered');
    expect(judged(inside('see the rule (12)'))).toBe('text: otherwise');
  });

  test('is no item of a list that holds words', () => {
    const item = (text: string, marker: string) => ({ ...lineGroup(inside(text)), marker: markerOf(marker) });
    expect(decideWithRule(EQUATION_PART, item('a) light ∈ α = β', 'a) light')).rule).toBe('item-of-words');
    expect(decideWithRule(EQUATION_PART, item('• α = β', '• α')).rule).toBe('item-of-words');
  });

  test('is read row by row', () =>
    expect(equationText([inside('n'), inside('a = b'), inside('c'), inside('d = e')])).toBe('n a = b c\nd = e'));

  test('belongs to the formula near by', () => {
    const groups = [
      lineGroup(inside('α + β = γ')),
      lineGroup(inside('(1)', 102)),
      lineGroup(line('where α is', { y: 130 })),
    ];
    expect(equationEnd(groups, 0)).toBe(2);
    expect(equationEnd(groups, 2)).toBe(2);
  });
});
