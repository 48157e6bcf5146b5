/** A report, a contract and a book, each with what most of its kind have. */
import { body, BODY, furniture, golden, head, title, type GoldenDocument } from './drawing.js';

export const BASIC: readonly GoldenDocument[] = [
  golden('report', (doc) => {
    title(doc, 'A Survey of the Coast');
    for (const [number, name] of ['Aims', 'Methods', 'Findings'].entries()) {
      head(doc, `${number + 1} ${name}`);
      body(doc, BODY, 8);
      head(doc, `${number + 1}.1 Details of ${name.toLowerCase()}`, 13);
      body(doc, BODY, 3);
    }
    furniture(doc, 'Coast Survey Office');
  }),
  golden(
    'contract',
    (doc) => {
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
    },
    { template: 'legal-contract' },
  ),
  golden(
    'book',
    (doc) => {
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
    },
    { template: 'book' },
  ),
];
