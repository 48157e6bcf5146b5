import { expect, it } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { BOOK_SECTION } from '../../../../engine/templates/book-sections.js';
import { section } from '../../../../engine/templates/section.js';

const named = (title: string) => decideWithRule(BOOK_SECTION, section({ title }));

it('takes a numbered part for a part', () => {
  expect(named('Part II The Harbour')).toEqual({ verdict: 'part', rule: 'part' });
  expect(named('Parting').verdict).toBe('unnamed');
});

it('takes a section with a chapter number for a chapter', () => {
  expect(named('Chapter 3')).toEqual({ verdict: 'chapter', rule: 'chapter-word' });
  expect(named('IV. Winds')).toEqual({ verdict: 'chapter', rule: 'chapter-number' });
});

it('knows front and back matter by their names, and leaves to their place what may be either', () => {
  expect(named('Preface')).toEqual({ verdict: 'front_matter', rule: 'front-matter' });
  expect(named('Glossary')).toEqual({ verdict: 'back_matter', rule: 'back-matter' });
  expect(named('Acknowledgements')).toEqual({ verdict: 'front_or_back_matter', rule: 'front-or-back' });
});

it('leaves any other title unnamed', () => {
  expect(named('Winds')).toEqual({ verdict: 'unnamed', rule: 'otherwise' });
});
