import { expect, test } from '@jest/globals';
import { requestedRange } from '../../../api/byte-range.js';

const OF = { sizeBytes: 1000, tag: '"a"' };

test.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=999-5000', { start: 999, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=1000-2000', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['bytes=a-b', null],
  ['pages=1-2', null],
  ['bytes=0-9999999999999999', null],
  [undefined, null],
])('%s', (range, expected) => expect(requestedRange({ range }, OF)).toEqual(expected));

test('the range of a copy of something else is ignored', () => {
  const range = 'bytes=0-9';
  expect(requestedRange({ range, 'if-range': '"a"' }, OF)).toEqual({ start: 0, end: 9 });
  expect(requestedRange({ range, 'if-range': '"b"' }, OF)).toBeNull();
  expect(requestedRange({ range, 'if-range': 'W/"a"' }, OF)).toBeNull();
  expect(requestedRange({ range, 'if-range': 'Sun, 06 Nov 1994 08:49:37 GMT' }, OF)).toBeNull();
});

test('nothing has no range', () =>
  expect(requestedRange({ range: 'bytes=0-' }, { sizeBytes: 0, tag: '"a"' })).toBe('unsatisfiable'));
