/** Text between lines of one extent: which sections continue with each other, and whether they are a table. */
import { describe, expect, test } from '@jest/globals';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { RULED_OFF_TABLE } from '../../../../engine/drawn-tables/ruled-off.js';
import { ROW_BELOW_LINE } from '../../../../engine/drawn-tables/totals.js';
import { RULED_SECTION } from '../../../../engine/drawn-tables/ruled-sections.js';
import type { Page } from '../../../../engine/model.js';
import { decisionsOf } from '../../../support/decisions.js';
import { across, BOLD, cells, MONO, page, type TextAt } from '../../../support/pages.js';

const XS = [105, 205, 305];
const LINE = 'running text of a column that fills it well';

/** What is decided of texts with lines across at `ys`. */
function decided(
  table: { name: string },
  { texts, ys, to = 400 }: { texts: readonly TextAt[]; ys: readonly number[]; to?: number },
): string[] {
  const found = page(texts, { rules: ys.map((y) => across(y, 100, to)) });
  return decisionsOf(table, () => findTables(found, found.runs));
}

const rows = (some: readonly (readonly string[])[], y = 112): TextAt[] =>
  cells(some, { xs: XS, y, pitch: 12, boldRows: 0 });
const HEAD = ['Port', 'Depth', 'Owner'];
const BODY = [
  ['Oslo', '11.4', 'Board'],
  ['Hull', '9.8', 'Board'],
  ['Leith', '7.1', 'Town'],
];

test('entries of a manual between lines are no table, whose words in typewriter type stand in columns', () => {
  const entry = (y: number, font?: number): TextAt[] => [
    { text: 'not', x: 105, y, font: BOLD },
    ...[12, 24].flatMap((step) => [
      { text: 'Returns:', x: 105, y: y + step, ...(font === undefined ? {} : { font }) },
      { text: 'a value', x: 160, y: y + step, ...(font === undefined ? {} : { font }) },
    ]),
  ];
  const of = (font?: number): string[] =>
    decided(RULED_OFF_TABLE, { texts: [...entry(112, font), ...entry(160, font)], ys: [100, 148, 196] });
  expect(of(MONO)).toEqual(['refused: columns-of-typewriter']);
  expect(of()).not.toContain('refused: columns-of-typewriter');
});

describe('two columns between lines', () => {
  const KEYS = ['Article history', 'Received in May', 'Keywords', 'Lamps', 'Keepers', 'Harbours'];
  const TEXT = [
    'Abstract',
    'The lamp of a lighthouse is seen from as far as its height and',
    'the weather allow, which is why the keepers of the northern',
    'coast measured both for eleven years. We show that the fog',
    'shortens the distance by half in spring, that it hardly does',
    'in autumn, and what follows from it for the harbours.',
  ];
  const beside = (right: readonly string[], left: readonly string[]): TextAt[] =>
    right.flatMap((text, i) => [
      ...left.slice(i, i + 1).map((key) => ({ text: key, x: 105, y: 112 + 12 * i })),
      { text, x: 205, y: 112 + 12 * i },
    ]);
  const of = (right: readonly string[], left = KEYS.slice(0, -1)): string[] =>
    decided(RULED_OFF_TABLE, { texts: beside(right, left), ys: [100, 184], to: 560 });

  test('are no table where one is text that goes on from line to line, beside keywords', () =>
    expect(of(TEXT)).toEqual(['refused: text-beside-lines']));

  test.each([
    ['each a sentence of its own', TEXT.map((text) => text.replace(/^./, (letter) => letter.toUpperCase()))],
    ['of a few words each', TEXT.map((text) => text.split(' ').slice(0, 4).join(' ').toLowerCase())],
    ['of different lengths', TEXT.map((text, i) => (i % 2 ? text : text.split(' ').slice(0, 7).join(' ')))],
    ['each beside another', TEXT, KEYS],
    ['ended by whole phrases', TEXT.map((text) => text.replace(/ (?:and|the|as)$/, ' then'))],
  ])('are a table of lines that are %s', (_, right, left = KEYS.slice(0, -1)) =>
    expect(of(right, left)).toEqual(['table: rows-between-lines']),
  );
});

