/** Shaded areas: which are rows, which belong together, and whether they are a table. */
import { describe, expect, test } from '@jest/globals';
import type { Box } from '../../../../engine/model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { SHADED_TABLE } from '../../../../engine/drawn-tables/shaded.js';
import { BAND_JOINS, SHADED_BAND } from '../../../../engine/drawn-tables/stacks.js';
import { decisionsOf } from '../../../support/decisions.js';
import { cells, MONO, page, type TextAt } from '../../../support/pages.js';

const XS = [105, 205, 305];
const ROWS = [
  ['Port', 'Depth', 'Owner'],
  ['Oslo', '11.4', 'Board'],
  ['Hull', '9.8', 'Board'],
  ['Leith', '7.1', 'Town'],
];

const decided = (table: { name: string }, texts: readonly TextAt[], fills: readonly Box[]): string[] => {
  const found = page(texts, { fills: [...fills] });
  return decisionsOf(table, () => findTables(found, found.runs));
};
const rows = (some: readonly (readonly string[])[] = ROWS): TextAt[] =>
  cells(some, { xs: XS, y: 111, pitch: 15, boldRows: 1 });
const band = (row: number, height = 15): Box => ({ x0: 100, y0: 100 + 15 * row, x1: 400, y1: 100 + 15 * row + height });
const areas = (row: number, xs: readonly number[]): Box[] =>
  xs.slice(1).map((x1, i) => ({ x0: xs[i]!, y0: 100 + 15 * row, x1, y1: 115 + 15 * row }));

describe('a shaded band', () => {
  test('may be a row when it is of several areas or has text', () => {
    expect(decided(SHADED_BAND, rows(), areas(0, [100, 200, 300, 400]))).toEqual(['row: areas-side-by-side']);
    expect(decided(SHADED_BAND, rows(), [band(0)])).toEqual(['row: otherwise']);
  });

  test('is no row when it has code or nothing on it', () => {
    const code = rows().map((text) => ({ ...text, font: MONO }));
    expect(decided(SHADED_BAND, code, [band(0)])).toEqual(['refused: typewriter']);
    expect(decided(SHADED_BAND, [], [band(0)])).toEqual([]);
  });
});

describe('a band below another of its extent', () => {
  test('joins it when they touch, or when rows stand between them', () => {
    expect(decided(BAND_JOINS, rows(), [band(0), band(1)])).toEqual(['joins: touches']);
    expect(decided(BAND_JOINS, rows(), [band(0), band(2)])).toEqual(['joins: rows-between']);
  });

  test('stands apart with other columns, with nothing between them, or far below', () => {
    expect(decided(BAND_JOINS, rows(), [...areas(0, [100, 200, 400]), ...areas(1, [100, 300, 400])])).toEqual([
      'apart: other-columns',
    ]);
    expect(
      decided(BAND_JOINS, [...rows(ROWS.slice(0, 1)), { text: 'Next', x: 105, y: 171 }], [band(0), band(4)]),
    ).toEqual(['apart: otherwise']);
    const many = Array.from({ length: 10 }, () => ROWS[1]!);
    expect(decided(BAND_JOINS, rows(many), [band(0), band(9)])).toEqual(['apart: far-below']);
  });
});

describe('a band below stripes', () => {
  /** Three stripes with two rows below each, the last of them `line`, and another stripe. */
  const last = (line: readonly TextAt[], at = 9): string => {
    const stripes = [
      ...rows([...ROWS, ...ROWS]),
      ...line,
      ...cells([ROWS[2]!], { xs: XS, y: 111 + 15 * at, boldRows: 0 }),
    ];
    return decided(BAND_JOINS, stripes, [band(0), band(3), band(6), band(at)]).at(-1)!;
  };
  const LONG = { text: 'Bari and all of the quays', x: 105, y: 231 };
  /** The first text is so long that it reaches into the column of depths. */
  const full = [LONG, { text: '12', x: 235, y: 231 }, { text: 'Town', x: 305, y: 231 }];

  test('joins them at their distance, though a text between does not keep to the columns', () =>
    expect(last(full)).toBe('joins: even-stripes'));

  test('stands apart with no row between, or further below', () => {
    const title = rows([...ROWS, ...ROWS]).filter(({ y }) => y < 210);
    const texts = [...title, { ...LONG, y: 221 }, ...cells([ROWS[2]!], { xs: XS, y: 246, boldRows: 0 })];
    expect(decided(BAND_JOINS, texts, [band(0), band(3), band(6), band(9)]).at(-1)).toBe('apart: otherwise');
    expect(last(full, 10)).toBe('apart: otherwise');
  });

  test('stands apart where those above are at uneven distances, as parts of several tables', () => {
    const texts = [...rows([...ROWS, ...ROWS, ...ROWS]).filter(({ y }) => y < 226), ...full];
    const below = cells([ROWS[2]!], { xs: XS, y: 246, boldRows: 0 });
    expect(decided(BAND_JOINS, [...texts, ...below], [band(0), band(2), band(6), band(9)]).at(-1)).toBe(
      'apart: otherwise',
    );
  });
});

