/** What labels say of text blocks, and that those of the repository can be read. */
import { expect, test } from '@jest/globals';
import { labelsOfDocument, labelsOfTruth, readLabels, textHash } from '../../../bench/headings/labels.js';

test('a text block is a heading, none, or unsure; of pages that nobody looked at nothing is known', () => {
  const pages = { 2: { headings: [textHash('2.1 Oil')], unsure: [textHash('Wicks')] } };
  const labelOf = labelsOfDocument({ pages });
  expect(['2.1  OIL', 'Wicks', 'Glass'].map((text) => labelOf(2, text))).toEqual([true, null, false]);
  expect(labelOf(1, '2.1 Oil')).toBeNull();
});

test('a generated document has the headings of its Markdown, not those of its code', () => {
  const labelOf = labelsOfTruth('# Lamps\n\nOil.\n\n```\n# wicks\n```\n');
  expect(['Lamps', 'Oil.', 'wicks'].map((text) => labelOf(1, text))).toEqual([true, false, false]);
});

test('the labels of the repository name each document once, by hashes alone', async () => {
  const labels = await readLabels();
  expect(new Set(labels.map(({ sha256 }) => sha256)).size).toBe(labels.length);
  expect(labels.length).toBeGreaterThan(300);
  const hashes = labels.flatMap(({ pages }) =>
    Object.values(pages).flatMap((page) => [...page.headings, ...page.unsure]),
  );
  expect(hashes.every((hash) => /^[\da-f]{8}$/.test(hash))).toBe(true);
});
