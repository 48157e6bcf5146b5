/** Check boxes that are drawn beside words. */
import { describe, expect, test } from '@jest/globals';
import { renderBlock } from '../../../../engine/markdown/blocks.js';
import { DRAWN_CHECK_BOX, drawnCheckBoxes, type DrawnSquare } from '../../../../engine/text-runs/check-boxes.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';
import { at, pdf, structured, type Pdf } from '../../../support/pdf.js';

const BOX = { x0: 50, y0: 92, x1: 59, y1: 101 };
const WORD = runs('Yes', { x: 66, y: 100 })[0]!;

describe('a drawn square', () => {
  const square = (over: Partial<DrawnSquare> = {}): string =>
    decided(DRAWN_CHECK_BOX, { page: 1, box: BOX, word: WORD, isEmpty: true, isOutlinedTwice: false, ...over });

  test('is a check box beside a word', () => expect(square()).toBe('check-box: empty-square-beside-a-word'));
  test('is none alone', () => expect(square({ word: null })).toBe('refused: no-word-beside'));
  test('is none where it is higher than the line', () =>
    expect(square({ box: { ...BOX, y0: 80 } })).toBe('refused: higher-than-the-line'));
  test('is none with a number in it', () => expect(square({ isEmpty: false })).toBe('refused: holds-text'));
  test('is none over one that is a box already', () =>
    expect(square({ isOutlinedTwice: true })).toBe('refused: second-outline'));
});

describe('a box of a form', () => {
  const boxes = async (draw: (doc: Pdf) => void): Promise<string[]> => {
    const bytes = await pdf((doc) => {
      doc.fontSize(11).lineWidth(0.5);
      at(doc, 60, 90, 'Mark everything that you have received in this year so far');
      draw(doc);
      at(doc, 60, 190, 'The clerk keeps this page for six months and gives it to nobody else.');
    });
    return (await structured(bytes)).blocks.flatMap((block) =>
      block.kind === 'list' ? block.items.map(({ marker }) => marker) : [],
    );
  };
  const two = (doc: Pdf, second: (x: number, y: number) => void): void =>
    [120, 140].forEach((y) => {
      doc.rect(60, y - 9, 9.5, 9.5).stroke();
      second(60, y - 9);
      at(doc, 76, y, 'Support for the rent of the rooms that I live in');
    });
  test.each([
    ['an inner edge', { at: 0.5, size: 8.5 }],
    ['a field of the same size, a little aside', { at: 1.5, size: 9.5 }],
    ['a field that is larger', { at: -1.5, size: 12.5 }],
  ])('is one with %s', async (_, field) => {
    const markers = await boxes((doc) =>
      two(doc, (x, y) => doc.rect(x + field.at, y + field.at, field.size, field.size).stroke()),
    );
    expect(markers).toEqual(['☐', '☐']);
  });

  test('is another one beside it', async () => {
    const bytes = await pdf((doc) => {
      doc.fontSize(11).lineWidth(0.5);
      two(doc, (x, y) => doc.rect(x - 11, y, 9.5, 9.5).stroke());
    });
    const text = (await structured(bytes)).blocks.map((block) => JSON.stringify(block)).join('\n');
    expect(text.match(/☐/gu)).toHaveLength(4);
  });
});

test('belongs to the word behind it, else to the one before it', () => {
  const sides = ({ x0, y0, x1, y1 }: typeof BOX) => [
    { orientation: 'horizontal' as const, box: { x0, y0, x1, y1: y0 + 0.5 } },
    { orientation: 'horizontal' as const, box: { x0, y0: y1, x1, y1: y1 + 0.5 } },
    { orientation: 'vertical' as const, box: { x0, y0, x1: x0 + 0.5, y1 } },
    { orientation: 'vertical' as const, box: { x0: x1, y0, x1: x1 + 0.5, y1 } },
  ];
  const page = emptyPage({ rules: sides(BOX) });
  const box = (words: Parameters<typeof drawnCheckBoxes>[1]) => drawnCheckBoxes(page, words, 7);
  expect(box(runs('Yes', { x: 66, y: 100 }))).toMatchObject([{ id: 7, text: '☐', baseline: 100, box: { x0: 50 } }]);
  expect(box(runs('Yes', { x: 31, y: 100 }))).toHaveLength(1);
  expect(box(runs('Yes', { x: 120, y: 100 }))).toEqual([]);
  expect(box(runs('Yes', { x: 66, y: 140 }))).toEqual([]);
});

test('a form with boxes in two columns is a list, each column read by itself, with what is ticked', async () => {
  const item = (doc: Pdf, { x, y, text, ticked = false }: { x: number; y: number; text: string; ticked?: boolean }) => {
    doc.rect(x, y - 8, 9, 9).stroke();
    if (ticked)
      doc
        .moveTo(x, y - 8)
        .lineTo(x + 9, y + 1)
        .moveTo(x + 9, y - 8)
        .lineTo(x, y + 1)
        .stroke();
    at(doc, x + 22, y, text);
  };
  const bytes = await pdf((doc) => {
    doc.fontSize(10).lineWidth(0.7);
    at(doc, 60, 90, 'Measures taken (tick all that apply)');
    ['Screening of the report', 'Safety plan', 'Placement with relatives', 'Placement elsewhere'].forEach((text, i) =>
      item(doc, { x: 60, y: 110 + 13 * i, text, ticked: i === 1 }),
    );
    ['Referral to services', 'Transport', 'Work with the police', 'Other'].forEach((text, i) =>
      item(doc, { x: 320, y: 110 + 13 * i, text, ticked: i === 2 }),
    );
    at(doc, 60, 190, 'The report goes to the division of safety and to nobody else within six months.');
  });
  const [, list] = (await structured(bytes)).blocks;
  const items = list?.kind === 'list' ? list.items : [];
  expect(items.map(({ marker }) => marker)).toEqual(['☐', '☒', '☐', '☐', '☐', '☐', '☒', '☐']);
  expect(list && renderBlock(list, { footnotes: new Map(), pageMarks: () => [] }).join('\n')).toBe(
    [
      '- [ ] Screening of the report',
      '- [x] Safety plan',
      '- [ ] Placement with relatives',
      '- [ ] Placement elsewhere',
      '- [ ] Referral to services',
      '- [ ] Transport',
      '- [x] Work with the police',
      '- [ ] Other',
    ].join('\n'),
  );
});
