import { describe, expect, test } from '@jest/globals';
import { applyOperations } from '../../../dashboard/src/features/review/operations.js';
import { refuseStale, staleSource, staleSplit, typedHint } from '../../../dashboard/src/features/review/sources.js';
import type { Operation } from '../../../contract/vocabulary.js';

const DRAFT = ['01-a.md', '02-b.md', '03-c.md'];
const after = (...operations: Operation[]) => applyOperations(DRAFT, operations);
const write = (path: string, content: string): Operation => ({ type: 'write', path, content });
const CHANGED = '01-a.md has changed meanwhile. Look at it, then try again.';

describe('a text that was read before', () => {
  test('is written when other files have changed since', () => {
    const now = after(write('02-b.md', 'x'), { type: 'delete', path: '03-c.md' });
    expect(staleSource(after(), now, ['01-a.md'])).toBeNull();
    expect(staleSource(after(write('01-a.md', 'x')), after(write('01-a.md', 'x')), ['01-a.md'])).toBeNull();
  });

  test.each<[what: string, before: Operation[], now: Operation[]]>([
    ['was edited', [], [write('01-a.md', 'x')]],
    ['was edited again', [write('01-a.md', 'x')], [write('01-a.md', 'y')]],
    ['has lost its edit', [write('01-a.md', 'x')], []],
    ['was deleted', [], [{ type: 'delete', path: '01-a.md' }]],
    ['was moved', [], [{ type: 'rename', from: '01-a.md', to: '04-d.md' }]],
    [
      'was replaced by another file',
      [],
      [
        { type: 'delete', path: '01-a.md' },
        { type: 'rename', from: '02-b.md', to: '01-a.md' },
      ],
    ],
  ])('is not written over a file that %s', (_what, before, now) => {
    expect(staleSource(after(...before), after(...now), ['03-c.md', '01-a.md'])).toBe(CHANGED);
    expect(() => refuseStale(DRAFT, now, (at) => staleSplit(after(...before), at, '01-a.md', 'new.md'))).toThrow(
      CHANGED,
    );
  });

  test('is split into no file that is there meanwhile', () => {
    expect(staleSplit(after(), after(), '01-a.md', 'new.md')).toBeNull();
    expect(staleSplit(after(), after(write('new.md', 'x')), '01-a.md', 'new.md')).toBe('new.md exists already.');
  });
});

test('files with a typed text are first kept or cancelled', () => {
  const typed = new Map([['02-b.md', 'x']]);
  expect(typedHint(typed, ['01-a.md', null])).toBeNull();
  expect(typedHint(typed, ['01-a.md', '02-b.md'])).toBe('Save or cancel the edit of 02-b.md first');
});
