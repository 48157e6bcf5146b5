import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { joined } from '../../entities/queries/joined.js';

const manager = {} as EntityManager;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A look-up whose statements the test ends itself. */
function controlled() {
  const statements: { keys: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const find = joined(
    (_manager: EntityManager, keys: string[]) =>
      new Promise<string[]>((resolve, reject) => {
        statements.push({ keys, end: () => resolve(keys.map((key) => key.toUpperCase())), fail: reject });
      }),
  );
  return { statements, find: (key: string) => find(manager, key), findBy: find };
}

test('questions of one turn are one statement, and each gets its own answer', async () => {
  const { statements, find } = controlled();
  const answers = Promise.all(['a', 'b', 'a'].map(find));
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([['a', 'b', 'a']]);
  statements[0]?.end();
  expect(await answers).toEqual(['A', 'B', 'A']);
});

test('what is asked while a statement is under way is answered by one that begins later', async () => {
  const { statements, find } = controlled();
  const first = find('a');
  await turn();
  const second = find('a');
  await turn();
  expect(statements).toHaveLength(2);
  const late = [find('a'), find('b')];
  await turn();
  expect(statements).toHaveLength(2); // two at most are under way
  statements[0]?.end();
  expect(await first).toBe('A');
  await turn();
  expect(statements[2]?.keys).toEqual(['a', 'b']);
  for (const { end } of statements.slice(1)) end();
  expect(await Promise.all([second, ...late])).toEqual(['A', 'A', 'B']);
});

test('a statement that fails fails its own questions alone', async () => {
  const { statements, find } = controlled();
  const failing = Promise.allSettled([find('a'), find('b')]);
  await turn();
  statements[0]?.fail(new Error('away'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = find('c');
  await turn();
  statements[1]?.end();
  expect(await next).toBe('C');
});

test('questions of different managers are not mixed: a transaction sees its own', async () => {
  const { statements, find, findBy } = controlled();
  const both = [find('a'), findBy({} as EntityManager, 'a')];
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([['a'], ['a']]);
  for (const { end } of statements) end();
  await Promise.all(both);
});

test('a statement has 500 keys at most', async () => {
  const { statements, find } = controlled();
  const all = Promise.all(Array.from({ length: 700 }, (_, at) => find(String(at))));
  await turn();
  await turn();
  expect(statements.map(({ keys }) => keys.length)).toEqual([500, 200]);
  for (const { end } of statements) end();
  expect(await all).toHaveLength(700);
});
