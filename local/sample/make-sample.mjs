/** Writes lighthouse.pdf, the sample that `npm start` names: `node local/sample/make-sample.mjs`. */
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

const TITLE = 'Keeping a Lighthouse';
const chapters = [
  {
    title: '1 The Tower',
    sections: [
      {
        title: '1.1 The Stairs',
        paragraphs: [
          'A tower of forty metres has about two hundred steps. The keeper climbs them at dusk to light the lamp, at midnight to wind the clockwork, and at dawn to draw the curtains that keep the sun from the lens.',
          'Every tenth step is painted white. In a power cut a hand lamp shows the white steps first, and a keeper who counts them knows how far it is to the gallery.',
        ],
      },
      {
        title: '1.2 The Lens',
        paragraphs: [
          'The lens stands on a ring of rollers. It turns once in thirty seconds and throws a beam in each quarter of the circle, so that a ship sees a flash every seven and a half seconds. That interval is the name of the light: no other within a day of sailing has the same.',
        ],
        list: [
          'Dust the prisms with a dry cloth.',
          'Wash them once a week with spirit of wine.',
          'Never touch the silvered side.',
        ],
      },
    ],
  },
  {
    title: '2 The Watch',
    sections: [
      {
        title: '2.1 The Order of the Night',
        paragraphs: [
          'Three keepers share the night in watches of four hours. The one who goes off duty wakes the next, and neither leaves the lantern room before the other has entered it.',
        ],
        table: [
          ['Watch', 'From', 'To'],
          ['First', '20:00', '00:00'],
          ['Middle', '00:00', '04:00'],
          ['Morning', '04:00', '08:00'],
        ],
      },
      {
        title: '2.2 The Log',
        paragraphs: [
          'The log has one line an hour: the wind by its strength and quarter, the height of the glass, what could be seen and what could be heard. A line that was missed stays empty. An entry is struck through when it is wrong, never scraped out, for the inspector reads what was thought as well as what was true.',
          'In fog the horn is sounded once a minute and each hundredth blast is entered, since the mechanism wears and must be oiled by count.',
        ],
      },
    ],
  },
  {
    title: '3 The Stores',
    sections: [
      {
        title: '3.1 Oil and Wick',
        paragraphs: [
          'A winter night burns nine litres of oil. The tender calls every six weeks when the sea allows it, and the store holds enough for fifteen weeks, because the sea does not always allow it.',
          'Wicks are trimmed square. A pointed wick smokes, and a sooted lens is seen from the office on the mainland before the keeper sees it.',
        ],
      },
    ],
  },
];

const pdf = new PDFDocument({
  size: 'A5',
  margin: 56,
  bufferPages: true,
  info: { Title: TITLE, Author: 'Shelfwright', CreationDate: new Date(0) },
});
const out = createWriteStream(join(dirname(fileURLToPath(import.meta.url)), 'lighthouse.pdf'));
pdf.pipe(out);

pdf.font('Times-Bold').fontSize(24).text(TITLE, { align: 'center' }).moveDown();
pdf
  .font('Times-Roman')
  .fontSize(11)
  .text('A short manual of the service, for those who stand their first watch.', { align: 'center' });
for (const chapter of chapters) writeChapter(chapter);
const { count } = pdf.bufferedPageRange();
for (let page = 1; page < count; page++) {
  pdf.switchToPage(page);
  pdf.page.margins = { top: 0, bottom: 0, left: 56, right: 56 }; // else text in the margins would begin a new page
  pdf.font('Times-Italic').fontSize(9);
  pdf.text(TITLE, 56, 30, { align: 'center' });
  pdf.text(String(page + 1), 56, pdf.page.height - 40, { align: 'center' });
}
pdf.end();
await finished(out);

function writeChapter({ title, sections }) {
  pdf.addPage();
  const bookmark = pdf.outline.addItem(title);
  pdf.font('Times-Bold').fontSize(18).text(title).moveDown(0.6);
  for (const section of sections) {
    bookmark.addItem(section.title);
    pdf.font('Times-Bold').fontSize(13).text(section.title).moveDown(0.4);
    pdf.font('Times-Roman').fontSize(11);
    for (const paragraph of section.paragraphs) pdf.text(paragraph, { align: 'justify' }).moveDown(0.6);
    if (section.list) pdf.list(section.list, { bulletRadius: 2 }).moveDown(0.6);
    if (section.table) pdf.table({ data: section.table }).moveDown(0.6);
  }
}
