/** Each rule of whether a table continues over the page, on tables written by hand. */
import { describe, expect, test } from '@jest/globals';
import {
  BETWEEN_PARTS,
  joinTables,
  LONE_ROW,
  ROW_OVER_PAGE,
  TABLE_CONTINUES,
  type RowPair,
  type TablePair,
} from '../../../../engine/blocks/join-tables.js';
import type { Block, TableCell } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { FoundTable } from '../../../../engine/tables/found-table.js';

const row = (...texts: string[]): TableCell[] => texts.map((text) => ({ spans: text === '' ? [] : [{ text }] }));
const HEADER = row('Name', 'Fee');
const wide = (text: string, colSpan = 2): TableCell => ({ ...row(text)[0]!, colSpan });

const part = (page: number, rows: TableCell[][], over: Partial<FoundTable> = {}): FoundTable => ({
  kind: 'table',
  rows,
  headerRows: 1,
  source: [{ page, box: { x0: 72, y0: 100, x1: 272, y1: 300 } }],
  xs: [72, 172, 272],
  headed: true,
  partial: false,
  ...over,
});
const paragraph = (text: string, page: number): Block => ({
  kind: 'paragraph',
  spans: [{ text }],
  source: [{ page, box: { x0: 72, y0: 700, x1: 272, y1: 712 } }],
});

describe('a table continues', () => {
  function continues(next: FoundTable, over: Partial<TablePair> = {}): string {
    const before = part(1, [HEADER, row('a', '1')]);
    const { verdict, rule } = decideWithRule(TABLE_CONTINUES, { before, next, words: 0, ...over });
    return `${verdict}: ${rule}`;
  }
  const box = { x0: 300, y0: 100, x1: 500, y1: 300 };

  test('on the next page or in the next column with the same columns', () => {
    expect(continues(part(2, [HEADER, row('b', '2')]))).toBe('continues: same-columns');
    expect(continues(part(1, [HEADER], { source: [{ page: 1, box }], xs: [300, 400, 500] }))).toBe(
      'continues: same-columns',
    );
    expect(continues(part(3, [HEADER]))).toBe('refused: not-on-next-page-or-column');
    expect(continues(part(2, [HEADER], { xs: [72, 120, 272] }))).toBe('refused: otherwise');
  });

  test('not with another header, nor over text without its header', () => {
    expect(continues(part(2, [row('Place', 'Date')]))).toBe('refused: other-header');
    expect(continues(part(2, [row('b', '2')], { headed: false }), { words: 5 })).toBe('refused: text-between');
  });

  test('with the same header and number of columns where nothing is drawn', () =>
    expect(continues(part(2, [HEADER], { loose: true, xs: [72, 120, 272] }))).toBe(
      'continues: same-header-without-lines',
    ));

  test('with the same columns as drawn, some of which have no text on one of the pages', () => {
    const column = { x0: 130, x1: 172 };
    const before = part(1, [row('Name', 'Kind', 'Fee')], { xs: [72, 130, 172, 272] });
    const next = part(2, [row('b', '2')], { headed: false, emptyColumns: [column] });
    expect(continues(next, { before })).toBe('continues: same-columns-as-drawn');
    expect(continues({ ...next, emptyColumns: [{ x0: 200, x1: 272 }] }, { before })).toBe('refused: otherwise');
    expect(continues({ ...next, headed: true }, { before })).toBe('refused: other-header');
    expect(continues(next, { before: { ...before, loose: true } })).toBe('refused: otherwise');
    const filled = part(2, [row('b', 'x', '2')], { headed: false, xs: [72, 130, 172, 272] });
    expect(continues(filled, { before: part(1, [HEADER], { emptyColumns: [column] }) })).toBe(
      'continues: same-columns-as-drawn',
    );
    // another one is empty on each page
    const other = part(1, [row('Kind', 'Fee')], { xs: [130, 172, 272], emptyColumns: [{ x0: 72, x1: 130 }] });
    expect(continues(next, { before: other })).toBe('continues: same-columns-as-drawn');
    expect(continues(next, { before: { ...other, emptyColumns: [{ x0: 20, x1: 130 }] } })).toBe('refused: otherwise');
  });

  describe('with the same cells at the break, some of which other rows divide', () => {
    const rows = [row('No', 'Name', 'Fee', 'Date'), [...row('1', 'a'), wide('2')]];
    const before = part(1, rows, { xs: [72, 112, 172, 220, 272] });
    const next = part(2, [row('3', 'b', '4')], { headed: false, xs: [72, 112, 172, 272] });

    test('but not with other cells, nor where nothing is drawn', () => {
      expect(continues(next, { before })).toBe('continues: same-cells-at-the-break');
      expect(continues({ ...next, xs: [72, 112, 220, 272] }, { before })).toBe('refused: otherwise');
      expect(continues({ ...next, loose: true }, { before })).toBe('refused: otherwise');
    });

    test('but not with one cell or two halves, as many tables and forms have', () => {
      const one = { ...before, rows: [[wide('The fees', 4)]] };
      expect(continues({ ...next, rows: [row('b')], xs: [72, 272] }, { before: one })).toBe('refused: otherwise');
      const halves = { ...before, rows: [[wide('Name'), wide('Place')]] };
      expect(continues({ ...next, rows: [row('b', '2')], xs: [72, 172, 272] }, { before: halves })).toBe(
        'refused: otherwise',
      );
    });
  });
});

