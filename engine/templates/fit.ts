/**
 * Whether a document is of the kind that a template divides: one decision table per template.
 *
 * A template accepts unless a rule refuses, since real documents leave out much; only a book must show at least one sign
 * of being one. Signs of the template's own kind come before those of other kinds, so that a handbook of chapters with a
 * form in it stays a book. A reason follows the words "The document does not fit the template: ".
 */
import { AIM_BYTES } from '../limits.js';
import { pageSpan } from '../markdown/text.js';
import type { Block } from '../block-model.js';
import type { DecisionTable } from '../rules.js';
import { mayBeBackMatter, mayBeFrontMatter, type SectionKind } from './book-sections.js';
import { isSchedule, isSignature } from './contract-units.js';
import { countDefinedTerms } from './definitions.js';
import { countFields, hasAbstract, hasBoxes, hasChapters, hasClauses } from './signs.js';
import { subjectOf } from './subject.js';

/** Accepted, or why not. */
export type Fit = 'fits' | { misfit: string };

const fits = (condition: boolean): Fit | null => (condition ? 'fits' : null);
const refused = (condition: boolean, misfit: string): Fit | null => (condition ? { misfit } : null);
const fitName = (fit: Fit): string => (fit === 'fits' ? fit : 'refused');

interface DocumentInput {
  title: string;
  blocks: readonly Block[];
}
const subject = ({ blocks, title }: DocumentInput): ReturnType<typeof subjectOf> => subjectOf(blocks, title);

export interface BookInput extends DocumentInput {
  /** What the sections of the outermost level are, chapters below their parts. */
  sections: readonly SectionKind[];
  /** The same of the sections between front and back matter, with each part's chapters in its place. */
  chapters: readonly SectionKind[];
}

/** Pages from which a document is taken for a book although its sections say nothing of chapters. */
const BOOK_PAGES = 16;
/** Chapters without numbers that make a book; a single section is just a document with one heading. */
const LEAST_UNNUMBERED_CHAPTERS = 2;

const pageCount = (blocks: readonly Block[]): number => {
  const [first, last] = pageSpan(blocks) ?? [1, 1];
  return last - first + 1;
};

export const BOOK_FIT: DecisionTable<BookInput, Fit> = {
  name: 'book-fit',
  rules: [
    {
      name: 'no-chapters',
      why: 'A book has two chapters at least, or one that has a number and something beside it.',
      test: ({ sections, chapters }) => {
        const isNumbered = chapters.includes('chapter') && sections.length > 1;
        return refused(chapters.length < (isNumbered ? 1 : LEAST_UNNUMBERED_CHAPTERS), 'it has no chapters');
      },
    },
    {
      name: 'named-chapters',
      why: 'Headings that say "Chapter 3" or the like make a book, whatever else is in it.',
      test: ({ blocks }) => fits(hasChapters(blocks)),
    },
    {
      name: 'form-boxes',
      why: 'Numbered boxes are those of a form or a charter party.',
      test: ({ blocks }) => refused(hasBoxes(blocks), 'it has the boxes of a form, and no chapters'),
    },
    {
      name: 'parts',
      why: 'Only books (and charter parties, which have boxes) are divided into numbered parts.',
      test: ({ sections }) => fits(sections.includes('part')),
    },
    {
      name: 'abstract',
      why: 'An abstract opens a paper, whose sections are numbered as chapters may be.',
      test: ({ blocks }) =>
        refused(hasAbstract(blocks), 'it begins with an abstract, as papers do, and has no chapters'),
    },
    {
      name: 'clauses',
      why: 'Numbered clauses that define terms are those of a contract.',
      test: ({ blocks }) =>
        refused(hasClauses(blocks), 'it has numbered clauses and defined terms, as contracts do, and no chapters'),
    },
    {
      name: 'many-pages',
      why: 'A long document that is of no other kind is divided best as a book is.',
      test: ({ blocks }) => fits(pageCount(blocks) >= BOOK_PAGES),
    },
    {
      name: 'numbered-section',
      why: 'A section with a number may be a chapter.',
      test: ({ sections }) => fits(sections.includes('chapter')),
    },
    {
      name: 'front-or-back-matter',
      why: 'A preface, a glossary or an index is what books have around their chapters.',
      test: ({ sections }) => fits(sections.some((kind) => mayBeFrontMatter(kind) || mayBeBackMatter(kind))),
    },
    {
      name: 'printed-contents',
      why: 'Whoever prints a table of contents means the document to be divided.',
      test: ({ blocks }) => fits(blocks.some(({ kind }) => kind === 'contents')),
    },
  ],
  otherwise: { misfit: 'it is short, and none of its sections is a chapter by its title or number' },
  subject,
  numbers: ({ blocks, sections, chapters }) => ({
    pages: pageCount(blocks),
    sections: sections.length,
    chapters: chapters.length,
  }),
  verdictName: fitName,
};

export interface ContractInput extends DocumentInput {
  /** How many clauses were found. */
  clauses: number;
  /** The clauses have names alone, and no numbers. */
  isNamed: boolean;
}

/** A single clause is a numbered heading like any other. */
const LEAST_CLAUSES = 2;

