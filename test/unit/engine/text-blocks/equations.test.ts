/** What is part of a displayed equation. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { EQUATION_PART, equationEnd } from '../../../../engine/text-blocks/equations.js';
import type { LineGroup } from '../../../../engine/text-blocks/line-groups.js';
import type { Line } from '../../../../engine/text/line.js';
import { LEFT, line, RIGHT } from '../../../support/engine-inputs.js';

const group = (one: Line): LineGroup => ({
  lines: [one],
  column: { id: 0, left: LEFT, right: RIGHT },
  first: false,
  last: false,
  full: false,
  marker: null,
  space: 1,
});
const inside = (text: string, y = 100): Line => line(text, { x: LEFT + 60, y });
const judged = (one: Line): string => {
  const { verdict, rule } = decideWithRule(EQUATION_PART, group(one));
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

  test('belongs to the formula near by', () => {
    const groups = [group(inside('α + β = γ')), group(inside('(1)', 102)), group(line('where α is', { y: 130 }))];
    expect(equationEnd(groups, 0)).toBe(2);
    expect(equationEnd(groups, 2)).toBe(2);
  });
});
