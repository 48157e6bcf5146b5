import { describe, expect, it } from '@jest/globals';
import { plainText } from '../../../../engine/text/spans.js';
import { at, pdf, structured, type Pdf } from '../../../support/pdf.js';

const xs = [72, 200, 330, 460];

/** Draws a grid with a bold header row and one row a line, from `y` down. */
function drawTable(doc: Pdf, y: number, rows: readonly (readonly string[])[]): void {
  rows.forEach((row, r) => {
    doc.font(r === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(9);
    row.forEach((text, c) => {
      doc.rect(xs[c]!, y + 18 * r, xs[c + 1]! - xs[c]!, 18).stroke();
      at(doc, xs[c]! + 4, y + 18 * r + 12, text);
    });
  });
}

const head = ['Port', 'Arrival', 'Cargo'];
const row = (i: number): string[] => [`Port ${i}`, `${i} May`, String(i * 1000)];

describe('tables of a PDF', () => {
  it('are one over two pages, at their place in the text', async () => {
    const bytes = await pdf((doc) => {
      doc.font('Helvetica').fontSize(9);
      at(doc, 72, 100, 'The ports are listed here, in the order of their calls.');
      drawTable(doc, 640, [head, row(1), row(2), row(3)]);
      doc.addPage();
      drawTable(doc, 72, [head, row(4), row(5)]);
      doc.font('Helvetica').fontSize(9);
      at(doc, 72, 160, 'No further ports were called at in the course of that year.');
    });
    const { blocks } = await structured(bytes);
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph']);
    const [, table] = blocks;
    if (table?.kind !== 'table') throw new Error('no table');
    expect(table.headerRows).toBe(1);
    expect(table.rows.map((cells) => cells.map(({ spans }) => plainText(spans)))).toEqual([
      head,
      ...[1, 2, 3, 4, 5].map(row),
    ]);
    expect(table.source.map(({ page }) => page)).toEqual([1, 2]);
  });
});
