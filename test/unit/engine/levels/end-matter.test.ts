/** What ends the chapters of textbooks. */
import { expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { assignLevels } from '../../../../engine/levels/levels.js';
import { candidateOf, line, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const heading = (text: string, size: number): HeadingCandidate =>
  candidateOf(textBlock([line(text, { size, font: BOLD })]));

function levels(headings: readonly HeadingCandidate[]): (number | undefined)[] {
  const text = textBlock('Running text of the section. '.repeat(30));
  const found = assignLevels(headings, [...headings.flatMap(({ textBlock: block }) => [block, text])], style());
  return headings.map(({ textBlock: block }) => found.get(block)?.level);
}

const sections = [heading('The Sea', 18), heading('Its Tides', 15), heading('Its Lamps', 18), heading('Wicks', 15)];
const ends = [heading('SUMMARY', 16), heading('CHAPTER 5 PRACTICE QUIZ', 16), heading('KEY TERMS', 16)];

test('stands beside the sections of the only chapter, in type between theirs', () =>
  expect(levels([heading('CHAPTER 5 Lighthouses', 24), ...sections, ...ends])).toEqual([1, 2, 3, 2, 3, 2, 2, 2]));

test('stands below each numbered chapter', () => {
  const chapter = (number: number): HeadingCandidate[] => [
    heading(`Chapter ${number}`, 24),
    ...['The Sea', 'Its Lamps'].map((text) => heading(text, 18)),
    ...['SUMMARY', 'KEY TERMS'].map((text) => heading(text, 16)),
  ];
  expect(levels([heading('Lighthouses', 30), ...chapter(1), ...chapter(2)])).toEqual([1, 2, 3, 3, 3, 3, 2, 3, 3, 3, 3]);
});

test('stands by its type where chapters have no numbers, or other headings have that type', () => {
  const chapter = (name: string): HeadingCandidate[] => [
    heading(name, 24),
    heading('Its Lamps', 18),
    ...['SUMMARY', 'KEY TERMS'].map((text) => heading(text, 16)),
  ];
  expect(levels([heading('Lighthouses', 30), ...chapter('North'), ...chapter('South')])).toEqual([
    1, 2, 3, 4, 4, 2, 3, 4, 4,
  ]);
  expect(levels([heading('CHAPTER 5 Lighthouses', 24), ...sections, ends[0]!, heading('OIL', 16)])).toEqual([
    1, 2, 3, 2, 3, 3, 3,
  ]);
});
