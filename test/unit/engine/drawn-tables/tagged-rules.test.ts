/** Tables that the tags name: which of them are taken at their word. */
import { expect, test } from '@jest/globals';
import type { Page, TextRun } from '../../../../engine/model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { TAGGED_TABLE } from '../../../../engine/drawn-tables/tagged.js';
import { decisionsOf } from '../../../support/decisions.js';
import { across as levelRule, down as downRule, gridRules, words } from '../../../support/pages.js';
import { taggedPage, type TaggedText } from '../../../support/tagged.js';

const XS = [105, 305];

const table = (rows: readonly (readonly string[])[], xs: readonly number[] = XS): TaggedText[] =>
  rows.flatMap((row, r) =>
    row.map((text, c) => ({
      text,
      x: xs[c]!,
      y: 112 + r * 20,
      tags: ['Table', `TR#${r}`, r === 0 ? `TH#${c}` : `TD#${c}`],
    })),
  );

const decided = (texts: readonly TaggedText[], over: Partial<Page> = {}): string[] => {
  const found = { ...taggedPage(texts), ...over };
  return decisionsOf(TAGGED_TABLE, () => findTables(found, found.runs));
};

const ROWS = [
  ['Port', 'Depth'],
  ['Oslo', '11.4'],
];

test('rows and cells that are printed where the tags say are a table', () =>
  expect(decided(table(ROWS))).toEqual(['table: places-agree']));

test('a table with headings in it is none', () =>
  expect(decided([...table(ROWS), { text: 'Ports', x: 105, y: 160, tags: ['Table', 'TR#3', 'TD#0', 'H1'] }])).toEqual([
    'refused: holds-blocks',
  ]));

test('rows of different widths are no table', () =>
  expect(decided(table([['Port', 'Depth'], ['Oslo']]))).toEqual(['refused: uneven-rows']));

test('rows of very many columns are no table', () => {
  const wide = Array.from({ length: 61 }, (_, i) => String(i));
  expect(
    decided(
      table(
        [wide],
        wide.map((_, i) => 20 + 9 * i),
      ),
    ),
  ).toEqual(['refused: too-wide']);
});

test('one column is no table', () => expect(decided(table([['Port'], ['Oslo']]))).toEqual(['refused: otherwise']));

test('a very long text is no cell', () =>
  expect(decided(table([['Port', 'word '.repeat(400).trim()]]))).toEqual(['refused: long-cell']));

test('cells that are printed in another order are no table', () =>
  expect(decided(table(ROWS, [305, 105]))).toEqual(['refused: out-of-order']));

/** Ports of a depth each; what is merged with the cell above is tagged where Word tags it. */
const merged = (rows: readonly (readonly [text: string, x: number])[][]): TaggedText[] =>
  rows.flatMap((row, r) =>
    row.map(([text, x], c) => ({
      text,
      x,
      y: 112 + r * 20,
      tags: ['Table', `TR#${r}`, r === 0 ? `TH#${c}` : `TD#${c}`],
    })),
  );

test('cells that are printed below another column are no table', () => {
  const whole: [string, number][][] = [
    [
      ['Port', 105],
      ['Depth', 205],
      ['Remarks', 305],
    ],
    [
      ['Oslo', 105],
      ['11.4', 205],
      ['By day only', 305],
    ],
    [
      ['Bergen', 105],
      ['11.0', 205],
      ['None', 305],
    ],
  ];
  const shifted: [string, number][] = [
    ['', 105],
    ['Lagos', 105],
    ['12.5', 205],
  ];
  expect(decided(merged([...whole, shifted]))).toEqual(['refused: other-columns']);
  expect(decided(merged(whole))).toEqual(['table: places-agree']);
});

test('cells of a single narrow letter stand below their own column', () => {
  const rows: [string, number][][] = [
    [
      ['Class', 105],
      ['Depth', 205],
      ['Port', 305],
    ],
    [
      ['I', 105],
      ['11.4', 205],
      ['Oslo', 305],
    ],
    [
      ['-', 105],
      ['11.0', 205],
      ['Hull', 305],
    ],
  ];
  const narrow = merged(rows).map((text) => (text.text.length === 1 ? { ...text, size: 3 } : text));
  expect(decided(narrow)).toEqual(['table: places-agree']);
});

test('a heading may be wider than its column, figures may stand beside their heading', () => {
  const rows: [string, number][][] = [
    [
      ['Port', 105],
      ['Depth at low water', 150],
      ['No.', 300],
    ],
    [
      ['Oslo', 105],
      ['11.4', 150],
      ['1,204', 330],
    ],
  ];
  expect(decided(merged(rows))).toEqual(['table: places-agree']);
});

test('a table that is filled in with text without tags is what is drawn', () => {
  const blank = table([
    ['Keeper', 'Date'],
    ['', ''],
  ]);
  const rules = gridRules([100, 300, 500], [100, 120, 140]);
  const filled = (over: Partial<TextRun>): string[] => {
    const name = words({ text: 'Ada Byron', x: 105, y: 132 }, 900).map((run) => ({ ...run, ...over }));
    return decided(blank, { rules, runs: [...taggedPage(blank).runs, ...name] });
  };
  expect(filled({})).toEqual(['refused: filled-in']);
  expect(filled({ artifact: true })).toEqual(['table: places-agree']);
  expect(filled({ mcid: 2 })).toEqual(['table: places-agree']);
  expect(filled({ rotation: 315 })).toEqual(['table: places-agree']);
});

test('a form that is drawn there stays a form', () => {
  const form = table([
    ['1. Shipbroker', '2. Place'],
    ['3. Owners', '4. Charterers'],
  ]);
  expect(decided(form, { rules: gridRules([100, 300, 500], [100, 120, 140]) })).toEqual(['refused: drawn-form']);
});

test('the frame of a form, with areas of text drawn between its rows, is no table of two columns', () => {
  const across = (lines: readonly string[]): TaggedText[] =>
    lines.map((text, i) => ({ text, x: 45, y: 134 + 14 * i, tags: ['Table', 'TR#1', 'TD#0'] }));
  const rows = (lines: readonly string[]): string[] => {
    const texts = [
      ...['Name', 'Keeper'].map((text, i) => ({ text, x: 45 + 260 * i, y: 114, tags: ['Table', 'TR#0', `TD#${i}`] })),
      ...across(lines),
    ];
    const edges = [100, 120, 130 + 14 * lines.length];
    const level = edges.map((y) => levelRule(y, 40, 560));
    const walls = [downRule(40, 100, edges[2]!), downRule(300, 100, 120), downRule(560, 100, edges[2]!)];
    const found = taggedPage(texts);
    const spanned = found.tags!.elements.map((one) =>
      one.role === 'TD' &&
      found.tags!.elements[one.parent!] === found.tags!.elements.filter(({ role }) => role === 'TR')[1]
        ? { ...one, colSpan: 2 }
        : one,
    );
    return decided(texts, { rules: [...level, ...walls], tags: { ...found.tags!, elements: spanned } });
  };
  const oil = 'oil for the lamps, which the keeper of the light has trimmed each evening before the sun has set';
  expect(rows([1, 2, 3, 4].map((item) => `${item}. ${oil}`))).toEqual(['refused: text-across']);
  expect(rows([oil, oil, oil, oil])).toEqual(['table: places-agree']);
});
