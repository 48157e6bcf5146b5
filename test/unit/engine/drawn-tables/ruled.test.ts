/** Lattices: which are tables, which forms, and which neither. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import { plainText } from '../../../../engine/markdown/text.js';
import type { Page } from '../../../../engine/model.js';
import { CHECK_BOX, withoutCheckBoxes } from '../../../../engine/drawn-tables/check-boxes.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { FIELD_LABEL, FIELD_LINE } from '../../../../engine/drawn-tables/forms.js';
import { OPEN_ROWS } from '../../../../engine/drawn-tables/open-rows.js';
import { RULED_TABLE } from '../../../../engine/drawn-tables/ruled.js';
import type { FoundTable } from '../../../../engine/tables/found-table.js';
import { decisionsOf } from '../../../support/decisions.js';
import { BOLD, cells, gridRules, page, type TextAt } from '../../../support/pages.js';

const decided = (table: { name: string }, found: Page): string[] =>
  decisionsOf(table, () => findTables(found, found.runs));

const ROWS = [
  ['Port', 'Depth'],
  ['Oslo', '11.4'],
  ['Hull', '9.8'],
  ['Leith', '7.1'],
];
const grid = (rows: readonly string[][], ys: readonly number[]): Page =>
  page(cells(rows, { xs: [105, 205], y: 114, pitch: 20 }), { rules: gridRules([100, 200, 300], ys) });

describe('a lattice', () => {
  test('is a table when text stands in several of its columns', () =>
    expect(decided(RULED_TABLE, grid(ROWS, [100, 120, 140, 160, 180]))).toEqual(['table: cells-with-text']));

  test('tells which of its columns have no text, but for those that a text reaches into', () => {
    const emptyIn = (rows: readonly string[][], xs = [100, 200, 300, 400]): unknown[] => {
      const found = page(cells(rows, { xs: xs.map((x) => x + 5), y: 114, pitch: 20 }), {
        rules: gridRules(xs, [100, 120, 140, 160]),
      });
      return findTables(found, found.runs)
        .flatMap(({ blocks }) => blocks as FoundTable[])
        .flatMap(({ emptyColumns = [], xs: edges }) => [edges, ...emptyColumns.map(({ x0, x1 }) => `${x0} to ${x1}`)]);
    };
    const without = (at: number): string[][] =>
      ['Oslo', 'Hull', 'Cork'].map((port) => ['', '', ''].map((_, i) => (i === at ? '' : `${port} ${i}`)));
    expect(emptyIn(without(1))).toEqual([[100, 300, 400], '200 to 300']);
    expect(emptyIn(without(0))).toEqual([[200, 300, 400], '100 to 200']);
    expect(emptyIn(without(2))).toEqual([[100, 200, 400], '300 to 400']);
    expect(emptyIn(without(3))).toEqual([[100, 200, 300, 400]]);
    // the space between two rulings is no column
    expect(emptyIn(without(1), [100, 200, 206, 400])).toEqual([[100, 206, 400]]);
  });

  test('is none when hardly a cell has text', () => {
    const diagonal = [105, 205, 305, 405].map((x, i): TextAt => ({ text: 'x', x, y: 114 + 20 * i }));
    const rules = gridRules([100, 200, 300, 400, 500], [100, 120, 140, 160, 180]);
    expect(decided(RULED_TABLE, page(diagonal, { rules }))).toEqual(['refused: mostly-empty']);
  });

  test('is none where its only row, apart from all else at the foot, ends in the number of the page', () => {
    const row = (y: number, last: string, above: number): Page =>
      page(
        [
          { text: 'the text ends', x: 105, y: above },
          { text: 'Ports and Tides', x: 105, y },
          { text: last, x: 205, y },
        ],
        { rules: gridRules([100, 200, 300], [y - 14, y + 6]) },
      );
    expect(decided(RULED_TABLE, row(800, '5', 700))).toEqual(['refused: foot-of-the-page']);
    expect(decided(RULED_TABLE, row(800, '11.4', 700))).toEqual(['table: cells-with-text']);
    expect(decided(RULED_TABLE, row(800, '5', 770))).toEqual(['table: cells-with-text']);
    expect(decided(RULED_TABLE, row(600, '5', 500))).toEqual(['table: cells-with-text']);
  });

  test('is none where boxes to fill in stand in a line of text', () => {
    const rules = gridRules([100, 160, 210], [100, 120, 140]);
    const row = (second: string): Page =>
      page(
        [
          { text: 'Ada', x: 105, y: 114 },
          { text: second, x: 170, y: 114 },
        ],
        { rules },
      );
    // "Name", 2 points behind "Last", stands past the outer wall
    expect(decided(RULED_TABLE, row('Last'))).toEqual(['table: cells-with-text']);
    expect(decided(RULED_TABLE, row('Maiden Name'))).toEqual(['refused: boxes-in-a-line']);
  });

  test('is none where links in lines of text are framed', () => {
    const rules = gridRules([100, 124, 148], [100, 120, 140]);
    const index = [114, 134].flatMap((y, i): TextAt[] => [
      { text: i === 0 ? 'lights,' : 'quays,', x: i === 0 ? 64 : 69, y },
      { text: '12,', x: 102, y },
      { text: '34', x: 130, y },
    ]);
    expect(decided(RULED_TABLE, page(index, { rules }))).toEqual(['refused: boxes-in-a-line']);
    expect(
      decided(
        RULED_TABLE,
        page(
          index.filter(({ x }) => x > 100),
          { rules },
        ),
      ),
    ).toEqual(['table: cells-with-text']);
  });

  test('is one where the number of its only row stands right in front of it, and a unit or a mark right behind it', () => {
    const rules = gridRules([100, 160, 210], [100, 120, 140]);
    const row = (first: string, x: number): Page =>
      page(
        [
          { text: 'Brack', x: 102, y: 114 },
          { text: '1200', x: 188, y: 114 },
          { text: first, x, y: 114 },
        ],
        { rules },
      );
    for (const marker of ['7.', '(7)', 'a)', '(iv)'])
      expect(decided(RULED_TABLE, row(marker, 99 - 5 * marker.length))).toEqual(['table: cells-with-text']);
    expect(decided(RULED_TABLE, row('t', 211.5))).toEqual(['table: cells-with-text']);
    expect(decided(RULED_TABLE, row('Port of', 66))).toEqual(['refused: boxes-in-a-line']);
  });

  test('is none when it is a frame around text', () => {
    const framed = page([{ text: 'A framed remark', x: 110, y: 120 }], {
      rules: gridRules([100, 400], [100, 120, 140]),
    });
    expect(decided(RULED_TABLE, framed)).toEqual(['refused: otherwise']);
  });
});

describe('the tall row of a lattice', () => {
  test('is cut where the lines of its columns stand level', () =>
    expect(decided(OPEN_ROWS, grid(ROWS, [100, 120, 190]))).toEqual(['lines: lines-begin-together']));

  test('stays whole where rulings part other rows, and where the lines do not stand level', () => {
    expect(decided(OPEN_ROWS, grid(ROWS, [100, 120, 140, 190]))).toEqual(['whole: rows-are-drawn']);
    expect(decided(OPEN_ROWS, grid(ROWS.slice(0, 2), [100, 120, 190]))).toEqual(['whole: otherwise']);
  });

  describe('whose cells wrap', () => {
    /** Lines of the body; a dash in the first column makes a line of nothing but what wraps. */
    const BODY: readonly (readonly [string, string, string, string])[] = [
      ['Agent of', '24', '2,000', 'Soak the seed in'],
      ['the first kind', '', '', 'water for a day.'],
      ['Agent B', '12', '1,000', 'Stir.'],
      ['of another', '', '', ''],
      ['Agent C', '6', '800', 'Dry the seed in'],
      ['', '', '', 'the shade.'],
    ];
    const table = (body: readonly (readonly string[])[]): Page => {
      const bottom = 130 + 12 * body.length;
      const texts = [
        ...cells([['Name', 'Hours', 'Share', 'Use']], { xs: [105, 205, 265, 325], y: 114 }),
        ...cells(body, { xs: [105, 205, 265, 325], y: 132, pitch: 12, boldRows: 0 }),
      ];
      return page(texts, { rules: gridRules([100, 200, 260, 320, 420], [100, 120, bottom]) });
    };
    const without = (...[row, column]: [number, number]): string[][] =>
      BODY.map((line, at) => line.map((text, i) => (at === row && i === column ? '' : text)));

    test('is cut where values begin rows', () => {
      const found = table(BODY);
      expect(decided(OPEN_ROWS, found)).toEqual(['rows: values-begin-rows']);
      const { rows } = findTables(found, found.runs)[0]!.blocks[0] as TableBlock;
      expect(rows.map((row) => row.map(({ spans }) => plainText(spans)))).toEqual([
        ['Name', 'Hours', 'Share', 'Use'],
        ['Agent of the first kind', '24', '2,000', 'Soak the seed in water for a day.'],
        ['Agent B of another', '12', '1,000', 'Stir.'],
        ['Agent C', '6', '800', 'Dry the seed in the shade.'],
      ]);
    });

    test('is cut where a row lacks a value', () =>
      expect(decided(OPEN_ROWS, table(without(2, 1)))).toEqual(['rows: values-begin-rows']));

    test('stays whole where a row would not begin in the first column', () =>
      expect(decided(OPEN_ROWS, table(without(4, 0)))).toEqual(['whole: otherwise']));

    test('stays whole where a cell would begin below the top of its row', () =>
      expect(decided(OPEN_ROWS, table(without(0, 3)))).toEqual(['whole: otherwise']));

    test('stays whole where a single column has values', () =>
      expect(decided(OPEN_ROWS, table(BODY.map(([name, , share, use]) => [name, '', share, use])))).toEqual([
        'whole: otherwise',
      ]));

    test('stays whole where there are two rows at most', () => {
      // two numbers in each column are told by another rule
      const words = BODY.map(([name, hours, share, use]) => [name, hours && 'a day', share, use]);
      expect(decided(OPEN_ROWS, table(words))).toEqual(['rows: values-begin-rows']);
      expect(decided(OPEN_ROWS, table(words.slice(0, 4)))).toEqual(['whole: otherwise']);
    });

    describe('in groups with names', () => {
      const NONE = ['', '', '', ''];
      const GROUPED = [NONE, NONE, NONE, ...BODY, NONE, ...BODY];
      /** Where names stand, and the lines below the body that a row of totals is drawn around. */
      const grouped = (names: readonly TextAt[], totals: readonly number[] = []): Page => {
        const bottom = 130 + 12 * GROUPED.length;
        const texts = [
          ...cells([['Name', 'Hours', 'Share', 'Use']], { xs: [105, 205, 265, 325], y: 114 }),
          ...cells(GROUPED, { xs: [105, 205, 265, 325], y: 132, pitch: 12, boldRows: 0 }),
          ...names,
          ...totals.map((y): TextAt => ({ text: '9,600', x: 265, y: bottom + y })),
        ];
        const ys = [100, 120, bottom, ...totals.map((y) => bottom + y + 6)];
        return page(texts, { rules: gridRules([100, 200, 260, 320, 420], ys) });
      };
      const name = (y: number, over: Partial<TextAt> = {}): TextAt => ({
        text: 'Seeds',
        ...{ x: 325, y, font: BOLD, ...over },
      });

      test('is cut before the names and the rows, also where totals are drawn below', () => {
        for (const totals of [[], [14, 34]]) {
          const found = grouped([name(134), { text: '1', x: 205, y: 144 }], totals);
          expect(decided(OPEN_ROWS, found)).toEqual(['rows: values-begin-rows']);
          const { rows } = findTables(found, found.runs)[0]!.blocks[0] as TableBlock;
          expect(rows).toHaveLength(8 + totals.length);
          expect(rows[1]!.map(({ spans }) => plainText(spans))).toEqual(['', '1', '', 'Seeds']);
          expect(rows[2]!.map(({ spans }) => plainText(spans))[0]).toBe('Agent of the first kind');
        }
      });

      test('stays whole where a name is not bold, is close to a row, or has others beside it', () => {
        expect(decided(OPEN_ROWS, grouped([name(134, { font: 0 })]))).toEqual(['whole: otherwise']);
        expect(decided(OPEN_ROWS, grouped([name(156)]))).toEqual(['whole: otherwise']);
        expect(decided(OPEN_ROWS, grouped([205, 265, 325].map((x) => name(134, { x }))))).toEqual(['whole: otherwise']);
      });

      describe('is not cut before a bold line that parts a description', () => {
        const [first, , ...others] = BODY;
        const MORE = ['', '', '', 'and more'];
        const body = [first!, NONE, NONE, NONE, MORE, MORE, MORE, MORE, ...others];
        /** The rows of a table with such a line, and with lines above its body. */
        const rowsOf = (above: readonly string[][], names: readonly TextAt[]): string[][] => {
          const texts = [
            ...cells([['Name', 'Hours', 'Share', 'Use']], { xs: [105, 205, 265, 325], y: 114 }),
            ...cells([...above, ...body], { xs: [105, 205, 265, 325], y: 132, pitch: 12, boldRows: 0 }),
            name(156 + 12 * above.length),
            ...names,
          ];
          const bottom = 274 + 12 * above.length;
          const found = page(texts, { rules: gridRules([100, 200, 260, 320, 420], [100, 120, bottom]) });
          const { rows } = findTables(found, found.runs)[0]!.blocks[0] as TableBlock;
          return rows.slice(1).map((row) => row.map(({ spans }) => plainText(spans)));
        };
        const ROWS_OF_BODY = [
          ['Agent of', '24', '2,000', 'Soak the seed in Seeds and more and more and more and more'],
          ['Agent B of another', '12', '1,000', 'Stir.'],
          ['Agent C', '6', '800', 'Dry the seed in the shade.'],
        ];

        test('where no group is named', () => expect(rowsOf([], [])).toEqual(ROWS_OF_BODY));

        test('where a group is named', () =>
          expect(rowsOf([NONE, NONE], [name(132, { text: 'Crops' })])).toEqual([
            ['', '', '', 'Crops'],
            ...ROWS_OF_BODY,
          ]));
      });

      test('stays whole where rows of the same height are drawn', () => {
        const rows = grouped([name(134)], [14, 260]);
        expect(decided(OPEN_ROWS, rows)).toEqual(['whole: rows-are-drawn']);
      });
    });

    test('stays whole where there are no numbers: blank lines set paragraphs apart, too', () => {
      const words = BODY.map(([name, hours, share, use]) => [name, hours && 'a day', share && 'half', use]);
      expect(decided(OPEN_ROWS, table(words))).toEqual(['whole: otherwise']);
    });
  });
});