describe('between the parts of a table', () => {
  function between(block: Block, words = 0): string {
    const { verdict, rule } = decideWithRule(BETWEEN_PARTS, { part: part(2, [HEADER]), block, words });
    return `${verdict}: ${rule}`;
  }

  test('may stand notes and short text at the foot of the page', () => {
    const source = [{ page: 1, box: { x0: 72, y0: 700, x1: 272, y1: 712 } }];
    expect(between({ kind: 'footnote', id: '1', mark: '1', spans: [], source })).toBe('passed-over: footnote');
    expect(between(paragraph('continued', 1), 1)).toBe('passed-over: otherwise');
  });

  test('stand no other blocks, no text of the part’s page and no long text', () => {
    expect(between({ kind: 'list', ordered: false, items: [], source: [] })).toBe('parts-tables: no-paragraph');
    expect(between(paragraph('The fees:', 2), 2)).toBe('parts-tables: on-the-page-of-the-part');
    expect(between(paragraph('long', 1), 41)).toBe('parts-tables: long-text');
  });
});

describe('the first row below the end of a page', () => {
  function over(body: TableCell[][], above: Partial<RowPair> = {}): string {
    const rows = [HEADER, row('a', '1')];
    const pair = { next: part(2, body), rows, headerRows: 1, body, isFilledUp: false, ...above };
    const { verdict, rule } = decideWithRule(ROW_OVER_PAGE, pair);
    return `${verdict}: ${rule}`;
  }

  test('is covered by the cell above, the rest of the row that was cut, or a row of its own', () => {
    expect(over([row('', '2')])).toBe('cell-reaches-down: first-cell-reaches-down');
    const three = { rows: [row('Name', 'Fee', 'Date'), row('a', '1', '2')] };
    expect(over([row('', '2', '')], three)).toBe('row-goes-on: cut-by-the-page');
    expect(over([row('b', '2')])).toBe('new-row: otherwise');
    expect(over([row('', '2')], { rows: [HEADER] })).toBe('new-row: header-alone-above');
  });
  test('is one of its own where columns were filled up, unless it is alone and mostly empty', () => {
    const filledUp = { rows: [row('Group', 'Item', 'Fee'), row('a', 'b', '1')], isFilledUp: true };
    expect(over([row('', 'c', '2')], filledUp)).toBe('new-row: columns-filled-up');
    expect(over([row('', '', 'more'), row('d', '', '3')], filledUp)).toBe('new-row: columns-filled-up');
    expect(over([row('', '', 'more')], filledUp)).toBe('row-goes-on: cut-by-the-page');
  });
});

test('a lone row is a table from three columns on', () => {
  const lone = (xs: number[]): string => {
    const { verdict, rule } = decideWithRule(LONE_ROW, part(1, [HEADER], { xs, partial: true }));
    return `${verdict}: ${rule}`;
  };
  expect(lone([0, 1, 2, 3])).toBe('table: many-columns');
  expect(lone([0, 1, 2])).toBe('paragraphs: otherwise');
});

