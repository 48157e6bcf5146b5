import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import type { ParsedPage } from '../../../../engine/model.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { plainText } from '../../../../engine/text/spans.js';
import { legalContract } from '../../../../engine/templates/legal-contract.js';
import { heading, list, paragraph, info } from '../../../support/blocks.js';
import { BOLD, page, type TextAt } from '../../../support/pages.js';

const INFO = info(1);

const structure = (pages: readonly ParsedPage[]): Block[] =>
  blocksOfPages(
    { ...INFO, pageCount: pages.length },
    pages.map((one, i) => ({ ...one, number: i + 1 })),
  ).blocks;

const printed = (blocks: readonly Block[]): string[] =>
  blocks.map((block) => ('spans' in block ? `${block.kind}: ${plainText(block.spans)}` : block.kind));

const outline = (blocks: readonly Block[]): [number, string][] =>
  blocks.flatMap((block) =>
    block.kind === 'heading' ? [[block.level, plainText(block.spans)] as [number, string]] : [],
  );

/** As wide as the others, so that nothing tells the end of a paragraph but the space below. */
const LINE = 'each of the parties shall bear the costs that it has had in the matter of this agreement';

const lines = (count: number, top: number, step: number, text = LINE): TextAt[] =>
  Array.from({ length: count }, (_, i) => ({ text, x: 72, y: top + i * step }));

describe('clauses', () => {
  it('takes numbered clauses under a bold heading for no table', () => {
    const blocks = structure([
      page([
        ...lines(3, 60, 12),
        { text: '1.', x: 72, y: 110, font: BOLD },
        { text: 'Fees', x: 110, y: 110, font: BOLD },
        { text: '1.1', x: 72, y: 130 },
        { text: 'The fees are due in arrears.', x: 110, y: 130 },
        { text: '1.2', x: 72, y: 150 },
        { text: 'They bear interest.', x: 110, y: 150 },
        { text: '1.3', x: 72, y: 170 },
        { text: 'No sum may be set off.', x: 110, y: 170 },
      ]),
    ]);
    expect(printed(blocks.slice(1))).toEqual([
      'heading: 1. Fees',
      'paragraph: 1.1 The fees are due in arrears.',
      'paragraph: 1.2 They bear interest.',
      'paragraph: 1.3 No sum may be set off.',
    ]);
  });

  it('keeps paragraphs apart where most have a single line', () => {
    const single = lines(12, 60, 18, `E${LINE.slice(1)}`);
    const double = [0, 1, 2, 3].flatMap((i) => lines(2, 60 + 12 * 18 + i * 30, 12));
    expect(structure([page([...single, ...double])])).toHaveLength(16);
  });
});

describe('headings of contracts', () => {
  const below = (top: number): TextAt[] => lines(3, top, 12);

  it('takes capitals in plain type above running text for headings, names above a line to sign on for none', () => {
    const blocks = structure([
      page([
        ...below(60),
        { text: 'CONFIDENTIALITY', x: 72, y: 110 },
        ...below(126),
        { text: 'ASSIGNMENT', x: 72, y: 176 },
        ...below(192),
        { text: 'HALDEN FERRY LTD', x: 72, y: 242 },
        { text: 'By: I. Solheim', x: 72, y: 258 },
      ]),
    ]);
    expect(outline(blocks).map(([, text]) => text)).toEqual(['CONFIDENTIALITY', 'ASSIGNMENT']);
  });

  it('takes a number in plain type for a heading where its clauses follow', () => {
    const clause = (n: number, y: number): TextAt[] => [
      { text: `${n}. Fees`, x: 72, y },
      { text: `${n}.1 ${LINE}.`, x: 72, y: y + 18 },
      { text: `${n}.2 ${LINE}.`, x: 72, y: y + 36 },
    ];
    const blocks = structure([page([...clause(1, 60), ...clause(2, 124), ...below(182)])]);
    expect(outline(blocks).map(([, text]) => text)).toEqual(['1. Fees', '2. Fees']);
  });

  it('takes the larger type of a form for text where its small print has most of the letters', () => {
    const small = Array.from({ length: 30 }, (_, i) => ({ text: LINE, x: 72, y: 60 + i * 10, size: 8 }));
    const form = [{ text: 'Code name: one that says little', x: 72, y: 60 }, ...lines(4, 90, 12)];
    expect(outline(structure([page(form), page(small), page(small)]))).toEqual([]);
  });

  it('keeps parts of one series on one level and the numbers of a schedule below it', () => {
    const head = (text: string, y: number, size = 10): TextAt => ({ text, x: 72, y, size, font: BOLD });
    const small = (top: number): TextAt[] => lines(3, top, 10).map((line) => ({ ...line, size: 8 }));
    const parts = structure([
      page([...below(60), head('PART I', 120), ...below(140)]),
      page([...small(50), head('PART II', 100, 8), ...small(116), head('1. Freight', 160, 8), ...small(176)]),
    ]);
    expect(outline(parts)).toEqual([
      [1, 'PART I'],
      [1, 'PART II'],
      [2, '1. Freight'],
    ]);
    const schedules = structure([
      page([head('1. Fees', 60), ...below(76), head('2. Term', 130), ...below(146)]),
      page([
        head('Schedule 1', 60),
        ...below(76),
        head('1. Dates', 130),
        ...below(146),
        head('Schedule 2', 200),
        ...below(216),
      ]),
    ]);
    expect(outline(schedules).map(([level]) => level)).toEqual([1, 1, 1, 2, 1]);
  });
});

