/** Underscores under what is written on them. */
import { expect, test } from '@jest/globals';
import { FILLED_BLANK, withoutFilledBlanks } from '../../../../engine/text-runs/filled-blanks.js';
import { plainText } from '../../../../engine/text/spans.js';
import { decided } from '../../../support/decisions.js';
import { runs } from '../../../support/engine-inputs.js';
import { at, pdf, structured } from '../../../support/pdf.js';

test('a blank that is written on is a line', () => {
  const [blank] = runs('____________', { x: 100, y: 101 });
  const words = runs('Amelia', { x: 110, y: 100 });
  expect(decided(FILLED_BLANK, { page: 1, blank: blank!, words })).toBe('line: written-on');
  expect(decided(FILLED_BLANK, { page: 1, blank: blank!, words: [] })).toBe('text: otherwise');
  expect(withoutFilledBlanks([blank!, ...words], 1)).toEqual(words);
});

test('a blank beside or between words stays', () => {
  const line = runs('Name: ____________ of Northport', { x: 100, y: 100 });
  expect(withoutFilledBlanks(line, 1)).toBe(line);
  const below = [...line, ...runs('Amelia', { x: 150, y: 120 })];
  expect(withoutFilledBlanks(below, 1)).toBe(below);
});

test('a form that was filled in reads without its lines', async () => {
  const bytes = await pdf((doc) => {
    doc.fontSize(11);
    at(doc, 72, 100, 'The keeper of the harbour fills in this form and gives it to the master of the vessel.');
    ['Reginald Ashton', 'Kilpatrick and Sons'].forEach((name, i) => {
      at(doc, 72, 130 + 20 * i, i === 0 ? 'Name:' : 'Firm:');
      at(doc, 130, 130 + 20 * i, '______________________________');
      at(doc, 132, 129 + 20 * i, name);
    });
    at(doc, 72, 190, 'Signed: ____________________');
  });
  const text = (await structured(bytes)).blocks.map((block) =>
    'spans' in block ? plainText(block.spans) : block.kind,
  );
  expect(text.slice(1)).toEqual(['Name: Reginald Ashton', 'Firm: Kilpatrick and Sons', 'Signed: ____________________']);
});
