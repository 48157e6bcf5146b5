import { expect, test } from '@jest/globals';
import { fileBefore, joinedText } from '../../../dashboard/src/features/review/join.js';
import { applyOperations } from '../../../dashboard/src/features/review/operations.js';

const FIRST = '---\ntitle: "A"\npages: [1, 2]\n---\n\n<!-- page 1 -->\n\n# A\n\n<!-- page 2 -->\n\none\n';

test('has one front matter with the pages of both, and no page mark twice', () => {
  const second = '---\ntitle: "B"\npages: [2, 4]\n---\n\n<!-- page 2 -->\n\ntwo\n\n<!-- page 3 -->\n\nthree\n';
  expect(joinedText(FIRST, second)).toBe(
    '---\ntitle: "A"\npages: [1, 4]\n---\n\n<!-- page 1 -->\n\n# A\n\n<!-- page 2 -->\n\none\n\ntwo\n\n<!-- page 3 -->\n\nthree\n',
  );
});

test('keeps a mark that begins a page, and does without front matter', () => {
  expect(joinedText('one', '\n<!-- page 3 -->\n\nthree')).toBe('one\n\n<!-- page 3 -->\n\nthree\n');
  expect(joinedText(FIRST, 'two')).toBe(`${FIRST}\ntwo\n`);
});

test('a file is joined to the one that a split has put before it, and to one that was renamed', () => {
  const { paths } = applyOperations(
    ['README.md', '01-a.md', '02-b.md', '09-z.md', 'metadata.json'],
    [
      { type: 'write', path: '01b-new.md', content: '# New\n' },
      { type: 'rename', from: '09-z.md', to: '01c-z.md' },
    ],
  );
  expect(['01b-new.md', '01c-z.md', '02-b.md'].map((path) => fileBefore(paths, path))).toEqual([
    '01-a.md',
    '01b-new.md',
    '01c-z.md',
  ]);
});

test('a file is joined to the one with content before it', () => {
  const paths = ['README.md', 'a.md', 'b/c.md', 'metadata.json', 'source-map/a.json'];
  expect(paths.map((path) => fileBefore(paths, path))).toEqual([null, null, 'a.md', null, null]);
});
