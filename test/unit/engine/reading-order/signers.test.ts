/** Who sign beside each other below a contract: one after the other, with what is filled in for each. */
import { describe, expect, test } from '@jest/globals';
import { SIGNERS_BESIDE, splitSigners, type SignersBeside } from '../../../../engine/reading-order/signers.js';
import type { Box } from '../../../../engine/model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { Line } from '../../../../engine/text/line.js';
import { column, line } from '../../../support/engine-inputs.js';
import { at, pdf, structured } from '../../../support/pdf.js';

const BLANK = '_'.repeat(24);

/** Two texts beside each other, an empty one left out, with 24 points between rows: twice the usual distance. */
const beside = (left: readonly string[], right: readonly string[]): Line[][][] =>
  left.map((text, i) =>
    [text, right[i]!].map((one, side) => (one === '' ? [] : [line(one, { x: 72 + 200 * side, y: 100 + 24 * i })])),
  );

function judged(rows: Line[][][], over: Partial<SignersBeside> = {}): string {
  const { verdict, rule } = decideWithRule(SIGNERS_BESIDE, { rows, belowDrawn: new Set<Line>(), ...over });
  return `${verdict}: ${rule}`;
}

describe('rows of signers', () => {
  test('have a signature of each side', () => {
    const [ada, charles] = [
      [`By: ${BLANK}`, 'Ada Byron'],
      [`By: ${BLANK}`, 'Charles Babbage'],
    ];
    expect(judged(beside(ada, charles))).toBe('beside: signature-of-each');
    expect(judged(beside(['/s/ Ada Byron', 'Keeper'], ['/s/ Charles Babbage', 'Owner']))).toBe(
      'beside: signature-of-each',
    );
  });

  test('or the same two fields', () => {
    expect(judged(beside(['Name: Ada', 'Title: Keeper'], ['Name: Charles', 'Title: Owner']))).toBe(
      'beside: same-fields',
    );
    expect(judged(beside(['Name: Ada', 'Lamps'], ['Name: Charles', 'Oil']))).toBe('rows: otherwise');
  });

  test('or names below lines to sign on', () => {
    const names = beside([BLANK, 'Ada Byron, Keeper'], [BLANK, 'Charles Babbage']);
    expect(judged(names)).toBe('beside: names-below-lines-to-sign-on');
    expect(judged(beside([BLANK, 'oil and wicks'], [BLANK, 'lamps']))).toBe('rows: otherwise');
    const drawn = beside(['For the crew:', 'Ada Byron'], ['For the owner:', 'Charles Babbage']);
    expect(judged(drawn)).toBe('rows: otherwise');
    expect(judged(drawn, { belowDrawn: new Set(drawn[1]!.flat()) })).toBe('beside: names-below-lines-to-sign-on');
  });

  test('are more than one, and not the fields of one signer', () => {
    expect(judged(beside([`By: ${BLANK}`], [`By: ${BLANK}`]))).toBe('rows: one-row');
    expect(judged(beside([BLANK, 'Signature'], [BLANK, 'Date']))).toBe('rows: fields-of-one');
    const form = beside([BLANK, 'First Name', BLANK, 'Street Address'], [BLANK, 'Last Name', BLANK, 'Zip Code']);
    expect(judged(form)).toBe('rows: fields-of-one');
    expect(judged(form.slice(0, 2))).toBe('rows: otherwise');
    const clerks = beside([BLANK, 'Ada Byron, City Clerk'], [BLANK, 'Charles Babbage']);
    expect(judged(clerks)).toBe('beside: names-below-lines-to-sign-on');
  });
});

