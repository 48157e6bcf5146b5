import { describe, expect, test } from '@jest/globals';
import {
  type Entries,
  notOwned,
  OWNER,
  readTexts,
  removeTexts,
  shelfOf,
  storedShelves,
  sweepTexts,
  type TypedTexts,
  writeTexts,
} from '../../../dashboard/src/shared/typed-store.js';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-01T00:00:00Z');
const TEXTS: TypedTexts = new Map([['01-a.md', { text: 'mine', base: 'theirs' }]]);

/** A browser's storage, which takes values up to a length. */
function givenEntries(room = Number.POSITIVE_INFINITY) {
  const held = new Map<string, string>([['another', 'entry']]);
  const entries: Entries = {
    get length() {
      return held.size;
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new Error('no room');
      held.set(key, value);
    },
    removeItem: (key) => void held.delete(key),
  };
  return { held, entries };
}

describe('typed texts in storage', () => {
  test('come back by shelf, and are removed with the last of them', () => {
    const { held, entries } = givenEntries();
    writeTexts(entries, 'shf_1', TEXTS, NOW);
    expect([readTexts(entries, 'shf_1', NOW), readTexts(entries, 'shf_2', NOW)]).toEqual([TEXTS, new Map()]);
    expect(storedShelves(entries)).toEqual(['shf_1']);
    writeTexts(entries, 'shf_1', new Map(), NOW);
    expect([...held.keys()]).toEqual(['another']);
  });

  test('leave no older text where there is no room', () => {
    const { entries } = givenEntries(200);
    writeTexts(entries, 'shf_1', TEXTS, NOW);
    const long = new Map([['01-a.md', { text: 'x'.repeat(200), base: '' }]]);
    expect(() => writeTexts(entries, 'shf_1', long, NOW)).toThrow('no room');
    expect(readTexts(entries, 'shf_1', NOW)).toEqual(new Map());
  });

  test('of any shelf are swept when they are old or unreadable', () => {
    const { held, entries } = givenEntries();
    writeTexts(entries, 'shf_old', TEXTS, NOW - 31 * DAY_MS);
    writeTexts(entries, 'shf_new', TEXTS, NOW - 29 * DAY_MS);
    held.set('shelfwright-typed/shf_broken', '{');
    held.set('shelfwright-typed/shf_ageless', '{"texts":[]}');
    expect(readTexts(entries, 'shf_old', NOW)).toEqual(new Map());
    sweepTexts(entries, NOW);
    expect([...held.keys()]).toEqual(['another', 'shelfwright-typed/shf_new']);
  });

  test('are removed with their owner, who goes first', () => {
    const { held, entries } = givenEntries();
    for (const shelf of ['shf_1', 'shf_2']) writeTexts(entries, shelf, TEXTS, NOW);
    entries.setItem(OWNER, 'usr_1');
    const removed: string[] = [];
    removeTexts({
      ...entries,
      length: held.size,
      removeItem: (key) => {
        removed.push(key);
        entries.removeItem(key);
      },
    });
    expect(removed).toEqual([OWNER, 'shelfwright-typed/shf_1', 'shelfwright-typed/shf_2']);
    expect([...held.keys()]).toEqual(['another']);
    expect(shelfOf('another')).toBeNull();
  });
});

test.each<[what: string, stored: string | null, held: string | null, forgotten: string]>([
  ['the owner is back', 'a', null, 'none'],
  ['the owner is still there', 'a', 'a', 'none'],
  ['nothing can be stored, and the owner is still there', null, 'a', 'none'],
  ['nothing can be stored, and another one comes', null, 'b', 'all'],
  ['nobody owns what is stored', null, null, 'all'],
  ['another one owns what is stored', 'b', null, 'all'],
  ['another one owns what is stored since', 'b', 'a', 'all'],
  ['the owner has signed in in another tab, where this page has served another one', 'a', 'b', 'held'],
])('what is forgotten when %s', (_what, stored, held, forgotten) => {
  expect(notOwned('a', stored, held)).toBe(forgotten);
});
