/** Contracts of which few clauses were found. */
import { expect, test } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { CLAUSE_COVERAGE, numberedUnits } from '../../../../engine/templates/coverage.js';
import { chooseStructure } from '../../../../engine/templates/structure.js';

const heading = (text: string, number: string): Block => ({
  ...{ kind: 'heading', level: 2, number, spans: [{ text }] },
  source: [{ page: 1, box: { x0: 0, y0: 0, x1: 9, y1: 9 } }],
});
const clause = (number: number): Block => ({
  ...{ kind: 'paragraph', number: `${number}.`, spans: [{ text: `${number}. The vessel waits for the tide.` }] },
  source: [{ page: 1, box: { x0: 0, y0: 0, x1: 9, y1: 9 } }],
});

test('a contract that numbers more than twice as many clauses as were found is divided weakly', () => {
  const about = (clauses: number, numbered: number, isNamed = false) =>
    decideWithRule(CLAUSE_COVERAGE, { title: '', blocks: [clause(1)], clauses, isNamed, numbered });
  expect(about(2, 14)).toEqual({ verdict: 'weak', rule: 'clauses-missing' });
  expect(about(7, 14)).toEqual({ verdict: 'covers', rule: 'otherwise' });
  expect(about(2, 5)).toEqual({ verdict: 'covers', rule: 'otherwise' });
  expect(about(2, 14, true)).toEqual({ verdict: 'covers', rule: 'otherwise' });
});

test('units are counted without a gap, in headings, paragraphs and lists', () => {
  const list: Block = {
    ...{ kind: 'list', ordered: true, source: [] },
    items: ['3.', '4)', '6.'].map((marker) => ({ marker, blocks: [], source: [] })),
  };
  expect(numberedUnits([heading('1. Berths', '1'), clause(2), list])).toBe(4);
  expect(numberedUnits([])).toBe(0);
});

test('a weak fit is degraded, and said to be', () => {
  const blocks = [
    heading('1. Berths', '1.'),
    clause(3),
    heading('2. Tides', '2.'),
    ...[4, 5, 6, 7, 8, 9, 10].map(clause),
  ];
  const { tier, findings } = chooseStructure({
    blocks,
    title: 'Rules',
    template: 'legal-contract',
    finest: 'template',
  });
  expect(tier).toBe('degraded');
  expect(findings.map(({ code }) => code)).toEqual(['weak_fit']);
});
