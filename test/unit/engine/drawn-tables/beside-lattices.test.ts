/** What stands in a lattice or beside it and is no level text in one of its cells. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { LABELS_BESIDE } from '../../../../engine/drawn-tables/labels-beside.js';
import { OPEN_PLACES } from '../../../../engine/drawn-tables/open-places.js';
import { STUB_BESIDE } from '../../../../engine/drawn-tables/stub-beside.js';
import { TURNED_CELL } from '../../../../engine/drawn-tables/turned-cells.js';
import type { Page, TextRun } from '../../../../engine/model.js';
import { decisionsOf } from '../../../support/decisions.js';
import { across, cells, down, gridRules, page, type TextAt } from '../../../support/pages.js';

const decided = (table: { name: string }, found: Page): string[] =>
  decisionsOf(table, () => findTables(found, found.runs));

const tablesOf = (found: Page): string[][][] =>
  findTables(found, found.runs).map(({ blocks }) =>
    (blocks as TableBlock[])[0]!.rows.map((row) => row.map(({ spans }) => spans.map(({ text }) => text).join(''))),
  );

/** Words that run up the page, one above the other. */
function upward(text: string, { x, y, id }: { x: number; y: number; id: number }): TextRun[] {
  return text.split(' ').map((word, i) => ({
    id: id + i,
    text: word,
    box: { x0: x, y0: y - 40 * (i + 1), x1: x + 10, y1: y - 40 * i - 4 },
    baseline: y - 40 * i - 4,
    size: 10,
    font: 0,
    rotation: 270,
    ...(i > 0 ? { space: true } : {}),
  }));
}

describe('turned text in a lattice', () => {
  const XS = [100, 200, 300, 400];
  const body = cells(
    [
      ['Oslo', '11.4', '38'],
      ['Hull', '9.8', '7'],
    ],
    { xs: [105, 205, 305], y: 214, pitch: 20 },
  );
  const rules = gridRules(XS, [100, 200, 220, 240]);
  const withTurned = (turned: readonly TextRun[], level: readonly TextAt[] = []): Page => {
    const found = page([{ text: 'Port', x: 105, y: 150 }, ...level, ...body], { rules });
    return { ...found, runs: [...found.runs, ...turned] };
  };

  test('is the head of its column', () => {
    const found = withTurned([
      ...upward('Greatest depth', { x: 245, y: 195, id: 50 }),
      ...upward('Berths', { x: 345, y: 195, id: 60 }),
    ]);
    expect(decided(TURNED_CELL, found)).toEqual(['cell: alone-in-cell', 'cell: alone-in-cell']);
    expect(tablesOf(found)).toEqual([
      [
        ['Port', 'Greatest depth', 'Berths'],
        ['Oslo', '11.4', '38'],
        ['Hull', '9.8', '7'],
      ],
    ]);
  });

  test('stays outside beside level text, and where it is slanted', () => {
    const beside = withTurned(upward('Depth', { x: 245, y: 195, id: 50 }), [{ text: 'Depth', x: 205, y: 150 }]);
    expect(decided(TURNED_CELL, beside)).toEqual(['aside: beside-level-text']);
    const slanted = withTurned(upward('Draft', { x: 245, y: 195, id: 50 }).map((run) => ({ ...run, rotation: 30 })));
    expect(decided(TURNED_CELL, slanted)).toEqual(['aside: slanted']);
  });

  test('makes no table of a drawing', () => {
    const found = page([{ text: 'Depth', x: 105, y: 150 }], { rules: gridRules([100, 200, 300], [100, 200]) });
    const drawing = { ...found, runs: [...found.runs, ...upward('Metres', { x: 245, y: 195, id: 50 })] };
    expect(decided(TURNED_CELL, drawing)).toEqual([]);
    expect(tablesOf(drawing)).toEqual([]);
  });
});

describe('text at the left of a lattice', () => {
  const VALUES = [
    ['963', '55'],
    ['923', '40'],
    ['611', '22'],
  ];
  const rules = gridRules([200, 300, 400], [100, 120, 140, 160]);
  const values = cells(VALUES, { xs: [205, 305], y: 114, pitch: 20 });
  const beside = (labels: readonly TextAt[]): Page => page([...labels, ...values], { rules });

  test('names its rows where these begin with values', () => {
    const found = beside(cells([['Alcona'], ['Caledonia'], ['City Harrisville']], { xs: [110], y: 114, pitch: 20 }));
    expect(decided(STUB_BESIDE, found)).toEqual(['column: names-rows']);
    expect(tablesOf(found)[0]!.map(([first]) => first)).toEqual(['Alcona', 'Caledonia', 'City Harrisville']);
  });

  test('is text where it stands far off, runs on, or keeps to no rows', () => {
    const at = (labels: readonly string[], { x = 110, pitch = 20 } = {}): string[] =>
      decided(STUB_BESIDE, beside(labels.map((text, i) => ({ text, x, y: 114 + i * pitch, size: 8 }))));
    expect(at(['Alcona', 'Curtis', 'Gustin'], { x: 20 })).toEqual(['text: far-off']);
    expect(
      at(['Harrisville town', 'Harrisville city', 'Harrisville port', 'Harrisville'], { x: 120, pitch: 10 }),
    ).toEqual(['text: several-in-a-row']);
    const long = 'a b c d e f g h i j';
    expect(at([long, long, long], { x: 130 })).toEqual(['text: running-text']);
    expect(at(['Alcona', 'Curtis'])).toEqual([]);
  });

  test('is text beside a table that has names of its own', () => {
    const named = page(
      [
        ...cells([['Note'], ['Note'], ['Note that fills']], { xs: [110], y: 114, pitch: 20 }),
        ...cells(
          [
            ['Oslo', '55'],
            ['Hull', '40'],
            ['Leith', '22'],
          ],
          { xs: [205, 305], y: 114, pitch: 20 },
        ),
      ],
      { rules },
    );
    expect(decided(STUB_BESIDE, named)).toEqual(['text: beside-labels']);
  });
});