describe('annexes', () => {
  const below = (top: number): TextAt[] => lines(3, top, 12);
  const centred = (text: string, y: number): TextAt => ({ text, x: 290 - text.length * 2.5, y, font: BOLD });

  it('stand as high as headings in capitals, with their names, on pages in step with their numbers', () => {
    const annex = (n: number): ParsedPage =>
      page([centred(`Annex ${n}`, 60), centred('Fees', 72), ...below(100), ...below(150)]);
    const first = page([{ text: 'RECITALS', x: 72, y: 60, font: BOLD }, ...below(90)]);
    expect(outline(structure([first, annex(1), annex(2), annex(3)]))).toEqual([
      [1, 'RECITALS'],
      [1, 'Annex 1 Fees'],
      [1, 'Annex 2 Fees'],
      [1, 'Annex 3 Fees'],
    ]);
  });

  it('may be called exhibits, which are no captions then', () => {
    const exhibit = page([centred('Exhibit A – Fees', 60), ...below(90)]);
    expect(outline(structure([page(below(60)), exhibit])).map(([, text]) => text)).toEqual(['Exhibit A – Fees']);
  });
});

describe('clauses without arabic numbers', () => {
  it.each([
    ['roman numbers', ['I. FEES', 'II. TERM']],
    ['names alone', ['Fees', 'Term', 'Notices']],
  ])('are files of their own: %s', (_, titles) => {
    const clauses = titles.flatMap((title) => [heading(2, title), paragraph('The parties agree.')]);
    const schedule = [heading(2, 'Schedule 1'), heading(3, 'Dates'), paragraph('In May.')];
    const result = legalContract([...clauses, ...schedule], 'A contract');
    const files = 'shape' in result ? result.shape.root.children.map(({ title }) => title) : [];
    expect(files).toEqual([...titles, 'Schedule 1']);
  });

  const DUTY = 'The parties shall do what is needed for this to be brought about.';
  const filesOf = (blocks: readonly Block[]): string[] => {
    const result = legalContract(blocks, 'A contract');
    return 'shape' in result ? result.shape.root.children.map(({ title }) => title) : [];
  };
  const annex = [heading(2, 'Annex 1'), list([1, 2, 3].map((n) => [`${n}.`, 'a short item']))];

  it('are files of their own: numbered paragraphs, with what stands in them', () => {
    const inner = list([['(a)', 'a case']]);
    const clauses = list([
      ['1.', `Fees. ${DUTY}`],
      ['2.', `Term. ${DUTY}`, inner],
      ['3.', `Notices. ${DUTY}`],
    ]);
    expect(filesOf([clauses, ...annex])).toEqual(['1. Fees', '2. Term', '3. Notices', 'Annex 1']);
  });

  it('are files of their own: paragraphs that begin with their names', () => {
    const named = ['Fees.', 'Term.', 'Notices.'].map((name) =>
      paragraph([{ text: name, bold: true }, { text: ` ${DUTY}` }]),
    );
    expect(filesOf([...named, ...annex])).toEqual(['Fees', 'Term', 'Notices', 'Annex 1']);
  });

  it('are not the items of a list', () => {
    expect(filesOf([paragraph(DUTY), ...annex.slice(1)])).toEqual([]);
  });
});
