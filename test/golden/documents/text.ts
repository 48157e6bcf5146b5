/** How running text is parted: headings of each kind, lists, quotes, code, equations, notes. */
import { at, type Pdf } from '../../support/pdf.js';
import { body, golden, head, prose, title, type GoldenDocument } from './drawing.js';

const CODE = ['function depth(chart, tide) {', '  if (tide === null) return chart;', '  return chart + tide;', '}'];

/** Text beside a mark that hangs before it. */
function item(doc: Pdf, { mark, text, indent = 0 }: { mark: string; text: string; indent?: number }): void {
  const { y } = doc;
  doc
    .font('Helvetica')
    .fontSize(11)
    .text(mark, 72 + indent, y, { lineBreak: false });
  doc.text(text, 92 + indent, y, { width: 430 - indent }).moveDown(0.3);
}

function footnotes(doc: Pdf, notes: readonly [mark: string, text: string][]): void {
  doc.moveTo(72, 690).lineTo(200, 690).lineWidth(0.5).stroke();
  notes.forEach(([mark, text], i) => {
    doc.fontSize(6);
    at(doc, 72, 704 + 12 * i, mark);
    doc.fontSize(8);
    at(doc, 76, 707 + 12 * i, text);
  });
}

/** A line of text whose end is a raised mark. */
function marked(doc: Pdf, y: number, text: string, mark: string): void {
  doc.font('Helvetica').fontSize(11);
  at(doc, 72, y, text);
  const end = 72 + doc.widthOfString(text);
  doc.fontSize(7);
  at(doc, end, y - 4, mark);
}

/** In the middle of the line, its number at the right edge. */
function equation(doc: Pdf, text: string, number: string): void {
  const y = doc.y + 14;
  doc.font('Symbol').fontSize(11);
  at(doc, 240, y, text);
  doc.font('Helvetica');
  at(doc, 500, y, number);
  doc.text('', 72, y + 20);
}

