/** Authors of a paper in columns below its title. */
import { describe, expect, test } from '@jest/globals';
import { COLUMN_HEADS, type ColumnHeads } from '../../../../engine/reading-order/author-columns.js';
import { decided } from '../../../support/decisions.js';
import { linesBelow } from '../../../support/engine-inputs.js';
import { at, pdf, structured } from '../../../support/pdf.js';

const NAMES = ['Usama Ahmed', 'College of Signals', 'Islamabad, Pakistan'];

describe('the lines that columns begin with', () => {
  const heads = (over: Partial<ColumnHeads> = {}): string =>
    decided(COLUMN_HEADS, {
      heads: [linesBelow(NAMES), linesBelow(NAMES, { x: 320 })],
      rest: [linesBelow(['text of the left column'], { y: 160 }), linesBelow(['and the right'], { x: 320, y: 160 })],
      titled: true,
      ...over,
    });

  test('are authors where they end below a title before the text begins', () =>
    expect(heads()).toBe('first: otherwise'));

  test('go with the text on other pages, as headings, without text, and beside text', () => {
    const later = linesBelow(NAMES).map((line) => ({ ...line, page: 2 }));
    expect(heads({ titled: false })).toBe('with-the-text: no-title-above');
    expect(heads({ heads: [later, later] })).toBe('with-the-text: no-title-above');
    expect(heads({ heads: [linesBelow(NAMES.slice(1)), linesBelow(NAMES)] })).toBe('with-the-text: no-block-of-lines');
    expect(heads({ rest: [[], []] })).toBe('with-the-text: no-text-below');
    expect(heads({ rest: [linesBelow(['text'], { y: 112 }), linesBelow(['text'], { y: 160 })] })).toBe(
      'with-the-text: beside-text',
    );
  });
});

test.each([
  ['in the middle of their columns', 0],
  ['in a table of their own', 30],
])('a paper with two authors %s reads title, authors, then its columns', async (_, shift) => {
  const bytes = await pdf((doc) => {
    doc.fontSize(22).text('Routing for Zones of Mobile Sensors', 72, 72, { width: 451, align: 'center' });
    doc.fontSize(10);
    const columns = [
      { x: 72, name: 'Usama Ahmed', words: 'sensors are simple devices that run on batteries and send little' },
      { x: 310, name: 'Faisal Hussain', words: 'routes break where nodes move about too often for a fixed plan' },
    ];
    for (const { x, name, words } of columns) {
      [name, 'College of Signals', 'Islamabad, Pakistan'].forEach((text, i) =>
        doc.text(text, x + (x < 200 ? shift : -shift), 120 + 12 * i, { width: 213, align: 'center' }),
      );
      for (let i = 0; i < 30; i++) at(doc, x, 180 + 12 * i, words.slice(0, 44));
    }
  });
  const text = JSON.stringify((await structured(bytes)).blocks);
  const places = ['Usama Ahmed', 'Faisal Hussain', 'sensors are', 'routes break'].map((words) => text.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});
