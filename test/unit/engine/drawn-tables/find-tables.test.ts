import { describe, expect, it } from '@jest/globals';
import type { Block, FieldBlock, Span, TableBlock } from '../../../../engine/block-model.js';
import type { Page } from '../../../../engine/model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { across, BOLD, cells, down, gridRules, MONO, page, PLAIN } from '../../../support/pages.js';

const plain = (spans: readonly Span[]): string => spans.map((span) => span.text).join('');

/** Rows of the tables found, cells as text with their spans. */
function tablesOf(found: Page): string[][][] {
  const blocks: Block[] = findTables(found, found.runs).flatMap((region) => region.blocks);
  return blocks
    .filter((block): block is TableBlock => block.kind === 'table')
    .map((table) =>
      table.rows.map((row) =>
        row.map(
          ({ spans, colSpan, rowSpan }) =>
            plain(spans) + (colSpan ? ` w${colSpan}` : '') + (rowSpan ? ` h${rowSpan}` : ''),
        ),
      ),
    );
}

const xs = [100, 200, 300, 400];
const inset = xs.map((x) => x + 5);

describe('ruled tables', () => {
  it('reads each cell of a grid, the wrapped ones as one text', () => {
    const rows = cells(
      [
        ['Port', 'Arrival', 'Cargo'],
        ['Oslo', '4 May 2018', '61,763'],
      ],
      { xs: inset, y: 112, pitch: 20 },
    );
    const found = page([...rows, { text: 'and Bergen', x: 105, y: 143 }], { rules: gridRules(xs, [100, 120, 150]) });
    expect(tablesOf(found)).toEqual([
      [
        ['Port', 'Arrival', 'Cargo'],
        ['Oslo and Bergen', '4 May 2018', '61,763'],
      ],
    ]);
  });

  it('makes one cell of places with no wall between them', () => {
    const rules = [
      ...[100, 140, 160].map((y) => across(y, 100, 400)),
      across(120, 200, 400),
      ...[100, 200, 400].map((x) => down(x, 100, 160)),
      down(300, 120, 160),
    ];
    const texts = cells(
      [
        ['Region', '2019', ''],
        ['', 'Revenue', 'Margin'],
        ['West', '21.0', '38 %'],
      ],
      { xs: inset, y: 114, pitch: 20, boldRows: 2 },
    );
    expect(tablesOf(page(texts, { rules }))).toEqual([
      [
        ['Region h2', '2019 w2'],
        ['Revenue', 'Margin'],
        ['West', '21.0', '38 %'],
      ],
    ]);
  });

  it('takes a grid drawn as a border a cell, twice each, for one grid', () => {
    const rules = [100, 200, 300].flatMap((x) => [100, 120, 140].flatMap((y) => gridRules([x, x + 100], [y, y + 20])));
    const texts = cells(
      [
        ['A', 'B', 'C'],
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
      { xs: inset, y: 114, pitch: 20 },
    );
    expect(tablesOf(page(texts, { rules }))).toEqual([
      [
        ['A', 'B', 'C'],
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
    ]);
  });

  it('cuts a body without rules between its rows at its lines', () => {
    const texts = cells(
      [
        ['Item', 'Price'],
        ['Bolt', '3.10'],
        ['Nut', '0.20'],
        ['Cap', '4.00'],
      ],
      { xs: [105, 205], y: 114 },
    );
    const rules = gridRules([100, 200, 300], [100, 120, 170]);
    expect(tablesOf(page(texts, { rules }))).toEqual([
      [
        ['Item', 'Price'],
        ['Bolt', '3.10'],
        ['Nut', '0.20'],
        ['Cap', '4.00'],
      ],
    ]);
  });

  it('leaves frames around text and the raster of a chart alone', () => {
    const framed = page([{ text: 'Note: a framed remark', x: 110, y: 120 }], {
      rules: gridRules([100, 400], [100, 140]),
    });
    const chart = page([{ text: 'Figure', x: 105, y: 112 }], {
      rules: gridRules([100, 150, 200, 250, 300], [100, 120, 140, 160, 180]),
    });
    expect(tablesOf(framed)).toEqual([]);
    expect(tablesOf(chart)).toEqual([]);
  });

  it('says which text is in tables, so that a number at the page foot stays a cell', () => {
    const texts = cells(
      [
        ['Item', 'Price'],
        ['4', '3.10'],
      ],
      { xs: [105, 205], y: 784, pitch: 20 },
    );
    const found = page([...texts, { text: '7', x: 297, y: 830 }], {
      rules: gridRules([100, 200, 300], [770, 790, 810]),
    });
    expect(
      findTables(found, found.runs)
        .flatMap(({ runs }) => runs)
        .map((id) => found.runs[id]!.text),
    ).toEqual(['Item', 'Price', '4', '3.10']);
  });
});

describe('boxed forms', () => {
  it('gives the boxes row by row with label and lines', () => {
    const boxes = ['1. Shipbroker', '2. Place and date', '3. Owners', '4. Charterers'];
    const texts = boxes.flatMap((label, i) => [
      { text: label, x: 105 + 200 * (i % 2), y: 108 + 50 * Math.floor(i / 2), size: 6, font: BOLD },
      { text: `Value ${i + 1}`, x: 105 + 200 * (i % 2), y: 120 + 50 * Math.floor(i / 2), font: PLAIN },
      { text: 'Oslo', x: 105 + 200 * (i % 2), y: 132 + 50 * Math.floor(i / 2), font: PLAIN },
    ]);
    const found = page(texts, { rules: gridRules([100, 300, 500], [100, 150, 200]) });
    const fields = findTables(found, found.runs).flatMap((region) => region.blocks) as FieldBlock[];
    expect(fields.map(({ kind, number, label, lines }) => [kind, number, plain(label), lines.map(plain)])).toEqual(
      boxes.map((label, i) => ['field', String(i + 1), label, [`Value ${i + 1}`, 'Oslo']]),
    );
  });
});

describe('tables ruled off above and below', () => {
  const wrapped = [
    ['Name', 'Description'],
    ['smallint', 'small-range integer that is used when space'],
    ['', 'on disk is dear'],
    ['integer', 'typical choice'],
  ];

  it('joins the lines of a wrapped cell', () => {
    const found = page(cells(wrapped, { xs: [105, 205], y: 112, pitch: 12 }), {
      rules: [100, 117, 156].map((y) => across(y, 100, 420)),
    });
    expect(tablesOf(found)).toEqual([
      [
        ['Name', 'Description'],
        ['smallint', 'small-range integer that is used when space on disk is dear'],
        ['integer', 'typical choice'],
      ],
    ]);
  });

  it('spans headings over their columns and a remark over all', () => {
    const rows = [
      ['Region', '2019', '', '2020', ''],
      ['', 'Revenue', 'Margin', 'Revenue', 'Margin'],
      ['North', '98.6', '8 %', '52.9', '31 %'],
      ['East', '72.4', '30 %', '51.0', '17 %'],
      ['South', '40.2', '4 %', '78.9', '25 %'],
    ];
    const texts = cells(rows, { xs: [105, 185, 245, 305, 365], y: 112, pitch: 12, boldRows: 2 });
    const remark = { text: 'All figures are in millions and unaudited', x: 105, y: 172 };
    const found = page([...texts, remark], { rules: [100, 128, 180].map((y) => across(y, 100, 420)) });
    expect(tablesOf(found)).toEqual([
      [
        ['Region h2', '2019 w2', '2020 w2'],
        ['Revenue', 'Margin', 'Revenue', 'Margin'],
        ...rows.slice(2),
        ['All figures are in millions and unaudited w5'],
      ],
    ]);
  });

  it('keeps two tables with a caption between them apart', () => {
    const rows = [
      ['Name', 'Size'],
      ['real', '4 bytes'],
      ['money', '8 bytes'],
    ];
    const table = (y: number): ReturnType<typeof cells> => cells(rows, { xs: [105, 305], y: y + 12, pitch: 12 });
    const rules = [100, 117, 142, 180, 197, 222].map((y) => across(y, 100, 420));
    const found = page([...table(100), { text: 'Table 2. More of them', x: 105, y: 170, font: BOLD }, ...table(180)], {
      rules,
    });
    expect(tablesOf(found)).toEqual([rows, rows]);
  });

  it('takes neither a page between the lines of head and foot nor a listing', () => {
    const line = 'running text of a column that fills it well';
    const columns = Array.from({ length: 20 }, (_, i) => [
      { text: line, x: 60, y: 100 + 12 * i },
      { text: line, x: 320, y: 100 + 12 * i },
    ]).flat();
    const listing = Array.from({ length: 5 }, (_, i) => [
      { text: 'let', x: 110, y: 120 + 12 * i, font: MONO },
      { text: '= 1', x: 200, y: 120 + 12 * i, font: MONO },
    ]).flat();
    expect(tablesOf(page(columns, { rules: [across(80, 60, 540), across(345, 60, 540)] }))).toEqual([]);
    expect(tablesOf(page(listing, { rules: [across(105, 100, 420), across(175, 100, 420)] }))).toEqual([]);
  });

  it('takes the header above the first line where each row has a line below', () => {
    const rows = [
      ['Item', 'Unit', 'Rate'],
      ['Advisory', 'hour', '3,250'],
      ['Travel', 'day', '1,000'],
    ];
    const rules = [124, 144, 164].map((y) => across(y, 100, 400));
    const before = { text: 'This schedule forms part of the agreement.', x: 100, y: 90 };
    expect(tablesOf(page([before, ...cells(rows, { xs: inset, y: 118, pitch: 20, boldRows: 1 })], { rules }))).toEqual([
      rows,
    ]);
  });

  it('continues below the header when the page ends before the closing line', () => {
    const rows = [
      ['Model', 'Recall'],
      ['Deep-1', '0.471'],
      ['Wide-2', '0.810'],
    ];
    const found = page(cells(rows, { xs: [105, 305], y: 112, pitch: 12 }), {
      rules: [across(100, 100, 420), across(117, 100, 420)],
    });
    expect(tablesOf(found)).toEqual([rows]);
  });
});

describe('shaded tables', () => {
  const rows = [
    ['Port', 'Arrival', 'Cargo'],
    ['Oslo', '4 May 2018', '61,763'],
    ['Santos', '2 June 2019', '3,304'],
    ['Durban', '1 May 2020', '7,001'],
    ['Busan', '9 May 2021', '8,122'],
  ];

  it('takes shaded rows, those between them and the one below', () => {
    const fills = [0, 2].flatMap((r) =>
      xs.slice(0, 3).map((x) => ({ x0: x, y0: 100 + 15 * r, x1: x + 100, y1: 115 + 15 * r })),
    );
    const found = page(cells(rows.slice(0, 4), { xs: inset, y: 111 }), { fills });
    expect(tablesOf(found)).toEqual([rows.slice(0, 4)]);
  });

  it('finds the columns of rows that are shaded as a whole by their text', () => {
    const fills = [0, 2, 4].map((r) => ({ x0: 100, y0: 100 + 15 * r, x1: 400, y1: 115 + 15 * r }));
    expect(tablesOf(page(cells(rows, { xs: inset, y: 111 }), { fills }))).toEqual([rows]);
  });

  it('leaves shaded code and notes alone', () => {
    const fills = [{ x0: 90, y0: 95, x1: 500, y1: 160 }];
    const code = page(
      cells(
        [
          ['int', 'x;'],
          ['char', 'y;'],
          ['long', 'z;'],
        ],
        { xs: inset, y: 111, boldRows: 0 },
      ),
      { fills },
    );
    expect(tablesOf(code)).toEqual([]);
  });
});
