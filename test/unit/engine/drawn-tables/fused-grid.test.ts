/** Lattices whose cells hold several rows or columns of values. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import type { Page, Rule } from '../../../../engine/model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { FUSED_GRID } from '../../../../engine/drawn-tables/fused-grid.js';
import { decisionsOf } from '../../../support/decisions.js';
import { across, cells, down, gridRules, page, type TextAt } from '../../../support/pages.js';

const decided = (found: Page): string[] => decisionsOf(FUSED_GRID, () => findTables(found, found.runs));

/** Cells as text, with the rows or columns that they span. */
function tableOf(found: Page): string[][] {
  const [block] = findTables(found, found.runs).flatMap(({ blocks }) => blocks) as TableBlock[];
  return block!.rows.map((row) =>
    row.map(({ spans, colSpan, rowSpan }) => {
      const text = spans.map((span) => span.text).join('');
      return `${text}${colSpan ? ` ${colSpan} columns` : ''}${rowSpan ? ` ${rowSpan} rows` : ''}`;
    }),
  );
}

const XS = [100, 200, 300, 400];
const ROWS = [
  ['Country', 'Cohesion', 'Total'],
  ['Bulgaria', '2.3', '5.5'],
  ['Cyprus', '0.21', '0.21'],
  ['Latvia', '', '3.9'],
  ['Malta', '0.28', '0.72'],
];
const at = (rows: readonly string[][], y = 114): TextAt[] => cells(rows, { xs: [105, 205, 305], y, pitch: 14 });

describe('a lattice', () => {
  test('that rules off its header and total alone has the rows of its text', () => {
    const total = ['Total', '58.99', '145.69'];
    const found = page([...at(ROWS), ...at([total], 190)], { rules: gridRules(XS, [100, 120, 178, 200]) });
    expect(decided(found)).toEqual(['rebuilt: rows-of-values']);
    expect(tableOf(found)).toEqual([...ROWS, total]);
  });

  test('with a wall beside its labels alone has the columns of its text', () => {
    const rules = gridRules([100, 200, 400], [100, 118, 132, 146, 160, 174]);
    const found = page(at(ROWS), { rules });
    expect(decided(found)).toEqual(['rebuilt: columns-of-values']);
    expect(tableOf(found)).toEqual(ROWS);
  });

  test('without lines between rows and values has the rows and columns of its text', () => {
    const found = page(at(ROWS), { rules: gridRules([100, 200, 400], [100, 118, 174]) });
    expect(tableOf(found)).toEqual(ROWS);
  });

  test('with its heads and values in one drawn row has the rows of its text', () => {
    const rules = [100, 160].map((y) => across(y, 100, 400));
    const walls = [100, 200, 400].map((x) => down(x, 100, 160));
    const rows = [
      ['', 'Deputies', 'Total'],
      ['In favour', '129', '129'],
      ['Against', '65', '65'],
      ['Abstained', '22', '22'],
    ];
    expect(tableOf(page(at(rows), { rules: [...rules, ...walls] }))).toEqual(rows);
  });

  describe('of two halves', () => {
    const right = [
      ['', 'Deputies', 'Chair', 'Total'],
      ['In favour', '129', '0', '129'],
      ['Against', '65', '0', '65'],
      ['Abstained', '22', '1', '23'],
    ];
    const halves = (left: readonly string[][]): Page => {
      const texts = [
        ...cells(left, { xs: [105, 165, 215, 265], y: 114, pitch: 14 }),
        ...cells(right, { xs: [305, 385, 445, 485], y: 114, pitch: 14 }),
      ];
      const walls = [100, 300, 520].map((x) => down(x, 100, 170));
      return page(texts, { rules: [...[100, 170].map((y) => across(y, 100, 520)), ...walls] });
    };

    test('has the columns of a single line of values in one beside several lines in the other', () => {
      const left = [
        ['', 'Known', 'Others', 'Total'],
        ['Present', '217', '0', '217'],
        ['Absent', '', '', '40'],
        ['', '', '', ''],
      ];
      expect(tableOf(halves(left))).toEqual(left.map((row, i) => [...row, ...right[i]!]));
    });

    test('keeps a text with a number and one value whole', () => {
      const left = [['Held in'], ['Room 2', '', '217'], ['Closed'], ['']];
      expect(tableOf(halves(left))[1]!.slice(0, 2)).toEqual(['Room 2 217', 'In favour']);
    });
  });

  test('keeps a head over the columns that its drawn column holds', () => {
    const rows = [['', 'Low', 'High'], ...ROWS.slice(1)];
    const rules = gridRules([100, 200, 400], [86, 104, 120, 178]);
    const found = page([{ text: 'Depths', x: 280, y: 98 }, ...at(rows)], { rules });
    expect(tableOf(found)[0]).toEqual(['', 'Depths 2 columns']);
    expect(tableOf(found).slice(1)).toEqual(rows);
  });

  test('has the columns of texts that stand in the first of several', () => {
    const body = ROWS.slice(1);
    const rules = [...gridRules([100, 400], [86, 104, 160]), ...[300, 340].map((x) => down(x, 86, 104))];
    const texts = cells(body, { xs: [105, 205, 250], y: 116, pitch: 12, boldRows: 0 });
    const head = [
      { text: 'Country', x: 105, y: 98 },
      { text: 'Old', x: 305, y: 98 },
      { text: 'New', x: 345, y: 98 },
    ];
    const table = tableOf(page([...head, ...texts], { rules }));
    expect(table.slice(1).map((row) => row.slice(0, 3))).toEqual(body);
  });

  test('with wrapped texts stays as it is drawn', () => {
    const rows = [
      ['Port', 'Owner', 'Remarks'],
      ['Oslo', 'Harbour', 'open all'],
      ['', 'board', 'year'],
      ['', 'of Oslo', 'round'],
    ];
    const found = page(at(rows), { rules: gridRules(XS, [100, 118, 160]) });
    expect(decided(found)).toEqual(['as-drawn: otherwise']);
    expect(tableOf(found)[1]).toEqual(['Oslo', 'Harbour board of Oslo', 'open all year round']);
  });
});

describe('a lattice that is read anew', () => {
  const inner: Rule[] = [118, 138, 182].map((y) => across(y, 200, 400));
  const outer: Rule[] = [100, 182].map((y) => across(y, 100, 400));
  const walls: Rule[] = [100, 200, 400].map((x) => down(x, 100, 182));

  test('keeps the names of groups and the heads over several columns that it draws', () => {
    const texts = [
      { text: 'North', x: 105, y: 153 },
      { text: 'Depths', x: 280, y: 112 },
      ...cells(
        [
          ['Low', 'High'],
          ['2.3', '5.5'],
          ['0.2', '0.4'],
          ['0.3', '3.9'],
        ],
        { xs: [205, 305], y: 132, pitch: 15 },
      ),
    ];
    const found = page(texts, { rules: [...outer, ...inner, ...walls, down(300, 118, 182)] });
    expect(tableOf(found)).toEqual([
      ['North 5 rows', 'Depths 2 columns'],
      ['Low', 'High'],
      ['2.3', '5.5'],
      ['0.2', '0.4'],
      ['0.3', '3.9'],
    ]);
  });
});
