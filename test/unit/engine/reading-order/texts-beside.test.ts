/** Few lines beside each other within a column: texts of their own, or rows. */
import { describe, expect, test } from '@jest/globals';
import { TEXTS_BESIDE } from '../../../../engine/reading-order/texts-beside-rules.js';
import { splitTextsBeside } from '../../../../engine/reading-order/texts-beside.js';
import type { Box } from '../../../../engine/model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { Line } from '../../../../engine/text/line.js';
import { column, line, linesBelow, type LineOptions } from '../../../support/engine-inputs.js';
import { BOLD, MONO } from '../../../support/pages.js';
import { at, pdf, structured } from '../../../support/pdf.js';

/** Each letter is half a font size wide. */
const centred = (texts: readonly string[], middle: number, y = 100): Line[] =>
  texts.map((text, i) => line(text, { x: middle - 2.5 * text.length, y: y + 12 * i }));

function judged(...parts: Line[][]): string {
  const { verdict, rule } = decideWithRule(TEXTS_BESIDE, { parts });
  return `${verdict}: ${rule}`;
}

const below = (texts: readonly string[], x: number, over: LineOptions = {}): Line[] =>
  linesBelow(texts, { x, ...over });

describe('texts beside each other', () => {
  test('are texts of their own where sentences continue', () =>
    expect(judged(below(['The first lamp', 'was lit by hand'], 72), below(['Oil came in', 'casks by boat'], 250))).toBe(
      'beside: sentences-go-on',
    ));

  test('where each row has a type of its own', () => {
    const stack = (name: string, x: number): Line[] => [line(name, { x }), line('OFFICE', { x, y: 108, size: 6 })];
    expect(judged(stack('Ada Byron', 72), stack('Charles Babbage', 300))).toBe('beside: types-stacked');
  });

  test('where large numbers or names stand above captions of one line or of several', () => {
    const part = (head: string, caption: readonly string[], { x = 72, size = 20, y = 100 } = {}): Line[] => [
      line(head, { x, size, y }),
      ...caption.map((text, i) => line(text, { x, y: 114 + 12 * i })),
    ];
    const first = part('17', ['Lamps lit by hand']);
    const casks = ['Casks of oil', 'Brought by boat'];
    expect(judged(first, part('80', casks, { x: 250 }))).toBe('beside: much-larger-heads');
    expect(judged(first, part('80', casks, { x: 250 }), part('3', ['Keepers'], { x: 400 }))).toBe(
      'beside: much-larger-heads',
    );
    const small = (x: number, caption: readonly string[]): Line[] => part('Ports', caption, { x, size: 13 });
    expect(judged(small(72, ['Oslo and Hull']), small(250, ['Leith', 'Kiel']))).toBe('rows: otherwise');
    expect(judged(first, part('80', casks, { x: 250, y: 92 }))).toBe('rows: otherwise');
    expect(judged(first, part('80', [], { x: 250 }), part('3', casks, { x: 400 }))).toBe('rows: otherwise');
    expect(judged(first, part('80', [...casks, 'Stored in towers', 'Burned by night'], { x: 250 }))).toBe(
      'rows: otherwise',
    );
  });

  test('but amounts on the right have their labels beside them, whatever their types', () => {
    const stack = (texts: readonly string[], x: number, step = 12): Line[] =>
      texts.map((text, i) => line(text, { x, y: 100 + step * i, ...(i > 0 && { font: BOLD }) }));
    const labels = stack(['VAT 20%', 'Total due'], 72);
    expect(judged(labels, stack(['£ 500.80', '£ 3,004.80'], 300))).toBe('rows: amounts-with-labels');
    expect(judged(labels, stack(['£ 500.80', 'in words'], 300))).toBe('beside: types-stacked');
    expect(judged(labels, stack(['020 7946', '2023'], 300))).toBe('beside: types-stacked');
    expect(judged(stack(['€4.20', '2023'], 72), stack(['€4.80', '20.24'], 300))).not.toBe('rows: amounts-with-labels');
    expect(judged(labels, stack(['£ 500.80', '£ 3,004.80'], 300, 17))).not.toBe('rows: amounts-with-labels');
  });

  test('where they are centred, a letterhead or a stamp', () => {
    const left = centred(['Deborah Hunt', 'Clerk'], 110);
    expect(judged(left, centred(['Potter Courthouse', 'Cincinnati'], 300))).toBe('beside: each-in-its-middle');
    expect(judged(left, below(['Potter Courthouse', 'Cincinnati'], 250))).toBe('rows: otherwise');
  });

  test('where both are addresses', () => {
    const ada = below(['Ada Byron', '17 Harbour Street', 'Cowes, NY 10007'], 72);
    const charles = below(['Charles Babbage', '4 Quay Road', 'Ryde, NY 10008'], 300);
    expect(judged(ada, charles)).toBe('beside: addresses');
  });

  test('where one is the party of a bill', () => {
    const seller = below(['Byron & Daughters', '17 Harbour Street', 'Cowes, NY 10007'], 72);
    expect(judged(seller, below(['Bill to', 'charles@quay.org'], 300))).toBe('beside: party-of-a-bill');
    expect(judged(below(['Bill to', 'Ship to'], 72), below(['ada@harbour.org', 'charles@quay.org'], 300))).toBe(
      'rows: otherwise',
    );
    const table = below(['Supplier', 'oil@harbour.org', 'Store 12'], 72);
    expect(judged(table, below(['Delivers', 'Lamps', 'Wicks'], 300))).toBe('rows: otherwise');
  });

  test('where most rows have one label on both sides, as below a contract', () => {
    const party = (name: string, x: number): Line[] => below([name, 'By: ______', 'Title: Keeper', 'Date:'], x);
    expect(judged(party('Ada Byron', 72), party('Charles Babbage', 300))).toBe('beside: same-labels');
    expect(judged(below(['Lamps', 'Oil'], 72), party('Ada Byron', 300))).not.toBe('beside: same-labels');
    const cells = ['Included', 'Included', 'Included'];
    expect(judged(below(cells, 72), below(cells, 300))).toBe('rows: otherwise');
  });

  test('where a frame parts one from a sentence that goes on beside it, from left to right', () => {
    const notes = below(['The keeper must sign', 'this paper by hand', 'in the space beside'], 72);
    const field = below(['Signed'], 250);
    const framed = (parts: Line[][], left = 240, bottom = 300): string => {
      const frames = [{ x0: left, y0: 80, x1: 500, y1: bottom }];
      const { verdict, rule } = decideWithRule(TEXTS_BESIDE, { parts, frames });
      return `${verdict}: ${rule}`;
    };
    expect(framed([notes, field])).toBe('left-first: framed-beside-sentence');
    expect(framed([notes, field], 60)).toBe('rows: single-lines');
    expect(framed([notes, field], 240, 90)).toBe('rows: single-lines');
    expect(framed([notes, below(['12'], 250)])).toBe('rows: single-lines');
    expect(framed([notes, field, below(['Seal'], 400)])).toBe('rows: single-lines');
    expect(framed([below(['Name', 'Street'], 72), field])).toBe('rows: single-lines');
  });

  test('are rows where the frame is one around values, whatever their labels say', () => {
    const frames = [{ x0: 240, y0: 80, x1: 500, y1: 300 }];
    const judgedIn = (parts: Line[][]): string => {
      const { verdict, rule } = decideWithRule(TEXTS_BESIDE, { parts, frames });
      return `${verdict}: ${rule}`;
    };
    const labels = below(['Name of the keeper who', 'signs this paper', 'Place of the light'], 72);
    const [first, second, third] = below(['Ada Byron', 'Dover', 'Skerryvore'], 250);
    expect(judgedIn([labels, [first!, third!]])).toBe('rows: otherwise'); // a gap between the values
    expect(judgedIn([labels, [first!, second!, third!]])).toBe('rows: otherwise'); // two begin level with labels
    expect(judgedIn([labels, [third!]])).toBe('rows: single-lines'); // others are above it in the frame
    expect(judgedIn([labels, [first!, second!]])).toBe('left-first: framed-beside-sentence');
  });

  test('are rows where one text is a single line', () =>
    expect(judged(below(['Name', 'Street'], 72), below(['Ada'], 300))).toBe('rows: single-lines'));

  test('are rows where labels stand on the left', () =>
    expect(judged(below(['Name:', 'Work:'], 72), below(['Ada went', 'on foot'], 300))).toBe(
      'rows: labels-on-the-left',
    ));

  test('are rows where fields stand beside fields, as in forms', () =>
    expect(judged(below(['Date: May 3', 'Docket #: 17'], 72), below(['Court: North', 'Judge: Hale'], 300))).toBe(
      'rows: otherwise',
    ));

  test('are rows in monospaced type', () =>
    expect(judged(below(['let a', 'be b'], 72, { font: MONO }), below(['for c', 'to d'], 300, { font: MONO }))).toBe(
      'rows: code-or-formula',
    ));

  test('are rows of numbers', () =>
    expect(judged(below(['oil', '12'], 72), below(['17', '18'], 300), below(['19', '20'], 350))).toBe(
      'rows: mostly-numbers',
    ));
});

