/** What looks like a table and is a chart or a list. */
import { describe, expect, test } from '@jest/globals';
import type { Box } from '../../../../engine/model.js';
import { fillGrid } from '../../../../engine/tables/filled-grid.js';
import { NO_TABLE } from '../../../../engine/tables/no-table.js';
import { decided } from '../../../support/decisions.js';
import { cells, page } from '../../../support/pages.js';
import { cpuMs } from '../../../support/cpu-time.js';

const PITCH = 20;
const WIDTH = 60;

/** Texts in a grid of cells of one size. */
function read(rows: readonly string[][], { isLattice = false, drawings = [] as Box[] } = {}): string {
  const xs = Array.from({ length: rows[0]!.length + 1 }, (_, i) => 100 + i * WIDTH);
  const ys = Array.from({ length: rows.length + 1 }, (_, i) => 100 + i * PITCH);
  const places = rows.flatMap((row, r) => row.map((_, column) => ({ row: r, column, rowSpan: 1, colSpan: 1 })));
  const found = page(cells(rows, { xs: xs.map((x) => x + 5), y: 114, pitch: PITCH }));
  const filled = fillGrid({ xs, ys, cells: places }, found.runs);
  return decided(NO_TABLE, { page: { number: 1, drawings }, filled, isLattice });
}

const PORTS = [
  ['Port', 'Depth', 'Berths'],
  ['Oslo', '11.4', '12'],
  ['Hull', '9.8', '7'],
  ['Leith', '7.1', '3'],
  ['Cork', '6.0', '2'],
];

test('rows and columns of values are a table', () => expect(read(PORTS)).toBe('table: otherwise'));

describe('a chart is none', () => {
  const axis = [
    ['Spread', ''],
    ['450', ''],
    ['400', 'Bonds'],
    ['350', ''],
    ['300', ''],
    ['250', ''],
  ];

  test('with the marks of an axis at its side', () => expect(read(axis)).toBe('something-else: axis-beside'));

  test('but a drawn table may have such numbers, and others with texts beside each of them', () => {
    expect(read(axis, { isLattice: true })).toBe('table: otherwise');
    const grades = ['90', '80', '70', '60', '50'].map((points, i) => [points, 'ABCDE'[i]!]);
    expect(read(grades)).toBe('table: otherwise');
  });

  test('with an axis below it', () => {
    const bars = [
      ['2001', '30', '', '21', ''],
      ['2005', '29', '', '22', ''],
      ['0', '20', '40', '60', '80'],
    ];
    expect(read(bars, { isLattice: true })).toBe('something-else: axis-below');
    const prices = [
      ['Tons', 'A', 'B', 'C', 'D'],
      ...[10, 20, 30].map((tons) => ['', ...[1, 2, 3, 4].map((berth) => `${tons + 7 * berth}`)]),
    ];
    expect(read(prices, { isLattice: true })).toBe('table: otherwise');
    expect(read(prices.slice(0, 2), { isLattice: true })).toBe('something-else: axis-below');
    const panels = Array.from({ length: 4 }, () => [['Ports', '', '', '', ''], bars[2]!]).flat();
    expect(read(panels, { isLattice: true })).toBe('something-else: axis-below');
    const rubric = ['Depth', 'Style', 'Facts', 'Order'].map((name) => [name, '5', '10', '15', '20']);
    expect(read([['Criterion', '', '', '', ''], ...rubric], { isLattice: true })).toBe('table: otherwise');
    const years = [PORTS[0]!, ['1990', '1995', '2000', '2005']].map((row) => [...row, ''].slice(0, 4));
    expect(read(years, { isLattice: true })).toBe('table: otherwise');
  });

  test('with curves in its cells', () => {
    const drawings = [0, 1, 2, 3, 4].map((row) => ({ x0: 110, y0: 104 + row * PITCH, x1: 150, y1: 116 + row * PITCH }));
    expect(read(PORTS, { isLattice: true, drawings })).toBe('something-else: drawing-in-cells');
    expect(read(PORTS, { isLattice: true, drawings: drawings.slice(0, 2) })).toBe('table: otherwise');
  });

  test('with labels each at a height of its own', () => {
    const labels = [
      ['Rights', '', ''],
      ['21%', '', ''],
      ['', 'Spain', ''],
      ['', '', '6%'],
      ['Total', '', '68%'],
    ];
    expect(read(labels)).toBe('something-else: texts-alone');
  });
});

test('a list is none', () => {
  const items = [
    ['•', 'the first'],
    ['•', 'the second'],
    ['•', 'the third'],
  ];
  expect(read(items)).toBe('something-else: bullets');
});

describe('printed contents', () => {
  const leaders = '. . . . . . . .';
  const entries = [
    ['1', 'Lamps', `${leaders} 3`],
    ['1.1', 'Wicks', `${leaders} 3`],
    ['1.2', 'Oil', `${leaders} 12`],
    ['2', 'Keepers', '14'],
  ];

  test('are recognised fast, also in a row of nothing but points', () => {
    const points = '.'.repeat(40_000);
    const rows = [
      ['a', `${points}x`],
      ['b', `${points}x`],
    ];
    expect(cpuMs(() => expect(read(rows)).toBe('table: otherwise'))).toBeLessThan(1000);
  });

  test('are none, between rulings too', () => expect(read(entries)).toBe('something-else: printed-contents'));

  test('are none where an entry is on several pages, whose first may fall', () => {
    const authorities = [
      ['Doe v. Roe', `${leaders} 4, 9`],
      ['28 U.S.C. § 1331', `${leaders} 2`],
      ['Rule 12', `${leaders} passim`],
    ];
    expect(read(authorities)).toBe('something-else: printed-contents');
  });

  test('are a table where amounts rise and fall, or few rows have leaders', () => {
    const amounts = [...entries.slice(0, 3), ['2', 'Keepers', `${leaders} 9`]];
    expect(read(amounts)).toBe('table: otherwise');
    expect(read([...entries.slice(0, 2), ...PORTS])).toBe('table: otherwise');
    expect(read(entries, { isLattice: true })).toBe('table: otherwise');
  });
});
