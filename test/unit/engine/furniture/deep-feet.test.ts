/** Feet of more rows than others have, below letters and invoices. */
import { describe, expect, test } from '@jest/globals';
import { body, furnitureOf } from '../../../support/furniture.js';
import type { TextAt } from '../../../support/pages.js';

describe('a foot of many rows', () => {
  const rows = ['Lamps Ltd', 'Quay 4, Harbour', '97015', 'Bank of the Coast', 'Register 1204'];
  const foot = (size: number, y = 745): TextAt[] => rows.map((text, i) => ({ text, x: 400, y: y + 11 * i, size }));
  const sheets = (below: readonly TextAt[], count = 3): TextAt[][] =>
    ['some', 'other', 'more'].slice(0, count).map((word) => [...body(110, word), ...below]);

  test('in small type on three pages goes as a whole, numbers among its rows too', () =>
    expect(furnitureOf(...sheets(foot(7)))).toEqual([...rows, ...rows, ...rows]));

  test('is none in the type of the text, right below it, on two pages, or with words that change', () => {
    expect(furnitureOf(...sheets(foot(10)))).not.toContain('97015');
    expect(furnitureOf(...sheets(foot(7), 2))).not.toContain('97015');
    const changing = sheets(foot(7)).map((sheet, i) => [
      ...sheet.slice(0, -1),
      { ...sheet.at(-1)!, text: `Paid ${i}4,10` },
    ]);
    expect(furnitureOf(...changing)).not.toContain('97015');
    const filled = ['some', 'other', 'more'].map((word) => [...body(641, word), ...foot(7, 741)]);
    expect(furnitureOf(...filled)).not.toContain('97015');
  });

  test('is none where its rows are the sentences of terms', () => {
    const words = ['All lamps stay ours until paid.', 'They are sent at your own risk.', 'Oil is not', 'sent back'];
    const terms = [...words, 'Courts: Leith'].map((text, i) => ({ text, x: 60, y: 745 + 11 * i, size: 7 }));
    expect(furnitureOf(...sheets(terms))).not.toContain(words[0]);
  });

  test('is none on copies of one form', () => {
    const copies = ['Ada', 'Bob', 'Cleo'].map((name) => [
      ...body(110),
      { text: name, x: 60, y: 260 },
      ...body(300, 'form'),
      ...foot(7),
    ]);
    expect(furnitureOf(...copies)).not.toContain('97015');
  });
});
