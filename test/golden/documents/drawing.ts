/** What the golden documents are drawn with. */
import type { Template } from '../../../contract/vocabulary.js';
import { at, pdf, type Pdf } from '../../support/pdf.js';

export interface GoldenDocument {
  name: string;
  template: Template | null;
  bytes: () => Promise<Buffer>;
}

export const BODY =
  'The survey was carried out over three seasons, and its results are set out below in the order in which they were ' +
  'obtained. Where an observation could not be repeated it was left out, and the reason is given in a note.';

const SENTENCES = [
  'The harbour was dredged in the spring of that year.',
  'Every vessel that draws more than four metres waits for the tide outside the bar.',
  'A pilot comes on board at the outer buoy and leaves at the quay.',
  'Three lights are shown at night, the lowest of them red.',
  'Nothing was found to be wrong with the older of the two cranes.',
  'The wind stood in the north for most of the season and the boats stayed in.',
  'What was paid for the repairs is told in the report of the board.',
];

/** Running text of `count` sentences that differs with `start`, as the pages of a document do. */
export function prose(start: number, count: number): string {
  return Array.from({ length: count }, (_, i) => SENTENCES[(start * 3 + i) % SENTENCES.length]).join(' ');
}

export function title(doc: Pdf, text: string): void {
  doc.font('Helvetica-Bold').fontSize(24).text(text).moveDown();
}

export function head(doc: Pdf, text: string, size = 16): void {
  doc.moveDown().font('Helvetica-Bold').fontSize(size).text(text).moveDown(0.5);
}

export function body(doc: Pdf, text = BODY, times = 1): void {
  doc.font('Helvetica').fontSize(11);
  for (let count = 0; count < times; count++) doc.text(text, { align: 'left' }).moveDown(0.6);
}

/** Draws on every page, with no margin in the way. */
export function onEveryPage(doc: Pdf, draw: (page: number) => void): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    draw(page + 1);
  }
}

/** Running head and page number on every page. */
export function furniture(doc: Pdf, text: string): void {
  onEveryPage(doc, (page) => {
    doc.font('Helvetica').fontSize(9).text(text, 72, 36, { lineBreak: false });
    doc.text(`Page ${page}`, 280, 800, { lineBreak: false });
  });
}

/** Rows of a table: texts at the left edges `xs`, the first row bold, 18 points apart. */
export function rows(doc: Pdf, texts: readonly (readonly string[])[], xs: readonly number[], y: number) {
  texts.forEach((row, r) => {
    doc.font(r === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(10);
    row.forEach((text, c) => at(doc, xs[c]! + 4, y + 18 * r + 12, text));
  });
}

export function rule(doc: Pdf, from: [number, number], to: [number, number]): void {
  doc
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(0.5)
    .stroke();
}

/** A document without a template, unless it is given one. */
export function golden(
  name: string,
  draw: (doc: Pdf) => void,
  { template = null, ...options }: PDFKit.PDFDocumentOptions & { template?: Template | null } = {},
): GoldenDocument {
  return { name, template, bytes: () => pdf(draw, options) };
}
