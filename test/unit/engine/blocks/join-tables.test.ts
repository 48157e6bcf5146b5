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

  test('with the same cells at the break, some of which other rows divide', () => {
    const divided = { rows: [row('Name', 'Fee', 'Date'), [...row('a'), wide('1')]], xs: [72, 172, 220, 272] };
    const before = part(1, [], divided);
    expect(continues(part(2, [row('b', '2')], { headed: false }), { before })).toBe(
      'continues: same-cells-at-the-break',
    );
    const apart = part(2, [row('b', '2')], { headed: false, xs: [72, 220, 272] });
    expect(continues(apart, { before })).toBe('refused: otherwise');
    expect(continues(part(2, [row('b', '2')], { headed: false, loose: true }), { before })).toBe('refused: otherwise');
    const one = part(1, [], { ...divided, rows: [[wide('The fees', 3)]] });
    expect(continues(part(2, [row('b')], { headed: false, xs: [72, 272] }), { before: one })).toBe(
      'refused: otherwise',
    );
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
    const pair = { next: part(2, body), rows, headerRows: 1, body, ...above };
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

  test('keeps a part with fewer columns in the columns of the whole', () => {
    const header = [row('Holder', 'Shares', 'Kind'), [{ ...row('a')[0]!, rowSpan: 2 }, wide('1')], [wide('2')]];
    const parts = [
      part(1, header, { xs: [72, 172, 220, 272] }),
      part(2, [row('b', '3')], { headed: false, partial: true }),
      part(3, [[...row('c'), wide('4')], row('d', '5', 'A')], { headed: false, xs: [80, 180, 228, 280] }),
    ];
    const tables = joinTables(parts);
    expect(tables.map(texts)).toEqual([
      [['Holder', 'Shares', 'Kind'], ['a', '1'], ['2'], ['b', '3'], ['c', '4'], ['d', '5', 'A']],
    ]);
    const [table] = tables;
    const spans = table?.kind === 'table' ? table.rows.map((cells) => cells.map(({ colSpan = 1 }) => colSpan)) : [];
    expect(spans).toEqual([[1, 1, 1], [1, 2], [2], [1, 2], [1, 2], [1, 1, 1]]);
  });

  test('divides the cells above where only a later part shows the columns', () => {
    const first = part(1, [HEADER, row('a', '1')]);
    const next = part(2, [[...row('b'), wide('2')], row('c', '3', 'A')], { headed: false, xs: [72, 172, 220, 272] });
    const [table, ...rest] = joinTables([first, next]);
    expect(rest).toEqual([]);
    const spans = table?.kind === 'table' ? table.rows.map((cells) => cells.map(({ colSpan = 1 }) => colSpan)) : [];
    expect(spans).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 1, 1],
    ]);
  });

  test('lets a cell cover the rows below it on the next page', () => {
    const [table] = joinTables([part(1, [HEADER, row('a', '1')]), part(2, [HEADER, row('', '2'), row('b', '3')])]);
    expect(texts(table)).toEqual([['Name', 'Fee'], ['a', '1'], ['2'], ['b', '3']]);
    expect(table?.kind === 'table' && table.rows[1]![0]!.rowSpan).toBe(2);
  });
});
