/** What labels say of text blocks, and that those of the repository can be read. */
import { expect, test } from '@jest/globals';
import { keyOfEdge } from '../../../bench/furniture/key.js';
import { labelsOfDescription } from '../../../bench/furniture/truth.js';
import { labelsOfTruth } from '../../../bench/headings/truth.js';
import { labelsOfDocument, readLabels, textHash } from '../../../bench/learned/labels.js';

test('a text block is a heading, none, or unsure; of pages that nobody looked at nothing is known', () => {
  const pages = { 2: { yes: [textHash('2.1 Oil')], unsure: [textHash('Wicks')] } };
  const labelOf = labelsOfDocument({ pages });
  expect(['2.1  OIL', 'Wicks', 'Glass'].map((text) => labelOf(2, text))).toEqual([true, null, false]);
  expect(labelOf(1, '2.1 Oil')).toBeNull();
  expect(labelsOfDocument({ pages }, false)(2, 'Wicks')).toBe(false);
});

test('a generated document has the headings of its Markdown, not those of its code', () => {
  const labelOf = labelsOfTruth('# Lamps\n\nOil.\n\n```\n# wicks\n```\n');
  expect(['Lamps', 'Oil.', 'wicks'].map((text) => labelOf(1, text))).toEqual([true, false, false]);
});

test('a generated document has the furniture of its description on each page', () => {
  const labelOf = labelsOfDescription('{"furniture": [{"page": 2, "text": "Lamps of the North"}]}');
  const keys = ['Lamps of the North', 'Oil'].map((text) => keyOfEdge('head', text));
  expect(keys.map((key) => labelOf(2, key))).toEqual([true, false]);
  expect(labelOf(3, keys[0]!)).toBe(false);
});

test.each(['headings', 'furniture'])('the labels of %s name each document once, by hashes alone', async (subject) => {
  const labels = await readLabels(subject);
  expect(new Set(labels.map(({ sha256 }) => sha256)).size).toBe(labels.length);
  expect(labels.length).toBeGreaterThan(300);
  const hashes = labels.flatMap(({ pages }) => Object.values(pages).flatMap((page) => [...page.yes, ...page.unsure]));
  expect(hashes.every((hash) => /^[\da-f]{8}$/.test(hash))).toBe(true);
});
