import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '../../../../contract/vocabulary.js';
import { field, heading, list, paragraph } from '../../../support/blocks.js';
import { contentPaths, unverified, json, LONG, text } from '../../../support/unverified.js';

describe('book', () => {
  test('has front matter, parts with their chapters, and back matter', () => {
    const of = unverified(
      [
        heading(1, 'The Book'),
        heading(2, 'Preface'),
        paragraph(LONG),
        heading(2, 'Contents'),
        paragraph('Part I 1'),
        heading(2, 'Part I Beginnings'),
        heading(3, 'Chapter 1 Dawn'),
        paragraph(LONG),
        heading(3, 'Chapter 2 Noon'),
        paragraph(LONG),
        heading(2, 'Part II Ends'),
        heading(3, 'Chapter 3 Dusk'),
        paragraph(LONG),
        heading(2, 'Index'),
        paragraph('Dawn 3'),
      ],
      'book',
    );
    expect(contentPaths(of)).toEqual([
      '01-front-matter.md',
      '02-part-i-beginnings/01-chapter-1-dawn.md',
      '02-part-i-beginnings/02-chapter-2-noon.md',
      '03-part-ii-ends/01-chapter-3-dusk.md',
      '04-back-matter.md',
    ]);
    expect(text(of, '01-front-matter.md')).toContain('## Contents');
    expect(of.quality).toEqual({ tier: 'full', granularity: 'major_section', fallbackApplied: false });
  });

  test('takes chapters beside their part as the chapters of that part', () => {
    const of = unverified(
      [
        heading(2, 'Part I'),
        ...['Chapter 1 A', 'Chapter 2 B'].flatMap((name) => [heading(2, name), paragraph(LONG)]),
        heading(2, 'Part II'),
        heading(2, 'Chapter 3 C'),
        paragraph(LONG),
      ],
      'book',
    );
    expect(contentPaths(of)).toEqual([
      '01-part-i/01-chapter-1-a.md',
      '01-part-i/02-chapter-2-b.md',
      '02-part-ii/01-chapter-3-c.md',
    ]);
  });
});

describe('legal-contract', () => {
  const of = unverified(
    [
      heading(1, 'Supply Agreement'),
      heading(2, 'Parties'),
      paragraph([{ text: '(1) Arden LLC (the ' }, { text: 'Supplier', bold: true }, { text: '); and' }]),
      heading(2, 'Agreed terms'),
      heading(2, '1. Definitions'),
      paragraph([{ text: 'Fees', bold: true }, { text: ': the fees of clause 2.1 and Schedule 1.' }]),
      paragraph('“Term” means the time until the end.'),
      heading(2, '2. Payment'),
      paragraph('2.1 The fees are paid as section 3 of the Companies Act says and clauses 1.1 and 9.9 allow.'),
      paragraph('Signed by A for Arden'),
      heading(2, 'Schedule 1 – Fees'),
      heading(3, '1. Charges'),
      paragraph('See clause 2.'),
    ],
    'legal-contract',
  );

  test('is one file per clause and schedule, with a schedule whole', () => {
    expect(contentPaths(of)).toEqual([
      '01-parties.md',
      '02-clause-1-definitions.md',
      '03-clause-2-payment.md',
      '04-signatures.md',
      '05-schedule-1-fees.md',
    ]);
    expect(of.quality).toEqual({ tier: 'full', granularity: 'numbered_unit', fallbackApplied: false });
    expect(text(of, '02-clause-1-definitions.md')).toContain('## Agreed terms\n\n## 1. Definitions');
  });

  test('links references to the files that hold them, and no others', () => {
    expect(text(of, '02-clause-1-definitions.md')).toContain(
      '[clause 2.1](03-clause-2-payment.md) and [Schedule 1](05-schedule-1-fees.md)',
    );
    expect(text(of, '03-clause-2-payment.md')).toContain(
      'as section 3 of the Companies Act says and [clauses 1.1](02-clause-1-definitions.md#1-definitions) and 9.9 allow',
    );
  });

  test('lists the defined terms', () => {
    const { definitions } = json(of, 'definitions.json') as { definitions: object[] };
    expect(definitions).toEqual([
      expect.objectContaining({ term: 'Supplier', file: '01-parties.md', page: 1 }),
      expect.objectContaining({ term: 'Fees', definition: 'the fees of clause 2.1 and Schedule 1.' }),
      expect.objectContaining({ term: 'Term' }),
    ]);
  });

  test('takes clauses that are printed as paragraphs', () => {
    const plain = unverified(
      [1, 2, 3].map((n) => ({ ...paragraph(`${n}. The Owner shall pay. And more.`), number: `${n}.` })),
      'legal-contract',
    );
    expect(contentPaths(plain)).toEqual([1, 2, 3].map((n) => `0${n}-clause-${n}-the-owner-shall-pay.md`));
  });
});

