/** Which lines below and above a table's known part continue it; the rules one by one: line-below.test.ts. */
import { describe, expect, test } from '@jest/globals';
import { linesAbove, linesBelow } from '../../../../engine/tables/extend.js';
import { textRows, type TextRow } from '../../../../engine/tables/segments.js';
import { runs } from '../../../support/engine-inputs.js';
import { textRow } from '../../../support/text-rows.js';

const SENTENCE = 'A sentence over the width of all the columns here';

const extent = { page: 1, from: 95, to: 395 };
const rows = [
  textRow(['Port', 'Depth', 'Owner'], { y: 100 }),
  textRow(['Oslo', '4', 'Town'], { y: 112 }),
  textRow(['Hull', '9', 'Board'], { y: 124 }),
  textRow(['Leith', '7', 'Town'], { y: 136 }),
];
const text = textRow([SENTENCE], { y: 170 });

test('a table keeps the number that its last cell ends with', () => {
  const known = [textRow(['Port', 'Depth', 'Owner'], { y: 100 }), textRow(['Oslo', '4', 'Town'], { y: 116 })];
  const last = [textRow(['Hull', '9', 'Year ended December'], { y: 132 }), textRow(['', '', '2019'], { y: 144 })];
  expect(linesBelow(known, last, extent)).toEqual(last);
  expect(linesBelow([...known, last[0]!], last.slice(1), extent)).toEqual(last.slice(1));
  expect(linesBelow([last[0]!], last.slice(1), extent)).toEqual(last.slice(1));
});

test('the lines below are those down to the first that does not continue', () =>
  expect(linesBelow(rows.slice(0, 2), [...rows.slice(2), text], extent)).toEqual(rows.slice(2)));

test('the lines above are those from a line of several cells on', () =>
  expect(linesAbove(rows.slice(2), [textRow([SENTENCE], { y: 70 }), ...rows.slice(0, 2)], extent)).toEqual(
    rows.slice(0, 2),
  ));

describe('lines above the first that fills the columns', () => {
  const found = (first: readonly string[], y = 88): TextRow[] =>
    linesAbove(rows.slice(2), [textRow(first, { y }), ...rows.slice(0, 2)], extent);

  test('are of the table where each of their texts begins where a name below it does', () =>
    expect(found(['Home', '', 'Name of'])).toHaveLength(3));

  test('are none where a text stands alone, in no column or far above', () => {
    // as wide as two columns and so in none
    const title = textRows(
      [...runs('Harbours of the north by'), ...runs('owner', { x: 300 })].map((run) => ({ ...run, baseline: 88 })),
    );
    expect(linesAbove(rows.slice(2), [...title.slice(0, 1), ...rows.slice(0, 2)], extent).at(-1)).toBe(rows[1]);
    expect(found(['Home'])).toHaveLength(2);
  });
});
