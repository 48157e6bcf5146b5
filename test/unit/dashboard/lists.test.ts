import { describe, expect, test } from '@jest/globals';
import { formatAge, formatBytes, formatCount } from '../../../dashboard/src/shared/format.js';
import { folderOf, nameOf, pathIn, ROOT, treeOf } from '../../../dashboard/src/shared/reader/tree.js';

describe('the tree of paths', () => {
  test('has folders where their first file stands, files in the order of the listing', () => {
    const nodes = treeOf(['README.md', 'b/2.md', 'a.md', 'b/c/1.md'], ['empty']);
    expect(nodes.get(ROOT)?.children).toEqual(['README.md', 'b', 'a.md', 'empty']);
    expect(nodes.get('b')).toEqual({ name: 'b', children: ['b/2.md', 'b/c'] });
    expect(nodes.get('b/c/1.md')).toEqual({ name: '1.md', children: null });
    expect(nodes.get('empty')?.children).toEqual([]);
  });

  test('takes paths apart and puts them together', () => {
    expect(['a/b/c.md', 'c.md'].map(folderOf)).toEqual(['a/b', ROOT]);
    expect(nameOf('a/b/c.md')).toBe('c.md');
    expect([pathIn(ROOT, 'c.md'), pathIn('a', 'c.md')]).toEqual(['c.md', 'a/c.md']);
  });
});

describe('numbers and times', () => {
  test('bytes in units of a thousand', () => {
    expect([0, 999, 1500, 12_345_678].map(formatBytes)).toEqual(['0 B', '999 B', '1.5 kB', '12 MB']);
  });

  test('one and many', () => {
    expect([formatCount(1, 'page'), formatCount(2, 'delivery', 'deliveries')]).toEqual(['1 page', '2 deliveries']);
  });

  test('ages in the largest whole unit', () => {
    const now = Date.parse('2026-01-02T00:00:00Z');
    expect(formatAge('2026-01-01T23:57:00Z', now)).toBe('3 minutes ago');
    expect(formatAge('2026-01-03T00:00:00Z', now)).toBe('tomorrow');
  });
});
