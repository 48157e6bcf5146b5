/** Lines in columns without any drawing: which are a table, each rule on lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { Rule } from '../../../../engine/model.js';
import { ALIGNED_TABLE } from '../../../../engine/reading-order/aligned-table-rules.js';
import { alignedTableFinder } from '../../../../engine/reading-order/aligned-tables.js';
import { buildLines } from '../../../../engine/text/line.js';
import { decisionsOf } from '../../../support/decisions.js';
import { BOLD, cells, MONO, page, PLAIN, type TextAt } from '../../../support/pages.js';

interface Setting {
  xs?: readonly number[];
  boldRows?: number;
  where?: 'page' | 'column';
  around?: readonly TextAt[];
  font?: number;
  rules?: Rule[];
}

/** What is decided of `rows` and of the text around them, from the top. */
function allDecided(
  rows: readonly (readonly string[])[],
  { xs = [100, 200, 300], boldRows = 0, where = 'column', around = [], font, rules = [] }: Setting = {},
): string[] {
  const texts = cells(rows, { xs, y: 112, pitch: 14, boldRows });
  const all = [...around, ...texts.map((text) => (font === undefined ? text : { ...text, font }))];
  const found = page(all, { rules });
  const find = alignedTableFinder(found);
  return decisionsOf(ALIGNED_TABLE, () => find(buildLines(found, found.runs), where));
}

/** What is decided of the first lines that may be a table. */
const decided = (rows: readonly (readonly string[])[], setting: Setting = {}): string | undefined =>
  allDecided(rows, setting)[0];

const HEAD = ['Port', 'Depth', 'Owner'];
const NUMBERS = [
  ['Oslo', '11.4', 'Board'],
  ['Hull', '9.8', 'Board'],
  ['Leith', '7.1', 'Town'],
];
const WORDS = [
  ['Oslo', 'deep', 'Board'],
  ['Hull', 'deep', 'Board'],
  ['Leith', 'shallow', 'Town'],
];
const CAPTION = { text: 'Table 3: Ports', x: 100, y: 92 };
const LINE = 'running text of a column that fills it well';

describe('lines in columns are a table', () => {
  test('below a caption', () => expect(decided(WORDS, { around: [CAPTION] })).toBe('table: caption'));
  test('below a bold header', () => expect(decided([HEAD, ...WORDS], { boldRows: 1 })).toBe('table: bold-header'));
  test('with lines drawn down beside all columns, not beside some', () => {
    const down = (xs: readonly number[]): Rule[] =>
      xs.map((x) => ({ orientation: 'vertical', box: { x0: x, x1: x + 1, y0: 100, y1: 145 } }));
    expect(decided(WORDS, { rules: down([95, 190, 290, 380]) })).toBe('table: lines-between-columns');
    expect(decided(WORDS, { rules: down([95, 190, 380]) })).toBe('refused: unnamed-text');
    expect(decided(WORDS, { rules: down([190, 290]) })).toBe('refused: unnamed-text');
  });
  test('with numbers in one of three columns', () => expect(decided(NUMBERS)).toBe('table: figures'));

  test('below a header alone with one row, which the end of the page may have cut', () =>
    expect(decided([HEAD, ...WORDS.slice(0, 1)], { boldRows: 1 })).toBe('table: bold-header'));
});

test('justified lines below a title with a label are no table, although their words stand above each other by chance', () => {
  const words = ['flourish', 'amongst', 'stories', 'keepers', 'talking', 'anybody', 'along', 'this'];
  /** Words half a size apart, the last two further right by `shift`. */
  const spaced = (some: readonly string[], y: number, shift: number): TextAt[] =>
    some.map((text, i) => ({
      text,
      x: some.slice(0, i).reduce((x, { length }) => x + 5 * length + 5, 60) + (i < some.length - 2 ? 0 : shift),
      y,
    }));
  const below = (shift: number): string[] => {
    const set = page([
      ...cells([['The Lamp', 'Parts']], { xs: [60, 360 + shift], y: 84 }),
      ...spaced([...words, 'golden', 'keeper'], 100, shift),
      ...spaced([...words.toReversed(), 'stormy', 'tower'], 112, shift),
    ]);
    // letters of one width are those of a typewriter
    const runs = set.runs.map((run, i) => (i % 2 === 0 ? run : { ...run, box: { ...run.box, x1: run.box.x1 - 2 } }));
    const found = { ...set, runs };
    const find = alignedTableFinder(found);
    return decisionsOf(ALIGNED_TABLE, () => find(buildLines(found, runs), 'column'));
  };
  expect(below(0)[0]).toBe('refused: spaces-of-lines');
  expect(below(8)).toEqual(['table: bold-header']);
});