export const TEXT: readonly GoldenDocument[] = [
  golden('headings-by-size', (doc) => {
    title(doc, 'Notes on the Harbour');
    head(doc, 'The approach', 18);
    body(doc, prose(1, 6));
    head(doc, 'By day', 14);
    body(doc, prose(2, 6));
    head(doc, 'In fog', 11);
    body(doc, prose(3, 5));
    head(doc, 'By night', 14);
    doc.font('Helvetica-Bold').fontSize(11).text('Lights. ', { continued: true });
    doc.font('Helvetica').text(prose(4, 5)).moveDown(0.6);
    doc.font('Helvetica-Bold').text('Sounds. ', { continued: true });
    doc.font('Helvetica').text(prose(5, 5));
    head(doc, 'The quay', 18);
    body(doc, prose(6, 6));
  }),
  golden('headings-in-capitals', (doc) => {
    doc.font('Times-Roman').fontSize(11).text('DEED OF CONFIDENTIALITY', { align: 'center' }).moveDown(2);
    for (const [i, name] of ['BACKGROUND', 'CONFIDENTIALITY', 'ASSIGNMENT', 'GOVERNING LAW'].entries()) {
      doc
        .text(name)
        .moveDown(0.5)
        .text(prose(i, 4))
        .moveDown(0.5)
        .text(prose(i + 2, 3))
        .moveDown();
    }
  }),
  golden(
    'numbered-clauses',
    (doc) => {
      title(doc, 'Terms of Hire');
      for (const [i, name] of ['Interpretation', 'Hire', 'Return', 'Liability'].entries()) {
        const number = i + 1;
        doc.font('Helvetica-Bold').fontSize(11).text(`${number}. ${name.toUpperCase()}`, 72).moveDown(0.4);
        item(doc, { mark: `${number}.1`, text: prose(i, 2), indent: 0 });
        item(doc, { mark: `${number}.2`, text: `As clause ${(number % 4) + 1}.1 says, the following holds:` });
        item(doc, { mark: '(a)', text: 'the boat is seaworthy when it is handed over;', indent: 24 });
        item(doc, { mark: '(b)', text: 'its gear is complete, in particular:', indent: 24 });
        item(doc, { mark: '(i)', text: 'the anchor and its chain; and', indent: 48 });
        item(doc, { mark: '(ii)', text: 'the lights of the mast.', indent: 48 });
        doc.moveDown();
      }
    },
    { template: 'legal-contract' },
  ),
  golden('lists', (doc) => {
    title(doc, 'Before Leaving Port');
    body(doc, prose(0, 4));
    item(doc, { mark: '•', text: 'Charts of the passage, the newest edition of each.' });
    item(doc, { mark: '•', text: `Water and fuel. ${prose(1, 2)}` });
    item(doc, { mark: '–', text: 'Water for ten days.', indent: 20 });
    item(doc, { mark: '–', text: 'Fuel for three.', indent: 20 });
    item(doc, { mark: '•', text: 'The crew, all of them.' });
    doc.moveDown(0.5).text('', 72);
    body(doc, `Then, in this order: ${prose(2, 3)}`);
    for (const [i, text] of ['Single up the lines.', 'Start the engine.', 'Cast off forward.'].entries())
      item(doc, { mark: `${i + 1}.`, text });
    for (const [i, text] of ['The spring last of all.', 'Fenders in.'].entries())
      item(doc, { mark: `${'ab'.charAt(i)})`, text, indent: 20 });
    item(doc, { mark: '4.', text: 'Report to the harbour office.' });
    doc.moveDown(0.5).text('', 72);
    body(doc, prose(3, 4));
  }),
  golden('prices-in-columns', (doc) => {
    title(doc, 'Prices');
    const goods = ['Rope of hemp', 'Lamp, small', 'Oars', 'Buoy, red', 'Chart of the bay', 'Flag', 'Pump', 'Anchor'];
    doc.font('Helvetica').fontSize(11);
    goods.forEach((name, i) => at(doc, i < 4 ? 72 : 320, 130 + 15 * (i % 4), `${name} ${3 * i + 4}.50`));
    doc.text('', 72, 220);
    body(doc, prose(1, 4));
  }),
  golden('label-above-sentence', (doc) => {
    title(doc, 'Lights of the Harbour');
    body(doc, prose(1, 4));
    doc.text('Purpose').text('This guide tells how the lamps are lit.').moveDown(0.6);
    doc.text('Ada Moran').text('Port Office').text('12 Quay Street').moveDown(0.6);
    body(doc, prose(2, 4));
  }),
  golden('quote', (doc) => {
    const justified = (text: string, x = 72, width = 450) =>
      void doc.font('Helvetica').fontSize(11).text(text, x, doc.y, { width, align: 'justify' }).moveDown(0.6);
    title(doc, 'What the Keeper Wrote');
    head(doc, '1 The winter');
    justified(prose(1, 7));
    justified(prose(2, 5), 108, 378);
    justified(prose(3, 7));
    doc.text('', 72);
    head(doc, '2 The spring');
    justified(prose(4, 7));
  }),
  golden('code', (doc) => {
    title(doc, 'Reading the Gauge');
    head(doc, '1 The formula');
    doc.font('Helvetica').fontSize(11).text('The function ', { continued: true });
    doc.font('Courier').text('depth', { continued: true });
    doc
      .font('Helvetica')
      .text(` gives what the gauge shows. ${prose(1, 3)}`)
      .moveDown();
    doc.font('Courier').fontSize(10);
    for (const line of CODE) doc.text(line);
    doc.moveDown();
    body(doc, prose(2, 5));
  }),
  golden('equations', (doc) => {
    title(doc, 'The Height of the Tide');
    head(doc, '1 Harmonics');
    body(doc, prose(1, 4));
    equation(doc, 'h = a + b × c²', '(1)');
    body(doc, `In (1) the letter a stands for the mean. ${prose(2, 4)}`);
    equation(doc, 'x ± 2k = y', '(2)');
    body(doc, prose(3, 4));
  }),
  golden('footnotes', (doc) => {
    title(doc, 'Of Old Charts');
    head(doc, '1 Sources');
    body(doc, prose(1, 12));
    marked(doc, doc.y + 10, 'The oldest of them is lost, and so is its copy.', '1');
    marked(doc, doc.y + 14, 'The second is in the library of the town.', '2');
    footnotes(doc, [
      ['1', 'It was seen last in 1871, in a sale of the library of the bishop.'],
      ['2', 'Room 4, in the press below the window.'],
    ]);
    doc.addPage();
    body(doc, prose(4, 12));
    marked(doc, doc.y + 10, 'Others were drawn from what the pilots told.', '3');
    footnotes(doc, [['3', 'Of whom two could write.']]);
  }),
  golden('drop-capital', (doc) => {
    doc.font('Times-Bold').fontSize(20).text('The Ferryman').moveDown();
    const top = doc.y;
    doc.font('Times-Roman').fontSize(32);
    at(doc, 72, top + 23, 'T');
    doc.fontSize(12);
    at(doc, 94, top + 9, 'he harbour was dredged in the spring of that year. Every vessel that draws more than');
    at(doc, 94, top + 23, 'four metres waits for the tide outside the bar. A pilot comes on board at the outer');
    doc.text(`buoy and leaves at the quay. ${prose(4, 8)}`, 72, top + 28, { width: 450 }).moveDown();
    doc.text(prose(3, 9), { width: 450 });
  }),
];