test('names above the first band show columns that stand close to each other', () => {
  const line = (phone: string, end: string, y: number): TextAt[] => [
    { text: 'Oslo', x: 105, y },
    { text: phone, x: 300 - 5 * phone.length, y },
    { text: end, x: 304.5, y },
  ];
  const widths = (y: number): number[] => {
    const texts = [line('Phone', 'Ends', y), ...[111, 126, 141, 156].map((at) => line('680-3701', '2014', at))].flat();
    const found = page(texts, { fills: [band(0), band(2)] });
    const [table] = findTables(found, found.runs)[0]!.blocks;
    return table?.kind === 'table' ? table.rows.map((row) => row.length) : [];
  };
  expect(widths(96)).toEqual([3, 3, 3, 3, 3]);
  // a line further above than rows are apart names no columns
  expect(widths(84)).not.toContain(3);
});

describe('bands one below the other', () => {
  test('are a table with text in columns', () =>
    expect(decided(SHADED_TABLE, rows(), [band(0), band(2)])).toEqual(['table: rows-in-bands']));

  test('are no table when text reaches out of them', () => {
    const wide = {
      text: 'A text that is a good deal wider than all of the shade that was laid behind it is',
      x: 105,
      y: 111,
    };
    expect(decided(SHADED_TABLE, [wide], areas(0, [100, 200, 400]))).toEqual(['refused: text-reaches-out']);
  });

  test('are no table with one line, or with nothing on them', () => {
    expect(decided(SHADED_TABLE, rows(ROWS.slice(0, 1)), areas(0, [100, 200, 400]))).toEqual(['refused: one-line']);
    expect(decided(SHADED_TABLE, [], areas(0, [100, 200, 400]))).toEqual(['refused: otherwise']);
  });

  test('are no table with code on them', () => {
    const code = rows().map((text) => ({ ...text, font: MONO }));
    expect(decided(SHADED_TABLE, code, [...areas(0, [100, 200, 400]), ...areas(1, [100, 200, 400])])).toEqual([
      'refused: typewriter',
    ]);
  });

  test('are no table with columns of running text on them', () => {
    const line = 'running text of a column that fills it well';
    const texts = cells(
      Array.from({ length: 10 }, () => [line, line]),
      { xs: [60, 320], y: 111, pitch: 12, boldRows: 0 },
    );
    const fills = [100, 160].map((y0) => ({ x0: 55, y0, x1: 545, y1: y0 + 60 }));
    expect(decided(SHADED_TABLE, texts, fills)).toEqual(['refused: prose']);
  });

  describe('below a single bar of headings', () => {
    const below = (columns: readonly (readonly string[])[]): string[] => {
      const lines = columns[0]!.map((_, row) => columns.map((column) => column[row]!));
      const texts = cells([['Who we are', 'What we do'], ...lines], { xs: [105, 255], y: 111, pitch: 15, boldRows: 0 });
      return decided(SHADED_TABLE, texts, areas(0, [100, 250, 400]));
    };
    const US = [
      'The harbour board runs',
      'the quays of the town and',
      'Leith on behalf of all who',
      'own a boat in this place.',
    ];
    const WORK = [
      'We dredge the basins of',
      'both towns. Our crews also',
      'keep the lights in order',
      'and answer to the council.',
    ];

    test('sentences that go on from line to line in every column are no rows', () =>
      expect(below([US, WORK])).toEqual(['refused: text-below-bar']));

    test('so are they where they lead to the items of a list', () =>
      expect(
        below([
          US,
          ['Here is what we do for the', 'boats of our guests:', '·Keep all of them dry', '·Take the old ones away'],
        ]),
      ).toEqual(['refused: text-below-bar']));

    test('names beside a text, entries in lower case, sentences that end and short cells are rows', () => {
      const names = ['Board of the harbour', 'Crew of the day', 'Crew of the night', 'Clerk of the works'];
      expect(below([names, WORK])).toEqual(['table: rows-in-bands']);
      const small = [
        'ropes for a small boat',
        'oars that float in water',
        'sails sewn by hand here',
        'nets to be hung up',
      ];
      expect(below([small, small.toReversed()])).toEqual(['table: rows-in-bands']);
      const whole = US.map((_, row) => `Ships of class ${row} stay here.`);
      expect(below([whole, whole])).toEqual(['table: rows-in-bands']);
      const short = ['Old boats', 'of oak', 'and elm', 'or ash'];
      expect(below([short, short])).toEqual(['table: rows-in-bands']);
    });

    test('records whose cells are wrapped begin anew in all columns at once', () => {
      const records = ['Small plan for boats', 'under six metres', 'Large plan for boats', 'of all other sizes long'];
      const holders = [
        'All who live in town',
        'and in the county here',
        'Firms that have paid',
        'in the year before this',
      ];
      expect(below([records, holders])).toEqual(['table: rows-in-bands']);
      // of which one cell has more lines than its neighbour
      const longer = [
        'Small plan for boats',
        'under six metres that',
        'belong to one holder',
        'Large plan for boats',
        'of all other sizes long',
      ];
      const shorter = [
        'All who live in town',
        'and in the county here',
        '',
        'Firms that have paid',
        'in the year before this',
      ];
      expect(below([longer, shorter])).toEqual(['table: rows-in-bands']);
    });

    test('between stripes they are rows', () => {
      const lines = US.map((_, row) => [US[row]!, WORK[row]!]);
      const texts = cells([['Who', 'What'], ...lines], { xs: [105, 255], y: 111, pitch: 15, boldRows: 0 });
      const stripes = [...areas(0, [100, 250, 400]), ...areas(2, [100, 250, 400]), ...areas(4, [100, 250, 400])];
      expect(decided(SHADED_TABLE, texts, stripes)).toEqual(['table: rows-in-bands']);
    });
  });
});
