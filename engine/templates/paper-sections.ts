/**
 * Which section of a paper a title names. Appendices come first: behind the references "A. Results" is an appendix, and
 * not the results.
 */
import type { DecisionTable, Rule } from '../rules.js';
import { withoutNumber } from '../text/numerals.js';
import { allBlocks, type Section } from './section.js';
import { subjectOf } from './subject.js';

/** The names that sections of papers share, as they are used for files. */
const SHARED_NAMES = [
  'abstract',
  'introduction',
  'methods',
  'results',
  'discussion',
  'conclusion',
  'references',
] as const;
type SharedName = (typeof SHARED_NAMES)[number];
export type PaperSection = SharedName | 'appendix' | 'supplement' | 'other';

const TITLES: Record<SharedName, RegExp> = {
  abstract: /^(?:abstract|summary)$/i,
  introduction: /^introduction\b/i,
  methods:
    /^(?:materials? and methods?|methods?(?: and materials?)?|methodology|experimental (?:setup|methods?|design))$/i,
  results: /^(?:experimental )?results?(?: and (?:evaluation|analysis))?$/i,
  discussion: /^(?:general )?discussions?$/i,
  conclusion: /^(?:conclusions?|concluding remarks)(?: and .*)?$/i,
  references: /^(?:references|bibliography|literature cited|works cited)$/i,
};

export const isSharedName = (is: PaperSection): boolean => SHARED_NAMES.some((name) => name === is);

/** "I Introduction": numbers of one letter, which `withoutNumber` leaves, since "I Am Legend" and "C Programming" have none. */
const ROMAN_LETTER = /^[IVXLC]\s+(?=\S)/;

/** The title without its number, to be compared with names of sections and not to be printed. */
export const bareTitle = (title: string): string =>
  withoutNumber(title).replace(ROMAN_LETTER, '').replace(/[.:]$/, '').trim();

export const isReferences = ({ title }: Section): boolean => TITLES.references.test(bareTitle(title));

export interface SectionOfPaper {
  section: Section;
  /** It comes after the list of references. */
  isAfterReferences: boolean;
}

const sharedName = (name: SharedName): Rule<SectionOfPaper, PaperSection> => ({
  name,
  why: 'The title is a usual one of this section, with a number or without.',
  test: ({ section }) => (TITLES[name].test(bareTitle(section.title)) ? name : null),
});

export const PAPER_SECTION: DecisionTable<SectionOfPaper, PaperSection> = {
  name: 'paper-section',
  rules: [
    {
      name: 'appendix-word',
      why: 'The title says that it is an appendix.',
      test: ({ section }) => (/^appendi(?:x|ces)\b/i.test(section.title) ? 'appendix' : null),
    },
    {
      name: 'supplement',
      why: 'Supplementary material is published as an appendix, mostly under this name.',
      test: ({ section }) => (/^supplement(?:ary|al)\b/i.test(bareTitle(section.title)) ? 'supplement' : null),
    },
    {
      name: 'lettered-after-references',
      why: 'After the references a letter numbers an appendix ("A Proofs").',
      test: ({ section, isAfterReferences }) =>
        isAfterReferences && /^[A-Z][.\s]\s*\S/.test(section.title) ? 'appendix' : null,
    },
    ...SHARED_NAMES.map(sharedName),
  ],
  otherwise: 'other',
  subject: ({ section }) => subjectOf(allBlocks(section), section.title),
};
