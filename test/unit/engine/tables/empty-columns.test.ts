/** Columns at the end of a table that have a head and no text below it. */
import { expect, test } from '@jest/globals';
import { emptyColumns } from '../../../../engine/tables/empty-columns.js';
import { textRows } from '../../../../engine/tables/segments.js';
import { cells, page } from '../../../support/pages.js';

const XS = [100, 150, 250, 350, 450];
const CREW = [
  ['1', 'Ada Moran', 'Master'],
  ['2', 'Ben Okafor', 'Mate'],
];

const edges = (rows: readonly (readonly string[])[], headerEnd: number | null = 105): number[] =>
  emptyColumns(textRows(page(cells(rows, { xs: XS, y: 100, pitch: 12 })).runs), headerEnd);

/** Between which of the columns' left edges each edge is. */
const places = (found: readonly number[]): number[] => found.map((edge) => XS.findLastIndex((x) => x < edge));

test('labels right of all text are columns to fill in', () => {
  expect(places(edges([['No.', 'Name', 'Rank', 'Signature', 'Date'], ...CREW]))).toEqual([2, 3]);
  expect(places(edges([['No.', 'Name', 'Rank', 'Signature'], ...CREW]))).toEqual([2]);
});

test('there is none where text stands below the labels, or further right', () => {
  expect(edges([['No.', 'Name', 'Rank'], ...CREW])).toEqual([]);
  expect(edges([['No.', 'Name', 'Rank', 'Signature'], ...CREW, ['3', 'Cara Holm', 'Cook', 'Holm']])).toEqual([]);
  expect(edges([['No.', 'Name', 'Rank', 'Signature'], ...CREW, ['3', 'Cara Holm', 'Cook', '', '3 May']])).toEqual([]);
});

test('there is none where no head is known, or it is a remark, or one row stands below it', () => {
  const head = ['No.', 'Name', 'Rank', 'Signature', 'Date'];
  expect(edges([head, ...CREW], null)).toEqual([]);
  expect(edges([['Crew', '', '', '', 'Sheet 4'], ...CREW])).toEqual([]);
  expect(edges([['No.', 'Name', 'Rank', '(since 1843)'], ...CREW])).toEqual([]);
  expect(edges([head, ...CREW.slice(1)])).toEqual([]);
});
