/** Which rows of a table are its header, by which sign. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { headerOf, TABLE_HEADER, type HeaderCounts } from '../../../../engine/tables/header.js';
import { textGrid } from '../../../../engine/tables/text-grid.js';
import { emptyPage } from '../../../support/engine-inputs.js';
import { BOLD, PLAIN } from '../../../support/pages.js';
import { textRow } from '../../../support/text-rows.js';

const page = emptyPage();
const filled = (bold: number): HeaderCounts['filled'] => {
  const rows = [0, 1, 2].map((r) => textRow(['Port', 'Depth'], { y: 100 + 12 * r, font: r < bold ? BOLD : PLAIN }));
  return textGrid(rows, { page, from: 95, to: 295, edges: [195], separators: [], headerEnd: null })!;
};

const NONE = { boldRows: 0, rowsAboveLine: 0, numberedRows: 0, spannedRows: 0 };

describe('the header of a table', () => {
  const sign = (over: Partial<HeaderCounts>): string => {
    const counts = { page, filled: filled(0), rows: 3, ...NONE, ...over };
    const { verdict, rule } = decideWithRule(TABLE_HEADER, counts);
    return `${verdict}: ${rule}`;
  };

  test('is what the tags call heads', () => expect(sign({ taggedRows: 1, boldRows: 2 })).toBe('tagged: tagged-heads'));
  test('is bold above plain rows', () =>
    expect(sign({ boldRows: 2, rowsAboveLine: 1 })).toBe('bold: bold-above-plain'));
  test('stands above a line', () => expect(sign({ rowsAboveLine: 1 })).toBe('ruled-off: line-below'));
  test('ends with the numbers of the columns', () => {
    expect(sign({ numberedRows: 2, boldRows: 1 })).toBe('numbered: column-numbers');
    expect(sign({ numberedRows: 2, rowsAboveLine: 1, rows: 9 })).toBe('numbered: column-numbers');
    // names may stand below the numbers, too
    expect(sign({ numberedRows: 2, rowsAboveLine: 3, rows: 9 })).toBe('ruled-off: line-below');
    expect(sign({ taggedRows: 1, numberedRows: 2 })).toBe('tagged: tagged-heads');
  });
  test('reaches as far down as a cell beside names', () => {
    expect(sign({ spannedRows: 2 })).toBe('spanned: cell-reaches-down');
    expect(sign({ spannedRows: 2, boldRows: 3 })).toBe('all-bold: all-bold');
    expect(sign({ spannedRows: 2, rowsAboveLine: 1 })).toBe('ruled-off: line-below');
  });
  test('is the first row where all are bold', () => expect(sign({ boldRows: 3 })).toBe('all-bold: all-bold'));
  test('is taken to be the first row', () => {
    expect(sign({})).toBe('first-row: otherwise');
    expect(sign({ rowsAboveLine: 3 })).toBe('first-row: otherwise');
  });
});

describe('rows at the top', () => {
  const grid = (rows: readonly (readonly string[])[], bold = 0): HeaderCounts['filled'] => {
    const lines = rows.map((row, r) => textRow(row, { y: 100 + 12 * r, font: r < bold ? BOLD : PLAIN }));
    return textGrid(lines, { page, from: 95, to: 395, edges: [195, 295], separators: [], headerEnd: null })!;
  };
  const grouped = (names: readonly string[]): HeaderCounts['filled'] => {
    const { grid: made, texts } = grid([
      ['Port', 'Depth'],
      ['', ...names],
      ['Oslo', '4', '5'],
      ['Hull', '6', '7'],
    ]);
    const wide = made.cells.findIndex(({ row, column }) => row === 0 && column === 1);
    made.cells[wide]!.colSpan = 2;
    const covered = made.cells.findIndex(({ row, column }) => row === 0 && column === 2);
    return {
      grid: { ...made, cells: made.cells.filter((_, i) => i !== covered) },
      texts: texts.filter((_, i) => i !== covered),
    };
  };

  test('are a header by the rule for heads over columns', () => {
    const counts = { page, filled: grouped(['Low', 'High']), rows: 4, ...NONE };
    expect(decideWithRule(TABLE_HEADER, counts)).toMatchObject({ verdict: 'two-level', rule: 'heads-over-columns' });
  });

  test('are two where the first groups the columns that the second names', () => {
    expect(headerOf({ page, filled: grouped(['Low', 'High']) })).toEqual({ rows: 2, headed: false });
    expect(headerOf({ page, filled: grouped(['2011', '2012']) })).toEqual({ rows: 2, headed: false });
    expect(headerOf({ page, filled: grouped(['2.1', '3.4']) })).toEqual({ rows: 1, headed: false });
  });

  test('are no header where the last of them name a group of rows', () =>
    expect(
      headerOf({ page, filled: grid([['Port', 'Low', 'High'], ['North'], ['Oslo', '4', '5'], ['Hull', '6', '7']], 2) }),
    ).toEqual({ rows: 1, headed: true }));
});

test('a header has the rows that its sign covers', () => {
  expect(headerOf({ page, filled: filled(2) })).toEqual({ rows: 2, headed: true });
  expect(headerOf({ page, filled: filled(0), headerEnd: 105 })).toEqual({ rows: 1, headed: true });
  // the line is nearer to the header than to the row below it
  expect(headerOf({ page, filled: filled(0), headerEnd: 101 })).toEqual({ rows: 1, headed: true });
  expect(headerOf({ page, filled: filled(0), headerEnd: 114 })).toEqual({ rows: 2, headed: true });
  expect(headerOf({ page, filled: filled(3) })).toEqual({ rows: 1, headed: true });
  expect(headerOf({ page, filled: filled(0) })).toEqual({ rows: 1, headed: false });
});
