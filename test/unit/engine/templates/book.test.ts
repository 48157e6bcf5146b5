import { expect, it } from '@jest/globals';
import { book } from '../../../../engine/templates/book.js';
import type { Section } from '../../../../engine/templates/section.js';
import { heading, paragraph } from '../../../support/blocks.js';

/** Titles as an outline. */
const outline = (sections: readonly Section[]): unknown[] =>
  sections.map(({ title, children }) => (children.length > 0 ? [title, outline(children)] : title));

const bookOf = (...titles: string[]): unknown[] => {
  const blocks = [heading(1, 'Tides'), ...titles.flatMap((title) => [heading(2, title), paragraph('The sea rises.')])];
  const result = book(blocks, 'Tides');
  return 'shape' in result ? outline(result.shape.root.children) : [result.misfit];
};

it('gathers what comes before the first numbered chapter and after the last as front and back matter', () => {
  expect(bookOf('A Word First', 'Chapter 1', 'Chapter 2', 'Afterword', 'Index')).toEqual([
    ['Front matter', ['A Word First']],
    'Chapter 1',
    'Chapter 2',
    ['Back matter', ['Afterword', 'Index']],
  ]);
});

it('puts chapters below the part that stands beside them, and back matter below none', () => {
  expect(bookOf('Part I', 'Chapter 1', 'Part II', 'Chapter 2', 'Glossary')).toEqual([
    'Front matter',
    ['Part I', ['Chapter 1']],
    ['Part II', ['Chapter 2']],
    ['Back matter', ['Glossary']],
  ]);
});

it('takes all between preface and index for chapters where none has a number', () => {
  expect(bookOf('Preface', 'Winds', 'Waves', 'Index')).toEqual([
    ['Front matter', ['Preface']],
    'Winds',
    'Waves',
    ['Back matter', ['Index']],
  ]);
});

it('takes sections that repeat the number of their chapter for one chapter', () => {
  expect(bookOf('Chapter 1 Synopsis', 'Chapter 1 Method', 'Chapter 2 Synopsis')).toEqual([
    'Front matter',
    ['Chapter 1 Synopsis', ['Chapter 1 Method']],
    'Chapter 2 Synopsis',
  ]);
});
