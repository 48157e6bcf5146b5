import { expect, test } from '@jest/globals';
import { placeOf } from '../../../dashboard/src/shared/reader/finding-place.js';

const facts = new Map([
  ['01-a.md', { title: 'A', pages: [1, 3] }],
  ['02-b.md', { title: 'B', pages: [3, 5] }],
  ['04-c.md', { title: 'C', pages: [8, 9] }],
]);
const LIBRARY = { paths: ['README.md', ...facts.keys(), 'metadata.json'], facts };

test.each([
  [
    { file: '02-b.md', sourceRef: 'page 4' },
    { file: '02-b.md', page: 4 },
  ],
  [{ file: '02-b.md' }, { file: '02-b.md', page: null }],
  [{ sourceRef: 'page 3' }, { file: '01-a.md', page: 3 }],
  [{ sourceRef: 'page 4' }, { file: '02-b.md', page: 4 }],
  [{ sourceRef: 'page 7' }, { file: '02-b.md', page: 7 }],
  [{ sourceRef: 'table 2' }, null],
  [{}, null],
])('%j leads to %j', (finding, place) => {
  expect(placeOf(finding, LIBRARY)).toEqual(place);
});

test('a page before all files leads to the first with content; without one it leads nowhere', () => {
  const late = new Map([['02-b.md', { title: 'B', pages: [3, 5] }]]);
  expect(placeOf({ sourceRef: 'page 1' }, { paths: ['README.md', '02-b.md'], facts: late })).toEqual({
    file: '02-b.md',
    page: 1,
  });
  expect(placeOf({ sourceRef: 'page 1' }, { paths: ['README.md'], facts: new Map() })).toBeNull();
});

test('the remark on a file that has moved leads to where it is now', () => {
  const moved = (path: string) => path.replace('02-b', 'part/b');
  expect(placeOf({ file: '02-b.md', sourceRef: 'page 4' }, LIBRARY, moved)).toEqual({ file: 'part/b.md', page: 4 });
});
