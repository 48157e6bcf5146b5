/** Small documents, each for a few features, whose trees are compared with the files in test/golden/trees. */
import type { Template } from '../../contract/vocabulary.js';
import { pdf, type Pdf } from '../support/pdf.js';

export interface GoldenDocument {
  name: string;
  template: Template | null;
  bytes: () => Promise<Buffer>;
}

const BODY =
  'The survey was carried out over three seasons, and its results are set out below in the order in which they were ' +
  'obtained. Where an observation could not be repeated it was left out, and the reason is given in a note.';

function title(doc: Pdf, text: string): void {
  doc.font('Helvetica-Bold').fontSize(24).text(text).moveDown();
}

function head(doc: Pdf, text: string, size = 16): void {
  doc.moveDown().font('Helvetica-Bold').fontSize(size).text(text).moveDown(0.5);
}

function body(doc: Pdf, text = BODY, times = 1): void {
  doc.font('Helvetica').fontSize(11);
  for (let count = 0; count < times; count++) doc.text(text, { align: 'left' }).moveDown(0.6);
}

/** Running head and page number on every page. */
function furniture(doc: Pdf, text: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    doc.font('Helvetica').fontSize(9).text(text, 72, 36, { lineBreak: false });
    doc.text(`Page ${page + 1}`, 280, 800, { lineBreak: false });
  }
}

export const GOLDEN: readonly GoldenDocument[] = [
  {
    name: 'report',
    template: null,
    bytes: () =>
      pdf((doc) => {
        title(doc, 'A Survey of the Coast');
        for (const [number, name] of ['Aims', 'Methods', 'Findings'].entries()) {
          head(doc, `${number + 1} ${name}`);
          body(doc, BODY, 8);
          head(doc, `${number + 1}.1 Details of ${name.toLowerCase()}`, 13);
          body(doc, BODY, 3);
        }
        furniture(doc, 'Coast Survey Office');
      }),
  },
  {
    name: 'contract',
    template: 'legal-contract',
    bytes: () =>
      pdf((doc) => {
        title(doc, 'Services Agreement');
        body(doc, 'dated 4 May 2024');
        head(doc, 'Parties');
        body(doc, '(1) Arden Limited (the “Supplier”); and');
        body(doc, '(2) Brack plc (the “Customer”).');
        head(doc, '1. Definitions');
        body(doc, '1.1 “Fees” means the fees payable under clause 2.1 and set out in Schedule 1.');
        body(doc, '1.2 “Term” means the period of clause 3.');
        head(doc, '2. Payment');
        body(doc, '2.1 The Customer shall pay the Fees within thirty days of each invoice.');
        head(doc, '3. Term');
        body(doc, '3.1 This Agreement lasts for two years unless it is ended earlier under clause 2.');
        head(doc, 'Schedule 1 – Fees');
        body(doc, 'The Fees are one hundred pounds for each month of the Term.');
      }),
  },
  {
    name: 'book',
    template: 'book',
    bytes: () =>
      pdf((doc) => {
        title(doc, 'The Lighthouse Keepers');
        body(doc, 'edited by N. Rahman');
        for (const [name, times] of [
          ['Preface', 2],
          ['Chapter 1 The Tower', 9],
          ['Chapter 2 The Lamp', 9],
          ['Index', 1],
        ] as const) {
          doc.addPage();
          head(doc, name, 20);
          body(doc, name === 'Index' ? 'lamp 4, tower 3' : BODY, times);
        }
        furniture(doc, 'The Lighthouse Keepers');
      }),
  },
];
