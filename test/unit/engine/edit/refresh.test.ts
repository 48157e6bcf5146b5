/** README.md, metadata.json, the source map and data files after operations: they describe the files that there are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Metadata } from '../../../../contract/tree.js';
import type { Operation } from '../../../../contract/vocabulary.js';
import {
  applyOperations,
  type DocumentInfo,
  type UnverifiedTree,
  type FileEntry,
  type ShelfFile,
  type SourceMapEntry,
} from '../../../../engine/index.js';
import { compareListing, isReading } from '../../../../engine/files/order.js';
import { checkLinks } from '../../../../engine/verify/link-check.js';
import { checkMetadata } from '../../../../engine/verify/metadata-check.js';
import { edited, TREE } from '../../../support/edits.js';

const rename = (from: string, to: string): Operation => ({ type: 'rename', from, to });
const remove = (path: string): Operation => ({ type: 'delete', path });
const write = (path: string, content: string): Operation => ({ type: 'write', path, content });

const entry = (path: string, ...operations: Operation[]): FileEntry | undefined =>
  edited(operations)
    .data<{ files: FileEntry[] }>('metadata.json')
    .files.find((one) => one.path === path);

/** The lines of the README's table of contents. */
const contents = (...operations: Operation[]): string[] =>
  /## Contents\n\n([^]*?)\n*## Data/.exec(edited(operations).text('README.md'))![1]!.split('\n');

