/** The rules by which a template accepts or refuses a document, each on a document of a few blocks. */
import { describe, expect, it } from '@jest/globals';
import { decideWithRule, type DecisionTable } from '../../../../engine/rules.js';
import {
  BOOK_FIT,
  CHARTER_FIT,
  CONTRACT_FIT,
  HEADINGS_FIT,
  PAPER_FIT,
  type BookInput,
  type CharterInput,
  type ContractInput,
  type Fit,
} from '../../../../engine/templates/fit.js';
import type { Block } from '../../../../engine/block-model.js';
import { field, heading, list, paragraph } from '../../../support/blocks.js';

const chapters = [heading(2, 'Chapter 1 Tides'), heading(2, 'Chapter 2 Winds')];
const boxes = ['1', '2', '3'].map((number) => field(number, 'Vessel', ['Aurora']));
const clauses = [
  list([
    ['1.1', '“Fees” means the amounts due.'],
    ['1.2', '“Term” means one year.'],
    ['1.3', 'The Supplier delivers.'],
  ]),
];
const abstract = [heading(2, 'Abstract'), paragraph('We measure tides.')];

/** Verdict and rule; of a refusal some words of its reason. */
function fitOf<Input>(table: DecisionTable<Input, Fit>, input: Input): [string, string] {
  const { verdict, rule } = decideWithRule(table, input);
  return [rule, verdict === 'fits' ? verdict : verdict.misfit];
}

describe('a book', () => {
  const fit = (input: Partial<BookInput>) =>
    fitOf(BOOK_FIT, { title: 'Tides', blocks: [], sections: [], chapters: ['unnamed', 'unnamed'], ...input });

  it('has two chapters, or a numbered one beside something else', () => {
    expect(fit({ chapters: ['unnamed'] })).toEqual(['no-chapters', 'it has no chapters']);
    expect(fit({ chapters: ['chapter'], sections: ['chapter'] })[0]).toBe('no-chapters');
    expect(fit({ chapters: ['chapter'], sections: ['unnamed', 'chapter'] })[1]).toBe('fits');
  });

  it('is known by headings that say chapter, even with a form in it', () => {
    expect(fit({ blocks: [...chapters, ...boxes] })).toEqual(['named-chapters', 'fits']);
  });

  it('has no boxes of a form, even in parts', () => {
    expect(fit({ blocks: boxes, sections: ['part'] })).toEqual([
      'form-boxes',
      expect.stringContaining('boxes of a form'),
    ]);
  });

  it('is known by its parts, even with an abstract', () => {
    expect(fit({ blocks: abstract, sections: ['part'] })).toEqual(['parts', 'fits']);
  });

  it('has no abstract', () => {
    expect(fit({ blocks: abstract, sections: ['chapter'] })).toEqual([
      'abstract',
      expect.stringContaining('as papers do'),
    ]);
  });

  it('has no clauses that define terms', () => {
    expect(fit({ blocks: clauses, sections: ['chapter'] })).toEqual([
      'clauses',
      expect.stringContaining('as contracts do'),
    ]);
  });

  it('may be any long document', () => {
    expect(fit({ blocks: [paragraph('First', 1), paragraph('Last', 16)] })).toEqual(['many-pages', 'fits']);
  });

  it('may be a short document with a numbered section, a preface or printed contents', () => {
    expect(fit({ sections: ['chapter'] })).toEqual(['numbered-section', 'fits']);
    expect(fit({ sections: ['front_matter'] })).toEqual(['front-or-back-matter', 'fits']);
    const contents: Block = { kind: 'contents', entries: [], source: paragraph('').source };
    expect(fit({ blocks: [contents] })).toEqual(['printed-contents', 'fits']);
  });

  it('is no short document without any of these', () => {
    expect(fit({ blocks: [paragraph('First', 1), paragraph('Last', 15)] })).toEqual([
      'otherwise',
      expect.stringContaining('it is short'),
    ]);
  });
});

describe('a contract', () => {
  const fit = (input: Partial<ContractInput>) =>
    fitOf(CONTRACT_FIT, { title: 'Lease', blocks: [], clauses: 2, isNamed: false, ...input });

  it('has two clauses', () => {
    expect(fit({ clauses: 1 })).toEqual(['no-clauses', 'it has no clauses']);
  });

  it('is known by numbered clauses that define terms, even with an abstract', () => {
    expect(fit({ blocks: [...abstract, ...clauses] })).toEqual(['clauses-with-terms', 'fits']);
  });

  it('has neither an abstract nor chapters', () => {
    expect(fit({ blocks: abstract })).toEqual(['abstract', 'it begins with an abstract, as papers do']);
    expect(fit({ blocks: chapters })).toEqual(['chapters', expect.stringContaining('as those of a book')]);
  });

  it('may have numbered clauses alone', () => {
    expect(fit({})).toEqual(['numbered-clauses', 'fits']);
  });

  it('of clauses without numbers defines terms, has schedules or is signed', () => {
    for (const sign of [
      paragraph('Harbour Ltd (the “Supplier”) sells.'),
      heading(2, 'Schedule 1'),
      paragraph('Signed by the parties'),
    ]) {
      expect(fit({ isNamed: true, blocks: [sign] })).toEqual(['legal-signs', 'fits']);
    }
    expect(fit({ isNamed: true, blocks: [paragraph('Dear Sir')] })).toEqual([
      'otherwise',
      expect.stringContaining('no numbers'),
    ]);
  });
});

describe('a charter party', () => {
  const fit = (input: Partial<CharterInput>) =>
    fitOf(CHARTER_FIT, { title: 'Charter', blocks: [], commercial: [], hasThirdPart: false, ...input });

  it('has two parts', () => {
    expect(fit({ commercial: null })).toEqual(['no-parts', expect.stringContaining('neither a Part I')]);
    expect(fit({})).toEqual(['otherwise', 'fits']);
  });

  it('is known by boxes in its first part, even with chapters', () => {
    expect(fit({ commercial: boxes, blocks: chapters })).toEqual(['boxes', 'fits']);
  });

  it('without boxes has neither chapters nor a third part', () => {
    expect(fit({ blocks: chapters })).toEqual(['chapters', expect.stringContaining('those of a book')]);
    expect(fit({ hasThirdPart: true })).toEqual(['third-part', expect.stringContaining('those of a book')]);
  });
});

describe('a paper', () => {
  const fit = (sections: number, knownSections: number) =>
    fitOf(PAPER_FIT, { title: 'On tides', blocks: [], sections, knownSections });

  it('has sections, one of them with a name that papers share', () => {
    expect(fit(1, 1)).toEqual(['no-sections', 'it has no sections']);
    expect(fit(5, 0)).toEqual(['no-known-section', expect.stringContaining('that papers have')]);
    expect(fit(5, 1)).toEqual(['otherwise', 'fits']);
  });
});

describe('a document without a template', () => {
  const fit = (sections: number, sizeBytes: number) =>
    decideWithRule(HEADINGS_FIT, { title: 'Notes', blocks: [], sections, sizeBytes });

  it('is split by its headings unless it is short or has one section', () => {
    expect(fit(3, 5_000)).toEqual({ rule: 'otherwise', verdict: 'split' });
    expect(fit(3, 1_000)).toEqual({ rule: 'short-text', verdict: 'one-file' });
    expect(fit(1, 5_000)).toEqual({ rule: 'one-section', verdict: 'one-file' });
  });

  it('that is large and has no headings cannot be split by them', () => {
    expect(fit(0, 20_001)).toEqual({ rule: 'large-without-headings', verdict: 'refused' });
  });
});
