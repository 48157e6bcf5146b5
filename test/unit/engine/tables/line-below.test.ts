/** Whether a table continues with the line below: each rule, on lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { linesBelow } from '../../../../engine/tables/extend.js';
import { LINE_BELOW_TABLE, type LineBelow } from '../../../../engine/tables/line-below.js';
import { placeRow } from '../../../../engine/tables/placed-rows.js';
import { textRows, type TextRow } from '../../../../engine/tables/segments.js';
import { runs, type LineOptions } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';
import { placedRow, ROOM } from '../../../support/text-rows.js';

const above = placedRow(['Oslo', '4', 'a text with no room']);
const SENTENCE = 'A sentence over the width of all the columns here';

function below(cells: readonly string[], over: Partial<LineBelow> = {}, y = 112): string {
  const { verdict, rule } = decideWithRule(LINE_BELOW_TABLE, {
    page: 1,
    line: placedRow(cells, { y }),
    above,
    next: undefined,
    first: placedRow(['Port', 'Depth', 'Owner of the quay'], { y: 88 }).row,
    added: 2,
    widest: 12,
    widestOfAll: 12,
    room: ROOM,
    followed: false,
    heads: false,
    ...over,
  });
  return `${verdict}: ${rule}`;
}

test('a table continues with a line of several cells', () => expect(below(['Hull', '9'])).toBe('row: cells'));

test('a table continues with the rest of a cell', () =>
  expect(below(['', '', 'wrapped'], { room: { width: [85, 85, 85] } })).toBe('row: wrapped-cell'));

test('a table continues with a line beside the cells of the one above, so near that they are cells of one row', () => {
  const names = placedRow(['', 'Depth', 'Owner'], { y: 100 });
  expect(below(['Port'], { above: names }, 106)).toBe('row: beside-the-line-above');
  expect(below(['Port'], { above: names }, 109)).not.toBe('row: beside-the-line-above');
  expect(below(['Port'], { above: placedRow(['Oslo', '4'], { y: 100 }) }, 106)).not.toBe('row: beside-the-line-above');
});

test('a table continues with a remark in smaller type below its cell, and ends at a note as far below as a row', () => {
  const remark = (y: number, over: Partial<LineBelow> = {}): string =>
    below(['by hand'], { line: placedRow(['by hand'], { y, size: 8 }), widestOfAll: 14, ...over });
  expect(remark(110)).toBe('row: wrapped-cell');
  expect(remark(114)).toBe('end: note-below-table');
  expect(remark(110, { next: placedRow(['Export', '10', '12'], { y: 120, size: 8 }) })).not.toBe('row: wrapped-cell');
});

test('a table ends at the number of its page, which stands off', () => {
  const room = { width: [85, 85, 85] };
  expect(below(['', '', '12'], { room }, 116)).toBe('end: number-below-everything');
  const next = placedRow(['Hull', '9'], { y: 124 });
  expect(below(['', '', '12'], { room, next }, 116)).toBe('row: wrapped-cell');
});

test('a table ends at the number of its page, which is set in another size', () => {
  const room = { width: [85, 85, 85] };
  const numberIn = (type: LineOptions, over: Partial<LineBelow> = {}): string =>
    below(['', '', '12'], { room, line: placedRow(['', '', '12'], { y: 112, ...type }), ...over });
  expect(numberIn({ size: 12 })).toBe('end: number-in-other-size');
  expect(numberIn({ font: BOLD })).toBe('row: wrapped-cell');
  expect(numberIn({})).toBe('row: wrapped-cell');
  expect(numberIn({ size: 12 }, { next: placedRow(['Hull', '9'], { y: 124 }) })).toBe('row: wrapped-cell');
});

test('a table ends at a line of one cell that wraps none', () => {
  expect(below(['Total'])).toBe('end: otherwise');
  expect(below(['Total'], { above: undefined })).toBe('end: otherwise');
});

test('a table ends below a wide space', () => expect(below(['Hull', '9'], {}, 130)).toBe('end: far-below'));

test('a table takes a remark over its width that stands near, and ends with it', () =>
  expect(below([SENTENCE])).toBe('remark: remark'));

test('a table ends at text across its columns', () => {
  expect(below([SENTENCE], { added: 1 })).toBe('end: across-columns');
  expect(below([SENTENCE], { next: placedRow([SENTENCE], { y: 124 }) })).toBe('end: across-columns');
});

describe('rows of values', () => {
  const XS = [100, 200, 300, 400];
  const row = (cells: readonly string[], y = 112): TextRow =>
    textRows(cells.flatMap((text, i) => (text === '' ? [] : runs(text, { x: XS[i]!, y }))))[0]!;
  const columns = { page: 1, xs: [95, 195, 295, 395, 495], lefts: XS };
  const room = { width: [85, 85, 85, 85] };
  const values = (y: number, from = 0): string => {
    const { placed, ...line } = placeRow(row(['Ministry', '12.5', '...', '7'], y), columns);
    const [label, ...others] = placed;
    return below(['Ministry'], { line: { ...line, placed: [{ ...label!, last: from }, ...others] }, room });
  };

  test('continue below a wide space', () => {
    expect(values(112)).toBe('row: values-in-columns');
    expect(values(134)).toBe('row: values-in-columns');
    expect(values(160)).toBe('end: far-below');
  });

  test('of texts in three columns continue below a wide space where it is the same in all rows', () => {
    const words = (cells: readonly string[], over: Partial<LineBelow> = {}): string =>
      below(cells, { line: placeRow(row(cells, 134), columns), room, ...over }, 134);
    const CELLS = ['Hull', 'deep', '', 'Town'];
    expect(words(CELLS, { next: placeRow(row(CELLS, 170), columns), widestOfAll: 0 })).toBe('row: cells');
    expect(words(CELLS, { widestOfAll: 34 })).toBe('row: cells');
    expect(words(CELLS, { widestOfAll: 0 })).toBe('end: far-below');
    expect(words(CELLS, { widestOfAll: 20 })).toBe('end: far-below');
    expect(words(['Hull', 'deep', '', ''], { widestOfAll: 34 })).toBe('end: far-below');
  });

  test('may have a label over the columns before them', () => {
    const { placed, ...line } = placeRow(row(['Ministry of ports', '', '12.5', '7']), columns);
    const [label, ...others] = placed;
    const judged = (last: number, some = others): string =>
      below(['Ministry'], { line: { ...line, placed: [{ ...label!, last }, ...some] }, room });
    expect(judged(1)).toBe('row: label-over-columns');
    expect(judged(2)).toBe('end: across-columns');
    expect(judged(1, others.slice(0, 1))).toBe('end: across-columns');
    const years = placeRow(row(['Each year', '', '2012', '2011']), columns);
    const head = { ...years, placed: [{ ...years.placed[0]!, last: 1 }, ...years.placed.slice(1)] };
    expect(below(['Ministry'], { line: head, room })).toBe('end: across-columns');
  });

  test('end where the label lies over a value', () => expect(values(112, 1)).toBe('end: across-columns'));

  test('may have the name of their group above them', () => {
    expect(below(['Receipts:'], { followed: true })).toBe('row: group-label');
    expect(below(['', 'Receipts:'], { followed: true })).toBe('row: wrapped-cell');
    const known = [row(['', '2011', '2012', '2013'], 100), row(['Defense', '699', '709', '700'])];
    const some = [row(['Receipts:'], 124), row(['Excise', '', '80', '87'], 136)];
    expect(linesBelow(known, some, { page: 1, from: 95, to: 495 })).toEqual(some);
    expect(linesBelow(known, [some[0]!, row(['Excise', '', '80'], 136)], { page: 1, from: 95, to: 495 })).toEqual([]);
    const group = [row(['Receipts:'], 124), row(['Taxes:'], 136), row(['Excise', '72', '80', '87'], 148)];
    expect(linesBelow(known, group, { page: 1, from: 95, to: 495 })).toEqual(group);
  });

  describe('continue below a blank line with the name of a group right above a full row', () => {
    const area = { page: 1, from: 95, to: 495 };
    const YEARS = row(['Revenue', '2011', '2012', '2013'], 100);
    const CELLS = ['Excise', '72', '80', '87'];
    const after = (known: TextRow[], name: TextRow, next: TextRow): number =>
      linesBelow(known, [name, next], area).length;
    const named = (text: string, y: number, type: LineOptions = {}): TextRow =>
      textRows([...runs(text, { x: 100, y, ...type })])[0]!;

    test('where a header is above it', () => {
      const group = (
        name: string,
        cells: readonly string[],
        [y, next]: readonly [number, number] = [134, 148],
      ): number => after([YEARS], named(name, y), row(cells, next));
      expect(group('Receipts', CELLS)).toBe(2);
      // another table, a row that is not full, a line as far above its row as below the table, and one too far below
      expect(group('Table 2. Receipts', CELLS)).toBe(0);
      expect(group('Receipts', ['Excise', '2011', '2012', '2013'])).toBe(0);
      expect(group('Receipts', ['Excise', '72', '', '87'])).toBe(0);
      expect(group('Receipts', CELLS, [128, 162])).toBe(0);
      expect(group('Receipts', CELLS, [158, 172])).toBe(0);
      const indented = textRows([...runs('Receipts', { x: 110, y: 134 })])[0]!;
      expect(after([YEARS], indented, row(CELLS, 148))).toBe(0);
      // rows of words are no header
      const words = row(['Oslo', 'deep', 'Town', 'open'], 120);
      expect(after([YEARS, words], named('Receipts', 154), row(CELLS, 168))).toBe(0);
    });

    test('where a group above has its name in the same type, which the labels of rows have not', () => {
      const rows = [named('Costs', 114, { font: BOLD }), row(['Wages', '699', '709', '700'], 128)];
      const next = row(CELLS, 176);
      expect(after([YEARS, ...rows], named('Receipts', 162, { font: BOLD }), next)).toBe(2);
      expect(after([YEARS, ...rows], named('Receipts', 162), next)).toBe(0);
      expect(after([YEARS, rows[1]!], named('Receipts', 162, { font: BOLD }), next)).toBe(0);
      const plain = [named('Costs', 114), rows[1]!];
      expect(after([YEARS, ...plain], named('Receipts', 162), next)).toBe(0);
    });
  });

  test('with units or remarks beside them have it as well, if they fill all columns', () => {
    const four = { page: 1, from: 95, to: 495 };
    const known = [row(['', '2011', '2012', 'Unit'], 100), row(['Defense', '699', '709', 'tons'])];
    const group = (cells: readonly string[]): TextRow[] => [row(['Taxes:'], 124), row(cells, 136)];
    expect(linesBelow(known, group(['Excise', '72', '80', 'tons']), four)).toHaveLength(2);
    expect(linesBelow(known, group(['Excise', 'new', '80', '7']), four)).toHaveLength(2);
    expect(linesBelow(known, group(['Excise', '72', 'new', 'tons']), four)).toEqual([]);
    expect(linesBelow(known, group(['Excise', '72', '', 'tons']), four)).toEqual([]);
  });

  test('of two values have it as well, if each stands in its column', () => {
    const known = [row(['', '2011', '2012'], 100), row(['Defense', '699', '709'])];
    const taxes = [row(['Taxes:'], 124), row(['Excise', '72', '80'], 136)];
    expect(linesBelow(known, taxes, { page: 1, from: 95, to: 495 })).toEqual(taxes);
    const text = [row(['Taxes:'], 124), row(['Excise', '72', 'see below'], 136)];
    expect(linesBelow(known, text, { page: 1, from: 95, to: 495 })).toEqual([]);
  });
});