describe('a column', () => {
  const texts = (lines: readonly Line[], frames: readonly Box[] = []): string[] =>
    splitTextsBeside(column(lines), [], frames).map((part) => part.lines.map(({ text }) => text).join(' / '));

  test('is split into the texts beside each other and what stands above and below them', () => {
    const rows = [...centred(['Deborah Hunt', 'Clerk'], 110), ...centred(['Potter Courthouse', 'Cincinnati'], 300)];
    const sorted = rows.sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
    const wide = 'a line of running text over the whole width of the column above the rest';
    expect(texts([line(wide, { y: 60 }), ...sorted, line(wide, { y: 160 })])).toEqual([
      wide,
      'Deborah Hunt / Clerk',
      'Potter Courthouse / Cincinnati',
      wide,
    ]);
  });

  test('is split at a frame, however close the text beside it comes', () => {
    const notes = below(['The keeper must sign', 'this paper by hand'], 72);
    const close = notes[0]!.box.x1 + 6;
    const lines = [notes[0]!, line('12 Signed', { x: close, y: 100 }), notes[1]!];
    const frame = { x0: close - 3, y0: 80, x1: 500, y1: 300 };
    expect(texts(lines, [frame])).toEqual(['The keeper must sign / this paper by hand', '12 Signed']);
    expect(texts(lines)).toEqual(['The keeper must sign / 12 Signed / this paper by hand']);
  });

  test('has large numbers with what stands below them, though these are near each other by the size of the numbers', () => {
    const number = (text: string, x: number): Line => line(text, { x, y: 100, size: 40 });
    const below = (texts: readonly string[], x: number): Line[] => linesBelow(texts, { x, y: 118, size: 8 });
    const first = below(['women who keep a light on the', 'coast of this shire'], 72);
    const second = below(['of all the oil was carried on', 'the boats of the keepers'], 230);
    const rows = [number('17', 100), number('80', 250), ...[0, 1].flatMap((i) => [first[i]!, second[i]!])];
    expect(texts(rows)).toEqual([
      '17 / women who keep a light on the / coast of this shire',
      '80 / of all the oil was carried on / the boats of the keepers',
    ]);
  });

  test('is split where a text is aligned close behind the one before, as in the foot of a bill', () => {
    const lines = (second: number, shift = 0): string[] => {
      const first = below(['Moran Ltd', '12 Quay Street', 'Brack 26721'], 72);
      const firm = below(['Tel. 555 10', 'ada@moran.org', 'www.moran.org'], second);
      const bank = below(['Bank of Brack', '14 Pier Street', 'Brack 26722'], 300);
      const moved = firm.map((one, i) => (i === 1 ? line(one.text, { x: second + shift, y: 112 }) : one));
      return texts([0, 1, 2].flatMap((i) => [first[i]!, moved[i]!, bank[i]!]));
    };
    const end = line('12 Quay Street', { x: 72 }).box.x1;
    const firm = 'Tel. 555 10 / ada@moran.org / www.moran.org';
    for (const gap of [20, 10]) expect(lines(end + gap)).toContain(firm);
    expect(lines(end + 5)).not.toContain(firm);
    expect(lines(end + 10, 2)).not.toContain(firm);
  });

  test('has the text in the largest type first, the note beside it after it', () => {
    const note = ['Vol. 29 has the', 'rest of this'].map((text, i) => line(text, { size: 7, y: 100 + 12 * i }));
    const main = below(['The reader of a map', 'begins at the shore'], 200);
    expect(texts([note[0]!, main[0]!, note[1]!, main[1]!])[0]).toBe('The reader of a map / begins at the shore');
  });

  test('stays as it is where its rows are labels with values', () =>
    expect(
      texts([line('Name:'), line('Ada', { x: 300 }), line('Town:', { y: 112 }), line('Cowes', { x: 300, y: 112 })]),
    ).toHaveLength(1));
});

