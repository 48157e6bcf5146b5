import { expect, test } from '@jest/globals';
import { createLruCache } from '../../../api/lru-cache.js';

/** A loader that counts how often it is asked. */
function loader(sizeBytes: number) {
  const asked: string[] = [];
  const load = (key: string) => () => {
    asked.push(key);
    return Promise.resolve({ value: key.toUpperCase(), sizeBytes });
  };
  return { asked, load };
}

test('what was loaded once is not loaded again, and readers at the same time share one loading', async () => {
  const kept = createLruCache(100);
  const { asked, load } = loader(1);
  expect(await Promise.all([kept('a', 'object', load('a')), kept('a', 'object', load('a'))])).toEqual(['A', 'A']);
  expect(await kept('a', 'object', load('a'))).toBe('A');
  expect(asked).toEqual(['a']);
});

test('what was used longest ago goes first, when there is too much', async () => {
  const kept = createLruCache(2);
  const { asked, load } = loader(1);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await kept(key, 'object', load(key));
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});

test('a value larger than the cache is returned but not cached', async () => {
  const kept = createLruCache(10);
  const { asked, load } = loader(11);
  for (const key of ['a', 'a']) expect(await kept(key, 'object', load(key))).toBe('A');
  expect(asked).toEqual(['a', 'a']);
});

test('a loading that fails is tried anew by the next reader', async () => {
  const kept = createLruCache(10);
  await expect(kept('a', 'object', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept('a', 'object', loader(1).load('a'))).toBe('A');
});

test('an object that is gone is no error to who reads the same content from another', async () => {
  const kept = createLruCache(10);
  const { asked, load } = loader(6);
  const gone = kept('a', 'gone', () => Promise.reject(new Error('no such object')));
  const there = ['there', 'there too'].map((object) => kept('a', object, load('a')));
  await expect(gone).rejects.toThrow('no such object');
  expect(await Promise.all(there)).toEqual(['A', 'A']);
  // it counts once: there is room for something else
  await kept('b', 'object', loader(4).load('b'));
  await kept('a', 'object', load('a'));
  expect(asked).toEqual(['a', 'a']);
});
