/** Labels with values below each other, where nothing is drawn. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import { LABEL_VALUES, labelValueTables } from '../../../../engine/reading-order/label-values.js';
import { buildLines } from '../../../../engine/text/line.js';
import { decisionsOf } from '../../../support/decisions.js';
import { MONO, page, PLAIN, type TextAt } from '../../../support/pages.js';

const RIGHT = 400;
const LETTER = 5;

/** Lines of a label and a value whose last letter ends at one place; '' for none. */
function lines(pairs: readonly [label: string, value: string][], font = PLAIN): TextAt[] {
  return pairs.flatMap(([label, value], i): TextAt[] => {
    const y = 100 + 14 * i;
    return [
      ...(label ? [{ text: label, x: 72, y, font }] : []),
      ...(value ? [{ text: value, x: RIGHT - LETTER * value.length, y, font }] : []),
    ];
  });
}

const VALUES: [string, string][] = [
  ['Net asset value', '5,111,372'],
  ['Outstanding units', '49,136'],
  ['Value per unit', '104.03'],
  ['Costs', '106,870'],
];

const found = (texts: readonly TextAt[]): ReturnType<typeof labelValueTables> => {
  const laid = page(texts);
  return labelValueTables(laid, buildLines(laid, laid.runs));
};
const decided = (texts: readonly TextAt[]): string[] => decisionsOf(LABEL_VALUES, () => found(texts));
const tableOf = (texts: readonly TextAt[]): string[][] | undefined =>
  (found(texts)[0]?.blocks[0] as TableBlock | undefined)?.rows.map((row) =>
    row.map(({ spans }) => spans.map(({ text }) => text).join('')),
  );

test('a list of dishes has the remark below its last label, if others have one', () => {
  const dishes = VALUES.flatMap(([label, value], i): TextAt[] => [
    { text: label, x: 72, y: 100 + 30 * i },
    { text: value, x: RIGHT - LETTER * value.length, y: 100 + 30 * i },
    { text: `served ${label}`, x: 72, y: 112 + 30 * i, size: 8 },
  ]);
  expect(tableOf(dishes)?.at(-1)).toEqual(['Costs served Costs', '106,870']);
  const note = dishes.map((text, i) => (i < dishes.length - 1 ? text : { ...text, text: 'Prices include tax.' }));
  expect(tableOf(note)?.at(-1)).toEqual(['Costs', '106,870']);
  expect(tableOf(dishes.filter((_, i) => i % 3 < 2 || i > 8))?.at(-1)).toEqual(['Costs', '106,870']);
});

describe('lines that end in values', () => {
  test('are a table, with the lines that head their groups and the name of the column', () => {
    const rows: [string, string][] = [['', '2016'], ['Class A', ''], ...VALUES, ['Class B', ''], ['Revaluation', '3']];
    expect(decided(lines(rows))).toEqual(['table: values-below-each-other']);
    expect(tableOf(lines(rows))).toEqual(rows);
  });

  test('are a table though some values do not end where the others do', () => {
    const dash = { text: '-', x: 370, y: 100 + 14 * VALUES.length };
    const texts = [...lines(VALUES), { text: 'Direct result', x: 72, y: dash.y }, dash];
    expect(tableOf(texts)?.at(-1)).toEqual(['Direct result', '-']);
  });

  test('are a table where they are three amounts of money, as a bill ends', () => {
    const bill: [string, string][] = [
      ['Subtotal', '2,504.00'],
      ['VAT 20%', '500.80'],
      ['Total due', '£3,004.80'],
    ];
    expect(tableOf(lines(bill))).toEqual(bill);
    const others = (...values: readonly string[]): string[][] | undefined =>
      tableOf(lines(bill.map(([label], i) => [label, values[i]!])));
    expect(others('100.00', '20.00', '80.00')).toBeDefined();
    for (const values of [
      ['90', '10', '100'],
      ['(2.10)', '(2.11)', '(4.21)'],
      ['01.02.2019', '15.09.2014', '01.10.2009'],
      ['2.10', '2.11', '2.12'],
    ])
      expect(others(...values)).toBeUndefined();
  });

  test('are in one table alone', () => {
    const ledger: [string, string, number][] = [
      ['Opening balance', '10,000.00', 480],
      ['Lamps', '12.50', 470],
      ['Oil', '5.10', 470],
      ['Wicks', '17.60', 470],
      ['Closing', '9,300.00', 480],
      ['Balance', '9,900.00', 480],
      ['Rest', '9,900.00', 480],
    ];
    const texts = ledger.flatMap(([text, value, right], i) => [
      { text, x: 72, y: 100 + 14 * i },
      { text: value, x: right - LETTER * value.length, y: 100 + 14 * i },
    ]);
    expect(found(texts).length).toBeLessThan(2);
  });

  test('are none where they are few or stand at several places', () => {
    expect(tableOf(lines(VALUES.slice(1)))).toBeUndefined();
    const uneven = VALUES.flatMap(([text, value], i) => [
      { text, x: 72, y: 100 + 14 * i },
      { text: value, x: 250 + 40 * i, y: 100 + 14 * i },
    ]);
    expect(decided(uneven)).toContain('refused: few-values');
  });

  test('are none where they are a list of contents, a chronicle, a listing or text', () => {
    const with_ = (values: readonly string[]): [string, string][] => VALUES.map(([label], i) => [label, values[i]!]);
    expect(decided(lines(with_(['1', '4', '4', '12'])))).toContain('refused: rising');
    expect(decided(lines(with_(['. . . . 1', '. . . 4', '. . . . 4', '. . . 12'])))).toContain('refused: rising');
    expect(decided(lines(with_(['9', '4, 12', '4', '2']))).join()).toContain('several-pages');
    expect(decided(lines(with_(['2016', '2014', '2011', '2009'])))).toContain('refused: years');
    expect(decided(lines(VALUES, MONO))).toContain('refused: typewriter');
    const text = 'a b c d e f g h i j k l m n o p';
    expect(decided(lines(VALUES.map(([, value]) => [text, value])))).toContain('refused: running-text');
  });
});
