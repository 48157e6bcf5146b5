import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { cite } from '../../../reading/cite.js';
import { pathFilter } from '../../../reading/path-filter.js';
import { isSearchable, patternFault, search, type SearchInput } from '../../../reading/search.js';
import { readableTree } from '../../../reading/tree.js';
import { cpuMs } from '../../support/cpu-time.js';

const FILES = {
  'README.md': '# Keepers\n\n- [The lamp](01-a/02-lamp.md)\n',
  '01-a/01-tower.md':
    '---\ntitle: "Tower"\npages: [1, 2]\n---\n\n<!-- page 1 -->\n\n# Keepers\n\n## Part I\n\n### 1 Tower\n\nThe **tower** is old.\n\n<!-- page 2 -->\n\nIt has a lamp.\n',
  '01-a/02-lamp.md':
    '---\ntitle: "Lamp"\npages: [2, 3]\n---\n\nThe lamp goes on.\r\n\r\n### 2 Lamp\r\n\r\n1\\.1 Lamps [12] and C\\*-algebras\r\n',
  'metadata.json': '{"pageLabels":["i","ii","1"]}',
  'notes.txt': 'a lamp, by hand',
};
const tree = readableTree(new Map(Object.entries(FILES)));
const find = (input: Partial<SearchInput>) => search(tree, { limit: 50, ...input }, () => false);
const places = (input: Partial<SearchInput>) => find(input).results.map(({ path, line }) => `${path}:${line}`);

describe('results', () => {
  test('come in the order of the listing, without README.md and JSON', () =>
    expect(places({ q: 'lamp' })).toEqual([
      '01-a/01-tower.md:18',
      '01-a/02-lamp.md:6',
      '01-a/02-lamp.md:8',
      '01-a/02-lamp.md:10',
      'notes.txt:1',
    ]));

  test('say page, label, heading and trail, those of earlier files included', () => {
    const { results } = find({ q: 'lamp' });
    expect(results.map(({ page, pageLabel, heading }) => [page, pageLabel, heading])).toEqual([
      [2, 'ii', '1 Tower'],
      [2, 'ii', '1 Tower'],
      [2, 'ii', '2 Lamp'],
      [2, 'ii', '2 Lamp'],
      [null, null, null],
    ]);
    expect(results[1]!.trail).toEqual(['Keepers', 'Part I', '1 Tower']);
    expect(results[2]!.trail).toEqual(['Keepers', 'Part I', '2 Lamp']);
  });

  test('are at most as many as asked for; all are counted', () => {
    const { results, total, complete } = find({ q: 'lamp', limit: 2 });
    expect([results.length, total, complete]).toEqual([2, 5, true]);
  });

  test('show the line as it stands in the file, with the match', () => {
    const [{ snippet, match }] = find({ q: 'TOWER is' }).results as [ReturnType<typeof find>['results'][0]];
    expect(snippet).toBe('The **tower** is old.');
    expect(Array.from(snippet).slice(match!.start, match!.end).join('')).toBe('tower** is');
  });
});

describe('a text', () => {
  test.each([
    ['1.1 lamps', ['01-a/02-lamp.md:10']],
    ['1\\.1 Lamps', ['01-a/02-lamp.md:10']],
    ['The **tower** is', ['01-a/01-tower.md:14']],
    ['[12]', ['01-a/02-lamp.md:10']],
    ['c*-algebra', ['01-a/02-lamp.md:10']],
    ['title: "Lamp"', []],
    ['page 2', []],
  ])('%j is found in %j', (q, found) => expect(places({ q })).toEqual(found));

  test.each(['', ' \t ', '\u00ad', '\u200b '])('%j is nothing to look for', (q) => expect(isSearchable(q)).toBe(false));
});

