/** Which lines name an author above where he works: any two words with capitals may be a name, and only few are. */
import { describe, expect, test } from '@jest/globals';
import { authorLines } from '../../../../engine/headings/author-lines.js';
import { isName, isWorkplace } from '../../../../engine/headings/authors.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { line, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const TITLE = textBlock([line('The Lamps of the Coast', { size: 18 })]);
const TEXT = textBlock(
  'The tower stands on a rock that no tide of the last centuries has ever reached. It is seen from afar, by day and by night.',
);
const bold = (text: string): TextBlock => textBlock([line(text, { font: BOLD })]);
const large = (text: string): TextBlock => textBlock([line(text, { size: 12 })]);
const authors = (...blocks: TextBlock[]): string[] =>
  [...authorLines(blocks, (one) => one.bold || one.size > 10.7)].map(({ text }) => text);

describe('the name of an author stands', () => {
  test('above where he works, with his office between, on the first pages', () => {
    const office = [textBlock('Lecturers'), textBlock('University of Leeds')];
    expect(authors(TITLE, bold('Sophie Chen and Sonia Fernandes'), ...office, TEXT)).toEqual([
      'Sophie Chen and Sonia Fernandes',
    ]);
    expect(authors(TITLE, bold('Ada Byron'), textBlock('ID-IMAG'), textBlock('51 avenue Jean Kuntzmann'))).toEqual([
      'Ada Byron',
    ]);
    const later = { ...bold('Thomas Leonard'), page: 3 };
    expect(authors(TITLE, later, textBlock('University of Leeds'))).toEqual([]);
    expect(authors(TITLE, bold('General Terms'), textBlock('Algorithms, theory'))).toEqual([]);
  });

  test('in the type of the other authors, and of the larger lines around', () => {
    const page = [large('Ada Byron'), large('University of Leeds'), large('Leeds, England'), large('Charles Babbage')];
    expect(authors(TITLE, ...page, large('University of London'), TEXT, bold('Scope'), TEXT)).toEqual([
      'Ada Byron',
      'Charles Babbage',
    ]);
    const names = ['Ada Byron', 'Charles Babbage', 'Mary Somerville'].map(bold);
    expect(authors(TITLE, ...names, textBlock('University of London'), TEXT)).toEqual([
      'Charles Babbage',
      'Mary Somerville',
    ]);
  });

  test('in no type of headings', () => {
    const work = [bold('Work Experience'), textBlock('Department of Physics, University of Oslo')];
    expect(authors(TITLE, ...work, bold('Education'), textBlock('Oslo Cathedral School'))).toEqual([]);
    expect(authors(TITLE, large('Ada Byron'), textBlock('University of Oslo'), large('Scope'), TEXT)).toEqual([]);
  });

  test('below no running text', () =>
    expect(authors(TITLE, TEXT, bold('Contact Information'), textBlock('help@example.org'))).toEqual([]));

  test('above no sentence', () => {
    const funds = 'The Research Council funds the keepers of the coast and their lamps.';
    expect(authors(TITLE, bold('Executive Summary'), textBlock(funds))).toEqual([]);
    expect(authors(TITLE, bold('Getting Help'), textBlock('Write to help@example.org or call.'))).toEqual([]);
  });
});

test('a line says where somebody works if it is short and no sentence, whatever abbreviation it ends with', () => {
  expect(['University of Leeds', 'Lamps Research, Inc.', 'Hull College, U.K.'].every(isWorkplace)).toBe(true);
  expect(isWorkplace('Our school keeps the lamps.')).toBe(false);
  expect(isWorkplace(`University of Leeds ${'and of Hull '.repeat(20)}`)).toBe(false);
});

test('a name is as short as a heading', () => {
  expect(isName('Ada van der Berg')).toBe(true);
  expect(isName(`Ada ${'van '.repeat(100)}Berg`)).toBe(false);
  expect(isName('Abstract')).toBe(false);
  expect(isName('方法')).toBe(false);
  expect(isName('程序员')).toBe(false);
});
