import { expect, it } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { EXTRA_WORDS_SEVERITY, MISSING_WORDS_SEVERITY } from '../../../../engine/verify/severity.js';

const at = { page: 1, box: { x0: 0, y0: 0, x1: 9, y1: 9 }, text: 'tides' };
const missing = (count: number, total: number, lostLineWords = 0) =>
  decideWithRule(MISSING_WORDS_SEVERITY, { ...at, count, total, lostLineWords });
const extra = (count: number, total: number) => decideWithRule(EXTRA_WORDS_SEVERITY, { ...at, count, total });

it('calls a lost line an error, whatever its share of the page', () => {
  expect(missing(4, 1_000, 4)).toEqual({ verdict: 'error', rule: 'lost-line' });
  expect(missing(3, 1_000, 3).verdict).toBe('warning');
});

it('calls the loss of a large share of a page an error', () => {
  expect(missing(8, 40)).toEqual({ verdict: 'error', rule: 'large-share' });
  expect(missing(7, 35).verdict).toBe('review');
});

it('has a person look at many words, or at a notable share', () => {
  expect(missing(10, 1_000)).toEqual({ verdict: 'review', rule: 'many-words' });
  expect(missing(3, 100)).toEqual({ verdict: 'review', rule: 'notable-share' });
  expect(missing(2, 4)).toEqual({ verdict: 'warning', rule: 'otherwise' });
});

it('never calls words too many an error', () => {
  expect(extra(40, 40)).toEqual({ verdict: 'review', rule: 'many-words' });
  expect(extra(8, 40)).toEqual({ verdict: 'review', rule: 'notable-share' });
  expect(extra(2, 40)).toEqual({ verdict: 'warning', rule: 'otherwise' });
});
