/** Tables, by what tells their cells: rules, some rules, shades, edges; over two pages; with a caption. */
import { at, type Pdf } from '../../support/pdf.js';
import { body, golden, head, prose, rows, rule, title, type GoldenDocument } from './drawing.js';

const XS = [72, 200, 310, 420];
const RIGHT = 523;
const HEAD = ['Port', 'Arrival', 'Draught', 'Cargo'];
const PORTS = ['Aldeby', 'Brack', 'Corran', 'Dunmore', 'Ester', 'Fallow', 'Garve', 'Holm'];
const record = (i: number): string[] => [PORTS[i % 8]!, `${i + 3} May`, `${4 + (i % 3)}.5`, `${(i + 2) * 150} t`];
const TABLE = [HEAD, ...[0, 1, 2, 3, 4].map(record)];

function begin(doc: Pdf): number {
  title(doc, 'Calls of the Season');
  body(doc, prose(1, 4));
  return doc.y + 10;
}

function end(doc: Pdf, y: number): void {
  doc.text('', 72, y);
  body(doc, prose(3, 4));
}

/** Rules around every cell. */
function grid(doc: Pdf, y: number, count: number): void {
  for (let r = 0; r <= count; r++) rule(doc, [XS[0]!, y + 18 * r], [RIGHT, y + 18 * r]);
  for (const x of [...XS, RIGHT]) rule(doc, [x, y], [x, y + 18 * count]);
}

export const TABLES: readonly GoldenDocument[] = [
  golden('table-ruled', (doc) => {
    const y = begin(doc);
    grid(doc, y, TABLE.length);
    rows(doc, TABLE, XS, y);
    doc.font('Helvetica-Oblique').fontSize(9);
    at(doc, 72, y + 18 * TABLE.length + 16, 'Table 1: Calls in May.');
    end(doc, y + 18 * TABLE.length + 40);
  }),
  golden('table-merged', (doc) => {
    const y = begin(doc);
    const bottom = y + 18 * 5;
    for (const r of [0, 1, 2, 3, 4, 5]) rule(doc, [r === 1 ? XS[1]! : XS[0]!, y + 18 * r], [RIGHT, y + 18 * r]);
    for (const x of [XS[0]!, XS[1]!, RIGHT]) rule(doc, [x, y], [x, bottom]);
    for (const x of [XS[2]!, XS[3]!]) rule(doc, [x, y + 18], [x, bottom]);
    const texts = [['Port', 'Season of 1912'], ['', 'Calls', 'Days', 'Cargo'], record(0), record(1), record(2)];
    rows(doc, texts, XS, y);
    end(doc, bottom + 20);
  }),
  golden('table-partly-ruled', (doc) => {
    const y = begin(doc);
    rule(doc, [72, y], [RIGHT, y]);
    rule(doc, [72, y + 18], [RIGHT, y + 18]);
    rows(doc, TABLE, XS, y);
    rule(doc, [72, y + 18 * TABLE.length], [RIGHT, y + 18 * TABLE.length]);
    end(doc, y + 18 * TABLE.length + 20);
  }),
  golden('table-with-totals', (doc) => {
    const y = begin(doc);
    const texts = [
      ['Item', 'Quantity', 'Price', 'Amount'],
      ['Rope', '4', '12.50', '50.00'],
      ['Lamp', '2', '20.00', '40.00'],
      ['Chart', '1', '10.00', '10.00'],
      ['Subtotal', '', '', '100.00'],
      ['Tax', '', '', '20.00'],
      ['Total', '', '', '120.00'],
    ];
    for (const row of [0, 1, 4]) rule(doc, [72, y + 18 * row], [RIGHT, y + 18 * row]);
    rows(doc, texts, XS, y);
    end(doc, y + 18 * texts.length + 20);
  }),
  golden('table-to-fill-in', (doc) => {
    const y = begin(doc);
    const texts = [
      ['Name', 'Rank', 'Signature', 'Date'],
      ['Ada Moran', 'Master'],
      ['Ben Okafor', 'Mate'],
      ['Cara Holm', 'Cook'],
    ];
    for (const row of [0, 1, texts.length]) rule(doc, [72, y + 18 * row], [RIGHT, y + 18 * row]);
    rows(doc, texts, XS, y);
    end(doc, y + 18 * texts.length + 20);
  }),
  golden('table-shaded', (doc) => {
    const y = begin(doc);
    TABLE.forEach((_, r) => {
      if (r % 2 === 0) doc.rect(72, y + 18 * r, RIGHT - 72, 18).fill(r === 0 ? '#bbccdd' : '#eeeeee');
    });
    doc.fillColor('black');
    rows(doc, TABLE, XS, y);
    end(doc, y + 18 * TABLE.length + 20);
  }),
  golden('table-aligned', (doc) => {
    const y = begin(doc);
    rows(doc, TABLE, XS, y);
    end(doc, y + 18 * TABLE.length + 20);
  }),
  golden('table-over-two-pages', (doc) => {
    title(doc, 'Calls of the Season');
    body(doc, prose(1, 4));
    for (const [y, numbers] of [
      [600, [0, 1, 2, 3, 4]],
      [72, [5, 6, 7, 8]],
    ] as const) {
      if (y === 72) doc.addPage();
      const texts = [HEAD, ...numbers.map(record)];
      grid(doc, y, texts.length);
      rows(doc, texts, XS, y);
    }
    end(doc, 190);
  }),
  golden('table-on-a-turned-page', (doc) => {
    title(doc, 'Calls of the Season');
    body(doc, prose(1, 6));
    doc.addPage();
    // Written along the long side of an upright page that is shown turned.
    Object.assign(doc.page.dictionary.data, { Rotate: 90 });
    doc.save().rotate(-90).translate(-770, 0);
    grid(doc, 100, TABLE.length);
    rows(doc, TABLE, XS, 100);
    doc.restore();
    doc.addPage();
    head(doc, 'What was seen');
    body(doc, prose(3, 6));
  }),
];
