import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { createDataSource } from '../../entities/data-source.js';
import { hitLimit, removeOldWindows, secondsUntilRoom, type LimitState } from '../../entities/queries/rate-limits.js';
import type { TestDatabase } from '../support/database.js';
import { setUpDatabase } from '../support/set-up-database.js';

const DAY = 86_400;

let database: TestDatabase;
let manager: EntityManager;
setUpDatabase((started) => {
  database = started;
  ({ manager } = started);
});

const hit = (key: string, limit: number, by = manager) => hitLimit(by, { key, windowSeconds: DAY, limit });
const hits = (count: number, key: string, limit: number, by = manager) =>
  Promise.all(Array.from({ length: count }, () => hit(key, limit, by)));
const granted = (states: LimitState[]) => states.filter(({ allowed }) => allowed).length;

/** Lets the counts of a key look as if that much time had passed: `share` of a window, a multiple of a slice. */
const pass = (key: string, share: number) =>
  manager.query('UPDATE rate_limits SET slice_start = slice_start - make_interval(secs => $2) WHERE key = $1', [
    key,
    DAY * share,
  ]);

test('counts every hit of requests side by side, each with its own number, and refuses beyond the limit', async () => {
  const states = await hits(8, 'side by side', 5);
  expect(granted(states)).toBe(5);
  expect(states.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0, 0, 0]);
  for (const { limit, resetSeconds } of states) {
    expect(limit).toBe(5);
    expect(resetSeconds).toBeGreaterThan(DAY - DAY / 12 - 1);
    expect(resetSeconds).toBeLessThanOrEqual(DAY);
  }
  expect((await hit('another', 5)).remaining).toBe(4);
});

test('several limits and keys are counted at once, each for itself', async () => {
  const states = await Promise.all([hit('a', 1), hit('b', 2), hit('a', 1), hit('b', 2), hit('c', 3)]);
  expect(states.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
    [true, 0],
    [true, 1],
    [false, 0],
    [true, 0],
    [true, 2],
  ]);
});

test('instances of the service count together, and none grants one too many', async () => {
  const other = createDataSource(database.url);
  await other.initialize();
  try {
    const rounds = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const both = await Promise.all([hits(7, 'together', 100), hits(7, 'together', 100, other.manager)]);
        return both.flat();
      }),
    );
    expect(granted(rounds.flat())).toBe(100);
  } finally {
    await other.destroy();
  }
});

test('a hit is forgotten when it is a window old, not before', async () => {
  await hit('forgotten', 2);
  await pass('forgotten', 0.5);
  await hit('forgotten', 2);
  await pass('forgotten', 5 / 12);
  const refused = await hit('forgotten', 2);
  expect(refused.allowed).toBe(false);
  // the first hit goes with the next slice
  expect(refused.resetSeconds).toBeLessThanOrEqual(DAY / 12);
  await pass('forgotten', 1 / 12);
  expect(await hit('forgotten', 2)).toMatchObject({ allowed: true, remaining: 0 });
  expect((await hit('forgotten', 2)).allowed).toBe(false);
});

test('there is no moment at which twice the limit is granted', async () => {
  expect(granted(await hits(1, 'boundary', 10))).toBe(1);
  await pass('boundary', 11 / 12);
  expect(granted(await hits(20, 'boundary', 10))).toBe(9);
  await pass('boundary', 1 / 12);
  expect(granted(await hits(20, 'boundary', 10))).toBe(1);
});

test('the whole limit is granted again a window after it was used up, refusals in between notwithstanding', async () => {
  await hits(10, 'again', 10);
  for (let part = 0; part < 12; part += 1) {
    expect(granted(await hits(3, 'again', 10))).toBe(0);
    await pass('again', 1 / 12);
  }
  expect(granted(await hits(20, 'again', 10))).toBe(10);
});

test('a refusal says when a hit is granted again, also after the limit was lowered', async () => {
  await hits(4, 'lowered', 10);
  await pass('lowered', 6 / 12);
  await hits(4, 'lowered', 10);
  const byTen = await hits(4, 'lowered', 10);
  expect(byTen.map(({ allowed }) => allowed)).toEqual([true, true, false, false]);
  expect(byTen.at(-1)?.resetSeconds).toBeLessThanOrEqual(DAY / 2);
  // of ten hits six are younger: they too have to go before one of three is granted
  expect((await hit('lowered', 3)).resetSeconds).toBeGreaterThan(DAY / 2);
});

test('rows that nobody has hit for long are removed', async () => {
  await hit('old', 1);
  await hit('new', 1);
  await pass('old', 1);
  expect(await removeOldWindows(manager, { olderThanSeconds: DAY, limit: 100 })).toBe(1);
  expect([(await hit('old', 1)).allowed, (await hit('new', 1)).allowed]).toEqual([true, false]);
});

test('how long there is no room is known without a hit', async () => {
  const untilRoom = (limit: number) => secondsUntilRoom(manager, { key: 'looked at', windowSeconds: DAY, limit });
  expect(await untilRoom(2)).toBe(0);
  await hit('looked at', 2);
  expect(await untilRoom(2)).toBe(0);
  const { resetSeconds } = await hit('looked at', 2);
  const seconds = await untilRoom(2);
  expect(seconds).toBeGreaterThan(0);
  expect(Math.abs(seconds - resetSeconds)).toBeLessThanOrEqual(2);
  await pass('looked at', 1);
  expect(await untilRoom(2)).toBe(0);
});
