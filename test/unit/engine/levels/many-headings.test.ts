/** Documents with more headings than a call takes arguments. */
import { expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { chapterSizes } from '../../../../engine/levels/chapter-sizes.js';
import { unnumberedDepths } from '../../../../engine/levels/unnumbered.js';
import { candidateOf, line, textBlock } from '../../../support/engine-inputs.js';

const MANY = 300_000;
const heading = (text: string, size: number): HeadingCandidate => candidateOf(textBlock([line(text, { size })]));

test('headings without a number are below all of the numbered ones', () => {
  const [section, name] = [heading('1.1 Lamps', 12), heading('Wicks', 12)];
  const depths = unnumberedDepths([...Array<HeadingCandidate>(MANY).fill(section), name]);
  expect([...depths]).toEqual([[name, 3]]);
});

test('a chapter is larger than all of its sections', () => {
  const [chapter, section] = [heading('Chapter 1', 10), heading('1.1 Lamps', 14)];
  const sizes = chapterSizes([chapter, ...Array<HeadingCandidate>(MANY).fill(section)], new Map());
  expect(sizes.get(chapter)).toBe(14.5);
});
