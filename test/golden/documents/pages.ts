/** What stands where on a page: columns, running heads, numbers in the margin, figures, contents, marks of the file. */
import { openPainter } from '../../../engine/read/paint.js';
import { at, bytesSource, pdf, type Pdf } from '../../support/pdf.js';
import { body, furniture, golden, head, onEveryPage, prose, rule, title, type GoldenDocument } from './drawing.js';

/** The page's labels as readers show them: roman before `firstPage`, then from 1. */
function labelPages(doc: Pdf, firstPage: number): void {
  const labels = { Nums: [0, { S: 'r' }, firstPage - 1, { S: 'D' }] };
  (doc as unknown as { _root: { data: Record<string, unknown> } })._root.data['PageLabels'] = labels;
}

function column(doc: Pdf, { x, width, start, y = 150 }: { x: number; width: number; start: number; y?: number }): void {
  doc.font('Times-Roman').fontSize(10).text(prose(start, 9), x, y, { width }).moveDown(0.5);
  doc.text(prose(start + 1, 9), x, doc.y, { width });
}

/** A line of text as PNG, of 300 by 40 points. */
async function pictureOf(text: string): Promise<Buffer> {
  const drawn = await pdf((doc) => at(doc.fontSize(24), 0, 28, text), { size: [300, 40], margin: 0 });
  const painter = await openPainter(bytesSource(drawn));
  return Buffer.from(await painter.draw(1, { width: 900, box: null }));
}

function plot(doc: Pdf, y: number): void {
  doc
    .moveTo(150, y)
    .lineTo(150, y + 100)
    .lineTo(350, y + 100)
    .stroke();
  doc
    .moveTo(150, y + 90)
    .bezierCurveTo(200, y + 80, 250, y + 40, 340, y + 10)
    .stroke();
  doc.font('Helvetica').fontSize(8);
  for (const [i, mark] of ['0', '10', '20'].entries()) at(doc, 150 + 90 * i, y + 110, mark);
  at(doc, 220, y + 122, 'Distance');
}

/** In points: between the baselines of small lines. */
const LEADING = 11;

/** Lines of different length about one middle. */
function about(doc: Pdf, middle: number, y: number, lines: readonly string[]): void {
  lines.forEach((text, i) => at(doc, middle - doc.widthOfString(text) / 2, y + LEADING * i, text));
}

