import { expect, test } from '@jest/globals';
import { linesOf, openAtFirst } from '../../../dashboard/src/shared/open-patches.js';

const file = (path: string, lines: number, derived = false) => ({
  path,
  patch: '+\n'.repeat(lines - 1) + '+',
  derived,
});

test('lines of a patch are counted, the last one too', () => {
  expect([linesOf({ patch: '' }), linesOf({ patch: 'a\nb' }), linesOf(file('a', 7))]).toEqual([1, 2, 7]);
});

test('files are open as long as all of their lines together are quickly drawn', () => {
  const open = openAtFirst([file('a', 900), file('b', 1500), file('c', 900), file('d', 200), file('e', 201)]);
  expect([...open]).toEqual(['a', 'c', 'd']);
});

test('a thousand files of a line each are not all open, and what follows from others is closed', () => {
  const many = Array.from({ length: 1000 }, (_none, index) => file(`${index}.md`, 1));
  expect(openAtFirst(many).size).toBe(100);
  expect(openAtFirst([file('metadata.json', 3, true)]).size).toBe(0);
});
