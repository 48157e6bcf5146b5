/** Documents of the templates that have a form of their own, and one that does not fit the template it is given. */
import { at, type Pdf } from '../../support/pdf.js';
import { body, golden, head, prose, rule, title, type GoldenDocument } from './drawing.js';

const BOXES: readonly [label: string, value: string][] = [
  ['1. Shipbroker', 'Harlan & Sons, Brack'],
  ['2. Place and date', 'Brack, 4 May 1998'],
  ['3. Owners', 'Corran Line Ltd'],
  ['4. Charterers', 'Dunmore Grain plc'],
  ['5. Vessel’s name', 'M.V. Solvejg'],
  ['6. GRT/NRT', '2,410 / 1,330'],
  ['7. DWT all told', '3,600 tons'],
  ['8. Present position', 'Trading'],
];

/** Part I: two boxes a row, each with its number, its name and what is filled in. */
function boxes(doc: Pdf, top: number): void {
  const [left, middle, right] = [50, 297, 545];
  BOXES.forEach(([label, value], i) => {
    const [x, y] = [i % 2 === 0 ? left : middle, top + 40 * Math.floor(i / 2)];
    doc.font('Helvetica').fontSize(7);
    at(doc, x + 4, y + 10, label);
    doc.font('Courier').fontSize(10);
    at(doc, x + 10, y + 28, value);
  });
  const bottom = top + 20 * BOXES.length;
  for (let y = top; y <= bottom; y += 40) rule(doc, [left, y], [right, y]);
  for (const x of [left, middle, right]) rule(doc, [x, top], [x, bottom]);
}

function paperColumn(doc: Pdf, x: number, y: number, sections: readonly [name: string, start: number][]): void {
  doc.text('', x, y);
  for (const [name, start] of sections) {
    doc.font('Times-Bold').fontSize(11).text(name, x, doc.y, { width: 215 }).moveDown(0.3);
    doc.font('Times-Roman').fontSize(9.5).text(prose(start, 8), { width: 215, align: 'justify' }).moveDown();
  }
}

export const TEMPLATED: readonly GoldenDocument[] = [
  golden(
    'charter-party',
    (doc) => {
      doc.font('Helvetica-Bold').fontSize(12).text('UNIFORM GENERAL CHARTER', 50, 50).text('PART I', 50, 70);
      boxes(doc, 100);
      doc.addPage().font('Helvetica-Bold').fontSize(12).text('PART II', 72, 60).moveDown();
      for (const [i, name] of ['Owners’ Responsibility', 'Loading', 'Freight', 'Laytime'].entries()) {
        doc
          .font('Helvetica-Bold')
          .fontSize(10)
          .text(`${i + 1}. ${name}`)
          .moveDown(0.3);
        doc.font('Helvetica').text(prose(i, 5)).moveDown();
      }
      doc.addPage().font('Helvetica-Bold').fontSize(12).text('RIDER CLAUSES', 72, 60).moveDown();
      for (const [i, name] of ['Ice', 'War'].entries()) {
        doc
          .font('Helvetica-Bold')
          .fontSize(10)
          .text(`${i + 5}. ${name}`)
          .moveDown(0.3);
        doc
          .font('Helvetica')
          .text(prose(i + 4, 4))
          .moveDown();
      }
    },
    { template: 'charter-party' },
  ),
  golden(
    'paper-in-two-columns',
    (doc) => {
      doc.font('Times-Bold').fontSize(17).text('On the Drift of Buoys', { align: 'center' }).moveDown(0.5);
      doc.font('Times-Roman').fontSize(9.5).text('A. Holm, B. Garve', { align: 'center' });
      doc.text('Harbour College, Brack', { align: 'center' }).moveDown();
      doc.font('Times-Bold').fontSize(11).text('Abstract').moveDown(0.3);
      doc.font('Times-Roman').fontSize(9.5).text(prose(0, 5)).moveDown();
      const top = doc.y + 6;
      paperColumn(doc, 72, top, [
        ['1 Introduction', 1],
        ['2 Methods', 2],
        ['3 Results', 3],
      ]);
      paperColumn(doc, 309, top, [
        ['4 Discussion', 4],
        ['5 Conclusion', 5],
      ]);
      doc.font('Times-Bold').fontSize(11).text('References', 309, doc.y, { width: 215 }).moveDown(0.3);
      doc.font('Times-Roman').fontSize(8.5);
      doc.text('[1] C. Ester. Of chains and anchors. Journal of the Coast 4, 1987.', { width: 215 });
      doc.text('[2] D. Fallow. How buoys move. Harbour Press, 1991.', { width: 215 });
    },
    { template: 'academic-paper' },
  ),
  golden(
    'no-book-at-all',
    (doc) => {
      body(doc, 'Brack, 4 May 1998');
      body(doc, 'Dear Sirs,');
      body(doc, prose(1, 6));
      body(doc, prose(2, 6));
      body(doc, 'Yours faithfully,');
      body(doc, 'I. Solheim');
    },
    { template: 'book' },
  ),
  golden('sections-without-numbers', (doc) => {
    title(doc, 'Rules of the Club');
    for (const [i, name] of ['Members', 'Meetings', 'Boats'].entries()) {
      head(doc, name, 14);
      body(doc, prose(i, 5));
      body(doc, prose(i + 1, 4));
    }
  }),
];