describe('a pattern', () => {
  test.each([
    ['^The .*\\.$', ['01-a/01-tower.md:14', '01-a/02-lamp.md:6']],
    [
      '(?i)LAMPS?\\b',
      [
        '01-a/01-tower.md:18',
        '01-a/02-lamp.md:2',
        '01-a/02-lamp.md:6',
        '01-a/02-lamp.md:8',
        '01-a/02-lamp.md:10',
        'notes.txt:1',
      ],
    ],
    ['^<!-- page 2 -->$', ['01-a/01-tower.md:16']],
    ['^1\\\\\\.1', ['01-a/02-lamp.md:10']],
    ['tower\nis', []],
  ])('%s matches %j', (regex, found) => expect(places({ regex })).toEqual(found));

  test.each([
    '[',
    '(',
    'a**',
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    'x{1000}{1000}',
    '((x{100}){100}){100}',
    '\\p{Nope}',
    '\\',
  ])('%s is refused with a reason', (regex) => expect(patternFault(regex)).toEqual(expect.any(String)));
});

describe('a path', () => {
  test.each([
    ['01-a', ['01-a/01-tower.md', '01-a/02-lamp.md']],
    ['01-a/', ['01-a/01-tower.md', '01-a/02-lamp.md']],
    ['01', []],
    ['README.md', ['README.md']],
    ['*.json', ['metadata.json']],
    ['*/02-*', ['01-a/02-lamp.md']],
    ['**/*.md', ['README.md', '01-a/01-tower.md', '01-a/02-lamp.md']],
    ['**', Object.keys(FILES)],
    ['01-?', ['01-a/01-tower.md', '01-a/02-lamp.md']],
    ['01-a/**', ['01-a/01-tower.md', '01-a/02-lamp.md']],
    ['01-A', []],
    ['.*', []],
    ['../01-a', []],
  ])('%s names %j', (path, named) => expect(Object.keys(FILES).filter(pathFilter(path))).toEqual(named));

  test('of nothing but stars takes no time', () => {
    expect(cpuMs(() => pathFilter(`${'*a'.repeat(199)}b`)('a'.repeat(400)))).toBeLessThan(1000);
  });
});

test('a paragraph over two pages is on both, with a passage on each', () => {
  const entry = { path: 'a.md', startLine: 3, endLine: 3, box: [0.1, 0.1, 0.9, 0.2] };
  const pages = readableTree(
    new Map([
      ['a.md', '# A\n\nOne paragraph that\n\n- an item\n'],
      [
        'source-map.json',
        JSON.stringify([
          { ...entry, page: 7 },
          { ...entry, page: 8, box: [0.1, 0, 0.9, 0.1] },
        ]),
      ],
    ]),
  );
  const [hit] = search(pages, { q: 'paragraph', limit: 1 }, () => false).results;
  expect([hit?.page, hit?.endPage]).toEqual([7, 8]);
  const { passages } = cite(pages, { path: 'a.md', start: 3, end: 3 });
  expect(passages.map(({ page, text }) => [page, text])).toEqual([
    [7, 'One paragraph that'],
    [8, 'One paragraph that'],
  ]);
});

test('what was found is the answer when time is over', () => {
  let asked = 0;
  const { results, complete } = search(tree, { q: 'lamp', limit: 50 }, () => (asked += 1) > 2);
  expect(complete).toBe(false);
  expect(results.length).toBeLessThan(5);
});

describe('in a converted book', () => {
  const folder = join('test', 'golden', 'trees', 'book');
  const paths = [
    'README.md',
    ...readdirSync(folder).filter((one) => /^\d/.test(one)),
    'metadata.json',
    'source-map.json',
  ];
  const files = new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  const book = readableTree(files);

  test('every line is found by its own words, at its line', () => {
    for (const [path, content] of files) {
      if (!/^\d.*\.md$/.test(path)) continue;
      for (const [at, line] of content.split('\n').entries()) {
        if (at < 4 || !/^[#A-Za-z]/.test(line)) continue;
        const { results } = search(book, { q: line, path, limit: 500 }, () => false);
        expect(results.map((one) => one.line)).toContain(at + 1);
      }
    }
  });
});

test('a phrase is found across lines that their author broke, without a space between Chinese or Japanese characters', () => {
  const broken = readableTree(new Map([['01-a.md', '港は春に  \n浚渫された。\n\nAda Moran  \n12 Quay Street\n']]));
  const linesOf = (q: string) => search(broken, { q, limit: 5 }, () => false).results.map(({ line }) => line);
  expect(linesOf('春に浚渫')).toEqual([1]);
  expect(linesOf('された。')).toEqual([2]);
  expect(linesOf('moran 12 quay')).toEqual([4]);
});
