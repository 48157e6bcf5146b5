import { expect, test } from '@jest/globals';
import { isScan, isTextLayer } from '../../../engine/scans.js';
import { page } from '../../support/pages.js';

test('a page is a scan where its text was recognised, here or before, and all of it lies behind the picture', () => {
  const printed = page([{ text: 'Lamps of the North', x: 60, y: 60 }]);
  const hidden = printed.runs.map((run) => ({ ...run, invisible: true }));
  const layer = { ...printed, runs: hidden };
  const stamped = { ...printed, runs: [...hidden, ...printed.runs] };
  expect([printed, layer, stamped].map(isTextLayer)).toEqual([false, true, false]);
  expect([printed, layer, stamped].map(isScan)).toEqual([false, true, false]);
  expect(isScan({ ...printed, recognised: { confidence: 90, skew: 0 } })).toBe(true);
  expect(isTextLayer({ runs: [] })).toBe(false);
});
