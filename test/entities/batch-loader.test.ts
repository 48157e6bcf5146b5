import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { batchLoader } from '../../entities/queries/batch-loader.js';
import { until } from '../support/until.js';

const manager = {} as EntityManager;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A look-up whose statements the test ends itself. */
function controlled() {
  const statements: { keys: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const find = batchLoader(
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

test('what is asked while a statement is under way is answered by one that begins when it has ended', async () => {
  const { statements, find } = controlled();
  const first = find('a');
  await turn();
  const late = [find('a'), find('b')];
  await turn();
  expect(statements).toHaveLength(1);
  statements[0]?.end();
  expect(await first).toBe('A');
  await turn();
  expect(statements[1]?.keys).toEqual(['a', 'b']);
  statements[1]?.end();
  expect(await Promise.all(late)).toEqual(['A', 'B']);
});

test('a statement that hangs does not hold up what is asked after it', async () => {
  const { statements, find } = controlled();
  const hanging = find('a');
  await turn();
  const next = find('b');
  await until(() => statements.length === 2, 'the next one begins');
  statements[1]?.end();
  expect(await next).toBe('B');
  statements[0]?.end();
  expect(await hanging).toBe('A');
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
  statements[0]?.end();
  await until(() => statements.length === 2, 'the rest is asked');
  statements[1]?.end();
  expect(statements.map(({ keys }) => keys.length)).toEqual([500, 200]);
  expect(await all).toHaveLength(700);
});
