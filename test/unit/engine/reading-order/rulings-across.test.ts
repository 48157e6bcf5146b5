/** Rulings between the columns of a page that end them, as between a paper's text and its references. */
import { describe, expect, test } from '@jest/globals';
import type { ParsedPage, Rule } from '../../../../engine/model.js';
import { runStages } from '../../../../engine/pipeline.js';
import { RULING_ACROSS } from '../../../../engine/reading-order/rulings-across.js';
import { decided, decisionsOf } from '../../../support/decisions.js';
import { cpuMs } from '../../../support/cpu-time.js';
import { line } from '../../../support/engine-inputs.js';
import type { Line } from '../../../../engine/text/line.js';
import { page, type TextAt } from '../../../support/pages.js';

const FULL = Array.from({ length: 7 }, () => 'words').join(' ');
const LEFT = 60;
const RIGHT = 310;

/** Rows of a column, each with its name first. */
const column = (name: string, x: number, { from, rows }: { from: number; rows: number }): TextAt[] =>
  Array.from({ length: rows }, (_, i) => ({ text: `${name} ${FULL}`, x, y: from + 12 * i }));

const ruling = (x0: number, x1: number, y: number): Rule => ({
  orientation: 'horizontal',
  box: { x0, x1, y0: y, y1: y + 1 },
});

const TWO_BANDS = [
  ...column('text', LEFT, { from: 100, rows: 10 }),
  ...column('more', RIGHT, { from: 100, rows: 10 }),
  ...column('refs', LEFT, { from: 250, rows: 10 }),
  ...column('last', RIGHT, { from: 250, rows: 4 }),
];

/** The names of a page's columns in the order in which they are read. */
function order(one: ParsedPage): string[] {
  const [ordered] = runStages({ pages: [{ parsed: one }] }, { from: 'normalise', until: 'reading-order' }).pages;
  const names = ordered!.columns.flatMap(({ lines }) => lines.map(({ text }) => text.slice(0, 4)));
  return names.filter((name, i) => name !== names[i - 1]);
}

const judged = (one: ParsedPage): string[] =>
  decisionsOf(RULING_ACROSS, () =>
    runStages({ pages: [{ parsed: one }] }, { from: 'normalise', until: 'reading-order' }),
  );

describe('two columns', () => {
  test('are read to their end above a ruling over the gutter, and then below it', () =>
    expect(order(page(TWO_BANDS, { rules: [ruling(220, 380, 227)] }))).toEqual(['text', 'more', 'refs', 'last']));

  test.each<[string, Rule[]]>([
    ['without a ruling', []],
    ['with the ruling of a note, which is in one column', [ruling(LEFT, 160, 227)]],
    ['with a ruling beside text', [ruling(220, 380, 148)]],
  ])('are read one after the other %s', (_, rules) =>
    expect(order(page(TWO_BANDS, { rules }))).toEqual(['text', 'refs', 'more', 'last']),
  );
});

describe('two columns above a foot in one', () => {
  const FOOT: TextAt[] = [
    { text: 'foot of the page', x: LEFT, y: 250 },
    { text: `imprint and ${FULL}`, x: RIGHT, y: 250 },
  ];
  const COLUMNS = [...column('text', LEFT, { from: 76, rows: 12 }), ...column('more', RIGHT, { from: 76, rows: 12 })];

  test('are read to their end where a ruling as wide as all text parts them from it', () =>
    expect(order(page([...COLUMNS, ...FOOT], { rules: [ruling(LEFT, 560, 227)] }))).toEqual([
      ...['text', 'more', 'foot'],
    ]));

  test.each([
    ['a ruling over one of them', LEFT, 300],
    ['a narrow ruling over the gutter', 220, 380],
  ])('go on below %s', (_, x0, x1) =>
    expect(judged(page([...COLUMNS, ...FOOT], { rules: [ruling(x0, x1, 227)] }))).toEqual(['none: one-column']),
  );

  test('go on below a ruling where they are short', () => {
    const short = [...column('text', LEFT, { from: 190, rows: 3 }), ...column('more', RIGHT, { from: 190, rows: 3 })];
    expect(judged(page([...short, ...FOOT], { rules: [ruling(LEFT, 560, 230)] }))).toEqual(['none: one-column']);
  });
});