test('figures of a report beside each other keep their words, and are no headings', async () => {
  const bytes = await pdf((doc) => {
    doc.font('Helvetica').fontSize(10);
    for (let i = 0; i < 4; i++)
      at(doc, 72, 90 + 13 * i, 'The lights of the coast were kept by many hands through all of the year.');
    const about = (x: number, y: number, text: string): void => at(doc, x - doc.widthOfString(text) / 2, y, text);
    const words = [
      ['1st', 'keeper of the', 'northern light', 'since the war'],
      ['42', 'lamps that are', 'lit by hand in', 'each night'],
      ['~70%', 'casks of oil that', 'came by boat', 'and by rail'],
    ];
    words.forEach(([figure = '', ...rest], i) => {
      doc.font('Helvetica-Bold').fontSize(30);
      about(140 + 150 * i, 190, figure);
      doc.font('Helvetica').fontSize(9);
      rest.forEach((text, j) => about(140 + 150 * i, 206 + 11 * j, text));
    });
  });
  const { blocks } = await structured(bytes);
  const texts = blocks.map((block) => ('spans' in block ? block.spans.map(({ text }) => text).join('') : ''));
  expect(texts).toContain('keeper of the northern light since the war');
  expect(texts).toContain('casks of oil that came by boat and by rail');
  expect(blocks.filter(({ kind }) => kind === 'heading')).toEqual([]);
});