export const CONTRACT_FIT: DecisionTable<ContractInput, Fit> = {
  name: 'contract-fit',
  rules: [
    {
      name: 'no-clauses',
      why: 'A contract is divided into clauses: without two of them there is nothing to divide by.',
      test: ({ clauses }) => refused(clauses < LEAST_CLAUSES, 'it has no clauses'),
    },
    {
      name: 'clauses-with-terms',
      why: 'Numbered clauses that define terms make a contract, whatever else is in it.',
      test: ({ blocks }) => fits(hasClauses(blocks)),
    },
    {
      name: 'abstract',
      why: 'An abstract opens a paper, whose sections are numbered as clauses are.',
      test: ({ blocks }) => refused(hasAbstract(blocks), 'it begins with an abstract, as papers do'),
    },
    {
      name: 'chapters',
      why: 'Chapters are those of a book, whose sections are numbered as clauses are.',
      test: ({ blocks }) => refused(hasChapters(blocks), 'its sections are chapters, as those of a book'),
    },
    {
      name: 'numbered-clauses',
      why: 'Numbered sections may be the clauses of a contract that defines nothing.',
      test: ({ isNamed }) => fits(!isNamed),
    },
    {
      name: 'legal-signs',
      why: 'Sections without numbers are clauses where terms are defined, schedules follow or parties sign.',
      test: ({ blocks }) =>
        fits(countDefinedTerms(blocks) > 0 || blocks.some((block) => isSchedule(block) || isSignature(block))),
    },
  ],
  otherwise: { misfit: 'its sections have no numbers, and it has neither defined terms nor schedules nor signatures' },
  subject,
  numbers: ({ clauses, blocks }) => ({ clauses, definedTerms: countDefinedTerms(blocks) }),
  verdictName: fitName,
};

export interface CharterInput extends DocumentInput {
  /** The blocks from the beginning of Part I to that of Part II; null where the document has no such parts. */
  commercial: readonly Block[] | null;
  /** A heading says "Part III". */
  hasThirdPart: boolean;
}

const BOOK_PARTS = 'its parts are those of a book: none has boxes, and there are chapters or more than two parts';

export const CHARTER_FIT: DecisionTable<CharterInput, Fit> = {
  name: 'charter-fit',
  rules: [
    {
      name: 'no-parts',
      why: 'A charter party has boxes in Part I and printed clauses in Part II.',
      test: ({ commercial }) => refused(commercial === null, 'it has neither a Part I with boxes nor a Part II'),
    },
    {
      name: 'boxes',
      why: 'Boxes in Part I make a charter party.',
      test: ({ commercial }) => fits(commercial !== null && countFields(commercial) > 0),
    },
    {
      name: 'chapters',
      why: 'Parts of chapters are those of a book.',
      test: ({ blocks }) => refused(hasChapters(blocks), BOOK_PARTS),
    },
    {
      name: 'third-part',
      why: 'The forms in use have two parts; what is added to them is called a rider.',
      test: ({ hasThirdPart }) => refused(hasThirdPart, BOOK_PARTS),
    },
  ],
  otherwise: 'fits',
  subject,
  numbers: ({ commercial }) => ({ boxes: countFields(commercial ?? []) }),
  verdictName: fitName,
};

export interface PaperInput extends DocumentInput {
  /** How many sections there are, and how many of them have a name that papers share. */
  sections: number;
  knownSections: number;
}

/** A paper has more than the one section that any text with a heading has. */
const LEAST_PAPER_SECTIONS = 2;

export const PAPER_FIT: DecisionTable<PaperInput, Fit> = {
  name: 'paper-fit',
  rules: [
    {
      name: 'no-sections',
      why: 'There is nothing to divide by.',
      test: ({ sections }) => refused(sections < LEAST_PAPER_SECTIONS, 'it has no sections'),
    },
    {
      name: 'no-known-section',
      why: 'Every paper has an abstract, an introduction, a conclusion or a list of references.',
      test: ({ knownSections }) =>
        refused(knownSections === 0, 'none of its sections is one that papers have (abstract, references, ...)'),
    },
  ],
  otherwise: 'fits',
  subject,
  numbers: ({ sections, knownSections }) => ({ sections, knownSections }),
  verdictName: fitName,
};

export interface HeadingsInput extends DocumentInput {
  /** How many sections there are on the outermost level. */
  sections: number;
  sizeBytes: number;
}

/** A document of at most this many bytes of Markdown is one file, whatever its headings: about half a page. */
const ONE_FILE_BYTES = 1_000;
/** A single section is the whole document under one heading. */
const LEAST_SECTIONS = 2;

/** Not a template's: whether a document can be divided by its headings, and whether it is. */
export const HEADINGS_FIT: DecisionTable<HeadingsInput, 'split' | 'one-file' | 'refused'> = {
  name: 'headings-fit',
  rules: [
    {
      name: 'large-without-headings',
      why: 'A text too large for one file that has no headings can only be cut by size.',
      test: ({ sections, sizeBytes }) => (sections === 0 && sizeBytes > AIM_BYTES ? 'refused' : null),
    },
    {
      name: 'one-section',
      why: 'A single section is the whole document.',
      test: ({ sections }) => (sections < LEAST_SECTIONS ? 'one-file' : null),
    },
    {
      name: 'short-text',
      why: 'Files of a few lines each help nobody.',
      test: ({ sizeBytes }) => (sizeBytes <= ONE_FILE_BYTES ? 'one-file' : null),
    },
  ],
  otherwise: 'split',
  subject,
  numbers: ({ sections, sizeBytes }) => ({ sections, sizeBytes }),
};
