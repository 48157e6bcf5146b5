/** The cells of a table that only its text shows: each rule of what spans what. */
import { describe, expect, test } from '@jest/globals';
import { textGrid, type TextGridHints } from '../../../../engine/tables/text-grid.js';
import { GROUP_CELL, HEADER_ROWS, HEADER_SPAN } from '../../../../engine/tables/text-spans.js';
import { decisionsOf } from '../../../support/decisions.js';
import type { Rule } from '../../../../engine/model.js';
import { textRows, type TextRow } from '../../../../engine/tables/segments.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';
import { across, BOLD, PLAIN } from '../../../support/pages.js';
import { textRow } from '../../../support/text-rows.js';

interface Options extends Partial<TextGridHints> {
  boldRows?: number;
}

const gridOf = (
  rows: readonly (readonly string[])[],
  { boldRows = 0, ...over }: Options = {},
): ReturnType<typeof textGrid> =>
  textGrid(
    rows.map((cells, r) => textRow(cells, { y: 100 + 20 * r, font: r < boldRows ? BOLD : PLAIN })),
    { page: emptyPage(), from: 95, to: 395, edges: [195, 295], separators: [], headerEnd: null, ...over },
  );

/** Cells as "text w2 h2". */
const cellsOf = (grid: ReturnType<typeof textGrid>): string[] =>
  grid!.grid.cells.map(
    ({ colSpan, rowSpan }, i) =>
      grid!.texts[i]!.map(({ text }) => text).join(' ') +
      (colSpan > 1 ? ` w${colSpan}` : '') +
      (rowSpan > 1 ? ` h${rowSpan}` : ''),
  );

const GROUPED = [
  ['Region', '2019', ''],
  ['', 'Sales', 'Costs'],
  ['West', '21', '38'],
];

describe('the header of a grid', () => {
  const signs = (rows: readonly (readonly string[])[], options?: Options): string[] =>
    decisionsOf(HEADER_ROWS, () => gridOf(rows, options));

  test('ends at a drawn line', () => expect(signs(GROUPED, { headerEnd: 130 })).toEqual(['ruled-off: line-below']));
  test('is of the bold rows', () => expect(signs(GROUPED, { boldRows: 1 })).toEqual(['bold: bold-rows']));
  test('is of two rows where the second names columns that the first groups', () =>
    expect(signs(GROUPED)).toEqual(['two: second-row-fills-in']));
  test('is of two rows where the second names the rows and values follow', () =>
    expect(
      signs([['', 'Number of', 'Share of'], ['Event', 'deaths', 'all'], ...GROUPED.slice(2), ['East', '4', '5']]),
    ).toEqual(['two: names-above-values']));
  describe('with upper lines of some of its names', () => {
    const body = [
      ['West', '21', '38'],
      ['East', '4', '5'],
    ];
    /** With the second row `y` further below the first, and rows of the body `pitch` apart. */
    const of = (first: readonly string[], second: readonly string[], y = 0, pitch = 20): string[] =>
      decisionsOf(HEADER_ROWS, () =>
        textGrid(
          [first, second, ...body].map((cells, r) =>
            textRow(cells, { y: r < 2 ? 100 + r * (14 + y) : 114 + y + pitch * (r - 1) }),
          ),
          { page: emptyPage(), from: 95, to: 395, edges: [195, 295], separators: [], headerEnd: null },
        ),
      );

    test('is of two rows where all columns are named below and rows with numbers follow', () =>
      expect(of(['Port', '', 'Price in'], ['of call', 'Dues', 'euros'])).toEqual(['two: first-lines-of-names']));

    test('is one row where all rows are as near to each other', () =>
      expect(of(['Club', '', 'Guest'], ['Captain', 'Adams', 'Jones'], 0, 14)).toEqual(['one: otherwise']));

    test('is one row above a row that leaves a column free, has a number or stands further below', () => {
      expect(of(['Port', '', 'Price'], ['Oslo', '', 'free'])).toEqual(['one: otherwise']);
      expect(of(['Port', '', 'Price'], ['Oslo', 'none', '12'])).toEqual(['one: otherwise']);
      expect(of(['Port', '', 'Price'], ['Oslo', 'none', 'free'], 6)).toEqual(['one: otherwise']);
    });
  });

  test('is one row else', () => expect(signs(GROUPED.slice(1))).toEqual(['one: otherwise']));
});

test('a cell of the header spans what it stands over', () => {
  expect(decisionsOf(HEADER_SPAN, () => gridOf(GROUPED))).toEqual(['down: nothing-below', 'columns: groups-columns']);
  expect(cellsOf(gridOf(GROUPED))).toEqual(['Region h2', '2019 w2', 'Sales', 'Costs', 'West', '21', '38']);
  const named = [['Port', 'Depth', 'Owner'], ...GROUPED.slice(2), ['East', '4', '5']];
  expect(decisionsOf(HEADER_SPAN, () => gridOf(named, { headerEnd: 130 }))).toEqual([
    'none: otherwise',
    'none: otherwise',
    'none: otherwise',
  ]);
});

