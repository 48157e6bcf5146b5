import { expect, test } from '@jest/globals';
import { createKept } from '../../api/kept.js';

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
  const kept = createKept(100);
  const { asked, load } = loader(1);
  expect(await Promise.all([kept('a', load('a')), kept('a', load('a'))])).toEqual(['A', 'A']);
  expect(await kept('a', load('a'))).toBe('A');
  expect(asked).toEqual(['a']);
});

test('what was used longest ago goes first, when there is too much', async () => {
  const kept = createKept(2);
  const { asked, load } = loader(1);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await kept(key, load(key));
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});

test('what is larger than all there is room for is given, not kept', async () => {
  const kept = createKept(10);
  const { asked, load } = loader(11);
  for (const key of ['a', 'a']) expect(await kept(key, load(key))).toBe('A');
  expect(asked).toEqual(['a', 'a']);
});

test('a loading that fails is tried anew by the next reader', async () => {
  const kept = createKept(10);
  await expect(kept('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept('a', loader(1).load('a'))).toBe('A');
});