describe('a masthead over two columns', () => {
  const HEAD: TextAt[] = [
    { text: 'News of the Harbour', x: LEFT, y: 40, size: 20 },
    { text: 'volume 85', x: 400, y: 30 },
    { text: 'number 152', x: 400, y: 54 },
  ];
  const wrapped = (name: string, x: number): TextAt[] =>
    column(name, x, { from: 100, rows: 10 }).map((one) => ({ ...one, text: one.text.toLowerCase() }));
  const TEXT = [...wrapped('text', LEFT), ...wrapped('more', RIGHT)];

  test('is read before them, side by side, where a ruling as wide as both ends it', () => {
    expect(order(page([...HEAD, ...TEXT], { rules: [ruling(LEFT, 560, 80)] }))).toEqual([
      ...['News', 'volu', 'numb', 'text', 'more'],
    ]);
    expect(order(page([...HEAD, ...TEXT], { rules: [ruling(LEFT, 400, 80)] }))).toEqual([
      ...['News', 'text', 'volu', 'numb', 'more'],
    ]);
  });

  test('is none over a title across them, which ends it as well', () => {
    const title: TextAt = { text: `over ${FULL} ${FULL} ${FULL}`, x: LEFT, y: 90 };
    const below = TEXT.map((one) => ({ ...one, y: one.y + 20 }));
    const read = order(page([...HEAD, title, ...below], { rules: [ruling(LEFT, 560, 74)] }));
    expect(read.slice(-3)).toEqual(['over', 'text', 'more']);
  });

  test('is read as it stands where a line of it is over both', () => {
    const over: TextAt = { text: `over ${FULL} ${FULL} ${FULL}`, x: LEFT, y: 66 };
    expect(order(page([...HEAD, over, ...TEXT], { rules: [ruling(LEFT, 560, 84)] }))).toEqual([
      ...['News', 'volu', 'numb', 'over', 'text', 'more'],
    ]);
  });

  test.each([
    ['heads of the columns', 0, 0],
    ['heads over their middle', 89, 89],
  ])('is none where it is %s', (_, left, right) => {
    const heads = ['text one', 'more two'].map((text, i) => ({
      text,
      x: i === 0 ? LEFT + left : RIGHT + right,
      y: 60,
    }));
    expect(order(page([...heads, ...TEXT], { rules: [ruling(LEFT, 560, 80)] }))).toEqual(['text', 'more']);
  });

  test('is none over entries, which begin with capitals, or with lines on both sides', () => {
    const capitals = TEXT.map((one) => ({ ...one, text: one.text.replace(/^./, (letter) => letter.toUpperCase()) }));
    expect(order(page([...HEAD, ...capitals], { rules: [ruling(LEFT, 560, 80)] })).indexOf('volu')).toBeGreaterThan(1);
    const first = [...column('rest', LEFT, { from: 40, rows: 2 }), ...column('some', RIGHT, { from: 40, rows: 2 })];
    expect(order(page([...first, ...TEXT], { rules: [ruling(LEFT, 560, 80)] }))).toEqual([
      ...['rest', 'text', 'some', 'more'],
    ]);
  });
});