describe('places with no wall between them that make up no rectangle', () => {
  // a card: a box for its number at the upper left, one for a picture at the lower right
  const rules = [
    ...gridRules([100, 400], [100, 200]),
    across(120, 100, 200),
    down(200, 100, 120),
    across(120, 300, 400),
    down(300, 120, 200),
  ];
  const card = (name: string): Page =>
    page(
      [
        { text: '1', x: 150, y: 114 },
        { text: 'NEL0000001', x: 330, y: 114 },
        { text: name, x: 105, y: 150 },
      ],
      { rules },
    );

  test('are one cell where a text goes over the edge', () => {
    const found = card('a name across the edge');
    expect(decided(OPEN_PLACES, found)).toContain('one-cell: text-across');
    expect(tablesOf(found)[0]!.flat()).toContain('a name across the edge');
  });

  test('are cells of their own where none does, or numbers alone', () => {
    for (const text of ['a name', '0 10 20 30 40 50 60 70'])
      expect(decided(OPEN_PLACES, card(text))).not.toContain('one-cell: text-across');
  });
});

describe('text at the left of rulings that sum up values', () => {
  const VALUES = [
    ['725', '773', '820'],
    ['480', '478', '528'],
    ['275', '255', '283'],
  ];
  const TOTAL = ['1480', '1506', '1631'];
  const LABELS = ['Social Security', 'Medicare', 'Medicaid'];
  const statement = (labels: readonly string[]): Page =>
    page(
      [
        ...cells(VALUES, { xs: [260, 320, 380], y: 112, pitch: 12, boldRows: 0 }),
        ...cells([TOTAL], { xs: [260, 320, 380], y: 150, boldRows: 0 }),
        ...labels.map((text, i) => ({ text, x: 100, y: 112 + 12 * i })),
        ...(labels.length > 0 ? [{ text: 'Total', x: 110, y: 150 }] : []),
      ],
      { rules: [100, 139, 155].map((y) => across(y, 255, 420)) },
    );

  test('is the first column of the table', () => {
    const found = statement(LABELS);
    expect(decided(LABELS_BESIDE, found)).toEqual(['labels: level-with-values']);
    expect(tablesOf(found)).toEqual([[...VALUES.map((row, i) => [LABELS[i]!, ...row]), ['Total', ...TOTAL]]]);
  });

  test('is the first column where the numbers of notes stand between, and the rulings of sums end no header', () => {
    const rows = [
      ['', '', '2012', '2011'],
      ['', 'Note', '£000', '£000'],
      ['Continuing operations', '', '', ''],
      ['Revenue', '2', '14,231', '13,008'],
      ['Costs', '', '(9,120)', '(8,455)'],
      ['Gross profit', '', '5,111', '4,553'],
      ['Expenses', '3', '(2,040)', '(1,990)'],
      ['Other income', '', '12', '-'],
      ['Operating profit', '4(a)', '3,083', '2,563'],
    ];
    const found = page(cells(rows, { xs: [100, 240, 300, 380], y: 100, pitch: 14, boldRows: 0 }), {
      rules: [174, 216].map((y) => across(y, 290, 420)),
    });
    expect(decided(LABELS_BESIDE, found)).toEqual(['labels: level-with-values']);
    const [region] = findTables(found, found.runs);
    expect(region?.blocks).toMatchObject([{ kind: 'table', headerRows: 2 }]);
    expect(tablesOf(found)).toEqual([rows]);
  });

  test('is text where lines between the rulings have words of their own', () => {
    const found = page(
      [
        ...cells(
          [
            ['Oslo', '773', '820'],
            ['Hull', '478', '528'],
          ],
          { xs: [260, 320, 380], y: 112, pitch: 12, boldRows: 0 },
        ),
        ...LABELS.slice(0, 2).map((text, i) => ({ text, x: 100, y: 112 + 12 * i })),
      ],
      { rules: [100, 130].map((y) => across(y, 255, 420)) },
    );
    expect(decided(LABELS_BESIDE, found)).toEqual(['apart: few-values']);
  });

  test('is text where it is long, or not level with the values', () => {
    const long = 'a b c d e f g h i j';
    expect(decided(LABELS_BESIDE, statement([long, long, long]))).toEqual(['apart: running-text']);
    expect(decided(LABELS_BESIDE, statement(['one label']))).toEqual(['apart: otherwise']);
    expect(decided(LABELS_BESIDE, statement([]))).toEqual([]);
  });
});