test('a label that stands alone in its row reaches into the next column sooner than a header beside another', () => {
  const line = (texts: readonly (readonly [text: string, x: number])[], y: number): TextRow =>
    textRows(texts.flatMap(([text, x]) => runs(text, { y, x })))[0]!;
  const port = (name: string, y: number): TextRow =>
    line(
      [
        [name, 100],
        ['44', 180],
        ['2019', 260],
      ],
      y,
    );
  const rows = [
    line(
      [
        ['Port', 100],
        ['Berths', 160],
        ['Year', 260],
      ],
      100,
    ),
    ...['Oslo', 'Hull', 'Leith', 'Wick', 'Leer'].map((name, i) => port(name, 120 + 20 * i)),
    line(
      [
        ['In percent of', 100],
        ['2019', 260],
      ],
      180,
    ),
  ];
  const grid = textGrid(rows, { page: emptyPage(), from: 95, to: 395, separators: [], headerEnd: null });
  expect(cellsOf(grid).slice(0, 3)).toEqual(['Port', 'Berths', 'Year']);
});

describe('a name groups the columns', () => {
  // columns begin at 100, 150, 200, ...
  const wide = (name: string, x: number, rules: readonly Rule[] = []): string[] => {
    const line = (texts: readonly string[], y: number): TextRow =>
      textRows(texts.flatMap((text, i) => (text ? runs(text, { y, x: 100 + 50 * i }) : [])))[0]!;
    const rows = [
      textRows(runs(name, { y: 100, x }))[0]!,
      line(['Year', 'Oil', 'Gas', 'Coal', 'All'], 112),
      line(['2001', '21', '38', '44', '55'], 132),
      line(['2002', '22', '39', '45', '56'], 152),
    ];
    const page = { ...emptyPage(), rules: [...rules] };
    const edges = [145, 195, 245, 295];
    return cellsOf(textGrid(rows, { page, from: 95, to: 345, edges, separators: [], headerEnd: 120 })).slice(0, 5);
  };

  test('that it is centred over', () => expect(wide('Fuel', 222)).toEqual(['', 'Fuel w4', 'Year', 'Oil', 'Gas']));
  test('that begin where it does', () => expect(wide('Fuel', 150)).toEqual(['', 'Fuel w4', 'Year', 'Oil', 'Gas']));
  test('that a line below it reaches over', () =>
    expect(wide('Fuel', 150, [across(104, 150, 226)])).toEqual(['', 'Fuel w2', '', '', 'Year']));
});

test('names that share the columns evenly group those that they are centred over', () => {
  // columns begin at 100, 150, 200, ...; each name begins where the column in the middle of its group does
  const line = (texts: readonly string[], y: number): TextRow =>
    textRows(texts.flatMap((text, i) => (text ? runs(text, { y, x: 100 + 50 * i }) : [])))[0]!;
  const headOf = (names: readonly string[], last: string, rules: readonly Rule[] = []): string[] => {
    const rows = [
      line(names, 100),
      line(['Port', 'Total', 'Rural', 'Urban', 'Total', 'Rural', last], 112),
      line(['Oslo', '21', '38', '44', '55', '62', '71'], 132),
      line(['Hull', '22', '39', '45', '56', '63', '72'], 152),
    ];
    const edges = [145, 195, 245, 295, 345, 395];
    const page = { ...emptyPage(), rules: [...rules] };
    const hints = { page, from: 95, to: 445, edges, separators: [], headerEnd: 120 };
    return cellsOf(textGrid(rows, hints)).slice(0, 4);
  };
  expect(headOf(['', '', 'Men', '', '', 'Women', ''], 'Urban')).toEqual(['', 'Men w3', 'Women w3', 'Port']);
  // a line over all of the columns tells nothing of the groups
  expect(headOf(['', '', 'Men', '', '', 'Women', ''], 'Urban', [across(104, 150, 420)])).toEqual([
    '',
    'Men w3',
    'Women w3',
    'Port',
  ]);
  expect(headOf(['', 'Men', '', '', 'Women', '', ''], 'Urban')).toEqual(['', 'Men w3', 'Women w3', 'Port']);
});

test("a group's name spans the full rows below it that have none", () => {
  const rows = [
    ['Region', 'Year', 'Sales'],
    ['West', '2018', '21'],
    ['', '2019', '38'],
    ['', '', '40'],
  ];
  expect(decisionsOf(GROUP_CELL, () => gridOf(rows))).toEqual(['spanned: full-but-for-the-first', 'empty: otherwise']);
  expect(cellsOf(gridOf(rows)).slice(3)).toEqual(['West h2', '2018', '21', '2019', '38', '', '', '40']);
});

test('the sums of the columns are of no group, though they have no name', () => {
  const rows = (...sums: string[]): string[][] => [
    ['Port', '2018', '2019'],
    ['Oslo', '21', '38'],
    ['Hull', '14', '2'],
    ['', ...sums],
  ];
  expect(decisionsOf(GROUP_CELL, () => gridOf(rows('35', '40')))).toEqual(['empty: sum-without-label']);
  expect(decisionsOf(GROUP_CELL, () => gridOf(rows('35', '41')))).toEqual(['spanned: full-but-for-the-first']);
  const relay = [...rows().slice(0, 3), ['', '35', 'yes']];
  expect(decisionsOf(GROUP_CELL, () => gridOf(relay))).toEqual(['spanned: full-but-for-the-first']);
});

test('lines without columns make no grid', () => expect(gridOf([['Oslo']], { edges: [] })).toBeNull());
