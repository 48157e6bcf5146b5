/** Pages that are painted in strips, each line across a border once for each strip. */
import { expect, test } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { CUT_RUN, isCut, withoutCopies } from '../../../../engine/read/cut-text.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { at, pdf, readPages, type Pdf } from '../../../support/pdf.js';

const run = (text: string, x0: number, x1: number): ParsedRun => ({
  text,
  box: { x0, y0: 100, x1, y1: 110 },
  baseline: 108,
  size: 10,
  font: 0,
  rotation: 0,
});

test('a word that its clip cuts is a copy where another has all of its letters', () => {
  const over = run('12.5', 50, 70);
  expect(decideWithRule(CUT_RUN, { page: 1, run: run('125', 50, 68), over })).toEqual({
    verdict: 'copy',
    rule: 'letters-of-another',
  });
  expect(decideWithRule(CUT_RUN, { page: 1, run: over, over: null }).verdict).toBe('word');
});

test('words beside each other, of other letters or not cut are no copies', () => {
  const [whole, beside, other, strip] = [
    run('12.5', 50, 70),
    run('125', 80, 98),
    run('126', 50, 68),
    run('125', 50, 68),
  ];
  const runs = [whole, beside, other, strip];
  expect(withoutCopies(runs, new Set(runs), 1).map(({ text }) => text)).toEqual(['12.5', '125', '126']);
  expect(withoutCopies(runs, new Set([strip]), 1)).toHaveLength(4);
});

test('a clip cuts a word when it leaves a part of its height', () => {
  const { box } = run('12.5', 50, 70);
  expect(isCut(box, { x0: 0, y0: 0, x1: 600, y1: 800 })).toBe(false);
  expect(isCut(box, { x0: 60, y0: 0, x1: 600, y1: 800 })).toBe(false);
  expect(isCut(box, { x0: 0, y0: 0, x1: 600, y1: 105 })).toBe(true);
});

test('a line on the border of two strips is read once, with the letters that only one of them shows', async () => {
  const strip = (doc: Pdf, y: number, height: number, words: readonly string[]): void => {
    doc.save();
    doc.rect(0, y, 612, height).clip();
    words.forEach((word, i) => at(doc, 72 + 100 * i, 100, word));
    doc.restore();
  };
  const bytes = await pdf((doc) => {
    doc.fontSize(12);
    // the upper strip has neither full stops nor what has no tall letters
    strip(doc, 80, 14, ['Harbour', '125', 'Hf']);
    strip(doc, 94, 30, ['Harbour', '12.5', 'Hefty']);
  });
  const [page] = (await readPages(bytes)).pages;
  expect(page!.runs.map(({ text }) => text)).toEqual(['Harbour', '12.5', 'Hefty']);
  expect(page!.runs.some(({ invisible }) => invisible)).toBe(false);
});

test('a word each letter of which is painted within a clip of its own is seen, and one that its clips leave out is not', async () => {
  const LETTER = 8;
  const spelled = (doc: Pdf, word: string, { y, clipY }: { y: number; clipY: number }): void =>
    Array.from(word).forEach((letter, i) => {
      const x = 72 + LETTER * i;
      doc.save().rect(x, clipY, LETTER, 14).clip();
      at(doc, x, y, letter);
      doc.restore();
    });
  const bytes = await pdf((doc) => {
    doc.font('Courier').fontSize(LETTER / 0.6);
    spelled(doc, 'harbourmaster', { y: 100, clipY: 90 });
    spelled(doc, 'covered', { y: 200, clipY: 300 });
  });
  const [page] = (await readPages(bytes)).pages;
  expect(page!.runs.map(({ text, invisible }) => [text, invisible === true])).toEqual([
    ['harbourmaster', false],
    ['covered', true],
  ]);
});

test('what is too long for its cell does not join the text of the next one', async () => {
  const bytes = await pdf((doc) => {
    doc.font('Courier').fontSize(10);
    const cell = (x: number, text: string): void => {
      doc.save().rect(x, 90, 60, 14).clip();
      at(doc, x, 100, text);
      doc.restore();
    };
    cell(72, 'Robert-GGGG');
    cell(132, '756');
  });
  const [page] = (await readPages(bytes)).pages;
  expect(page!.runs.filter(({ invisible }) => !invisible).map(({ text }) => text)).toEqual(['Robert-GGGG', '756']);
});