describe('terms and their meanings in two columns are a table', () => {
  const KEYS = ['C-h m', 'C-h l', 'C-x 4', 'C-x 5'];
  const rows = (font: number, terms = KEYS): TextAt[] =>
    cells(
      terms.map((term, i) => [term, `what the key number ${i} does`]),
      { xs: [100, 200], y: 112, pitch: 14, boldRows: 0 },
    ).map((text) => (text.x === 100 ? { ...text, font } : text));
  const of = (texts: readonly TextAt[], where: 'page' | 'column' = 'column'): string[] => {
    const found = page(texts);
    const find = alignedTableFinder(found);
    return decisionsOf(ALIGNED_TABLE, () => find(buildLines(found, found.runs), where));
  };

  test('where the terms are in a type of their own', () => {
    expect(of(rows(BOLD))).toEqual(['table: terms-in-their-own-type']);
    expect(of(rows(MONO))).toEqual(['table: terms-in-their-own-type']);
    expect(of(rows(PLAIN))).not.toContain('table: terms-in-their-own-type');
    expect(of(rows(BOLD).map((text) => ({ ...text, font: BOLD })))).not.toContain('table: terms-in-their-own-type');
  });

  test('where most of them are in typewriter type, on whichever side', () => {
    const mixed = rows(MONO, [...KEYS, 'Tab']).map((text) => (text.text === 'Tab' ? { ...text, font: PLAIN } : text));
    expect(of(mixed)).toEqual(['table: terms-in-their-own-type']);
    const few = mixed.map((text) => (text.text.startsWith('C-x') ? { ...text, font: PLAIN } : text));
    expect(of(few)).not.toContain('table: terms-in-their-own-type');
    const beside = (texts: readonly string[]): string[] =>
      of(
        cells(
          KEYS.map((key, i) => [texts[i]!, key]),
          { xs: [100, 260], y: 112, pitch: 14, boldRows: 0 },
        ).map((text) => (text.x === 260 ? { ...text, font: MONO } : text)),
      );
    const meanings = ['begins the work', 'ends the work', 'reads a file', 'writes a file'];
    expect(beside(meanings)).toEqual(['table: terms-in-their-own-type']);
    for (const numbers of [['1', '2', '3', '4'], meanings.map((_, i) => `Line ${i + 1}`)])
      expect(beside(numbers)).not.toContain('table: terms-in-their-own-type');
  });

  test('not before columns of text are known, of few, of labels, in other sizes, and beside text of several lines', () => {
    expect(of(rows(BOLD), 'page')).not.toContain('table: terms-in-their-own-type');
    expect(of(rows(BOLD, KEYS.slice(0, 3)))).not.toContain('table: terms-in-their-own-type');
    const labels = ['Name:', 'Place:', 'Date', 'Keeper'];
    expect(of(rows(BOLD, labels))).not.toContain('table: terms-in-their-own-type');
    const beside = rows(MONO).map((text) => (text.font === MONO ? text : { ...text, size: 9 }));
    expect(of(beside)).not.toContain('table: terms-in-their-own-type');
    const wrapped = [...rows(BOLD), { text: 'and what else it does', x: 200, y: 112 + 4 * 14 }];
    expect(of(wrapped)).not.toContain('table: terms-in-their-own-type');
  });
});