describe('joinTables', () => {
  const texts = (block: Block | undefined): string[][] =>
    block?.kind === 'table'
      ? block.rows.map((cells) => cells.map(({ spans }) => spans.map(({ text }) => text).join('')))
      : [];

  test('drops the repeated header and passes over a short remark', () => {
    const blocks = [part(1, [HEADER, row('a', '1')]), paragraph('continued', 1), part(2, [HEADER, row('b', '2')])];
    const [table, remark, ...rest] = joinTables(blocks);
    expect(texts(table)).toEqual([
      ['Name', 'Fee'],
      ['a', '1'],
      ['b', '2'],
    ]);
    expect([remark?.kind, rest.length]).toEqual(['paragraph', 0]);
  });

  const spans = (block: Block | undefined): number[][] =>
    block?.kind === 'table' ? block.rows.map((cells) => cells.map(({ colSpan = 1 }) => colSpan)) : [];

  describe('of parts whose columns are drawn and not all have text', () => {
    const header = row('Name', 'Kind', 'Fee', 'Date');
    const xs = [72, 112, 172, 220, 272];
    const empty = (...places: number[]) => places.map((at) => ({ x0: xs[at]!, x1: xs[at + 1]! }));
    const rest = (rows: TableCell[][], places: number[], over: Partial<FoundTable> = {}): FoundTable =>
      part(2, rows, {
        headed: false,
        xs: xs.filter((_, at) => !places.includes(at)),
        emptyColumns: empty(...places),
        ...over,
      });
    const first = part(1, [header, row('a', 'x', '1', '2')], { xs });

    test('gives each cell its column', () => {
      expect(texts(joinTables([first, rest([row('b', 'y', '3')], [2])])[0])[2]).toEqual(['b', 'y', '', '3']);
      expect(texts(joinTables([first, rest([row('b', 'y', '3')], [3])])[0])[2]).toEqual(['b', 'y', '3', '']);
      expect(texts(joinTables([first, rest([row('b', '3')], [1, 2])])[0])[2]).toEqual(['b', '', '', '3']);
      const late = part(3, [row('c', 'z', '4', '5')], { headed: false, xs });
      expect(texts(joinTables([first, rest([row('b', '3')], [1, 2]), late])[0])[3]).toEqual(['c', 'z', '4', '5']);
    });

    test('leaves records apart whose cells are empty because the column is', () => {
      const [table] = joinTables([first, rest([row('', 'y', '3'), row('c', 'z', '4')], [2])]);
      expect(texts(table).slice(1)).toEqual([
        ['a', 'x', '1', '2'],
        ['', 'y', '', '3'],
        ['c', 'z', '', '4'],
      ]);
      const [other] = joinTables([first, rest([row('y', '3', '4'), row('z', '5', '6')], [0])]);
      expect(texts(other).slice(2)).toEqual([
        ['', 'y', '3', '4'],
        ['', 'z', '5', '6'],
      ]);
      expect(spans(other).flat()).not.toContain(2);
    });

    test('leaves tables apart that share no column with text', () => {
      const left = part(1, [row('a', 'b'), row('c', 'd')], {
        headed: false,
        xs: xs.slice(0, 3),
        emptyColumns: empty(2, 3),
      });
      const right = part(2, [row('e', 'f'), row('g', 'h')], {
        headed: false,
        xs: xs.slice(2),
        emptyColumns: empty(0, 1),
      });
      expect(joinTables([left, right])).toHaveLength(2);
    });

    test('widens a cell that reaches over an empty column, in the rows below as well', () => {
      const tall = { ...wide('remark'), rowSpan: 2 };
      const next = rest([[...row('b'), tall], row('c'), row('d', 'y', '5')], [2]);
      const [table] = joinTables([first, next]);
      expect(texts(table).slice(2)).toEqual([['b', 'remark'], ['c'], ['d', 'y', '', '5']]);
      expect(spans(table).slice(2)).toEqual([[1, 3], [1], [1, 1, 1, 1]]);
    });

    test('adds what was cut by the page to its cell, and leaves out what is empty in both', () => {
      expect(texts(joinTables([first, rest([row('', '', 'more')], [2])])[0])).toEqual([
        ['Name', 'Kind', 'Fee', 'Date'],
        ['a', 'x', '1', '2 more'],
      ]);
      const above = { ...rest([row('Name', 'Kind', 'Date'), row('a', 'x', '2')], [2]), source: first.source };
      expect(texts(joinTables([above, rest([row('b', 'y', '3')], [2])])[0])[2]).toEqual(['b', 'y', '3']);
      expect(joinTables([above, rest([row('b', 'y', '3')], [2])])[0]).not.toHaveProperty('emptyColumns');
    });
  });

  test('keeps a part with fewer columns in the columns of the whole', () => {
    const reaching = [{ ...row('a')[0]!, rowSpan: 2 }, ...row('x'), wide('1')];
    const header = [row('Holder', 'Port', 'Shares', 'Kind'), reaching, [...row('y'), wide('2')]];
    const parts = [
      part(1, header, { xs: [72, 112, 172, 220, 272] }),
      part(2, [row('b', 'z', '3')], { headed: false, partial: true, xs: [72, 112, 172, 272] }),
      part(3, [[...row('c', 'v'), wide('4')], row('d', 'w', '5', 'A')], {
        headed: false,
        xs: [80, 120, 180, 228, 280],
      }),
    ];
    const [table, ...rest] = joinTables(parts);
    expect(rest).toEqual([]);
    expect(texts(table).slice(1)).toEqual([
      ['a', 'x', '1'],
      ['y', '2'],
      ['b', 'z', '3'],
      ['c', 'v', '4'],
      ['d', 'w', '5', 'A'],
    ]);
    expect(spans(table)).toEqual([
      [1, 1, 1, 1],
      [1, 1, 2],
      [1, 2],
      [1, 1, 2],
      [1, 1, 2],
      [1, 1, 1, 1],
    ]);
  });

  const first = part(1, [row('No', 'Name', 'Fee'), row('1', 'a', '2')], { xs: [72, 112, 172, 272] });

  test('divides the cells above where only a later part shows the columns', () => {
    const xs = [72, 112, 172, 220, 272];
    const next = part(2, [[...row('3', 'b'), wide('4')], row('5', 'c', '6', 'A')], { headed: false, xs });
    const [table, ...rest] = joinTables([first, next]);
    expect(rest).toEqual([]);
    expect(spans(table)).toEqual([
      [1, 1, 2],
      [1, 1, 2],
      [1, 1, 2],
      [1, 1, 1, 1],
    ]);
  });

  test('divides the cells of both parts where each has as many columns, and other ones', () => {
    const before = part(1, [row('No', 'Name', 'Fee', 'Date'), [...row('1', 'a'), wide('2')]], {
      xs: [72, 112, 172, 220, 272],
    });
    const body = [[...row('3'), wide('b'), ...row('4')], row('5', 'c', 'd', '6')];
    const [table, ...rest] = joinTables([before, part(2, body, { headed: false, xs: [72, 112, 140, 172, 272] })]);
    expect(rest).toEqual([]);
    expect(spans(table)).toEqual([
      [1, 2, 1, 1],
      [1, 2, 2],
      [1, 2, 2],
      [1, 1, 1, 2],
    ]);
  });

  test.each([[[72, 112, 168, 176, 272]], [[72, 112, 172, 176, 272]], [[72, 112, 172, 268, 272]]])(
    'keeps a narrow column in the edges %j',
    (xs) => {
      const body = [[...row('3', 'b'), wide('4')], row('5', 'c', '$', '6')];
      const [table, ...rest] = joinTables([first, part(2, body, { headed: false, xs })]);
      expect(rest).toEqual([]);
      expect(spans(table)).toEqual([
        [1, 1, 2],
        [1, 1, 2],
        [1, 1, 2],
        [1, 1, 1, 1],
      ]);
    },
  );

  test('lets a cell cover the rows below it on the next page', () => {
    const [table] = joinTables([part(1, [HEADER, row('a', '1')]), part(2, [HEADER, row('', '2'), row('b', '3')])]);
    expect(texts(table)).toEqual([['Name', 'Fee'], ['a', '1'], ['2'], ['b', '3']]);
    expect(table?.kind === 'table' && table.rows[1]![0]!.rowSpan).toBe(2);
  });
});
