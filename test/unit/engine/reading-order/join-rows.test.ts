/** Lines of one baseline within a column: which are one line, and which stand at the ends of a row. */
import { describe, expect, test } from '@jest/globals';
import { joinRows, ROW_PARTS, type RowParts } from '../../../../engine/reading-order/join-rows.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { Line } from '../../../../engine/text/line.js';
import { emptyPage, line, linesBelow } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';
import { at, pdf, structured } from '../../../support/pdf.js';

const text = linesBelow(['running text of the page below', 'running text of the page below it'], { y: 150 });
const texts = (lines: readonly Line[]): string[] => joinRows(emptyPage(), lines).map((one) => one.text);

describe('two parts of a row', () => {
  function judged(left: Line, right: Line, over: Partial<RowParts> = {}): string {
    const { verdict, rule } = decideWithRule(ROW_PARTS, {
      left,
      right,
      textSize: 10,
      opens: false,
      endsEntry: false,
      ...over,
    });
    return `${verdict}: ${rule}`;
  }

  test('are one line in the type of the text, however wide the gap', () =>
    expect(judged(line('Name'), line('Jane Doe', { x: 400 }))).toBe('one-line: otherwise'));

  test('are two where a title has a number at the other end', () => {
    const title = line('TRANSMITTAL', { size: 16 });
    expect(judged(title, line('2.3.59', { size: 16, x: 400 }))).toBe('apart: ends-of-a-title-row');
    expect(judged(title, line('2.3.59', { size: 16, x: 190 }))).toBe('one-line: otherwise');
  });

  test('are one where the number is the page of an entry', () => {
    const [chapter, page] = [line('Chapter 2 Lamps', { size: 14 }), line('11', { size: 14, x: 400 })];
    expect(judged(chapter, page, { endsEntry: true })).toBe('one-line: page-of-an-entry');
    expect(judged(chapter, page)).toBe('apart: ends-of-a-title-row');
  });

  test('are two where bold parts far apart are above everything else', () => {
    const [left, right] = [line('Weekly Round-Up', { font: BOLD }), line('Fri, Feb 24', { font: BOLD, x: 300 })];
    expect(judged(left, right, { opens: true })).toBe('apart: bold-row-at-the-top');
    expect(judged(left, right)).toBe('one-line: otherwise');
  });

  test('are two where both are captions', () => {
    const [left, right] = [line('Table 1: Ships'), line('Table 2: Crews', { x: 300 })];
    expect(judged(left, right)).toBe('apart: captions');
    expect(judged(left, line('in thousands', { x: 300 }))).toBe('one-line: otherwise');
  });

  test('are two where one is a far larger number', () => {
    const number = line('5', { size: 60 });
    expect(judged(number, line('and the Body', { size: 20, x: 200 }))).toBe('apart: other-size');
    expect(judged(number, line('nce upon a time', { size: 20, x: 104 }))).toBe('one-line: otherwise');
  });
});

describe('the lines of a column', () => {
  test('are joined by their baselines, but for the ends of a title row', () => {
    const [title, number] = [line('TRANSMITTAL', { size: 16 }), line('2.3.59', { size: 16, x: 400 })];
    expect(texts([title, number, ...text])).toEqual(['TRANSMITTAL', '2.3.59', ...text.map((one) => one.text)]);
    expect(texts([line('Name'), line('Jane', { x: 300 }), ...text])[0]).toBe('Name Jane');
  });

  test('have the page numbers of large entries, where three rise at one edge', () => {
    const row = (name: string, page: string, y: number): Line[] => [
      line(name, { size: 14, y }),
      line(page, { size: 14, x: 400, y }),
    ];
    const entries = [...row('Lamps', '11', 100), ...row('Wicks', '23', 120), ...row('Oil', '37', 140)];
    expect(texts([...entries, ...text]).slice(0, 3)).toEqual(['Lamps 11', 'Wicks 23', 'Oil 37']);
    expect(texts([...entries.slice(0, 4), ...text]).slice(0, 2)).toEqual(['Lamps', '11']);
    const falling = [...row('Lamps', '11', 100), ...row('Wicks', '23', 120), ...row('Oil', '17', 140)];
    expect(texts([...falling, ...text]).slice(0, 2)).toEqual(['Lamps', '11']);
  });

  test('have the second line of a title before the word at the other end of its first', () => {
    const [title, label] = [line('Notebook in the Roads,', { size: 16 }), line('Notes', { size: 16, x: 400 })];
    const rest = (y: number): Line => line('Section 1', { size: 16, x: 100, y });
    const first = [title, label, rest(title.baseline + 18)].map(({ text }) => text);
    expect(texts([title, label, rest(title.baseline + 18), ...text]).slice(0, 3)).toEqual([
      first[0],
      first[2],
      first[1],
    ]);
    expect(texts([title, label, rest(title.baseline + 30), ...text]).slice(0, 3)).toEqual(first);
  });

  test('have the large number of a chapter before the lines that it reaches down beside', () => {
    const title = linesBelow(['The Brain', 'and the Body'], { x: 200, y: 76, size: 20 });
    expect(texts([title[0]!, line('5', { size: 60, y: 100 }), line('below', { x: 200, y: 100, size: 20 })])).toEqual([
      '5',
      'The Brain',
      'below',
    ]);
  });
});

test('a chapter with its number beside the title, and a title with a date at the other end, read as printed', async () => {
  const bytes = await pdf((doc) => {
    doc.font('Helvetica-Bold').fontSize(14);
    at(doc, 72, 78, 'CHAPTER');
    doc.font('Helvetica').fontSize(90);
    at(doc, 76, 160, '5');
    doc.font('Helvetica-Bold').fontSize(30);
    at(doc, 210, 104, 'Physical Growth:');
    doc.fontSize(22);
    at(doc, 210, 134, 'The Brain, the Body,');
    at(doc, 210, 160, 'and the Senses');
    doc.font('Helvetica').fontSize(10);
    for (let i = 0; i < 30; i++) at(doc, 210, 200 + 13 * i, 'growth goes on for many years in children of all kinds');
    doc.addPage().font('Helvetica-Bold').fontSize(16);
    at(doc, 72, 90, 'Manual of Growth');
    at(doc, 450, 90, '2.3.59');
    doc.font('Helvetica').fontSize(10);
    for (let i = 0; i < 30; i++) at(doc, 72, 130 + 13 * i, 'growth goes on for many years in children of all kinds');
  });
  const { blocks } = await structured(bytes);
  const headings = blocks.flatMap((block) =>
    block.kind === 'heading' ? [block.spans.map((span) => span.text).join('')] : [],
  );
  expect(headings).toEqual(['CHAPTER 5 Physical Growth: The Brain, the Body, and the Senses', 'Manual of Growth']);
});
