import { expect, test } from '@jest/globals';
import {
  cellsIn,
  f1,
  furnitureIn,
  headingsIn,
  indelSimilarity,
  itemsIn,
  parentsIn,
  share,
} from '../../support/measures.js';

const list = (text: string): string[] => text.split(' ');

test('shares count each word as often as it is there', () => {
  expect(share(list('a a b'), list('a b c'))).toBeCloseTo(2 / 3);
  expect(f1(list('a b'), list('b c'))).toBeCloseTo(0.5);
  expect(f1([], [])).toBe(1);
  expect(f1(list('a'), [])).toBe(0);
});

test('indel similarity counts what goes in and out', () => {
  expect(indelSimilarity(list('a b c d'), list('a b c d'))).toBe(1);
  expect(indelSimilarity(list('a b c d'), list('a c d'))).toBeCloseTo(1 - 1 / 7);
  expect(indelSimilarity(list('a b'), list('b a'))).toBeCloseTo(0.5);
  expect(indelSimilarity(list('a b'), list('c d'))).toBe(0);
});

test('headings hang under the heading of a higher level before them', () => {
  const text = '# T\n\n## 1. A\n\n### 1.1 B\n\n## 2. C\n\n```\n# no heading\n```\n';
  expect(headingsIn(text)).toEqual(['t', '1 a', '1 1 b', '2 c']);
  expect(parentsIn(text)).toEqual([' > t', 't > 1 a', '1 a > 1 1 b', 't > 2 c']);
});

test('cells, items and furniture are read from Markdown', () => {
  expect(
    cellsIn('| a | b \\| c |\n| --- | --- |\n| 1 |  |\n\n<table><tr><td colspan="2">x y</td></tr></table>'),
  ).toEqual(['a', 'b c', '1', 'x y']);
  expect(itemsIn('- (a) one\n  - two\n3. three\n\nno item')).toEqual(['one', 'two', 'three']);
  expect(furnitureIn('Text.\n\nRunning head\n\n8\n', 'Text.\n\n8\n', [{ text: 'Running Head' }, { text: '7' }])).toBe(
    0.5,
  );
});
