import { expect, test } from '@jest/globals';
import { ownAddress } from '../../../dashboard/src/features/sign-in/own-address.js';

const ORIGIN = 'https://shelves.example';

test('a page of this service is where a visitor comes back to', () => {
  expect(ownAddress('/shelves/shf_1/review?file=a%20b.md&line=3#x', ORIGIN)).toBe(
    '/shelves/shf_1/review?file=a%20b.md&line=3#x',
  );
  expect(ownAddress('/', ORIGIN)).toBe('/');
});

test.each([
  null,
  '',
  'keys',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/keys/..//evil.example',
  '/%5C/../\\evil.example',
  '//shelves.example@evil.example/',
])('%j is none', (next) => {
  expect(ownAddress(next, ORIGIN)).toBeNull();
});
