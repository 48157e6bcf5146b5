/** Tables as they are read from the files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Metadata } from '../../../engine/files/metadata.js';
import { sourceMapPath } from '../../../engine/files/source-map.js';
import { pageContent } from '../../../reading/page-content.js';
import { csvOf } from '../../../reading/tables/csv.js';
import { findTables } from '../../../reading/tables/find-tables.js';
import { listTables, readTable } from '../../../reading/tables/tables.js';
import { readableTree } from '../../../reading/tree.js';
import { cpuMs } from '../../support/cpu-time.js';

const only = (markdown: string) => {
  const found = findTables(markdown);
  expect(found).toHaveLength(1);
  return found[0]!;
};

describe('a pipe table', () => {
  test('has its texts as they are read, and its header', () => {
    const { rows, headerRows, startLine, endLine } = only(
      [
        '---',
        'title: T',
        '---',
        '',
        '| **Part** | Price \\| kg |',
        '| --- | --: |',
        '| a `b` \\* c | [12](x.md) |',
        '| d<br>e |',
        '',
        'End | here',
      ].join('\n'),
    );
    expect([startLine, endLine, headerRows]).toEqual([5, 8, 1]);
    expect(rows).toEqual([
      ['Part', 'Price | kg'],
      ['a b * c', '12'],
      ['d\ne', ''],
    ]);
  });

  test('of the engine that was printed without a header has none', () =>
    expect(only('|  |  |\n| --- | --- |\n| a | b |\n| c | d |\n')).toMatchObject({
      headerRows: 0,
      rows: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    }));

  test('may stand in a list or a quote, and without bars at its sides', () => {
    expect(only('- item\n\n  | a | b |\n  | --- | --- |\n  | 1 | 2 |\n').rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(only('> | a |\n> | --- |\n> | 1 |\n>\n> text\n')).toMatchObject({ startLine: 1, endLine: 3 });
    expect(only('a | b\n--- | ---\n1 | 2\ntext\n').rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  test.each([
    ['in code', '```\n| a |\n| --- |\n| 1 |\n```\n'],
    ['with other columns than its dashes', '| a | b |\n| --- |\n| 1 | 2 |\n'],
    ['a heading underlined', 'a | b\n=====\n'],
    ['in the front matter', '---\na | b\n--- | ---\n---\n'],
    ['a rule', 'text\n\n---\n\nmore | text\n'],
  ])('is none: %s', (_, markdown) => expect(findTables(markdown)).toEqual([]));

  test('ends with the file, also with CRLF', () =>
    expect(only('| a |\r\n| --- |\r\n| 1 |')).toMatchObject({ rows: [['a'], ['1']], startLine: 1, endLine: 3 }));
});

describe('an HTML table', () => {
  test('is laid out around cells that cover several places', () => {
    const { rows, spans, headerRows } = only(
      '<table>\n<thead>\n<tr><th rowspan="2">Part</th><th colspan="2">Price &amp; year</th></tr>\n<tr><th>2024</th><th>2025</th></tr>\n</thead>\n<tbody>\n<tr><td>Lamp</td><td>1 &lt; 2</td><td>13<br>14</td></tr>\n</tbody>\n</table>',
    );
    expect(headerRows).toBe(2);
    expect(rows).toEqual([
      ['Part', 'Price & year', ''],
      ['', '2024', '2025'],
      ['Lamp', '1 < 2', '13\n14'],
    ]);
    expect(spans).toEqual([
      { row: 0, column: 0, rows: 2, columns: 1 },
      { row: 0, column: 1, rows: 1, columns: 2 },
    ]);
  });

  test('that people wrote is read as far as it goes', () => {
    expect(only('<TABLE class="x"><tr><th>a<th>b<tr><td>1<td><p>2</p><p>3</p>').rows).toEqual([
      ['a', 'b'],
      ['1', '2\n3'],
    ]);
    expect(only('<table><td>a</td></table> text').rows).toEqual([['a']]);
    expect(only('<table><tr><td>a <table><tr><td>in</td></tr></table></td><td>b</td></tr></table>').rows).toHaveLength(
      1,
    );
    expect(only('<table>\n\n</table>')).toMatchObject({ rows: [], headerRows: 0 });
  });

  test('cannot be made larger than memory', () => {
    const wide = `<table>${'<tr><td colspan="65534" rowspan="65534">a</td></tr>'.repeat(2000)}</table>`;
    const { rows } = only(wide);
    expect([rows.length, rows[0]!.length]).toEqual([2000, 500]);
  });

  test('of a hundred thousand openings takes no time', () => {
    const find = () => {
      findTables(`<table>${'<td '.repeat(100_000)}`);
      findTables(`${'<table>'.repeat(50_000)}`);
      findTables(`|${' a |'.repeat(60_000)}\n|${' - |'.repeat(60_000)}\n`);
    };
    expect(cpuMs(find)).toBeLessThan(5_000);
  });
});

test('lines that are nearly captions or dashes take no time', () => {
  const spaces = ' '.repeat(4_900);
  const lines = Array.from({ length: 1_500 }, () => `|-${spaces}x`);
  const captions = Array.from({ length: 20 }, () => `Table ${'1'.repeat(60_000)}!\n\n| a |\n| --- |\n| 1 |\n`);
  const ms = cpuMs(() => {
    expect(findTables(lines.join('\n'))).toEqual([]);
    const { tables } = listTables(readableTree(new Map([['01-a.md', captions.join('\n')]])), { offset: 0, limit: 20 });
    expect(tables.map(({ caption }) => caption)).toEqual(captions.map(() => null));
  });
  expect(ms).toBeLessThan(1_500);
});

test.each(['| --- |', '---|', ' :-: | - |', '|:--|--:|'])('%s is a line of dashes', (delimiters) => {
  const bars = delimiters.replace(/^\|/, '').replace(/\|$/, '').split('|').length;
  expect(findTables(`|${' a |'.repeat(bars)}\n${delimiters}\n`)).toHaveLength(1);
});

test.each(['| - - |', '| :: |', '||', '| --- | |', '| -:- |', '| \\| |', '--- x'])('%s is none', (delimiters) =>
  expect(['| a |', '| a | b |'].flatMap((head) => findTables(`${head}\n${delimiters}\n`))).toEqual([]),
);

function golden(name: string): Map<string, string> {
  const folder = join('test', 'golden', 'trees', name);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(
    paths
      .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

test.each(readdirSync(join('test', 'golden', 'trees')))(
  'the tables of %s are those that metadata.json lists',
  (name) => {
    const files = golden(name);
    const { tableList = [] } = JSON.parse(files.get('metadata.json')!) as Metadata;
    const { tables, total } = listTables(readableTree(files), { offset: 0, limit: 100 });
    expect(total).toBe(tableList.length);
    expect(
      tables.map(({ path, startLine, page, box, rows, columns, confidence }) => ({
        ...{ file: path, line: startLine, page, box, rows, columns, confidence },
      })),
    ).toEqual(tableList);
  },
);

describe('of a tree', () => {
  const TABLE = '| a | b |\n| --- | --- |\n| 1 | 2 |\n';
  const tree = readableTree(
    new Map([
      ['README.md', TABLE],
      [
        '01-a.md',
        `---\ntitle: A\npages: [3, 4]\n---\n\nTable 1. Prices\n\n${TABLE}\n<!-- page 4 -->\n\n${TABLE}\n*Table 2: More*\n`,
      ],
      ['02-b.md', `---\ntitle: B\n---\n\nTable 3 shows nothing.\n\n${TABLE}`],
      ['metadata.json', '{"pageLabels":["i","ii","1","2"]}'],
      ['source-map.json', '[{"path":"01-a.md","startLine":8,"endLine":10,"page":3,"box":[0,0.1,1,0.2]}]'],
    ]),
  );

  test('tables are numbered over all content files, with places as far as they are known', () => {
    const { tables, total } = listTables(tree, { offset: 0, limit: 10 });
    expect(total).toBe(3);
    expect(tables).toMatchObject([
      {
        number: 1,
        path: '01-a.md',
        startLine: 8,
        page: 3,
        pageLabel: '1',
        box: [0, 0.1, 1, 0.2],
        caption: 'Table 1. Prices',
      },
      { number: 2, path: '01-a.md', startLine: 14, page: 4, pageLabel: '2', box: null, caption: 'Table 2: More' },
      { number: 3, path: '02-b.md', page: null, pageLabel: null, box: null, confidence: null, caption: null },
    ]);
    expect(listTables(tree, { offset: 1, limit: 1 }).tables.map(({ number }) => number)).toEqual([2]);
  });

  test('one is read by its number', () => {
    expect(readTable(tree, { number: 2 })).toMatchObject({
      number: 2,
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      spans: [],
    });
    expect(readTable(tree, { number: 4 })).toBeNull();
  });
});

test('thousands of tables whose places only the source map or page marks tell take no time', () => {
  const tables = 4_000;
  const content = `---\ntitle: A\npages: [1, 9]\n---\n\n${'| a | b |\n| --- | --- |\n| 1 | 2 |\n\n'.repeat(tables)}`;
  const entry = (at: number) => ({
    path: '01-a.md',
    startLine: 6 + 4 * at,
    endLine: 8 + 4 * at,
    page: 3,
    box: [0, 0, 1, 1],
  });
  const mapped = readableTree(
    new Map([
      ['01-a.md', content],
      [sourceMapPath('01-a.md'), JSON.stringify(Array.from({ length: tables }, (_, at) => entry(at)))],
    ]),
  );
  const marked = readableTree(new Map([['01-a.md', content]]));
  for (const [tree, page] of [
    [mapped, 3],
    [marked, 1],
  ] as const) {
    const ms = cpuMs(() => {
      const { total, tables: last } = listTables(tree, { offset: tables - 1, limit: 1 });
      expect([total, last[0]!.page]).toEqual([tables, page]);
      expect(pageContent(tree, page).tables).toHaveLength(tables);
    });
    expect(ms).toBeLessThan(2_500);
  }
});

describe('CSV', () => {
  test('quotes what has to be quoted, and ends lines as the RFC says', () =>
    expect(
      csvOf(
        [
          ['a', 'b "c"', 'd,e'],
          ['f\ng', '', ' h '],
        ],
        { isSafe: false },
      ),
    ).toBe('a,"b ""c""","d,e"\r\n"f\ng",, h \r\n'));

  test('is what was printed, unless formulas are to be made harmless', () => {
    const rows = [['=1+2', '-5', '+1', '@x', 'a=b']];
    expect(csvOf(rows, { isSafe: false })).toBe('=1+2,-5,+1,@x,a=b\r\n');
    expect(csvOf(rows, { isSafe: true })).toBe("'=1+2,'-5,'+1,'@x,a=b\r\n");
  });
});