describe('a column', () => {
  const texts = (lines: readonly Line[], drawn: readonly Box[] = []): string[] =>
    splitSigners(column(lines), drawn).map((part) => part.lines.map(({ text }) => text).join(' / '));
  const wide = 'a line of running text over the whole width of the column above the rest';

  test('is split into its signers, and the text above and below them', () => {
    const rows = beside(['BUYER:', 'By:', 'Ada Byron'], ['SELLER:', 'By:', 'Charles Babbage']).flat(2);
    const below = line(wide, { y: 220 });
    expect(texts([line(wide, { y: 52 }), line('ends here.', { y: 76 }), ...rows, below])).toEqual([
      `${wide} / ends here.`,
      'BUYER: / By: / Ada Byron',
      'SELLER: / By: / Charles Babbage',
      wide,
    ]);
  });

  test('keeps to each signer labels with what is filled in behind a gap, and a row of one of them', () => {
    const filled = (label: string, text: string, x: number, y: number): Line[] => [
      line(label, { x, y }),
      line(text, { x: x + 50, y }),
    ];
    const lines = [
      ...[...filled('By:', BLANK, 72, 100), ...filled('By:', BLANK, 300, 100)],
      ...[...filled('Name:', 'Ada', 72, 124), ...filled('Name:', 'Charles', 300, 124)],
      line('of the north', { x: 122, y: 136 }),
      ...[...filled('Title:', 'Keeper', 72, 150), ...filled('Title:', 'Owner', 300, 150)],
    ];
    expect(texts(lines)).toEqual([
      `By: / ${BLANK} / Name: / Ada / of the north / Title: / Keeper`,
      `By: / ${BLANK} / Name: / Charles / Title: / Owner`,
    ]);
  });

  test('has names below lines that are drawn to sign on', () => {
    const rows = beside(['Ada Byron', 'Keeper'], ['Charles Babbage', 'Owner']).flat(2);
    const drawn = [72, 272].map((x) => ({ x0: x, x1: x + 150, y0: 88, y1: 88.5 }));
    expect(texts(rows, drawn)).toEqual(['Ada Byron / Keeper', 'Charles Babbage / Owner']);
    expect(texts(rows)).toHaveLength(1);
    // a line above both is that of a table
    expect(texts(rows, [{ x0: 72, x1: 372, y0: 88, y1: 88.5 }])).toHaveLength(1);
    const signed = beside(['/s/ Ada Byron', 'Ada Byron'], ['/s/ Charles Babbage', 'Charles Babbage']).flat(2);
    const below = drawn.map((box) => ({ ...box, y0: signed[0]!.baseline + 2, y1: signed[0]!.baseline + 2.5 }));
    expect(texts(signed, below)).toHaveLength(2);
  });

  test('stays whole where the drawn lines underline the heads of its columns', () => {
    const rows = beside(['Name', 'Ada Byron', 'Charles Babbage'], ['City', 'New York', 'San Francisco']).flat(2);
    const y = rows[0]!.baseline;
    const drawn = [72, 272].map((x) => ({ x0: x, x1: x + 150, y0: y + 2, y1: y + 2.5 }));
    expect(texts(rows, drawn)).toHaveLength(1);
  });

  test('stays whole where the sides touch', () => {
    const near = [line(`By: ${BLANK}`, { x: 72 }), line('By: Ada', { x: 216 })];
    expect(texts([...near, line('Keeper', { y: 124 }), line('Owner', { x: 216, y: 124 })])).toHaveLength(1);
  });
});

test('two parties sign a contract beside each other, with room for their hands', async () => {
  const bytes = await pdf((doc) => {
    doc.font('Helvetica').fontSize(10);
    for (let i = 0; i < 4; i++)
      at(doc, 72, 90 + 13 * i, 'The parties have signed this contract by those who have power to bind them to it.');
    const party = (x: number, name: string, by: string): void =>
      [name, `By: ${BLANK}`, `Name: ${by}`, 'Title: Keeper'].forEach((text, i) => at(doc, x, 170 + 24 * i, text));
    party(72, 'North Light Company', 'Ada Byron');
    party(320, 'South Oil Company', 'Charles Babbage');
  });
  const { blocks } = await structured(bytes);
  const texts = blocks.map((block) => ('spans' in block ? block.spans.map(({ text }) => text).join('') : ''));
  const order = ['North Light Company', `By: ${BLANK}`, 'Name: Ada Byron', 'Title: Keeper'];
  const other = ['South Oil Company', `By: ${BLANK}`, 'Name: Charles Babbage', 'Title: Keeper'];
  expect(texts.slice(-8)).toEqual([...order, ...other]);
});

test('counsel sign beside each other in columns that a gutter shows, each line for itself', async () => {
  const bytes = await pdf((doc) => {
    doc.font('Helvetica').fontSize(10);
    for (let i = 0; i < 4; i++)
      at(doc, 72, 90 + 13 * i, 'The parties have filed this paper by those who have power to bind them to it.');
    const counsel = (x: number, lines: readonly string[]): void =>
      lines.forEach((text, i) => at(doc, x, 170 + 13 * i, text));
    counsel(72, ['/s/ Ada Byron', 'Byron and Daughters LLP', '17 Harbour Street', 'Cowes, NY 10007']);
    counsel(320, ['/s/ Charles Babbage', 'Difference Law Offices', '4 Quay Road, Suite 5', 'Ryde, NY 10008']);
  });
  const { blocks } = await structured(bytes);
  const texts = blocks.map((block) => ('spans' in block ? block.spans.map(({ text }) => text).join('') : ''));
  const ada = ['/s/ Ada Byron', 'Byron and Daughters LLP', '17 Harbour Street', 'Cowes, NY 10007'];
  const charles = ['/s/ Charles Babbage', 'Difference Law Offices', '4 Quay Road, Suite 5', 'Ryde, NY 10008'];
  expect(texts.slice(1)).toEqual([ada.join('\n'), charles.join('\n')]);
});
