/** What the running text of a document looks like: from lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { OrderedPage } from '../../../../engine/reading-order/stage.js';
import { styleOf } from '../../../../engine/style/stage.js';
import { documentStyle, leadingOf } from '../../../../engine/style/style.js';
import type { Line } from '../../../../engine/text/line.js';
import { column, fullLine, LEADING, LEFT, line, linesBelow, SIZE, style } from '../../../support/engine-inputs.js';
import { BOLD, MONO } from '../../../support/pages.js';

const WORDS = 'words of the running text';
const paragraphs = (count: number, options: Parameters<typeof linesBelow>[1] = {}): Line[] =>
  linesBelow(
    Array.from({ length: count }, () => WORDS),
    options,
  );
const pageOf = (...columns: readonly Line[][]): OrderedPage => ({ columns: columns.map((lines) => column(lines)) });
const found = (...columns: readonly Line[][]) => documentStyle([pageOf(...columns)]);

describe('the size of the running text', () => {
  test('is the one that most letters have, wherever they stand', () => {
    const lines = [line('A title', { size: 24 }), ...paragraphs(3), line('a note', { size: 8, y: 300 })];
    expect(found(lines).bodySize).toBe(SIZE);
    expect(styleOf({ pages: [pageOf(paragraphs(2, { size: 9 })), pageOf(paragraphs(9, { size: 11 }))] })).toMatchObject(
      {
        style: { bodySize: 11 },
      },
    );
  });

  test('is one in half points', () => expect(found(paragraphs(3, { size: 10.2 })).bodySize).toBe(10));

  test('is not that of code', () =>
    expect(found([...paragraphs(2), ...paragraphs(9, { size: 8, font: MONO, y: 200 })]).bodySize).toBe(SIZE));

  describe('of tables below titles', () => {
    const table = (letters: number, y = 300): Line => ({
      ...line('', { y }),
      text: '',
      runs: [],
      size: 200,
      blocks: [],
      typeInside: { size: 9, bold: 0, letters },
    });
    const titles = [0, 1].map((i) => line('Statement of income', { size: 14, font: BOLD, y: 72 + 200 * i }));

    test('is that of the tables, which say whether bold is rare, too', () => {
      expect(found(titles, [table(900)])).toMatchObject({ bodySize: 9, boldBody: false });
      expect(found(titles, [table(30)])).toMatchObject({ bodySize: 14, boldBody: true });
    });

    test('is that of lines that are neither bold nor clearly larger', () => {
      const plain = (size: number): Line[] => [line('Prices of the harbour', { size })];
      expect(found(plain(10), [table(900)]).bodySize).toBe(10);
      expect(found(plain(14), [table(900)]).bodySize).toBe(9);
    });

    test('is that of the text where there are paragraphs, or several lines', () => {
      expect(found([...titles, ...paragraphs(9)], [table(9_000)]).bodySize).toBe(SIZE);
      expect(found([...titles, line('The Ada, in thousands', { y: 600 })], [table(9_000)]).bodySize).toBe(14);
    });
  });

  test('of a document without text is ten points', () =>
    expect(documentStyle([])).toEqual({ bodySize: 10, boldBody: false, leading: {}, indent: null }));
});

test('bold says nothing where most letters are bold', () => {
  const bold = (count: number) => paragraphs(count, { font: BOLD, y: 300 });
  expect(found([...paragraphs(2), ...bold(3)]).boldBody).toBe(true);
  expect(found([...paragraphs(3), ...bold(2)]).boldBody).toBe(false);
});

describe('the leading', () => {
  test('of each size is the distance of its baselines', () => {
    const small = paragraphs(4, { size: 8, y: 300 }).map((one, i) => line(one.text, { size: 8, y: 300 + i * 9 }));
    expect(found(paragraphs(4), small).leading).toEqual({ [2 * SIZE]: LEADING, 16: 9 });
  });

  test('is the smaller one where most lines are paragraphs of their own', () => {
    // a step of 12 within paragraphs, of 20 between them
    const at = [0, 12, 32, 44, 64, 84, 104, 124];
    expect(found(at.map((y) => line(WORDS, { y: 100 + y }))).leading).toEqual({ [2 * SIZE]: LEADING });
  });

  test('is not taken from what occurs once or twice, nor from lines too near or too far', () => {
    const at = (...steps: number[]) =>
      steps.map((_, i) => line(WORDS, { y: 100 + steps.slice(0, i).reduce((a, b) => a + b, 0) }));
    expect(found(at(12, 12, 0)).leading).toEqual({});
    expect(found(at(30, 30, 30, 30, 0)).leading).toEqual({});
    expect(found(at(5, 5, 5, 5, 0)).leading).toEqual({});
  });

  test('is not measured across a table', () => {
    const lines = paragraphs(4);
    const table = { ...lines[1]!, blocks: [] };
    expect(found([lines[0]!, table, lines[2]!, lines[3]!]).leading).toEqual({});
  });

  test('of a rare size is in the proportion of the running text, and at least the usual one', () => {
    const title = line('A title', { size: 20 });
    expect(leadingOf(style(), line(WORDS))).toBe(LEADING);
    expect(leadingOf(style(), title)).toBe(25);
    expect(leadingOf(style({ leading: { [2 * SIZE]: 15 } }), title)).toBe(30);
  });
});

describe('the indent of first lines', () => {
  const indented = (times: number, by = 15): Line[] =>
    Array.from({ length: times }, (_, i) => [
      fullLine(WORDS, { x: LEFT + by, y: 100 + i * 2 * LEADING }),
      fullLine(WORDS, { y: 100 + (2 * i + 1) * LEADING }),
    ]).flat();

  test('is a habit of the document where four full lines have it', () => {
    expect(found(indented(4)).indent).toBeCloseTo(15);
    expect(found(indented(3)).indent).toBeNull();
  });

  test('is none where lines end early, as those of a list do', () => {
    const short = indented(4).map(({ box, ...one }) => ({ ...one, box: { ...box, x1: LEFT + 100 } }));
    expect(found([...short, fullLine(WORDS, { y: 400 })]).indent).toBeNull();
  });

  test('is none where the lines below are indented too, and where it is too small or too large', () => {
    const block = Array.from({ length: 8 }, (_, i) => fullLine(WORDS, { x: LEFT + 15, y: 100 + i * LEADING }));
    expect(found([...block, fullLine(WORDS, { y: 300 })]).indent).toBeNull();
    for (const by of [3, 60]) expect(found(indented(6, by)).indent).toBeNull();
  });

  test('is none where the indents differ', () => {
    const lines = [10, 14, 18, 22, 26, 30].flatMap((by, i) =>
      indented(1, by).map((one) => ({ ...one, baseline: one.baseline + i * 2 * LEADING })),
    );
    expect(found(lines).indent).toBeNull();
  });
});
