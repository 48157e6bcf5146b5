/** What a section of a book is by its title. What the table leaves unnamed is a chapter without a number, or front matter. */
import type { DecisionTable } from '../rules.js';
import { allBlocks, type Section } from './section.js';
import { CHAPTER, PART } from './signs.js';
import { subjectOf } from './subject.js';

const FRONT =
  /^(?:title page|half title|copyright|colophon|imprint|dedication|epigraph|(?:table of )?contents|list of (?:figures|tables|illustrations|abbreviations)|foreword|preface|prologue|acknowledge?ments?|about (?:this|the) (?:book|authors?|editors?)|abbreviations|how to (?:use|read) this book)\b/i;
const BACK =
  /^(?:appendix|appendices|annex|afterword|epilogue|postscript|glossary|bibliography|references|further reading|works cited|(?:end)?notes|index|colophon|credits|acknowledge?ments?|about the authors?|list of (?:figures|tables))\b/i;
const NUMBERED = /^(?:\d+|[IVXLC]+)[.\s]\s*\S/;

export type SectionKind = 'part' | 'chapter' | 'front_matter' | 'back_matter' | 'front_or_back_matter' | 'unnamed';

const named =
  (verdict: SectionKind, ...patterns: RegExp[]) =>
  ({ title }: Section): SectionKind | null =>
    patterns.every((pattern) => pattern.test(title)) ? verdict : null;

export const BOOK_SECTION: DecisionTable<Section, SectionKind> = {
  name: 'book-section',
  rules: [
    { name: 'part', why: 'The title says "Part II".', test: named('part', PART) },
    {
      name: 'chapter-word',
      why: 'The title says "Chapter 3", "Lesson 3" or the like.',
      test: named('chapter', CHAPTER),
    },
    { name: 'chapter-number', why: 'The title begins with a number.', test: named('chapter', NUMBERED) },
    {
      name: 'front-or-back',
      why: 'Acknowledgements and lists of figures are printed before or after the chapters: their place decides.',
      test: named('front_or_back_matter', FRONT, BACK),
    },
    { name: 'front-matter', why: 'Only front matter is called that.', test: named('front_matter', FRONT) },
    { name: 'back-matter', why: 'Only back matter is called that.', test: named('back_matter', BACK) },
  ],
  otherwise: 'unnamed',
  subject: (of) => subjectOf(allBlocks(of), of.title),
};

/** Stands between front and back matter. */
export const isBody = (kind: SectionKind): boolean => kind === 'part' || kind === 'chapter';
export const mayBeFrontMatter = (kind: SectionKind): boolean =>
  kind === 'front_matter' || kind === 'front_or_back_matter';
export const mayBeBackMatter = (kind: SectionKind): boolean =>
  kind === 'back_matter' || kind === 'front_or_back_matter';
