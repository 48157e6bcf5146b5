/** Levels of chapters, of their sections and of what has no number among these. */
import { expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { divisionNumber } from '../../../../engine/headings/numbers.js';
import { chapterValue } from '../../../../engine/levels/chapter-sizes.js';
import { assignLevels } from '../../../../engine/levels/levels.js';
import { candidateOf, line, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD, PLAIN } from '../../../support/pages.js';

interface Printed {
  size?: number;
  font?: typeof BOLD | typeof PLAIN;
  page?: number;
  contents?: number;
  space?: number;
}

const heading = (text: string, { size = 12, font = BOLD, page = 2, contents, space }: Printed = {}): HeadingCandidate =>
  candidateOf(
    textBlock([line(text, { size, font }, { page })], { page, ...(space === undefined ? {} : { space }) }),
    contents ? { contents } : {},
  );
const text = textBlock('Running text of the section. '.repeat(30), { page: 2 });

function levels(headings: readonly HeadingCandidate[], before = [text]): string[] {
  const blocks = [
    ...before,
    ...headings.flatMap(({ textBlock: block }) => (block.page === 1 ? [block] : [block, text])),
  ];
  return [...assignLevels(headings, blocks, style())].map(([block, { level }]) => `${level} ${block.text}`);
}

test('headings without a number stand below the deepest numbered ones of their type', () =>
  expect(
    levels([
      heading('1 Lamps', { size: 16 }),
      heading('1.1 Oil', { size: 14 }),
      heading('1.1.1 Whale oil'),
      heading('Casks'),
      heading('1.1.2 Colza oil'),
      heading('Casks'),
    ]),
  ).toEqual(['1 1 Lamps', '2 1.1 Oil', '3 1.1.1 Whale oil', '4 Casks', '3 1.1.2 Colza oil', '4 Casks']));

test('but beside them where a deeper level has smaller type, and main sections or the references have none', () => {
  expect(
    levels([
      heading('1 Lamps', { size: 16 }),
      heading('1.1 Oil', { size: 14 }),
      heading('1.2 Wicks', { size: 14 }),
      heading('1.2.1 Cotton'),
      heading('Casks', { size: 14 }),
    ]).at(-1),
  ).toBe('2 Casks');
  const sections = [heading('1 Lamps', { size: 16 }), heading('1.1 Oil'), heading('1.2 Wicks')];
  expect(levels([...sections, heading('Casks')]).at(-1)).toBe('3 Casks');
  expect(levels([...sections, heading('References', { space: 2 })]).at(-1)).toBe('2 References');
  expect(levels([heading('1 Lamps'), heading('1.1 Oil'), heading('Casks')]).at(-1)).toBe('1 Casks');
  expect(levels([heading('Keywords'), ...sections])).toEqual(['1 Keywords', '1 1 Lamps', '2 1.1 Oil', '2 1.2 Wicks']);
});

test('sections stand below the chapter with their number, however small its name is printed', () =>
  expect(
    levels([
      heading('CHAPITRE 1 Lampes', { font: PLAIN }),
      heading('1.1 Huile', { size: 14 }),
      heading('1.2 Mèches', { size: 14 }),
      heading('CHAPITRE II Phares', { font: PLAIN }),
      heading('2.1 Gardiens', { size: 14 }),
    ]),
  ).toEqual(['1 CHAPITRE 1 Lampes', '2 1.1 Huile', '2 1.2 Mèches', '1 CHAPITRE II Phares', '2 2.1 Gardiens']));

test('the value of a chapter is read in figures and roman, and of no other division', () => {
  expect(chapterValue({ number: divisionNumber('Chapter 4') })).toBe(4);
  expect(chapterValue({ number: divisionNumber('CHAPTER IV') })).toBe(4);
  expect(chapterValue({ number: divisionNumber('Part IV') })).toBeNull();
  expect(chapterValue({ number: divisionNumber('4 Lamps') })).toBeNull();
});

test('sections stand below the chapter with their number, though contents list only these, at their left edge', () =>
  expect(
    levels([
      heading('1 Lamps', { size: 16, space: 0 }),
      heading('1.1 Oil', { contents: 1 }),
      heading('1.2 Wicks', { contents: 1 }),
      heading('2 Keepers', { size: 16, space: 0 }),
      heading('2.1 Pay', { contents: 1 }),
    ]),
  ).toEqual(['1 1 Lamps', '2 1.1 Oil', '2 1.2 Wicks', '1 2 Keepers', '2 2.1 Pay']));

test('sections are not below the subtitle of a title page', () =>
  expect(
    levels(
      [
        heading('Lamps', { size: 24, page: 1 }),
        heading('A Guide', { size: 18, page: 1 }),
        heading('1 Oil', { size: 16 }),
        heading('2 Wicks', { size: 16 }),
      ],
      [],
    ).filter((one) => /\d \d/.test(one)),
  ).toEqual(['2 1 Oil', '2 2 Wicks']));

test('large type within the text is not above what contents list, unless others like it open pages or have a number', () => {
  const listed = (...large: readonly HeadingCandidate[]): string[] =>
    levels([
      heading('Lamps', { contents: 1, space: 2 }),
      ...large,
      heading('Wicks', { contents: 1, space: 2 }),
      heading('Oil', { contents: 1, space: 2 }),
    ]);
  const label = heading('A LABEL', { size: 20, space: 2 });
  expect(listed(label)).toEqual(['1 Lamps', '2 A LABEL', '1 Wicks', '1 Oil']);
  expect(listed(label, heading('A PART', { size: 20, space: 0 }))[1]).toBe('1 A LABEL');
  expect(listed(heading('4 Keepers', { size: 20, space: 2 }))[1]).toBe('1 4 Keepers');
});
