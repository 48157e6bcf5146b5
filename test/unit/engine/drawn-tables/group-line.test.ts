/** Names of groups of columns right above a lattice. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { GROUP_LINE } from '../../../../engine/drawn-tables/group-line.js';
import type { Page } from '../../../../engine/model.js';
import { decisionsOf } from '../../../support/decisions.js';
import { cells, gridRules, page, type TextAt } from '../../../support/pages.js';

const EDGES = [100, 200, 250, 300, 350, 400];
const XS = [105, 205, 255, 305, 355];
const NAMES = ['Port', 'In', 'Out', 'In', 'Out'];
const ROWS = [
  ['Oslo', '15', '12', '14', '11'],
  ['Hull', '9', '8', '7', '6'],
];
/** Centred over two columns each. */
const YEARS: TextAt[] = [
  { text: '2024', x: 240, y: 96 },
  { text: '2025', x: 340, y: 96 },
];

const ships = (line: readonly TextAt[], rows: string[][] = [NAMES, ...ROWS]): Page =>
  page([...line, ...cells(rows, { xs: XS, y: 114, pitch: 20 })], {
    rules: gridRules(
      EDGES,
      [0, ...rows.map((_, i) => i + 1)].map((i) => 100 + 20 * i),
    ),
  });
const decided = (found: Page): string[] => decisionsOf(GROUP_LINE, () => findTables(found, found.runs));
const tableOf = (found: Page): TableBlock => (findTables(found, found.runs)[0]!.blocks as TableBlock[])[0]!;
const firstRow = (found: Page): [string, number][] =>
  tableOf(found).rows[0]!.map(({ spans, colSpan }) => [spans.map(({ text }) => text).join(''), colSpan ?? 1]);

describe('a line of texts right above a lattice', () => {
  test('is its first row where each is centred over a group of columns', () => {
    expect(decided(ships(YEARS))).toEqual(['row: over-groups']);
    expect(firstRow(ships(YEARS))).toEqual([
      ['', 1],
      ['2024', 2],
      ['2025', 2],
    ]);
    expect(tableOf(ships(YEARS)).headerRows).toBe(2);
  });

  test('is it where each stands over as many columns as the others', () => {
    const moved = YEARS.map((year) => ({ ...year, x: year.x + 20 }));
    expect(decided(ships(moved))).toEqual(['row: over-groups']);
    const groups = [
      { text: 'By day', x: 230, y: 96 },
      { text: 'Night', x: 365, y: 96 },
    ];
    expect(decided(ships(groups))).toEqual(['row: over-groups']);
  });

  test('is text where its texts stand over no groups, or each over one column', () => {
    const apart = [{ text: 'In', x: 110, y: 96 }, YEARS[1]!];
    expect(decided(ships(apart))).toEqual(['text: no-names-below']);
    const single = XS.slice(1).map((x): TextAt => ({ text: 'per day', x, y: 96 }));
    expect(decided(ships(single))).toEqual(['text: otherwise']);
  });

  test('is text above a lattice whose columns have no names, or that has no values', () => {
    expect(decided(ships(YEARS, ROWS))).toEqual(['text: no-names-below']);
    expect(decided(ships(YEARS, [NAMES, ['Oslo', 'tin', 'oil', 'fish', 'wood']]))).toEqual(['text: no-names-below']);
    expect(decided(ships(YEARS, [['Port', 'In', 'Out', 'In', ''], ...ROWS]))).toEqual(['text: no-names-below']);
  });

  test('is text where it has values or labels of fields', () => {
    const line = (a: string, b: string): TextAt[] => [
      { ...YEARS[0]!, text: a },
      { ...YEARS[1]!, text: b },
    ];
    expect(decided(ships(line('12.5', '13.5')))).toEqual(['text: values']);
    expect(decided(ships(line('Date:', 'Port')))).toEqual(['text: values']);
  });

  test('is not asked about where it is one text, further above, or wider than the lattice', () => {
    expect(decided(ships(YEARS.slice(1)))).toEqual([]);
    expect(decided(ships(YEARS.map((year) => ({ ...year, y: 80 }))))).toEqual([]);
    expect(decided(ships([{ ...YEARS[0]!, x: 40 }, YEARS[1]!]))).toEqual([]);
  });
});
