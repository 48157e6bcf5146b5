/** What the web app takes pending operations to do, held against the engine that approves them. */
import { describe, expect, test } from '@jest/globals';
import {
  applyOperations,
  dependentOn,
  described,
  foldersOf,
  isReserved,
} from '../../../dashboard/src/features/review/operations.js';
import { refusedOperation, previewOperations } from '../../../reading/edits.js';
import type { Operation } from '../../../contract/vocabulary.js';

const DRAFT = ['README.md', '01-a.md', 'part/02-b.md', 'part/03-c.md', 'metadata.json', 'source-map.json'];

const APPLICABLE: Operation[][] = [
  [{ type: 'rename', from: '01-a.md', to: 'part/01-a.md' }],
  [{ type: 'rename', from: 'part', to: 'one' }],
  [
    { type: 'rename', from: 'part', to: 'one' },
    { type: 'delete', path: 'one/02-b.md' },
    { type: 'write', path: 'one/new.md', content: 'x' },
  ],
  [
    { type: 'mkdir', path: 'empty' },
    { type: 'rename', from: '01-a.md', to: 'empty/01-a.md' },
  ],
  [
    { type: 'delete', path: '01-a.md' },
    { type: 'rename', from: 'part/02-b.md', to: '01-a.md' },
  ],
  [{ type: 'write', path: 'README.md', content: 'x' }],
  ['\u{1F4DA}.md', '\uFB01.md', 'Z.md', 'part.md', '00.json', '01-a.md.md'].map((path) => ({
    type: 'write',
    path,
    content: 'x',
  })),
];
const REFUSED: Operation[] = [
  { type: 'rename', from: 'gone.md', to: 'x.md' },
  { type: 'rename', from: '01-a.md', to: 'part/02-b.md' },
  { type: 'rename', from: 'part', to: 'part/inner' },
  { type: 'rename', from: '01-a.md', to: '../x.md' },
  { type: 'rename', from: '01-a.md', to: 'part/02-b.md/x.md' },
  { type: 'delete', path: 'metadata.json' },
  { type: 'rename', from: 'README.md', to: 'x.md' },
  { type: 'write', path: 'source-map.json', content: '[]' },
];

describe('operations', () => {
  test.each(APPLICABLE.map((operations) => [operations.map(described).join('; '), operations] as const))(
    'leave the files that the engine leaves, in its order: %s',
    (_name, operations) => {
      const edited = applyOperations(DRAFT, operations);
      expect(edited.refused).toBeNull();
      const files = new Map(DRAFT.map((path) => [path, path.endsWith('.json') ? '[]' : '# A\n']));
      files.set('metadata.json', '{"files": []}');
      const preview = previewOperations(files, operations);
      if ('refused' in preview) throw new Error(JSON.stringify(preview.refused));
      expect(edited.paths).toEqual(preview.listing.map(({ path }) => path));
    },
  );

  test.each(REFUSED.map((operation) => [described(operation), operation] as const))(
    'are refused where the engine refuses them: %s',
    (_name, operation) => {
      expect(refusedOperation(DRAFT, [operation])).not.toBeNull();
      expect(applyOperations(DRAFT, [operation]).refused).toMatchObject({ index: 0 });
    },
  );

  test('a moved file keeps where it came from; a written one its text', () => {
    const { origins, texts } = applyOperations(DRAFT, [
      { type: 'write', path: '01-a.md', content: 'x' },
      { type: 'rename', from: '01-a.md', to: 'part/a.md' },
    ]);
    expect(origins.get('part/a.md')).toBe('01-a.md');
    expect([...texts]).toEqual([['part/a.md', 'x']]);
  });

  test('a rename cannot be taken back while a later operation is about what it moved', () => {
    const edit: Operation = { type: 'write', path: 'b.md', content: '' };
    const operations: Operation[] = [
      { type: 'rename', from: '01-a.md', to: 'b.md' },
      { type: 'delete', path: 'part' },
      edit,
    ];
    expect([dependentOn(operations, 0), dependentOn(operations, 1)]).toEqual([edit, null]);
  });

  test('folders are those that were made and those that files are in', () => {
    expect(foldersOf({ paths: ['a/b/c.md'], folders: ['new'] })).toEqual(['a', 'a/b', 'new']);
  });

  test('what the service keeps true is reserved, in whatever case', () => {
    expect(
      ['README.md', 'Metadata.json', 'source-map', 'source-map/01.json', '01-a.md'].map((path) => isReserved(path)),
    ).toEqual([true, true, true, true, false]);
    expect(isReserved('README.md', 'write')).toBe(false);
  });
});
