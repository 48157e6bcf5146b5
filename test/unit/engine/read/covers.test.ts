/** Text below areas that were painted after it. */
import { expect, test } from '@jest/globals';
import { RUN_COVER } from '../../../../engine/read/covers.js';
import { decided } from '../../../support/decisions.js';
import { at, pdf, readPages, type Pdf } from '../../../support/pdf.js';

/** The words of one page that nobody sees. */
async function unseen(draw: (doc: Pdf) => void): Promise<string[]> {
  const { pages } = await readPages(await pdf(draw));
  return pages[0]!.runs.flatMap((run) => (run.invisible ? [run.text] : []));
}

test('a word is unseen where all of it lies below an area', () => {
  const run = { text: 'x', box: { x0: 0, y0: 0, x1: 9, y1: 9 }, baseline: 8, size: 10, font: 0, rotation: 0 };
  expect(decided(RUN_COVER, { page: 1, run, covered: true })).toBe('unseen: below-an-area');
  expect(decided(RUN_COVER, { page: 1, run, covered: false })).toBe('seen: otherwise');
});

test('what was blacked out or painted over in white is unseen, what was painted on the area is seen', async () => {
  const words = await unseen((doc) => {
    at(doc, 72, 100, 'The witness is Amelia Kilpatrick');
    doc.rect(150, 86, 120, 20).fill('black');
    at(doc, 72, 130, 'old title');
    doc.rect(60, 110, 200, 30).fill('white').fillColor('black');
    at(doc, 80, 130, 'new title');
  });
  expect(words).toEqual(['Amelia', 'Kilpatrick', 'old', 'title']);
});

test('text below glass, in part below an area, or painted again on it is seen', async () => {
  const words = await unseen((doc) => {
    at(doc, 72, 100, 'marked');
    doc.fillOpacity(0.4).rect(60, 86, 120, 20).fill('yellow').fillOpacity(1).fillColor('black');
    at(doc, 72, 130, 'halved');
    doc.rect(60, 116, 25, 20).fill('grey').fillColor('black');
    at(doc, 72, 160, 'again');
    doc.rect(60, 146, 120, 20).fill('grey').fillColor('black');
    at(doc, 72, 160, 'again');
    doc.rect(190, 146, 120, 20).fill('grey').fillColor('white');
    doc.fillColor('black');
    // the word is drawn twice to look bold, then a bar, then a word on it
    at(doc, 320, 160, 'bold');
    at(doc, 320.3, 160, 'bold');
    doc.rect(390, 146, 120, 20).fill('blue').fillColor('white');
    at(doc, 400, 160, 'bar');
    doc.fillColor('black');
    at(doc, 72, 190, 'beside');
    doc.save().circle(72, 190, 6).clip().rect(60, 170, 200, 40).fill('grey').restore();
    at(doc, 72, 230, 'framed');
    doc.rect(60, 210, 120, 30).stroke();
  });
  expect(words).toEqual([]);
});
