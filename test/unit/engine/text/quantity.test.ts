import { expect, test } from '@jest/globals';
import { quantity } from '../../../../engine/text/quantity.js';

test('a number has its thousands set off, and its noun in the plural but for one', () => {
  expect([0, 1, 999, 1000, 12_345, 1_234_567].map((count) => quantity(count, 'word'))).toEqual([
    '0 words',
    '1 word',
    '999 words',
    '1,000 words',
    '12,345 words',
    '1,234,567 words',
  ]);
});