describe('charter-party', () => {
  test('has the boxes, the printed clauses and the rider clauses', () => {
    const of = unverified(
      [
        heading(1, 'Uniform Charter'),
        heading(2, 'PART I'),
        field('1', 'Shipbroker', ['Pelagic plc', 'Oslo']),
        field('2', 'Place and date', ['Bergen, 3 May 2024']),
        paragraph('It is mutually agreed.'),
        heading(2, 'PART II', 2),
        heading(3, '1. Preamble', 2),
        paragraph('It is agreed.', 2),
        heading(3, '2. Deviation', 2),
        paragraph('The vessel may deviate, see clause 3.', 2),
        heading(2, 'RIDER CLAUSES', 3),
        heading(3, '3. Holds', 3),
        paragraph('The holds shall be clean.', 3),
        heading(3, '4. Hatches', 3),
        paragraph('Opening is for the owners.', 3),
      ],
      'charter-party',
    );
    expect(contentPaths(of)).toEqual([
      'part-1-commercial-terms/01-commercial-terms.md',
      'part-2-printed-clauses/01-clause-1-preamble.md',
      'part-2-printed-clauses/02-clause-2-deviation.md',
      'rider-clauses/01-clause-3-holds.md',
      'rider-clauses/02-clause-4-hatches.md',
    ]);
    expect(text(of, contentPaths(of)[0]!)).toContain(
      '**1. Shipbroker**\n\nPelagic plc\n\nOslo\n\n**2. Place and date**',
    );
    expect(text(of, 'part-2-printed-clauses/02-clause-2-deviation.md')).toContain(
      '[clause 3](../rider-clauses/01-clause-3-holds.md#3-holds)',
    );
    expect(json(of, 'boxes.json')).toEqual({
      boxes: [
        { number: '1', label: '1. Shipbroker', lines: ['Pelagic plc', 'Oslo'], file: contentPaths(of)[0], page: 1 },
        { number: '2', label: '2. Place and date', lines: ['Bergen, 3 May 2024'], file: contentPaths(of)[0], page: 1 },
      ],
    });
  });
});

describe('academic-paper', () => {
  test('has the names that papers share, whatever number is printed before them', () => {
    const titles = [
      'Abstract',
      '1 Introduction',
      'II. Materials and Methods',
      '3. Results',
      '4 Discussion',
      '5 Conclusions',
    ];
    const of = unverified(
      [
        heading(1, 'On Things'),
        paragraph('A. Author, B. Author'),
        ...[...titles, '6 Our Own Matter', 'References', 'Appendix A Proofs'].flatMap((title) => [
          heading(2, title),
          list([['1.', LONG]]),
        ]),
      ],
      'academic-paper',
    );
    expect(contentPaths(of)).toEqual([
      '01-front-matter.md',
      '02-abstract.md',
      '03-introduction.md',
      '04-methods.md',
      '05-results.md',
      '06-discussion.md',
      '07-conclusion.md',
      '08-our-own-matter.md',
      '09-references.md',
      '10-appendix-a-proofs.md',
    ]);
  });
});

test.each(TEMPLATES)('%s falls back to headings where it does not fit, and says why', (template) => {
  const of = unverified([heading(1, 'A letter'), paragraph('Dear all,'), list([['•', 'greetings']])], template);
  expect(of.quality).toMatchObject({ tier: 'degraded', fallbackApplied: true });
  expect(of.findings).toEqual([expect.objectContaining({ code: 'template_mismatch', severity: 'review' })]);
  expect(contentPaths(of)).toHaveLength(1);
});
