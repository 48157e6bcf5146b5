/** What offices send and people apply with: a letter with its bill, a laboratory's report, a page of cards, a career, a form. */
import { at, type Pdf } from '../../support/pdf.js';
import { body, golden, prose, rule, type GoldenDocument } from './drawing.js';

const RIGHT = 523;

/** Texts one below the other, `step` points apart. */
function lines(doc: Pdf, texts: readonly string[], { x, y, step = 13 }: { x: number; y: number; step?: number }): void {
  texts.forEach((text, i) => at(doc, x, y + step * i, text));
}

/** The same, each of which ends at `right`. */
function toTheRight(
  doc: Pdf,
  texts: readonly string[],
  { right, y, step = 13 }: { right: number; y: number; step?: number },
) {
  texts.forEach((text, i) => at(doc, right - doc.widthOfString(text), y + step * i, text));
}

/** Letters that stand a little apart, as programs set small headings. */
function spaced(doc: Pdf, x: number, y: number, text: string): void {
  let left = x;
  for (const letter of text) {
    at(doc, left, y, letter);
    left += doc.widthOfString(letter) + 1.5;
  }
}

/** A row of a bill whose columns stand close to each other: texts with the right edges `rights`, after the first two. */
function position(doc: Pdf, y: number, [number, name, ...values]: readonly string[]): void {
  const rights = [330, 398, 428, RIGHT];
  at(doc, 76, y, number!);
  at(doc, 100, y, name!);
  values.forEach((value, i) => at(doc, rights[i]! - doc.widthOfString(value), y, value));
}

