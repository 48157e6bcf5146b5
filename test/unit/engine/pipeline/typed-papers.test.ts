/** Receipts, court papers and statistics as programs print them: small pages of their own. */
import { expect, test } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import { plainText } from '../../../../engine/text/spans.js';
import { at, pdf, structured, type Pdf } from '../../../support/pdf.js';

const TEXT = [
  'The motion of the keepers came on to be heard in the spring term, and the court, having read',
  'the papers that both parties filed with it, finds that the lamp was lit on each of the nights.',
  'The motion is therefore granted, and the harbour master pays the costs of the case in full.',
];
const textOf = (block: Block): string => ('spans' in block ? plainText(block.spans) : block.kind);
const lines = (doc: Pdf, y: number, x = 72): void => TEXT.forEach((words, i) => at(doc, x, y + 14 * i, words));
const blocksOf = async (draw: (doc: Pdf) => void): Promise<Block[]> =>
  (await structured(await pdf((doc) => draw(doc.font('Times-Roman').fontSize(11))))).blocks;

test('labels and values close beside each other are read row by row', async () => {
  const rows = {
    'Invoice number': '8739-0152',
    'Receipt number': '2721',
    'Date paid': 'July 19',
    'Paid by': 'card 7267',
  };
  const blocks = await blocksOf((doc) => {
    Object.entries(rows).forEach(([label, value], i) => {
      at(doc, 72, 100 + 14 * i, label);
      at(doc, 148, 100 + 14 * i, value);
    });
    lines(doc, 200);
  });
  const texts = blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.map((row) => row.map(({ spans }) => plainText(spans)).join(' '))
      : textOf(block).split('\n'),
  );
  expect(texts.slice(0, 4)).toEqual(Object.entries(rows).map(([label, value]) => `${label} ${value}`));
});

test('a row of underscores is a line by itself', async () => {
  const blocks = await blocksOf((doc) => {
    at(doc, 72, 100, 'In re: THE KEEPERS OF THE LAMP');
    at(doc, 200, 114, '_________________________');
    lines(doc, 160);
  });
  expect(blocks.map(textOf)[0]).toBe('In re: THE KEEPERS OF THE LAMP');
});

test('a note whose raised mark stands clear of its text is one', async () => {
  const blocks = await blocksOf((doc) => {
    at(doc, 72, 100, 'Per Curiam:');
    doc.fontSize(7);
    at(doc, 124, 96, '*');
    doc.fontSize(11);
    lines(doc, 130);
    doc.moveTo(72, 690).lineTo(200, 690).stroke();
    doc.fontSize(6);
    at(doc, 90, 701, '*');
    doc.fontSize(9);
    at(doc, 98, 705, 'The court has determined that this opinion should not be published and is not precedent.');
  });
  const note = blocks.find(({ kind }) => kind === 'footnote');
  expect(note && textOf(note)).toBe(
    'The court has determined that this opinion should not be published and is not precedent.',
  );
});

test('rows between a ruled-off header and a ruled-off total are rows, and none of them is fused', async () => {
  const ports = ['Oslo', 'Bergen', 'Hull', 'Leith', 'Ostend', 'Bremen', 'Aarhus'];
  const blocks = await blocksOf((doc) => {
    const row = (y: number, cells: readonly string[]): void =>
      cells.forEach((cell, c) => at(doc, 76 + 110 * c, y, cell));
    const rule = (y: number): void => void doc.moveTo(72, y).lineTo(500, y).stroke();
    rule(100);
    row(114, ['Port', 'Ships', 'Cargo', 'Dues']);
    rule(120);
    row(134, ['1', '2', '3', '4']);
    rule(140);
    ports.forEach((port, i) => row(156 + 14 * i, [port, `${12 + i}`, i % 3 ? `${i}.5` : '-', `${40 - i}`]));
    rule(250);
    row(264, ['All ports', '105', '9.5', '259']);
    rule(270);
    lines(doc, 320);
  });
  const [table] = blocks;
  expect(table).toMatchObject({ kind: 'table' });
  expect(table?.kind === 'table' && table.rows).toHaveLength(ports.length + 3);
});

test('figures that wide spacing puts into the columns of a table are cells of their own', async () => {
  const blocks = await blocksOf((doc) => {
    for (const [i, figures] of ['123', '456', '789', '321'].entries()) {
      at(doc, 76, 114 + 14 * i, `Pier ${i}`);
      doc.text(figures, 200, 114 + 14 * i, { lineBreak: false, baseline: 'alphabetic', characterSpacing: 90 });
    }
    lines(doc, 320);
  });
  const [table] = blocks;
  const rows = table?.kind === 'table' ? table.rows.map((row) => row.map(({ spans }) => plainText(spans))) : [];
  expect(rows[1]).toEqual(['Pier 1', '4', '5', '6']);
});

test('the unit below a large figure is no heading', async () => {
  const blocks = await blocksOf((doc) => {
    lines(doc, 100);
    doc.fontSize(40);
    at(doc, 72, 220, '2.5');
    doc.fontSize(18);
    at(doc, 72, 244, 'kilograms');
    doc.fontSize(11);
    lines(doc, 270);
  });
  expect(blocks.filter(({ kind }) => kind === 'heading')).toEqual([]);
});
