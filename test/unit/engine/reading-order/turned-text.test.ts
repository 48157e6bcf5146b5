/** Text of other directions where the tables of a page are found anew. */
import { expect, test } from '@jest/globals';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import type { Page, Rule, TextRun } from '../../../../engine/model.js';
import { readingOrder } from '../../../../engine/reading-order/stage.js';
import { buildLines } from '../../../../engine/text/line.js';
import { cells, gridRules, page } from '../../../support/pages.js';

const TURNED: TextRun = {
  id: 50,
  text: 'Depth',
  box: { x0: 245, y0: 155, x1: 255, y1: 191 },
  baseline: 191,
  size: 10,
  font: 0,
  rotation: 270,
};
const body = cells(
  [
    ['Oslo', '11.4', '38'],
    ['Hull', '9.8', '7'],
  ],
  { xs: [105, 205, 305], y: 214, pitch: 20 },
);
const pageWith = (rules: Rule[]): Page => {
  const level = page([{ text: 'Port', x: 105, y: 150 }, ...body], { rules });
  return { ...level, runs: [...level.runs, TURNED] };
};
const drawn = pageWith(gridRules([100, 200, 300, 400], [100, 200, 220, 240]));
const tables = findTables(drawn, drawn.runs);

const asidesOf = (found: Page, textChanged: boolean): string[] => {
  const lines = buildLines(
    found,
    found.runs.filter(({ rotation }) => rotation === 0),
  );
  const lined = { page: found, figures: [], tables, lines, asides: [], textChanged, edgeLines: [] };
  return readingOrder({ pages: [lined] }).pages.flatMap(({ asides }) => asides.map(({ text }) => text));
};

test('turned text of a table that is found no more is an aside', () => {
  expect(tables.flatMap(({ runs }) => runs)).toContain(TURNED.id);
  expect(asidesOf(pageWith([]), true)).toEqual(['Depth']);
});

test('turned text in a cell is no aside', () => {
  expect(asidesOf(drawn, true)).toEqual([]);
  expect(asidesOf(drawn, false)).toEqual([]);
});
