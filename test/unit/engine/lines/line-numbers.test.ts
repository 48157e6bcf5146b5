/** Each rule of which numbers count the lines beside them, on runs written by hand. */
import { describe, expect, test } from '@jest/globals';
import { findLineNumbers, LINE_NUMBERS } from '../../../../engine/lines/line-numbers.js';
import type { TextRun } from '../../../../engine/model.js';
import { decided } from '../../../support/decisions.js';
import { LEADING, runs } from '../../../support/engine-inputs.js';

const TOP = 100;
const numbers = (values: readonly number[]): TextRun[] =>
  values.flatMap((value, i) => runs(`${value}`, { x: 40, y: TOP + i * LEADING }));
const text = (rows: number): TextRun[] =>
  Array.from({ length: rows }).flatMap((_, i) => runs('words of the text', { y: TOP + i * LEADING }));
const judged = (group: readonly TextRun[], others: readonly TextRun[]): string =>
  decided(LINE_NUMBERS, { group, others, page: 1 });

const COUNTED = numbers([1, 2, 3, 4, 5, 6]);

describe('numbers on one edge', () => {
  test('are no line numbers where they do not grow by one step', () => {
    expect(judged(numbers([3, 17, 4, 40, 8, 2]), text(6))).toBe('refused: no-steady-step');
    expect(judged(numbers([100, 200, 300, 400, 500]), text(5))).toBe('refused: no-steady-step');
  });

  test('are no line numbers with text in their strip', () =>
    expect(judged(COUNTED, [...text(6), ...runs('Total', { x: 30, y: TOP + 2.5 * LEADING })])).toBe(
      'refused: text-in-strip',
    ));

  test('are no line numbers beside numbers alone', () => {
    const values = COUNTED.flatMap((_, i) => runs(`${100 + i}`, { y: TOP + i * LEADING }));
    expect(judged(COUNTED, values)).toBe('refused: nothing-to-count');
  });

  test('are no line numbers beside cells', () => {
    const column = (x: number, texts: readonly string[], off = 0): TextRun[] =>
      texts.flatMap((value, i) => runs(value, { x, y: TOP + i * LEADING + off }));
    const towns = ['Oslo', 'Hull', 'Leith', 'Bergen', 'York', 'Cork'];
    const values = ['12', '40', '7', '31', '8', '90'];
    const rows = [...text(6), ...column(300, towns)];
    const counted = 'line-numbers: beside-most-of-the-text';
    expect(judged(COUNTED, [...rows, ...column(400, values)])).toBe('refused: cells-beside');
    expect(judged(COUNTED, [...rows, ...column(400, values, 0.6)])).toBe('refused: cells-beside');
    // a speaker and a speech, halves of verses, two columns
    expect(judged(COUNTED, rows)).toBe(counted);
    // some of the lines of numbered paper hold entries
    expect(judged(COUNTED, [...rows, ...column(400, values.slice(0, 5))])).toBe(counted);
    // a name of the row may be longer, and no second text
    const lines = towns.map((town) => `and the lamps of ${town} burn all night`);
    expect(judged(COUNTED, [...rows, ...column(400, lines)])).toBe('refused: cells-beside');
    const both = COUNTED.flatMap((_, i) => runs(lines[i]!, { y: TOP + i * LEADING }));
    expect(judged(COUNTED, [...both, ...column(320, lines), ...column(520, towns)])).toBe(counted);
    expect(judged(numbers([5, 10, 15, 20, 25, 30]), [...rows, ...column(400, values)])).toBe(counted);
  });

  test('are no line numbers below a word for numbers', () => {
    const above = (name: string, x = 36, lines = 1): TextRun[] => [
      ...text(6),
      ...runs(name, { x, y: TOP - lines * LEADING }),
    ];
    for (const name of ['No.', '#', 'Sl. No.', 'Nr', 'Rank', '№', 'S/N', 'No.:'])
      expect(judged(COUNTED, above(name))).toBe('refused: named-column');
    const counted = 'line-numbers: beside-most-of-the-text';
    for (const name of ['Book', 'xii', 'Page 7', 'No. of lamps in the harbour'])
      expect(judged(COUNTED, above(name))).toBe(counted);
    expect(judged(COUNTED, above('No.', 36, 4))).toBe(counted);
    expect(judged(COUNTED, above('No.', 70))).toBe(counted);
    const verse = [...text(30), ...runs('No.', { x: 36, y: TOP - LEADING })];
    expect(judged(numbers([5, 10, 15, 20, 25]), verse)).not.toBe('refused: named-column');
  });

  test('are those of chapters where page numbers end their rows and sections stand between them', () => {
    const rows = [0, 1, 7, 8, 12, 14];
    const chapters = rows.flatMap((row, i) => runs(`${i + 1}`, { x: 40, y: TOP + row * LEADING }));
    const names = rows.flatMap((row) => runs('Lamps', { y: TOP + row * LEADING }));
    const pages = rows.flatMap((row, i) => runs(`${10 + i}`, { x: 500, y: TOP + row * LEADING }));
    expect(judged(chapters, [...text(15), ...pages])).toBe('refused: numbers-of-contents');
    // without page numbers they may count every fifth or tenth line
    expect(judged(chapters, names)).toBe('line-numbers: beside-most-of-the-text');
    // of the second column of a form, whose clauses stand apart
    const countedOn = rows.flatMap((row, i) => runs(`${7 + i}`, { x: 500, y: TOP + row * LEADING }));
    expect(judged(chapters, [...text(15), ...countedOn])).toBe('line-numbers: beside-most-of-the-text');
    // on a numbered contents page each line has its number
    const ends = COUNTED.flatMap((_, i) => runs(`${10 + i}`, { x: 500, y: TOP + i * LEADING }));
    expect(judged(COUNTED, [...text(6), ...ends])).toBe('line-numbers: beside-most-of-the-text');
  });

  test('are line numbers beside most of the text', () => {
    expect(judged(COUNTED, text(6))).toBe('line-numbers: beside-most-of-the-text');
    expect(judged(numbers([5, 10, 15, 20, 25]), text(6))).toBe('line-numbers: beside-most-of-the-text');
  });

  test('are line numbers on a short page between its head and foot', () => {
    const edges = [...runs('Lighthouses', { y: 30 }), ...runs('Page seven', { y: 800 })];
    expect(judged(COUNTED, [...text(6), ...edges])).toBe('line-numbers: page-not-full');
  });

  test('are those about one middle, as between the columns of a patent', () => {
    const values = [5, 10, 15, 20, 25, 100];
    const between = values.flatMap((value, i) =>
      runs(`${value}`, { x: 298 - 2.5 * `${value}`.length, y: TOP + 5 * i * LEADING }),
    );
    const column = (x: number): TextRun[] =>
      Array.from({ length: 26 }).flatMap((_, i) => runs('words of the text', { x, y: TOP + i * LEADING }));
    const all = [...column(60), ...between.slice(0, 5), ...column(330)];
    expect([...findLineNumbers(all, 1)].map(({ text: number }) => number).sort()).toEqual(
      ['5', '10', '15', '20', '25'].sort(),
    );
  });

  test('are no line numbers beside a small part of the text', () =>
    expect(judged(COUNTED, text(40))).toBe('refused: otherwise'));
});
