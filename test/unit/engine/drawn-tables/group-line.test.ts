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
      { text: 'By night', x: 330, y: 96 },
    ];
    expect(decided(ships(groups))).toEqual(['row: over-groups']);
  });

  test('is it where years stand at different places of their groups', () => {
    const drifting = [
      { ...YEARS[0]!, x: 260 },
      { ...YEARS[1]!, x: 305 },
    ];
    expect(decided(ships(drifting))).toEqual(['row: over-groups']);
    expect(decided(ships(drifting.map((year) => ({ ...year, text: 'Day' }))))).toEqual(['text: over-no-groups']);
  });

  test('is text where its texts stand over no groups, or each over one column', () => {
    const apart = [{ text: 'In', x: 110, y: 96 }, YEARS[1]!];
    expect(decided(ships(apart))).toEqual(['text: over-no-groups']);
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
    expect(decided(ships(line('Date:', 'Port')))).toEqual(['text: fields']);
    expect(decided(ships(line('a: 1', 'b: 2')))).toEqual(['text: fields']);
  });

  test('may be of spans of years, above others', () => {
    const spans = [
      { text: '2023/24', x: 233, y: 96 },
      { text: '2024/25', x: 333, y: 96 },
    ];
    expect(decided(ships(spans))).toEqual(['row: over-groups']);
    expect(decided(ships(spans, [['Port', '2020/21', '2021/22', '2020/21', '2021/22'], ...ROWS]))).toEqual([
      'row: over-groups',
    ]);
  });

  test('is text where it is a caption and a remark', () => {
    const caption = [
      { text: 'Table 3', x: 205, y: 96 },
      { text: 'in tonnes', x: 305, y: 96 },
    ];
    expect(decided(ships(caption))).toEqual(['text: caption']);
    const boxes = caption.map((text, i) => ({ ...text, text: `Box ${i + 1}` }));
    expect(decided(ships(boxes))).toEqual(['row: over-groups']);
    const apart = [
      { text: 'Ships', x: 205, y: 96 },
      { text: 'in tonnes', x: 355, y: 96 },
    ];
    expect(decided(ships(apart))).toEqual(['text: over-no-groups']);
    const even = page(
      [
        ...cells(
          [
            ['Port', 'In', 'Out', 'All'],
            ['Oslo', '15', '12', '27'],
          ],
          { xs: XS.slice(1), y: 114, pitch: 20 },
        ),
        { text: 'Ships', x: 205, y: 96 },
        { text: 'Tons', x: 305, y: 96 },
      ],
      { rules: gridRules(EDGES.slice(1), [100, 120, 140]) },
    );
    expect(decided(even)).toEqual(['text: over-no-groups']);
  });

  test('is text where one alone is centred over several columns, or over that of the labels', () => {
    const title = [
      { text: 'Ships in the ports', x: 230, y: 96 },
      { text: 'page four', x: 350, y: 96 },
    ];
    expect(decided(ships(title))).toEqual(['text: otherwise']);
    expect(decided(ships([{ ...title[0]!, x: 180 }, title[1]!]))).toEqual(['text: over-no-groups']);
  });

  test('is text where its names have a line above', () => {
    const upper = (a: string, y: number): TextAt => ({ text: a, x: 234, y });
    expect(decided(ships([upper('Year to', 84), ...YEARS]))).toEqual(['text: several-lines']);
    expect(decided(ships([upper('Year to', 70), ...YEARS]))).toEqual(['row: over-groups']);
    expect(decided(ships([upper('Ships in the ports by year and way', 84), ...YEARS]))).toEqual(['row: over-groups']);
  });

  test('is text above a merged cell, or above a table that is mostly of words', () => {
    const words = [NAMES, ['Oslo', 'tin', 'oil', 'fish', '12']];
    expect(decided(ships(YEARS, words))).toEqual(['text: no-names-below']);
    const walls = gridRules(EDGES, [100, 120, 140, 160]);
    const isInner = ({ orientation, box }: (typeof walls)[number]): boolean =>
      orientation === 'vertical' && box.x0 > 110 && box.x0 < 390;
    const merged = page(
      [...YEARS, { text: 'Ships', x: 240, y: 114 }, ...cells([NAMES, ROWS[0]!], { xs: XS, y: 134, pitch: 20 })],
      { rules: walls.map((wall) => (isInner(wall) ? { ...wall, box: { ...wall.box, y0: 120 } } : wall)) },
    );
    expect(decided(merged)).toEqual(['text: no-names-below']);
  });

  test('is not asked about where it is one text, further above, or wider than the lattice', () => {
    expect(decided(ships(YEARS.slice(1)))).toEqual([]);
    expect(decided(ships(YEARS.map((year) => ({ ...year, y: 80 }))))).toEqual([]);
    expect(decided(ships([{ ...YEARS[0]!, x: 40 }, YEARS[1]!]))).toEqual([]);
  });
});