describe('what stands between two lines', () => {
  test('is part of a table where it has cells or columns', () =>
    expect(decided(RULED_SECTION, { texts: rows([HEAD, ...BODY]), ys: [100, 116, 155] })).toEqual([
      'part: cells-in-a-line',
      'part: columns',
    ]));

  test('is part of a table where it keeps to the columns above', () => {
    const tall = [
      ['Oslo', '11.4', 'Board'],
      ['', '', 'of the'],
      ['', '', 'harbour'],
    ];
    expect(decided(RULED_SECTION, { texts: rows([HEAD, ...tall]), ys: [100, 116, 155] })).toEqual([
      'part: cells-in-a-line',
      'part: columns-of-sections-above',
    ]);
  });

  test('is part of a table where it is a strip without text, lower than the row above', () => {
    const texts = [...rows([HEAD]), ...rows(BODY, 152)];
    expect(decided(RULED_SECTION, { texts, ys: [100, 116, 128, 180] })).toEqual([
      'part: cells-in-a-line',
      'part: room-in-the-row',
      'part: columns',
    ]);
    expect(decided(RULED_SECTION, { texts, ys: [100, 116, 134, 180] })).toContain('end: otherwise');
  });

  test('is no part of a table where it is text', () =>
    expect(decided(RULED_SECTION, { texts: [{ text: LINE, x: 105, y: 112 }], ys: [100, 130] })).toEqual([
      'end: otherwise',
    ]));
});