export const PAGES: readonly GoldenDocument[] = [
  golden('letterhead-and-figures', (doc) => {
    doc.font('Helvetica').fontSize(9);
    ['Case: 17-2400   ', 'Document: 3   ', 'Filed: 07/13/2017   ', 'Pages: 1'].forEach((text, i) =>
      at(doc, 90 + 110 * i, 30, text),
    );
    doc.font('Helvetica-Bold').fontSize(16);
    about(doc, 297, 80, ['The Harbour Board']);
    doc.font('Helvetica').fontSize(9);
    about(doc, 120, 104, ['Deborah S. Hunt', 'Clerk']);
    about(doc, 297, 104, ['Potter Courthouse', 'Room 540, Harbour Street']);
    about(doc, 480, 104, ['Tel. (513) 564-7000', 'www.example.org']);
    doc.text('', 72, 150);
    body(doc, prose(1, 6));
    const top = doc.y + 30;
    const figures = [
      ['2.5', 'kilograms a barrel', 'less smoke from', 'the northern light', 'in the winter'],
      ['1st', 'keeper', 'employed on the', 'outer platform', 'since the war'],
      ['~70%', 'electricity', 'made in the port', 'by the tide', 'in each year'],
    ];
    figures.forEach(([figure = '', name = '', ...words], i) => {
      doc.font('Helvetica-Bold').fontSize(36);
      about(doc, 130 + 165 * i, top, [figure]);
      doc.fontSize(14);
      about(doc, 130 + 165 * i, top + 20, [name]);
      doc.font('Helvetica').fontSize(9);
      about(doc, 130 + 165 * i, top + 34, words);
    });
  }),
  golden('authors', (doc) => {
    doc.font('Times-Bold').fontSize(18);
    about(doc, 297, 90, ['Tides Behind a Bar of Moving Sand']);
    doc.font('Times-Roman').fontSize(12);
    about(doc, 297, 116, ['Ada Byron, Charles Babbage, Mary Somerville']);
    about(doc, 297, 134, ['University of the Coast, Cowes, United Kingdom', 'tides@example.org']);
    head(doc.font('Times-Roman').text('', 72, 170), 'Abstract', 12);
    doc.font('Times-Roman').fontSize(10).text(prose(1, 8), { width: 450 });
    head(doc, '1 Introduction', 12);
    doc.font('Times-Roman').fontSize(10).text(prose(2, 9), { width: 450 }).moveDown();
    doc.text(prose(3, 9), { width: 450 });
    doc.addPage().font('Helvetica').fontSize(16);
    about(doc, 297, 380, ['This page is intentionally left blank']);
    doc.addPage().font('Times-Roman').fontSize(10).text(prose(4, 9), { width: 450 });
  }),
  golden('double-spaced', (doc) => {
    title(doc, 'Opinion');
    doc.font('Times-Roman').fontSize(12);
    for (const start of [1, 2, 3]) doc.text(prose(start, 7), { indent: 36, lineGap: 14, width: 450 });
    head(doc, 'I. Facts', 12);
    doc.font('Times-Roman').fontSize(12).text(prose(4, 7), { indent: 36, lineGap: 14, width: 450 });
  }),
  // headings that are underlined alone, on lines of one distance, and a form whose blanks are filled in
  golden('underlined-headings', (doc) => {
    const lineGap = 14;
    doc.font('Helvetica').fontSize(12);
    const typed = (text: string, options: object = {}): void => void doc.text(text, { lineGap, ...options });
    const paragraph = (start: number): void => typed(prose(start, 5), { indent: 36 });
    typed('Background of the Dispute', { underline: true });
    paragraph(1);
    typed('The Standing of the Harbour Board', { underline: true });
    paragraph(2);
    typed('Order', { underline: true, align: 'center' });
    paragraph(3);
    const y = doc.y + 30;
    at(doc, 72, y, 'Jane Roe');
    rule(doc, [72, y + 3], [260, y + 3]);
    at(doc, 72, y + 16, 'Clerk');
  }),
  golden('case-caption', (doc) => {
    doc.font('Times-Bold').fontSize(12);
    about(doc, 297, 90, ['IN THE SUPREME COURT OF THE SEA']);
    doc.font('Times-Roman');
    ['ADA BYRON,', 'Appellant,', 'v.', 'THE HARBOUR BOARD,', 'Respondent.'].forEach((text, i) => {
      at(doc, 72 + (i % 2) * 60, 130 + 16 * i, text);
      at(doc, 290, 130 + 16 * i, ')');
    });
    ['No. SC-101', 'Filed May 3, 1904'].forEach((text, i) => at(doc, 320, 146 + 16 * i, text));
    doc.text('', 72, 240);
    for (const start of [1, 2]) doc.font('Times-Roman').fontSize(12).text(prose(start, 7), { width: 450 }).moveDown();
  }),
  golden('three-columns', (doc) => {
    doc.font('Helvetica-Bold').fontSize(22).text('The Harbour Gazette', 72, 72);
    for (const [i, x] of [50, 220, 390].entries()) column(doc, { x, width: 150, start: i });
  }),
  golden('running-heads', (doc) => {
    for (const page of [1, 2, 3, 4, 5]) {
      if (page > 1) doc.addPage();
      if (page % 2 === 1) head(doc, `${(page + 1) / 2} ${['The bar', 'The buoys', 'The lights'][(page - 1) / 2]}`);
      body(doc, prose(page, 6));
      body(doc, prose(page + 1, 7));
    }
    onEveryPage(doc, (page) => {
      doc.font('Helvetica-Oblique').fontSize(9);
      if (page % 2 === 0) at(doc, 72, 40, 'Sailing Directions');
      else at(doc, 430, 40, 'Harbour Board');
      at(doc, 270, 810, `${page} of 5`);
    });
  }),
  golden('line-numbers', (doc) => {
    for (const page of [0, 1, 2]) {
      if (page > 0) doc.addPage();
      doc.font('Times-Roman').fontSize(11);
      for (let line = 0; line < 30; line++) {
        at(doc, 40, 100 + 16 * line, String(page * 30 + line + 1));
        at(doc, 72, 100 + 16 * line, prose(page * 30 + line, 1));
      }
    }
  }),
  golden('figure', (doc) => {
    title(doc, 'The Slope of the Bar');
    body(doc, prose(1, 4));
    const y = doc.y + 10;
    plot(doc, y);
    doc.font('Helvetica').fontSize(10);
    at(doc, 150, y + 142, 'Figure 1: Depth over the bar.');
    doc.text('', 72, y + 170);
    body(doc, `As Figure 1 shows, the bar is steep. ${prose(2, 4)}`);
  }),
  golden('contents-page', (doc) => {
    const chapters = ['The Coast', 'The Harbour', 'The Light'];
    title(doc, 'A Pilot of the Coast');
    doc.addPage();
    head(doc, 'Contents', 18);
    doc.font('Helvetica').fontSize(11);
    chapters.forEach((name, i) => {
      const y = 140 + 18 * i;
      at(doc, 72, y, `${i + 1} ${name} ${'.'.repeat(60)}`);
      at(doc, 500, y, String(i + 1));
    });
    chapters.forEach((name, i) => {
      doc.addPage();
      doc.outline.addItem(`${i + 1} ${name}`);
      head(doc, `${i + 1} ${name}`, 18);
      for (const more of [0, 1, 2]) body(doc, prose(i + more, 6));
    });
    labelPages(doc, 3);
    furniture(doc, 'A Pilot of the Coast');
  }),
  golden('links', (doc) => {
    title(doc, 'Where to Ask');
    head(doc, '1 Offices');
    body(doc, prose(1, 5));
    doc.fillColor('blue').text('The list of the offices', { link: 'https://example.org/offices', underline: true });
    doc.fillColor('black').moveDown();
    doc.fillColor('blue').text('The hours, further on', { goTo: 'hours', underline: true });
    doc.fillColor('black').moveDown();
    body(doc, `See section 2 for the hours. ${prose(2, 5)}`);
    doc.addPage();
    doc.addNamedDestination('hours');
    head(doc, '2 Hours');
    body(doc, prose(3, 6));
  }),
  golden('hidden-text', (doc) => {
    title(doc, 'A Visible Page');
    body(doc, prose(1, 5));
    doc.addContent('3 Tr');
    body(doc, 'These words are written but not drawn.');
    doc.addContent('0 Tr');
    doc.fillColor('white').font('Helvetica').fontSize(11).text('These words are white on white.').moveDown();
    doc.fillColor('black');
    const { y } = doc;
    body(doc, 'These words are under a black bar.');
    doc.rect(60, y - 4, 480, doc.y - y).fill('black');
    body(doc, prose(2, 5));
  }),
  {
    name: 'text-under-pictures',
    template: null,
    bytes: async () => {
      const [words, other] = [await pictureOf('Harbour Authority'), await pictureOf('Tides and Currents')];
      const picture = (doc: Pdf, bytes: Buffer): void => {
        doc.image(bytes, 72, doc.y - 30, { width: 300, height: 40 }).moveDown(3);
      };
      return pdf((doc) => {
        title(doc, 'Notices of the Port');
        body(doc, prose(1, 5));
        doc.fontSize(24).text('Harbour Authority');
        picture(doc, words);
        body(doc, prose(2, 5));
        doc.fontSize(24).text('Ignore what was said');
        picture(doc, other);
        body(doc, prose(3, 5));
      });
    },
  },
  golden('picture-page', (doc) => {
    title(doc, 'The Plates');
    body(doc, prose(1, 6));
    doc.addPage();
    // One grey pixel, as large as the page.
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
    doc.image(Buffer.from(pixel, 'base64'), 0, 0, { width: doc.page.width, height: doc.page.height });
    doc.addPage();
    body(doc, prose(2, 6));
  }),
  golden(
    'tagged',
    (doc) => {
      const root = doc.struct('Document');
      doc.addStructure(root);
      const add = (role: string, draw: () => void) => root.add(doc.struct(role, {}, draw));
      doc.font('Helvetica').fontSize(11);
      for (const [i, name] of ['Arrival', 'Departure'].entries()) {
        add(i === 0 ? 'H1' : 'H2', () => void doc.text(name));
        doc.moveDown(0.4);
        add('P', () => void doc.text(prose(i, 4)));
        doc.moveDown(0.4);
      }
      const list = doc.struct('L');
      for (const [i, text] of ['Lights', 'Flags'].entries())
        list.add(doc.struct('LI', {}, [doc.struct('LBody', {}, () => void doc.text(`${i + 1}. ${text}`))]));
      root.add(list);
      root.end();
    },
    { tagged: true, pdfVersion: '1.7' },
  ),
];
