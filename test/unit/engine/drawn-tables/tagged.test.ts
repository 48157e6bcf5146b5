import { expect, test } from '@jest/globals';
import { plainText } from '../../../../engine/text/spans.js';
import type { Block } from '../../../../engine/block-model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import type { FoundTable } from '../../../../engine/tables/found-table.js';
import { gridRules } from '../../../support/pages.js';
import { taggedPage, type TaggedText } from '../../../support/tagged.js';

const XS = [72, 200, 330];

/** Rows of a table; `spans` by "row.column". */
function table(rows: readonly string[][], spans: Record<string, TaggedText['spans']> = {}): TaggedText[] {
  return rows.flatMap((row, r) =>
    row.map((text, c): TaggedText => {
      const cell = r === 0 ? `TH#${c}` : `TD#${c}`;
      const own = spans[`${r}.${c}`];
      return { text, x: XS[c]!, y: 100 + r * 14, tags: ['Table', `TR#${r}`, cell], ...(own ? { spans: own } : {}) };
    }),
  );
}

function rowsOf(texts: readonly TaggedText[]): unknown[] {
  const page = taggedPage(texts);
  const blocks: Block[] = findTables(page, page.runs).flatMap((region) => region.blocks);
  return blocks.map((block) =>
    block.kind === 'table'
      ? block.rows.map((row) =>
          row.map(
            ({ spans, colSpan = 1, rowSpan = 1 }) =>
              plainText(spans) + '>'.repeat(colSpan - 1) + 'v'.repeat(rowSpan - 1),
          ),
        )
      : block.kind,
  );
}

test('a table without lines has the cells of its tags, empty ones too', () => {
  const rows = [
    ['Port', 'Note', 'Depth'],
    ['Hull', '', '9 m'],
    ['Leith', '', ''],
  ];
  expect(rowsOf(table(rows))).toEqual([rows]);
});

test('columns without text begin where they are drawn', () => {
  const rows = [
    ['Port', '', 'Depth'],
    ['Hull', '', '9 m'],
    ['Leith', '', '7 m'],
  ];
  const edges = (xs?: readonly number[]): unknown[] => {
    const page = { ...taggedPage(table(rows)), ...(xs ? { rules: gridRules(xs, [88, 104, 118, 132]) } : {}) };
    return findTables(page, page.runs).flatMap(({ blocks }) => (blocks as FoundTable[]).map(({ xs: own }) => own));
  };
  expect(edges([70, 190, 320, 400])).toEqual([[70, 190, 320, 400]]);
  expect(edges()).toEqual([[72, 72, 330, 355]]);
});

test('spans come from the tags', () => {
  const rows = [
    ['Port', 'Depth'],
    ['Hull', 'low', 'high'],
    ['9 m', '12 m'],
  ];
  const texts = table(rows, { '0.1': { colSpan: 2 }, '1.0': { rowSpan: 2 } });
  for (const text of texts.slice(-2)) text.x += 128;
  expect(rowsOf(texts)).toEqual([
    [
      ['Port', 'Depth>'],
      ['Hullv', 'low', 'high'],
      ['9 m', '12 m'],
    ],
  ]);
});

test('rows that are on another page are left out', () => {
  const texts = table([
    ['Port', 'Depth'],
    ['Hull', '9 m'],
    ['', ''],
  ]);
  expect(rowsOf(texts)).toEqual([
    [
      ['Port', 'Depth'],
      ['Hull', '9 m'],
    ],
  ]);
});

test.each([
  ['rows of unequal width', table([['a', 'b'], ['c']])],
  [
    'rows from bottom to top',
    table([
      ['a', 'b'],
      ['c', 'd'],
    ]).map((text, i) => ({ ...text, y: 200 - Math.floor(i / 2) * 20 })),
  ],
  ['one column', table([['a'], ['b']])],
  [
    'a heading in a cell',
    [...table([['a', 'b']]), { text: 'x', x: 72, y: 130, tags: ['Table', 'TR#1', 'TD#0', 'H2#0'] }],
  ],
])('tags of a table with %s are not believed', (_name, texts) => {
  expect(rowsOf(texts)).toEqual([]);
});