describe('lines of one extent', () => {
  test('with a number at the end of each are the raster of a chart', () => {
    const marks = [100, 116, 155].map((y, i): TextAt => ({ text: `${30 - 10 * i}`, x: 85, y: y + 3 }));
    const texts = [...marks, ...rows([HEAD, ...BODY])];
    expect(decided(RULED_OFF_TABLE, { texts, ys: [100, 116, 155] })).toEqual(['refused: raster-of-a-chart']);
  });

  test('with the caption of a figure between them are no table', () => {
    const caption = { text: 'Figure 3. The lamp and its parts, seen from the sea', x: 100, y: 112 };
    const texts = [caption, ...rows([HEAD, ...BODY]).map((text) => ({ ...text, y: text.y + 30 }))];
    expect(decided(RULED_OFF_TABLE, { texts, ys: [100, 185] })).toEqual(['refused: captioned-figure']);
  });

  test('with text in columns between them are a table', () =>
    expect(decided(RULED_OFF_TABLE, { texts: rows([HEAD, ...BODY]), ys: [100, 116, 155] })).toEqual([
      'table: rows-between-lines',
    ]));

  describe('have below the last of them', () => {
    const all = 3 * 4;
    const numbers = [HEAD, ...BODY.map(([port], i) => [port!, `${11 + i}`, `${120 - 9 * i}`])];
    const SUMS = ['36', '333'] as const;
    const drawn = (below: readonly (readonly string[])[], y: number): Page =>
      page([...rows(numbers), ...cells(below, { xs: XS, y, pitch: 12, boldRows: 0 })], {
        rules: [100, 116, 155].map((at) => across(at, 100, 400)),
      });
    const total = (y: number, ...below: (readonly string[])[]): string => {
      const found = drawn(below, y);
      return decisionsOf(ROW_BELOW_LINE, () => findTables(found, found.runs)).join();
    };
    const inTable = (y: number, ...below: (readonly string[])[]): number => {
      const found = drawn(below, y);
      return findTables(found, found.runs)[0]!.runs.length;
    };

    test('their total, which is in their table', () => {
      expect(total(166, ['Fleet', ...SUMS])).toBe('total: sums-of-columns');
      expect(total(166, ['Fleet', ...SUMS], ['Boats', '1', '8'])).toBe('total: sums-of-columns,outside: otherwise');
      expect(inTable(166, ['Fleet', ...SUMS])).toBe(all + 3);
    });

    test.each(['Total', 'Sub-total', 'Net', 'Balance', 'Summe', 'Gesamt', 'Totale', 'Total général', 'Zwischensumme'])(
      '%s with values that other rows add up to',
      (name) => expect(total(166, [name, '77', '500'])).toBe('total: named-as-total'),
    );

    test('averages below their total or alone, which are in it as well', () => {
      const averages = [
        ['Mean', '12', '111'],
        ['Median', '12', '111'],
      ];
      expect(total(166, ['Fleet', ...SUMS], ...averages)).toBe(
        'total: sums-of-columns,total: named-as-average,total: named-as-average',
      );
      expect(inTable(166, ['Fleet', ...SUMS], ...averages)).toBe(all + 9);
      expect(total(166, ['Average', '12', '111'])).toBe('total: named-as-average');
      expect(total(166, ['Totals', '77', '500'], ...averages)).toContain('total: named-as-total');
      for (const name of ['Max.', 'Min (all)', 'SD'])
        expect(total(166, [name, '12', '111'])).toBe('total: named-as-average');
      for (const name of ['Meaning', 'Max Holm', 'Media Markt'])
        expect(total(166, [name, '12', '111'])).toBe('outside: otherwise');
    });

    test('the total of one column alone, and what comes to it before another', () => {
      const bill = [
        ['Subtotal', '', '333'],
        ['Tax', '', '67'],
        ['Total', '', '400'],
      ];
      expect(total(166, ...bill).split(',')).toEqual([
        'total: sum-of-a-column',
        'total: part-of-a-sum',
        'total: sum-of-a-column',
      ]);
      expect(inTable(166, ...bill)).toBe(all + 6);
      expect(total(166, ['Subtotal', '', '333'], ['Tax', '', '67'], ['Total', '', '410'])).toBe(
        'total: sum-of-a-column,outside: few-values',
      );
      expect(total(166, ['Price', '', '333'])).toBe('outside: few-values');
    });

    test('sums with labels in no column of the table, which are not in it', () => {
      const fees = (i: number): TextAt => ({ text: `${i + 1}.50`, x: 370, y: 125 + 12 * i });
      const sums = (label: number, fee: (i: number) => TextAt[] = (i) => [fees(i)]): string => {
        const texts: TextAt[] = [
          { text: 'Subtotal', x: label, y: 166 },
          { text: '333', x: XS[2]!, y: 166 },
          ...BODY.flatMap((_, i) => fee(i)),
        ];
        const found = page([...rows(numbers), ...texts], { rules: [100, 116, 155].map((at) => across(at, 100, 400)) });
        return decisionsOf(ROW_BELOW_LINE, () => findTables(found, found.runs)).join();
      };
      expect(sums(240)).toBe('outside: label-in-no-column');
      expect(sums(240, () => [])).toBe('total: sum-of-a-column');
      expect(sums(XS[0]! + 15)).toBe('total: sum-of-a-column');
      expect(sums(XS[0]!)).toBe('total: sum-of-a-column');
      expect(sums(XS[0]! - 3)).toBe('total: sum-of-a-column');
      expect(sums(XS[1]!)).toBe('total: sum-of-a-column');
      const endOfDepths = XS[1]! + 5 * 'Depth'.length;
      expect(sums(endOfDepths - 5 * 'Subtotal'.length)).toBe('total: sum-of-a-column');
    });

    test('a remark, the row of a page’s foot or another table, which are not in their table', () => {
      expect(total(172, ['Total', ...SUMS])).toBe('outside: far-below');
      expect(total(166, ['Source:', 'the', 'Board'])).toBe('outside: few-values');
      expect(total(166, ['Crane', '1903', '1904'])).toBe('outside: otherwise');
      expect(total(166, ['Nets', '12', '13'])).toBe('outside: otherwise');
      expect(total(166, ['Totals', '12', '13'], ['Boats', '44', '41'])).toBe('outside: further-rows');
      expect(inTable(172, ['Total', ...SUMS])).toBe(all);
      expect(inTable(166, ['Source:', 'the', 'Board'])).toBe(all);
      expect(inTable(166, ['Ships', '12', '13'], ['Boats', '44', '41'])).toBe(all);
    });
  });

  test('have columns that are hardly further apart than words', () => {
    const texts = [HEAD, ...BODY].flatMap(([port, depth, owner], r): TextAt[] => {
      const y = 112 + 12 * r;
      return [
        { text: port!, x: 105, y },
        { text: depth!, x: 230 - 5 * depth!.length, y },
        { text: owner!, x: 234.6, y },
      ];
    });
    const found = page(texts, { rules: [100, 116, 155].map((y) => across(y, 100, 400)) });
    const [table] = findTables(found, found.runs).flatMap(({ blocks }) => blocks);
    expect(table?.kind === 'table' ? table.rows.map((row) => row.length) : []).toEqual([3, 3, 3, 3]);
  });

  test('around a single line are no table', () =>
    expect(decided(RULED_OFF_TABLE, { texts: rows([HEAD]), ys: [100, 116] })).toEqual(['refused: one-line']));

  test('around labels with much room between them are no table', () =>
    expect(
      decided(RULED_OFF_TABLE, { texts: [...rows([HEAD], 150), ...rows(BODY.slice(0, 1), 350)], ys: [100, 500] }),
    ).toEqual(['refused: sparse']));

  test('around a listing are no table', () =>
    expect(
      decided(RULED_OFF_TABLE, { texts: rows(BODY).map((text) => ({ ...text, font: MONO })), ys: [100, 155] }),
    ).toEqual(['refused: typewriter']));

  test('around columns of running text are no table', () => {
    const texts = Array.from({ length: 8 }, (_, i) =>
      [60, 320].map((x) => ({ text: LINE, x, y: 100 + 12 * i })),
    ).flat();
    const found = page(texts, { rules: [80, 200].map((y) => across(y, 50, 540)) });
    expect(decisionsOf(RULED_OFF_TABLE, () => findTables(found, found.runs))).toEqual(['refused: prose']);
  });

  test('around labels that each have a column of their own are no table', () => {
    const places = [
      [105, 385],
      [105, 385],
      [145, 345],
      [145, 345],
      [185, 305],
      [185, 305],
      [225, 265],
      [225, 265],
    ];
    const texts = places.flatMap((xs, r) => xs.map((x): TextAt => ({ text: 'ab', x, y: 112 + 12 * r })));
    expect(decided(RULED_OFF_TABLE, { texts, ys: [100, 200] })).toEqual(['refused: scattered']);
  });
});

describe('the second row above the first line', () => {
  const headerRows = (first: readonly string[], second: readonly string[]): unknown => {
    const texts = rows([first, second, ['Brass', '8', '45.50'], ['Tin', '2', '9.00']]);
    const found = page(texts, { rules: [128, 140, 152].map((y) => across(y, 100, 400)) });
    return findTables(found, found.runs).flatMap(({ blocks }) => blocks)[0];
  };

  test('is none of the header where it has an amount of money', () =>
    expect(headerRows(['Lamp', 'Quantity', 'Price'], ['Bronze', '4', '310.00'])).toMatchObject({ headerRows: 1 }));

  test('is of the header where it has units, dates, numbers of columns or spans', () => {
    for (const second of [
      ['Note', '£000', '£000'],
      ['TEUR', '31.12.23', '31.12.22'],
      ['Wage', '(1)', '(2)'],
      ['Age', '0-14', '15-64'],
    ])
      expect(headerRows(['Group', 'Capital', 'Premium'], second)).toMatchObject({ headerRows: 2 });
  });
});
