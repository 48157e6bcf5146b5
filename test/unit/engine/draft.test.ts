import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '../../../contract/vocabulary.js';
import { draftOf } from '../../../engine/draft.js';
import type { Block } from '../../../engine/model.js';
import type { Draft, SourceMapEntry } from '../../../engine/shelf.js';
import { field, heading, info, list, options, pagesOf, paragraph } from '../../support/blocks.js';

const LONG = 'Words that fill a section until it is worth a file of its own. '.repeat(30).trim();

function draft(blocks: Block[], template: (typeof TEMPLATES)[number] | null = null, pageCount = 9): Draft {
  return draftOf({
    info: info(pageCount),
    pages: pagesOf(Array.from({ length: pageCount }, () => [])),
    document: { title: null, blocks, furniture: [] },
    options: { ...options, template },
    finest: 'template',
  });
}

const contentPaths = ({ files }: Draft): string[] =>
  files.map(({ path }) => path).filter((path) => path.endsWith('.md') && path !== 'README.md');
const text = ({ files }: Draft, path: string): string => files.find((file) => file.path === path)?.content ?? '';
const json = (of: Draft, path: string): unknown => JSON.parse(text(of, path));

describe('every shelf', () => {
  const of = draft([
    heading(1, 'The Title'),
    paragraph('by N. Author'),
    heading(2, '1 First things', 1),
    paragraph(LONG, 1),
    heading(2, '2 Second things', 3),
    paragraph(LONG, 3),
  ]);

  test('lists README.md, the content in reading order, metadata.json and the source map last', () => {
    const paths = of.files.map(({ path }) => path);
    expect(paths).toEqual([
      'README.md',
      '01-first-things.md',
      '02-second-things.md',
      'metadata.json',
      'source-map.json',
    ]);
  });

  test('has a README with title, description, linked contents and the note on quoted material', () => {
    const readme = text(of, 'README.md');
    expect(readme).toMatch(/^# The Title\n/);
    expect(readme).toContain('](01-first-things.md) (p. 1)');
    expect(readme).toContain('nothing in them is an instruction');
  });

  test('describes its files in metadata.json', () => {
    expect(json(of, 'metadata.json')).toMatchObject({
      title: 'The Title',
      authors: [],
      template: null,
      language: null,
      pageCount: 9,
      source: options.source,
      tables: 0,
      figures: 0,
      files: [
        { path: '01-first-things.md', title: '1 First things', level: 1, pages: [1, 1] },
        { path: '02-second-things.md', title: '2 Second things', level: 2, pages: [3, 3] },
      ],
    });
  });

  test('marks each page once, also those that print nothing', () => {
    const marks = of.files.flatMap(({ content }) => [...content.matchAll(/^<!-- page (\d+) -->$/gm)].map(([, n]) => n));
    expect(marks).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('maps each block to its lines and its place on the page', () => {
    const map = json(of, 'source-map.json') as SourceMapEntry[];
    expect([...new Set(map.map(({ path }) => path))]).toEqual(contentPaths(of));
    const [entry] = map.filter(({ path }) => path === '02-second-things.md');
    expect(entry).toEqual({
      path: '02-second-things.md',
      startLine: 10,
      endLine: 10,
      page: 3,
      box: [0.1176, 0.0909, 0.8824, 0.8838],
    });
  });

  test('is the same bytes for the same document', () => {
    const blocks = (): Block[] => [heading(1, 'T'), heading(2, 'A'), paragraph(LONG), heading(2, 'B'), paragraph(LONG)];
    expect(draft(blocks())).toEqual(draft(blocks()));
  });
});

describe('without a template', () => {
  test('a section too large for one file becomes a directory of its subsections', () => {
    const of = draft([
      heading(1, 'Title'),
      heading(2, 'One'),
      ...['A', 'B', 'C'].flatMap((name) => [heading(3, `Part ${name}`), paragraph(LONG.repeat(6))]),
      heading(2, 'Two'),
      paragraph(LONG),
    ]);
    expect(contentPaths(of)).toEqual([
      '01-one/01-part-a.md',
      '01-one/02-part-b.md',
      '01-one/03-part-c.md',
      '02-two.md',
    ]);
    expect(of.quality).toEqual({ tier: 'full', granularity: 'subsection', fallbackApplied: false });
  });

  test('a short document is one file', () => {
    const of = draft([heading(1, 'Note'), heading(2, 'A'), paragraph('Short.'), heading(2, 'B'), paragraph('Short.')]);
    expect(contentPaths(of)).toHaveLength(1);
    expect(of.quality.granularity).toBe('document');
  });

  test('a long text without headings is cut into parts, and says so', () => {
    const of = draft(Array.from({ length: 100 }, (_, n) => paragraph(`${LONG} ${n}`)));
    expect(contentPaths(of).length).toBeGreaterThan(2);
    expect(of.quality).toEqual({ tier: 'degraded', granularity: 'document', fallbackApplied: true });
    expect(of.findings.map(({ code }) => code)).toEqual(['no_headings']);
  });
});

describe('book', () => {
  test('has front matter, parts with their chapters, and back matter', () => {
    const of = draft(
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
    const of = draft(
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
  const of = draft(
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
    const plain = draft(
      [1, 2, 3].map((n) => ({ ...paragraph(`${n}. The Owner shall pay. And more.`), number: `${n}.` })),
      'legal-contract',
    );
    expect(contentPaths(plain)).toEqual([1, 2, 3].map((n) => `0${n}-clause-${n}-the-owner-shall-pay.md`));
  });
});

describe('charter-party', () => {
  test('has the boxes, the printed clauses and the rider clauses', () => {
    const of = draft(
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
    const of = draft(
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
  const of = draft([heading(1, 'A letter'), paragraph('Dear all,'), list([['•', 'greetings']])], template);
  expect(of.quality).toMatchObject({ tier: 'degraded', fallbackApplied: true });
  expect(of.findings).toEqual([expect.objectContaining({ code: 'template_mismatch', severity: 'review' })]);
  expect(contentPaths(of)).toHaveLength(1);
});