function golden(name: string): ShelfFile[] {
  const folder = join('test', 'golden', 'trees', name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .filter((path) => path !== 'audit.json')
    .toSorted(compareListing)
    .map((path) => ({ path, content: readFileSync(join(folder, path), 'utf8') }));
}

test.each(['book', 'contract', 'report'])('no operation leaves the %s as it is, byte for byte', (name) => {
  expect(applyOperations(golden(name), [])).toEqual(golden(name));
  expect(applyOperations(golden(name), [{ type: 'mkdir', path: 'x' }])).toEqual(golden(name));
});

test.each(['book', 'contract', 'report'])(
  'the audit finds no fault with links, README.md and metadata.json of an edited %s',
  (name) => {
    const files = golden(name);
    const [first, second, third] = files.map(({ path }) => path).filter(isReading);
    const operations = [
      rename(second!, `part (1)/${second}`),
      remove(third!),
      rename(first!, `00-${first}`),
      write('part (1)/99-note.md', `---\ntitle: "Note"\npages: [1, 1]\n---\n\n# Note\n\nSee [it](../00-${first}).\n`),
    ];
    const draft = { title: '', files: applyOperations(files, operations) };
    const text = (path: string): string => draft.files.find((one) => one.path === path)!.content;
    const { title, pageCount } = JSON.parse(text('metadata.json')) as { title: string; pageCount: number };
    const audited = { ...draft, title } as UnverifiedTree;
    expect([...checkLinks(audited), ...checkMetadata({ pageCount } as DocumentInfo, audited)]).toEqual([]);
  },
);

describe('README.md', () => {
  test('names files at their place, by the titles they have, with pages where they are known', () => {
    const operations = [
      rename('02-part', '05-part'),
      rename('01-a.md', '05-part/03-a.md'),
      write('05-part/new-things/02-x.md', '---\npages: [2, 3]\n---\n\n# X [y]\n\n## Inner\n'),
      write('06.txt', 'text'),
      remove('05-part/01-b.md'),
    ];
    expect(contents(...operations)).toEqual([
      '- [D](03-d.md) (p. 4)',
      '- Part Two',
      '  - [C](05-part/02-c.md) (p. 3)',
      '  - [A](05-part/03-a.md) (p. 1)',
      '  - New things',
      '    - [X \\[y\\]](05-part/new-things/02-x.md) (pp. 2–3)',
      '      - [Inner](05-part/new-things/02-x.md#inner)',
      '- [06](06.txt)',
    ]);
  });

  test('counts anew, and lists the data that there is', () => {
    const text = edited([remove('02-part'), write('data/x.json', '{}'), remove('definitions.json')]).text('README.md');
    expect(text).toContain('A document, 4 pages, 9 words, in 2 files, from the PDF “t.pdf”.');
    expect(text.slice(text.indexOf('## Data'))).toBe(
      '## Data\n\n- [metadata.json](metadata.json): title, authors and source, and every file with its pages and number of words\n- [data/x.json](data/x.json): data of the document\n- [source-map.json](source-map.json): the place of each block on its page\n',
    );
  });

  test('that was written stays as it was sent', () => {
    const text = '# Mine\n\n## Contents\n\n- nothing\n\n## Data\n';
    expect(edited([remove('01-a.md'), write('README.md', text)]).text('README.md')).toBe(text);
  });

  test('of a shelf without content has empty contents', () => {
    const all = ['01-a.md', '02-part', '03-d.md'].map(remove);
    expect(contents(...all)).toEqual(['']);
    expect(edited(all).paths).toEqual(['README.md', 'metadata.json', 'definitions.json', 'source-map.json']);
  });
});

describe('metadata.json', () => {
  test.each([
    [
      'front matter',
      '---\ntitle: "A \\"b\\""\npages: [2, 3]\n---\n\n## H\n\none two\n',
      { title: 'A "b"', level: 2, pages: [2, 3], words: 3 },
    ],
    [
      'front matter of other YAML',
      "---\r\ntitle: 'It''s' \r\nother: 1\r\n---\r\n# H\r\n",
      { title: "It's", level: 1, pages: null, words: 1 },
    ],
    ['a plain title', '---\ntitle: T: u # note\n---\n', { title: 'T: u', level: 1, pages: null, words: 0 }],
    ['a heading', 'text\n\n### H *i* [l](01-a.md)\n', { title: 'H i l', level: 3, pages: null, words: 4 }],
    ['no heading in code', '```\n# no\n```\n', { title: 'New file', level: 1, pages: null, words: 1 }],
    ['its name', 'text', { title: 'New file', level: 1, pages: null, words: 1 }],
    ['pages out of the document', '---\npages: [4, 5]\n---\n', { title: 'New file', level: 1, pages: null, words: 0 }],
    ['pages in the wrong order', '---\npages: [3, 2]\n---\n', { title: 'New file', level: 1, pages: null, words: 0 }],
    ['broken front matter', '---\ntitle: "x\n', { title: 'New file', level: 1, pages: null, words: 2 }],
  ])('takes what a new file says of itself: %s', (_, content, expected) => {
    const path = '04-new_file.md';
    expect(entry(path, write(path, content))).toEqual({ path, ...expected });
  });

  test('keeps what it knew of a file that is renamed, and of one that is written without a title', () => {
    expect(entry('x/y.md', rename('02-part/01-b.md', 'x/y.md'))).toEqual({
      path: 'x/y.md',
      title: 'B',
      level: 1,
      pages: [2, 2],
      words: 8,
    });
    expect(entry('01-a.md', write('01-a.md', 'one two'))).toEqual({
      path: '01-a.md',
      title: 'A',
      level: 1,
      pages: null,
      words: 2,
    });
  });

  test('lists text files, not data, and keeps to its schema', () => {
    const operations = [
      write('notes.txt', 'a b'),
      write('x.json', '{}'),
      rename('01-a.md', 'a.json'),
      remove('02-part'),
    ];
    const metadata = edited(operations).data<{ files: FileEntry[] }>('metadata.json');
    expect(metadata.files.map(({ path }) => path)).toEqual(['03-d.md', 'notes.txt']);
    const validate = new Ajv2020({ strict: false }).compile(Metadata);
    validate(metadata);
    expect(validate.errors).toBeNull();
  });
});

describe('the source map', () => {
  const paths = (...operations: Operation[]): string[] =>
    edited(operations)
      .data<SourceMapEntry[]>('source-map.json')
      .map(({ path }) => path);

  test('follows renames in the order of the files, and forgets what was written or deleted', () => {
    expect(paths(rename('01-a.md', '09-a.md'), write('03-d.md', 'new'), remove('02-part/01-b.md'))).toEqual([
      '02-part/02-c.md',
      '09-a.md',
    ]);
  });

  test('keeps a file whose links changed, whose text was written as it was, or whose name ends otherwise', () => {
    const same = TREE.find(({ path }) => path === '03-d.md')!.content;
    expect(
      paths(rename('02-part/01-b.md', 'b.md'), write('03-d.md', same), rename('02-part/02-c.md', 'c.txt')),
    ).toEqual(['01-a.md', '03-d.md', 'b.md', 'c.txt']);
  });

  test('of many files is one for each, and follows them', () => {
    const map = (path: string): ShelfFile => ({
      path: `source-map/${path.replace('.md', '.json')}`,
      content: JSON.stringify(
        Array.from({ length: 3000 }, (_, at) => ({
          path,
          startLine: at,
          endLine: at,
          page: 1,
          box: [0.1234, 0.1234, 0.1234, 0.1234],
        })),
      ),
    });
    const files = [...TREE.filter(({ path }) => path !== 'source-map.json'), map('01-a.md'), map('03-d.md')];
    const after = edited([rename('01-a.md', 'x/01-a.txt'), write('02-part/01-b.md', '')], files);
    expect(after.paths.slice(-3)).toEqual(['definitions.json', 'source-map/03-d.json', 'source-map/x/01-a.txt.json']);
    expect(after.data<SourceMapEntry[]>('source-map/x/01-a.txt.json')[0]?.path).toBe('x/01-a.txt');
    expect(after.text('README.md')).toContain('- `source-map/`: the place of each block on its page');
    const fewer = edited([remove('01-a.md'), remove('03-d.md')], files);
    expect(fewer.text('source-map.json')).toBe('[]\n');
  });
});

describe('data files', () => {
  const files = (path: string, ...operations: Operation[]): string[] =>
    edited(operations)
      .data<{ definitions: { file: string }[] }>(path)
      .definitions.map(({ file }) => file);

  test('name files where they are, and leave out what was in deleted ones', () => {
    const operations = [rename('01-a.md', '09-a.md'), write('03-d.md', ''), remove('02-part/01-b.md')];
    expect(files('definitions.json', ...operations)).toEqual(['09-a.md', '02-part/02-c.md', '03-d.md']);
    expect(files('x/terms.json', ...operations, rename('definitions.json', 'x/terms.json'))).toEqual([
      '09-a.md',
      '02-part/02-c.md',
      '03-d.md',
    ]);
  });

  test('that were written stay as they were sent', () => {
    const text = '{"definitions":[{"file":"01-a.md"}]}';
    expect(edited([write('definitions.json', text), remove('01-a.md')]).text('definitions.json')).toBe(text);
    expect(edited([write('list.json', '[{"file":"01-a.md"}]'), remove('01-a.md')]).text('list.json')).toBe(
      '[{"file":"01-a.md"}]',
    );
  });
});