describe('terms of a few words right before their meanings are a table', () => {
  /** Terms from x = 94 on, of 5 points a letter: the longest ends next to the meanings. */
  const of = (terms: readonly string[], x = 162): string | undefined => {
    const texts = terms.flatMap((text, i): TextAt[] => [
      { text, x: 94, y: 112 + 14 * i },
      { text: i === 1 ? 'and more' : 'what it does with lamps', x, y: 112 + 14 * i },
    ]);
    const found = page(texts);
    const find = alignedTableFinder(found);
    return decisionsOf(ALIGNED_TABLE, () => find(buildLines(found, found.runs), 'page'))[0];
  };

  test('before columns of text are known, too', () =>
    expect(of(['open', 'open and set', 'close'])).toBe('table: short-terms'));

  test('not at the end of more lines in columns that are no table', () => {
    const columns = (lines: readonly string[]): string[] => {
      const texts = lines.flatMap((text, i): TextAt[] => [
        { text, x: 94, y: 112 + 14 * i },
        { text: i === 1 ? 'and more' : 'what it does with lamps', x: 162, y: 112 + 14 * i },
      ]);
      const found = page(texts);
      const find = alignedTableFinder(found);
      return decisionsOf(ALIGNED_TABLE, () => find(buildLines(found, found.runs), 'page'));
    };
    const long = [1, 2, 3, 4, 5, 6].map((i) => (i === 2 ? 'a b c d e' : 'a b c d e f'));
    const terms = ['open', 'open and set', 'close'];
    expect(columns([...long, ...terms])).not.toContain('table: short-terms');
    expect(columns([...long.slice(0, 1), ...terms])).toContain('table: short-terms');
  });

  test('not where both are in typewriter type, as code is', () => {
    const texts = ['open', 'open and set', 'close'].flatMap((text, i): TextAt[] => [
      { text, x: 94, y: 112 + 14 * i, font: MONO },
      { text: 'lamp', x: 162, y: 112 + 14 * i, font: MONO },
      { text: 'keeper', x: 185, y: 112 + 14 * i, font: BOLD },
    ]);
    const found = page(texts);
    const find = alignedTableFinder(found);
    expect(decisionsOf(ALIGNED_TABLE, () => find(buildLines(found, found.runs), 'page'))).not.toContain(
      'table: short-terms',
    );
  });

  test('not where they stand apart, fill their column, are long, or order or date what is beside them', () => {
    expect(of(['open', 'open and set', 'close'], 190)).not.toBe('table: short-terms');
    expect(of(['open and let', 'open and set', 'open and get'])).not.toBe('table: short-terms');
    expect(of(['a b c d e', 'a b c d e f', 'a b c d'], 152)).not.toBe('table: short-terms');
    expect(of(['Part 1', 'Part 12', 'Part 13 a b'], 155)).not.toBe('table: short-terms');
    expect(of(['May 1999', 'Spring 2001', 'July 2004'])).not.toBe('table: short-terms');
    expect(of(['Name:', 'Keeper of:', 'Place:'], 155)).not.toBe('table: short-terms');
    expect(of(['“open”', '“open” and', '“set”'], 155)).not.toBe('table: short-terms');
  });
});

describe('lines in columns are no table', () => {
  test('when nothing says so', () => expect(decided(WORDS)).toBe('refused: unnamed-text'));
  test('when their heads name the parties of a bill', () => {
    const heads = (...names: string[]): string | undefined => decided([names, ...NUMBERS]);
    expect(heads('Vendor', 'Ship to', 'Bill to')).toBe('refused: parties');
    expect(heads('Vendor', 'Ship to', 'Price')).not.toBe('refused: parties');
  });
  test('when they are two', () => expect(decided(NUMBERS.slice(0, 2))).toBe('refused: few-rows'));

  test('when they are columns of running text', () => {
    const rows = Array.from({ length: 12 }, () => [LINE, LINE]);
    // half of the lines are passed over each time
    expect(allDecided(rows, { xs: [60, 320] })).toEqual([
      'columns-of-text: prose',
      'columns-of-text: prose',
      'refused: unnamed-text',
      'refused: few-rows',
    ]);
  });

  test('when the gaps of other lines only stand above each other', () => {
    const rows = [
      ['Oslo', 'a long text with no room'],
      ['', 'wrapped'],
    ];
    const below = { text: 'Hull', x: 100, y: 180 };
    const around = [below, { ...below, text: 'deep', x: 200 }];
    expect(decided(rows, { xs: [100, 200], around })).toBe('refused: no-columns');
  });

  test('before columns of text are known, when texts are long', () => {
    const long = NUMBERS.map(([port, depth]) => [port!, depth!, 'a text of a few more words']);
    expect(decided(long, { where: 'page' })).toBe('refused: long-cells');
    expect(decided(long)).toBe('table: figures');
  });

  test('before columns of text are known, when they are two without lines drawn beside them', () => {
    const two = NUMBERS.map((row) => row.slice(0, 2));
    const down: Rule[] = [95, 190, 290].map((x) => ({
      orientation: 'vertical',
      box: { x0: x, x1: x + 1, y0: 100, y1: 145 },
    }));
    expect(decided(two, { where: 'page', around: [CAPTION] })).toBe('refused: two-columns-of-a-page');
    expect(decided(two, { where: 'page', rules: down })).toBe('table: lines-between-columns');
    expect(decided(two, { around: [CAPTION] })).toBe('table: caption');
  });

  test('before columns of text are known, lists and contents in two columns are passed over as a whole', () => {
    const table = [['', '', ''], ['', '', ''], HEAD, ...NUMBERS];
    const list = Array.from({ length: 62 }, (_, i) => [`${i + 1}.`, 'a berth with a name', '']);
    const contents = Array.from({ length: 30 }, (_, i) => ['On berths', String(i + 3), '']);
    for (const [rows, what] of [
      [list, 'markers'],
      [contents, 'contents'],
    ] as const)
      expect(allDecided([...rows, ...table], { where: 'page' })).toEqual([`something-else: ${what}`, 'table: figures']);
  });

  test('before columns of text are known, when text around continues beside a gutter', () => {
    const xs = [60, 120, 320];
    const around = [60, 76, 92].flatMap((y) => [60, 320].map((x) => ({ text: LINE, x, y, size: 8 })));
    const rows = [
      ['Oslo', '11.4', '1907'],
      ['Hull', '9.8', '1911'],
      ['Leith', '7.1', '1926'],
    ];
    expect(decided(rows, { xs, where: 'page' })).toBe('table: figures');
    expect(allDecided(rows, { xs, where: 'page', around })).toContain('refused: across-gutter');
  });
});