describe('a boxed form', () => {
  const form = (over: readonly TextAt[]): Page =>
    page(
      [
        ...['1. Shipbroker', '2. Place and date', '3. Owners', '4. Charterers'].map((text, i): TextAt => ({
          text,
          x: 105 + 200 * (i % 2),
          y: 108 + 50 * Math.floor(i / 2),
          size: 8,
          font: BOLD,
        })),
        ...over,
      ],
      { rules: gridRules([100, 300, 500], [100, 150, 200]) },
    );
  const WIDE = 'a value that is as wide as all of its';

  test('has rising numbers and labels in its cells', () =>
    expect(decided(RULED_TABLE, form([]))).toEqual(['form: numbered-fields']));

  test('has a label that ends where the type changes', () => {
    const text = (font: number, size: number): TextAt[] => [{ text: 'Oslo', x: 105, y: 120, font, size }];
    expect(decided(FIELD_LABEL, form(text(0, 8)))).toEqual(['text: weight-changes']);
    expect(decided(FIELD_LABEL, form(text(BOLD, 10)))).toEqual(['text: size-changes']);
    expect(decided(FIELD_LABEL, form(text(BOLD, 8)))).toEqual(['label: otherwise']);
  });

  test('has lines that were filled in, and lines that the box broke', () => {
    const lines = (first: string): TextAt[] => [
      { text: first, x: 105, y: 120 },
      { text: 'second', x: 105, y: 132 },
    ];
    expect(decided(FIELD_LINE, form(lines(WIDE)))).toEqual(['wrapped: no-room-above']);
    expect(decided(FIELD_LINE, form(lines('Oslo')))).toEqual(['new: otherwise']);
  });
});

describe('a small square of rulings', () => {
  const square = (texts: readonly TextAt[]): Page => page(texts, { rules: gridRules([100, 110], [100, 110]) });
  const left = (found: Page): number => withoutCheckBoxes(found, found.runs).length;

  test('is a check box, which is left out', () => {
    const empty = square([]);
    expect(decided(CHECK_BOX, empty)).toContain('check-box: otherwise');
    expect(left(empty)).toBe(0);
  });

  test('is a cell when it holds text', () => {
    const cell = square([{ text: 'x', x: 103, y: 107, size: 8 }]);
    expect(decided(CHECK_BOX, cell)).toContain('cell: holds-text');
    expect(left(cell)).toBe(4);
  });
});
