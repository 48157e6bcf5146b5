import { expect, test } from '@jest/globals';
import type { Operation } from '../../../contract/vocabulary.js';
import { adding, undoing } from '../../../dashboard/src/features/review/edits.js';

const DRAFT = ['README.md', 'a.md', 'b.md'];
const gone = (path: string): Operation => ({ type: 'delete', path });
const wrote = (path: string, content: string): Operation => ({ type: 'write', path, content });

test('what is added is checked by the list as it is by then', () => {
  expect(adding(DRAFT, [gone('a.md')])([gone('b.md')])).toEqual([gone('b.md'), gone('a.md')]);
  // the key was pressed twice
  expect(() => adding(DRAFT, [gone('a.md')])([gone('a.md')])).toThrow('a.md is not there.');
  const stale = () => 'b.md has changed meanwhile.';
  expect(() => adding(DRAFT, [wrote('a.md', 'x')], stale)([])).toThrow('b.md has changed meanwhile.');
  // what could not be done before is not the fault of this one
  expect(adding(DRAFT, [gone('a.md')])([gone('c.md')])).toHaveLength(2);
});

test('an edit replaces the last one of the same file', () => {
  expect(adding(DRAFT, [wrote('a.md', '2')])([wrote('a.md', '1')])).toEqual([wrote('a.md', '2')]);
  expect(adding(DRAFT, [wrote('a.md', '2')])([wrote('a.md', '1'), gone('b.md')])).toHaveLength(3);
});

test('what is undone is the change that was shown, or none', () => {
  const shown = [gone('a.md'), gone('b.md')];
  expect(undoing(shown, 0)([...shown])).toEqual([gone('b.md')]);
  expect(() => undoing(shown, 1)([gone('a.md'), wrote('b.md', 'x')])).toThrow('have changed meanwhile');
});
