import { expect, test } from '@jest/globals';
import { anyCase } from '../../../../engine/text/any-case.js';

test.each([
  ['part|b', '[pP][aA][rR][tT]|[bB]'],
  [String.raw`sec\.\s+\d{1,3}`, String.raw`[sS][eE][cC]\.\s+\d{1,3}`],
  [String.raw`(?=[IVX])C{0,3}(?![\p{L}'’])`, String.raw`(?=[iIvVxX])[cC]{0,3}(?![\p{L}'’])`],
  ['rozdzia[łl]', '[rR][oO][zZ][dD][zZ][iI][aA][łŁlL]'],
  ['[a-z\\d§]{2}', '[a-zA-Z\\d§]{2}'],
])('letters of %s are of either case', (source, expected) => expect(anyCase(source)).toBe(expected));