describe('lines in columns are something else', () => {
  test('in monospaced text', () => expect(decided(NUMBERS, { font: MONO })).toBe('something-else: typewriter'));

  test('in monospaced text below a title over its first column', () => {
    const options = ['--port-of-call', '--depth-at-ebb', '--owner-of-quay'].map((option) => [option, 'deep']);
    const listing = cells(options, { xs: [100, 200], y: 112, pitch: 14 }).map((text) => ({ ...text, font: MONO }));
    const below = (texts: readonly TextAt[]): string[] => {
      const found = page([...texts, ...listing]);
      const find = alignedTableFinder(found);
      return decisionsOf(ALIGNED_TABLE, () => find(buildLines(found, found.runs), 'column'));
    };
    const bold = (text: string, x: number): TextAt => ({ text, x, y: 98, font: BOLD });
    const title = [bold('3.1', 100), bold('Ports', 130)];
    expect(below(title)).toContain('refused: title-above-typewriter');
    expect(below(title)).not.toContain('table: bold-header');
    expect(below([bold('Port', 100), bold('Depth', 200)])).toContain('table: bold-header');
  });

  test('between the pieces of a tall bracket', () => {
    const rows = [
      ['1.5', '0.2', '0.1'],
      ['0.2', '1.1', '0.4'],
      ['0.7', '0.3', '1.9'],
    ];
    const around = ['⎡', '⎢', '⎣'].map((text, i) => ({ text, x: 92, y: 112 + 14 * i }));
    expect(decided(rows, { around })).toBe('something-else: matrix');
    expect(decided(rows)).toBe('table: figures');
  });

  test('with leaders', () =>
    expect(decided(NUMBERS.map(([port, depth]) => [port!, '. . . . . .', depth!]))).toBe('something-else: leaders'));

  test('with markers before them', () => {
    const list = ['(a)', '(b)', '(c)'].map((marker) => [marker, 'one of the things']);
    expect(decided(list, { xs: [100, 130] })).toBe('something-else: markers');
  });

  test('with a column of symbols', () =>
    expect(decided(['x', 'y', 'z', 'u'].map((name, i) => [name, '=', String(i)]))).toBe('something-else: formula'));

  test('with page numbers that never fall', () => {
    const contents = ['Introduction', 'Methods', 'Results', 'Outlook'].map((title, i) => [
      String(i + 1),
      title,
      String(5 + 4 * i),
    ]);
    expect(decided(contents, { xs: [100, 130, 400] })).toBe('something-else: contents');
    expect(decided(contents, { xs: [100, 130, 400], around: [CAPTION] })).toBe('table: caption');
  });
});
