/** What stands between brackets that are drawn from pieces is a matrix. */
import { expect, test } from '@jest/globals';
import { isMatrix } from '../../../../engine/reading-order/matrix-brackets.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';

const box = { x0: 110, y0: 90, x1: 180, y1: 140 };
const pieces = (x: number) => ['⎡', '⎢', '⎣'].flatMap((text, i) => runs(text, { x, y: 100 + 15 * i }));

test('pieces of a bracket right beside the rows', () => {
  expect(isMatrix({ page: emptyPage({ runs: pieces(102) }), box })).toBe(true);
  expect(isMatrix({ page: emptyPage({ runs: pieces(30) }), box })).toBe(false);
  expect(isMatrix({ page: emptyPage({ runs: runs('[ a b ]', { x: 102, y: 100 }) }), box })).toBe(false);
});