export const OFFICE: readonly GoldenDocument[] = [
  golden('letter-with-a-bill', (doc) => {
    doc.font('Helvetica').fontSize(10);
    lines(doc, ['Moran Shipping Ltd', 'Accounts', '3 Pier Street', 'Brack BR1 2XY'], { x: 72, y: 100 });
    toTheRight(doc, ['Bill 2024-0187', 'Date 4 March 2024', 'Due 3 April'], { right: RIGHT, y: 100 });
    doc.font('Helvetica-Bold');
    at(doc, 72, 190, 'Lamps for the outer mole');
    doc.font('Helvetica');
    at(doc, 72, 212, 'Dear Ms Moran,');
    lines(
      doc,
      [
        'The lamps that you ordered in January were delivered on the second of March and have been put up by our',
        'own people. Please find below what they come to.',
      ],
      { x: 72, y: 234 },
    );
    doc.font('Helvetica-Bold').fontSize(9);
    const head = ['No.', 'Name', 'Count', 'Each', 'Tax', 'Amount'];
    position(doc, 284, head);
    for (const y of [270, 290, 326, 346]) rule(doc, [72, y], [RIGHT, y]);
    doc.font('Helvetica');
    // the name has two lines, and its row is set in the middle of them
    at(doc, 100, 303, 'Lantern of bronze with a lens');
    position(doc, 309, ['1', '', '4', '310.00', '20%', '1,240.00']);
    at(doc, 100, 315, 'for the outer mole');
    position(doc, 339, ['2', 'Battery', '8', '45.50', '20%', '364.00']);
    lines(doc, ['Subtotal', 'Tax 20%', 'Total'], { x: 360, y: 362 });
    toTheRight(doc, ['1,604.00', '320.80', '1,924.80'], { right: RIGHT, y: 362 });
    doc.fontSize(10);
    lines(doc, ['Please pay within thirty days.', 'Yours sincerely,', 'H. Lund'], { x: 72, y: 420, step: 26 });
  }),
  golden('report-of-a-laboratory', (doc) => {
    doc.font('Helvetica-Bold').fontSize(16);
    at(doc, 180, 90, 'HARBOUR LABORATORY');
    doc.fontSize(9);
    const labels = ['Sample', 'Taken by'];
    lines(doc, labels, { x: 76, y: 126 });
    lines(doc, ['Received', 'Reported'], { x: 320, y: 126 });
    doc.font('Helvetica');
    lines(doc, [': W 12', ': A. Byron'], { x: 150, y: 126 });
    lines(doc, [': 18 March 2024', ': 20 March 2024'], { x: 400, y: 126 });
    for (const y of [112, 148, 194]) rule(doc, [72, y], [RIGHT, y]);
    doc.font('Helvetica-Bold').fontSize(12);
    at(doc, 230, 168, 'WATER OF THE QUAY');
    doc.fontSize(9);
    const row = (y: number, cells: readonly string[]): void =>
      cells.forEach((cell, i) => at(doc, [76, 220, 300, 400][i]!, y, cell));
    row(188, ['Test', 'Result', 'Unit', 'Usual']);
    doc.font('Helvetica');
    row(206, ['Oxygen', '9.1', 'mg/l', '7 - 11']);
    row(234, ['Oil', '0.2', 'mg/l', '0 - 0.5']);
    doc.font('Helvetica-Bold');
    row(220, ['Other matter']);
    doc.font('Helvetica');
    row(248, ['Lead', '4', 'µg/l', '0 - 10']);
    doc.fontSize(8);
    at(doc, 76, 258, 'by mass spectrometry');
    doc.fontSize(9);
    row(272, ['Zinc', '31', 'µg/l', '0 - 50']);
    doc.text('', 72, 300);
    body(doc, prose(2, 3));
  }),
  golden('cards', (doc) => {
    doc.font('Helvetica-Bold').fontSize(20);
    at(doc, 72, 90, 'Berths of the season');
    const cards = [
      ['Small', 'Boats of up to 8 metres lie', 'at the inner quay, which has', 'water and power.'],
      ['Large', 'Boats of up to 20 metres lie', 'at the mole, where a crane', 'stands all the year.'],
    ];
    cards.forEach(([name, ...rest], i) => {
      const x = 72 + 236 * i;
      doc.rect(x, 120, 215, 110).fill('#e8eef4').fill('#000000');
      doc.font('Helvetica-Bold').fontSize(13);
      at(doc, x + 12, 144, name!);
      doc.font('Helvetica').fontSize(10);
      lines(doc, rest, { x: x + 12, y: 166, step: 18 });
    });
    doc.text('', 72, 250);
    body(doc, prose(4, 4));
  }),
  golden('career', (doc) => {
    doc.font('Helvetica-Bold').fontSize(20);
    at(doc, 72, 90, 'Hanna Lund');
    doc.font('Helvetica').fontSize(10);
    lines(doc, ['Keeper of lamps', 'hanna@lund.example'], { x: 72, y: 108 });
    const post = (y: number, [what, where, when]: readonly [string, string, string]): void => {
      doc.font('Helvetica-Bold');
      at(doc, 72, y, what);
      doc.font('Helvetica');
      toTheRight(doc, [when], { right: RIGHT, y });
      at(doc, 72, y + 13, where);
    };
    doc.font('Helvetica-Bold').fontSize(11);
    spaced(doc, 72, 150, 'POSTS');
    doc.fontSize(10);
    post(170, ['Senior keeper', 'Harbour Board, Brack', '2019 – present']);
    post(202, ['Keeper', 'Lighthouse of Corran', '2014 – 2019']);
    doc.font('Helvetica-Bold').fontSize(11);
    spaced(doc, 72, 244, 'LANGUAGES');
    doc.font('Helvetica').fontSize(10);
    lines(doc, ['Norwegian – native', 'English – fluent', 'German – some'], { x: 72, y: 262 });
  }),
  golden('invoice-about-the-middle', (doc) => {
    doc.font('Helvetica-Bold').fontSize(16);
    at(doc, 72, 90, 'Invoice 2026-118');
    doc.font('Helvetica').fontSize(10);
    at(doc, 72, 112, 'Northern Harbour Company, 12 Quay Street, Port Ada');
    // as a browser sets cells of a table: each about the middle of its row
    const cell = (x: number, middle: number, texts: readonly string[], isRight = false): void =>
      texts.forEach((text, i) =>
        at(doc, isRight ? x - doc.widthOfString(text) : x, middle + 12 * (i - (texts.length - 1) / 2), text),
      );
    const row = (middle: number, [item, about, quantity, price, amount]: readonly (readonly string[])[]): void => {
      cell(72, middle, item ?? []);
      cell(130, middle, about ?? []);
      for (const [x, texts] of [
        [385, quantity],
        [455, price],
        [523, amount],
      ] as const)
        cell(x, middle, texts ?? [], true);
    };
    doc.font('Helvetica-Bold');
    row(150, [['Item'], ['Description'], ['Quantity'], ['Unit price', 'EUR'], ['Amount', 'EUR']]);
    doc.font('Helvetica');
    row(186, [['LMP-01'], ['Harbour lamp of brass with a lens of the', 'second order'], ['2'], ['410.00'], ['820.00']]);
    row(216, [['ROP-12'], ['Manila rope, 24 mm'], ['120 m'], ['3.10'], ['372.00']]);
    row(252, [
      ['PNT-07'],
      ['White lead paint in tins of five litres,', 'for the tower and for the house of the', 'keeper'],
      ['6'],
      ['28.50'],
      ['171.00'],
    ]);
    row(288, [['SRV-00'], ['Fitting'], ['1'], ['240.00'], ['240.00']]);
    row(312, [[], ['Total'], [], [], ['1,603.00']]);
    at(doc, 72, 350, 'Payable within thirty days to the account of the company.');
  }),
  golden('form-with-deletions', (doc) => {
    doc.font('Helvetica-Bold').fontSize(9);
    at(doc, 216, 90, 'PART II: CONDITIONS OF CARRIAGE');
    let number = 0;
    const column = (x: number, clauses: readonly { title: string; text: readonly string[]; struck?: boolean }[]) => {
      let y = 120;
      for (const { title, text, struck = false } of clauses) {
        [title, ...text].forEach((line, i) => {
          doc.font(i === 0 ? 'Helvetica-Bold' : 'Helvetica');
          at(doc, x, y, line);
          if (struck) rule(doc, [x, y - 2.5], [x + doc.widthOfString(line), y - 2.5]);
          doc.font('Helvetica');
          number += 1;
          at(doc, x + 215 - doc.widthOfString(`${number}`), y, `${number}`);
          y += 11;
        });
        y += 11; // no number stands beside an empty line
      }
    };
    column(60, [
      {
        title: '1. Berth',
        text: ['The vessel shall lie at the quay that the harbour', 'master names, and always afloat.'],
      },
      {
        title: '2. Notice',
        text: [
          'Notice shall be given on each working day from',
          'nine to five, whether she lies at her berth or not,',
          'and the time begins to count an hour after it.',
        ],
      },
    ]);
    column(330, [
      {
        title: '3. Demurrage',
        text: ['For each day that she is kept beyond her time', 'the charterers pay what is written in Box 20.'],
        struck: true,
      },
      {
        title: '4. Lien',
        text: [
          'The owners have a lien on the cargo for freight',
          'and for all that is due under this contract, and',
          'keep it until they are paid.',
        ],
      },
    ]);
  }),
];