describe('the abstract of an article between two rulings, its keywords beside it', () => {
  const TITLE: TextAt[] = [
    { text: `over ${FULL} ${FULL}`, x: LEFT, y: 60 },
    { text: 'name of an author', x: LEFT, y: 80 },
  ];
  const keys = Array.from({ length: 6 }, (_, i): TextAt => ({
    text: `keys of the harbour ${i}`,
    x: LEFT,
    y: 120 + 12 * i,
  }));
  const wide = Array.from({ length: 6 }, () => 'words').join(' ');
  const abstract = Array.from({ length: 9 }, (_, i): TextAt => ({
    text: `text ${wide} ${wide}`,
    x: 200,
    y: 117 + 12 * i,
  }));
  const below = [...column('body', LEFT, { from: 260, rows: 12 }), ...column('last', RIGHT, { from: 260, rows: 12 })];
  const parts = [...TITLE, ...keys, ...abstract, ...below];
  const [upper, lower] = [ruling(LEFT, 560, 100), ruling(LEFT, 560, 236)];

  test('belongs to neither the authors nor the text', () => {
    const read = order(page(parts, { rules: [upper, lower] }));
    expect(read.slice(0, 2)).toEqual(['over', 'name']);
    expect(read.slice(2, 4).toSorted()).toEqual(['keys', 'text']);
    expect(read.slice(4)).toEqual(['body', 'last']);
    expect(judged(page(parts, { rules: [upper, lower] }))).toContain('strip: columns-between-rulings');
  });

  test.each<[string, Rule[], TextAt[]]>([
    ['rulings over one column', [ruling(LEFT, 300, 100), ruling(LEFT, 300, 236)], parts],
    ['a single ruling', [upper], parts],
    [
      'rulings around labels and values',
      [upper, lower],
      [...TITLE, ...keys, ...keys.map((one) => ({ ...one, x: 300 })), ...below],
    ],
  ])('is not seen between %s', (_, rules, some) =>
    expect(judged(page(some, { rules }))).not.toContain('strip: columns-between-rulings'),
  );
});

test('a page with a ruling in each gap is read in bounded time', () => {
  const rows = Array.from({ length: 600 }, (_, i) => [
    { text: `text ${FULL}`, x: LEFT, y: 100 + 24 * i },
    { text: `more ${FULL}`, x: RIGHT, y: 100 + 24 * i },
  ]).flat();
  const rules = rows.map(({ y }) => ruling(LEFT, LEFT + 40, y + 8));
  expect(cpuMs(() => order(page(rows, { rules })))).toBeLessThan(5_000);
});

describe('a ruling', () => {
  const lines = [line(FULL, { x: LEFT, y: 100 })];
  const gutter = { x0: 290, x1: 310 };
  const at = { ruling: { x0: 220, x1: 380, y0: 227, y1: 228 }, above: lines, below: lines, strip: [] };
  const between = (gutterAbove: typeof gutter | null, gutterBelow: typeof gutter | null): string =>
    decided(RULING_ACROSS, { ...at, gutterAbove, gutterBelow });

  test('parts columns of one gutter', () => expect(between(gutter, gutter)).toBe('parts: over-both-gutters'));
  test('ends a masthead above columns of text', () => {
    const wide = { ...at.ruling, x0: LEFT, x1: 560 };
    const below = [LEFT, RIGHT].flatMap((x) => Array.from({ length: 8 }, (_, i) => line(FULL, { x, y: 240 + 12 * i })));
    expect(decided(RULING_ACROSS, { ...at, ruling: wide, below, gutterAbove: null, gutterBelow: gutter })).toBe(
      'parts: masthead',
    );
  });
  test('ends columns of text that wraps above text in one', () => {
    const wide = { ...at.ruling, x0: LEFT, x1: 560 };
    const rows = (x: number, text = FULL): Line[] =>
      Array.from({ length: 12 }, (_, i) => line(text, { x, y: 80 + 12 * i }));
    const above = [...rows(LEFT), ...rows(RIGHT)];
    const below = [line(FULL, { x: LEFT, y: 240 })];
    const judge = (ruling: typeof wide, some: Line[]): string =>
      decided(RULING_ACROSS, { ...at, ruling, above: some, below, gutterAbove: gutter, gutterBelow: null });
    expect(judge(wide, above)).toBe('parts: below-columns');
    expect(judge(at.ruling, above)).toBe('none: one-column');
    expect(judge(wide, [...rows(LEFT).slice(6), ...rows(RIGHT).slice(6)])).toBe('none: one-column');
    expect(judge(wide, [...rows(LEFT, 'Words and others'), ...rows(RIGHT, 'Words')])).toBe('none: one-column');
    expect(
      judge(
        wide,
        above.map((one) => ({ ...one, mono: 1 })),
      ),
    ).toBe('none: one-column');
  });
  test('splits no text in one column', () => expect(between(gutter, null)).toBe('none: one-column'));
  test('ends no columns whose gutter it does not cross', () =>
    expect(between(gutter, { x0: 370, x1: 385 })).toBe('none: otherwise'));
});
