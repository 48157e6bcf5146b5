/** Columns of text that are hard to tell apart: narrow gutters, lists in narrow columns, three columns. */
import { expect, test } from '@jest/globals';
import { runStages } from '../../../../engine/pipeline.js';
import type { ParsedPage } from '../../../../engine/model.js';
import { page, words, type TextAt } from '../../../support/pages.js';

const columnsOf = (one: ParsedPage): string[] =>
  runStages({ pages: [{ parsed: one }] }, { from: 'normalise', until: 'reading-order' }).pages[0]!.columns.map(
    ({ lines }) => lines.map(({ text }) => text).join(' '),
  );

/** The lines of a column, each of one letter's words so that the order shows. */
const column = (letter: string, x: number, ys: readonly number[]): TextAt[] =>
  ys.map((y) => ({ text: Array.from({ length: 7 }, () => letter.repeat(5)).join(' '), x, y }));
const rows = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + 12 * i);
const letters = (text: string): string => [...new Set(text.replaceAll(' ', ''))].join('');

test('a gutter hardly wider than a space parts columns whose rows share their baselines', () => {
  const [last] = words({ text: Array.from({ length: 7 }, () => 'aaaaa').join(' '), x: 60, y: 0 }).slice(-1);
  const right = last!.box.x1 + 7;
  const found = columnsOf(page([...column('a', 60, rows(100, 12)), ...column('b', right, rows(100, 12))]));
  expect(found.map(letters)).toEqual(['a', 'b']);
});

test('a gap that a few rows of running text share separates no lines', () => {
  const text = rows(100, 4).flatMap((y) => [
    { text: 'some words that stand', x: 60, y },
    { text: 'and words that follow them', x: 165, y },
  ]);
  expect(columnsOf(page(text))).toHaveLength(1);
});

test('nested lists in two columns are read column by column', () => {
  const items = (letter: string, x: number): TextAt[] =>
    rows(100, 16).map((y, i) => ({
      text: `${letter.repeat(9)} ${letter.repeat(9)} ${letter.repeat(9)}`,
      x: x + (i < 4 ? 0 : i < 10 ? 40 : 25),
      y,
    }));
  expect(columnsOf(page([...items('a', 60), ...items('b', 300)])).map(letters)).toEqual(['a', 'b']);
});

test('three columns whose rows keep no step are read one after the other', () => {
  const three = [
    ...column('a', 30, rows(100, 12)),
    ...column('b', 260, rows(104, 12)),
    ...column('c', 490, rows(107, 12)),
  ];
  expect(columnsOf({ ...page(three), width: 842, height: 595 }).map(letters)).toEqual(['a', 'b', 'c']);
});
