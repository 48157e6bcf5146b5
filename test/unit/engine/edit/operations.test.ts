/** What each operation does to the paths of a tree, and which are refused. */
import { describe, expect, test } from '@jest/globals';
import type { Operation } from '../../../../contract/vocabulary.js';
import { edited, refusal, TREE } from '../../../support/edits.js';

const rename = (from: string, to: string): Operation => ({ type: 'rename', from, to });
const remove = (path: string): Operation => ({ type: 'delete', path });
const mkdir = (path: string): Operation => ({ type: 'mkdir', path });
const write = (path: string, content = '# New\n'): Operation => ({ type: 'write', path, content });

/** Paths of the files that a reader sees, maps aside. */
function paths(...operations: Operation[]): string[] {
  return edited(operations).paths.filter((path) => !/^(?:README\.md|.*\.json)$/.test(path));
}

test.each([
  ['nothing', [], ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', '03-d.md']],
  [
    'a file into another name',
    [rename('01-a.md', '04-a.md')],
    ['02-part/01-b.md', '02-part/02-c.md', '03-d.md', '04-a.md'],
  ],
  [
    'a file into a new directory',
    [rename('03-d.md', 'x/y/d.md')],
    ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', 'x/y/d.md'],
  ],
  ['a directory with all in it', [rename('02-part', '05/p')], ['01-a.md', '03-d.md', '05/p/01-b.md', '05/p/02-c.md']],
  [
    'another case of a file',
    [rename('01-a.md', '01-A.md')],
    ['01-A.md', '02-part/01-b.md', '02-part/02-c.md', '03-d.md'],
  ],
  [
    'another case of a directory',
    [rename('02-part', '02-Part')],
    ['01-a.md', '02-Part/01-b.md', '02-Part/02-c.md', '03-d.md'],
  ],
  [
    'two that change places',
    [rename('01-a.md', 't'), rename('03-d.md', '01-a.md'), rename('t', '03-d.md')],
    ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', '03-d.md'],
  ],
  ['a file deleted', [remove('01-a.md')], ['02-part/01-b.md', '02-part/02-c.md', '03-d.md']],
  ['a directory deleted', [remove('02-part')], ['01-a.md', '03-d.md']],
  [
    'the files of a directory, then itself',
    [remove('02-part/01-b.md'), remove('02-part/02-c.md'), remove('02-part')],
    ['01-a.md', '03-d.md'],
  ],
  ['a directory that stays empty', [mkdir('09')], ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', '03-d.md']],
  [
    'a directory that gets a file',
    [mkdir('09/x'), rename('03-d.md', '09/x/d.md')],
    ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', '09/x/d.md'],
  ],
  [
    'a new directory under another name',
    [mkdir('new'), rename('new', '09'), write('09/e.md')],
    ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', '03-d.md', '09/e.md'],
  ],
  [
    'a directory that is there already',
    [mkdir('02-part')],
    ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', '03-d.md'],
  ],
  [
    'a new file',
    [write('02-part/03-e.md')],
    ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', '02-part/03-e.md', '03-d.md'],
  ],
  ['a file instead of a deleted directory', [remove('02-part'), write('02-part')], ['01-a.md', '02-part', '03-d.md']],
  [
    'a directory instead of a deleted file',
    [remove('01-a.md'), write('01-a.md/x.md')],
    ['01-a.md/x.md', '02-part/01-b.md', '02-part/02-c.md', '03-d.md'],
  ],
  [
    'code points, not units, order the files',
    [write('\u{10000}.md'), write('\uffee.md')],
    ['01-a.md', '02-part/01-b.md', '02-part/02-c.md', '03-d.md', '\uffee.md', '\u{10000}.md'],
  ],
] as [string, Operation[], string[]][])('%s', (_, operations, expected) => {
  expect(paths(...operations)).toEqual(expected);
});

test('a write replaces a file, and stores what was sent', () => {
  const content = '\ufeff# A\r\nno end of line';
  expect(edited([write('01-a.md', content)]).text('01-a.md')).toBe(content);
  expect(edited([write('01-a.md', 'one'), write('01-a.md', 'two')]).text('01-a.md')).toBe('two');
  expect(edited([write('README.md', content)]).text('README.md')).toBe(content);
});

test('the operations that are done before a bad one leave no trace', () => {
  const before = structuredClone(TREE);
  expect(refusal([remove('01-a.md'), write('03-d.md'), remove('01-a.md')])).toEqual([2, 'not_found', 'path']);
  expect(TREE).toEqual(before);
});

describe('refused', () => {
  test.each([
    ['a rename of what is not there', rename('x.md', 'y.md'), 'not_found', 'from'],
    ['a rename of another case', rename('01-A.md', 'y.md'), 'not_found', 'from'],
    ['a rename of what is below a file', rename('01-a.md/x', 'y.md'), 'not_found', 'from'],
    ['a rename onto a file', rename('01-a.md', '03-d.md'), 'target_exists', 'to'],
    ['a rename onto itself', rename('01-a.md', '01-a.md'), 'target_exists', 'to'],
    ['a rename onto a directory', rename('01-a.md', '02-part'), 'target_exists', 'to'],
    ['a directory onto a file', rename('02-part', '01-a.md'), 'target_exists', 'to'],
    ['a rename onto README.md', rename('01-a.md', 'README.md'), 'target_exists', 'to'],
    ['a rename onto another case of a file', rename('01-a.md', '03-D.md'), 'case_conflict', 'to'],
    ['a rename into another case of a directory', rename('01-a.md', '02-PART/x.md'), 'case_conflict', 'to'],
    ['a rename below a file', rename('01-a.md', '03-d.md/x.md'), 'not_a_directory', 'to'],
    ['a rename of a directory into itself', rename('02-part', '02-part/x'), 'target_inside_source', 'to'],
    [
      'a rename that makes a path too long',
      rename('02-part', `${'y'.repeat(100)}/`.repeat(3) + 'z'.repeat(95)),
      'invalid_path',
      'to',
    ],
    ['a rename of README.md', rename('README.md', 'x.md'), 'reserved_path', 'from'],
    ['a rename of metadata.json', rename('metadata.json', 'x.json'), 'reserved_path', 'from'],
    ['a rename of the source map', rename('source-map.json', 'x.json'), 'reserved_path', 'from'],
    ['a rename into the source map', rename('01-a.md', 'source-map/a.json'), 'reserved_path', 'to'],
    ['a rename to another case of README.md', rename('01-a.md', 'Readme.MD'), 'case_conflict', 'to'],
    ['a delete of what is not there', remove('02-part/x.md'), 'not_found', 'path'],
    ['a delete of README.md', remove('README.md'), 'reserved_path', 'path'],
    ['a delete of metadata.json', remove('metadata.json'), 'reserved_path', 'path'],
    ['a delete of the source map', remove('source-map.json'), 'reserved_path', 'path'],
    ['a delete of the source maps', remove('source-map'), 'reserved_path', 'path'],
    ['a write of metadata.json', write('metadata.json'), 'reserved_path', 'path'],
    ['a write of the source map', write('source-map.json'), 'reserved_path', 'path'],
    ['a write into the source map', write('source-map/01-a.json'), 'reserved_path', 'path'],
    ['a write of another case of them', write('Source-Map/x.md'), 'reserved_path', 'path'],
    ['a write onto a directory', write('02-part'), 'is_a_directory', 'path'],
    ['a write below a file', write('01-a.md/x.md'), 'not_a_directory', 'path'],
    ['a write of another case', write('01-A.md'), 'case_conflict', 'path'],
    ['a write into another case of a directory', write('02-Part/x.md'), 'case_conflict', 'path'],
    ['a directory onto a file', mkdir('01-a.md'), 'target_exists', 'path'],
    ['a directory below a file', mkdir('01-a.md/x'), 'not_a_directory', 'path'],
    ['another case of a directory', mkdir('02-Part'), 'case_conflict', 'path'],
    ['a directory for the source map', mkdir('source-map'), 'reserved_path', 'path'],
    ['a path that climbs', write('../x.md'), 'invalid_path', 'path'],
    ['a path in no normal form', rename('01-a.md', 'e\u0301.md'), 'invalid_path', 'to'],
  ] as [string, Operation, string, string][])('%s', (_, operation, reason, member) => {
    expect(refusal([operation])).toEqual([0, reason, member]);
  });

  test('two directories of one request that differ by case', () => {
    expect(refusal([mkdir('x'), write('X/a.md')])).toEqual([1, 'case_conflict', 'path']);
  });
});
