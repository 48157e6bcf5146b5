/** Walks of the reconciler: how far a turn goes, and what continues at the same time. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { forEachIsolated } from '../../activities/isolation.js';
import { TURN_MS, walk } from '../../activities/walk.js';
import { attemptOf } from '../support/activities.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const ROWS = Array.from({ length: 1_234 }, (_, n) => String(n).padStart(5, '0'));
const never = new AbortController().signal;

/** Walks over the rows from a position on; `each` is called with every row, of which `atOnce` are repaired together. */
function over(after: string | null, each: (row: string) => Promise<void> | void, atOnce = 1) {
  return walk({ after }, never, {
    find: async (from) => ROWS.filter((row) => row > (from.after ?? '')).slice(0, from.limit),
    positionOf: (row) => row,
    repair: (rows, isOver) => forEachIsolated(rows, never, async (row) => each(row), { atOnce, isOver }),
  });
}

/** A clock that only the test moves. */
function stoppedClock(): { nowMs: number } {
  const clock = { nowMs: 0 };
  jest.spyOn(performance, 'now').mockImplementation(() => clock.nowMs);
  return clock;
}

test('a turn takes all rows batch by batch, from wherever the last one ended', async () => {
  const seen: string[] = [];
  expect(await over(null, (row) => void seen.push(row))).toEqual({ after: null });
  expect(seen).toEqual(ROWS);
  seen.length = 0;
  expect(await over('01200', (row) => void seen.push(row))).toEqual({ after: null });
  expect(seen).toEqual(ROWS.slice(1_201));
});

test('a turn begins nothing when its time is up, and the next continues at the row that was not begun', async () => {
  const clock = stoppedClock();
  const seen: string[] = [];
  const slow = (row: string): void => {
    seen.push(row);
    clock.nowMs += TURN_MS / 700 + 1;
  };
  let at: string | null = null;
  const turns: (string | null)[] = [];
  do {
    clock.nowMs = 0;
    at = (await over(at, slow)).after;
    turns.push(at);
  } while (at !== null);
  expect(seen).toEqual(ROWS);
  // in the midst of the second batch
  expect(turns).toEqual(['00687', null]);
});

test('rows that take longer than a turn are got through one by one: no turn stands still', async () => {
  const clock = stoppedClock();
  const seen: string[] = [];
  const hangs = (row: string): void => {
    seen.push(row);
    clock.nowMs += TURN_MS + 1;
  };
  expect(await over(null, hangs)).toEqual({ after: '00000' });
  expect(await over('00000', hangs)).toEqual({ after: '00001' });
  expect(seen).toEqual(['00000', '00001']);
});

test('of several at once those that were begun are done before the position moves behind them', async () => {
  const clock = stoppedClock();
  const ended: string[] = [];
  const turn = over(
    null,
    async (row) => {
      await pause(row === '00001' ? 60 : 5);
      ended.push(row);
      if (row === '00003') clock.nowMs = TURN_MS + 1;
    },
    4,
  );
  const { after } = await turn;
  const behind = ROWS.slice(0, ROWS.indexOf(after!) + 1);
  expect(ended.toSorted()).toEqual(behind);
  expect(behind.length).toBeLessThan(10);
});

test('an outage ends a turn where the batch begins that it broke; a turn without progress fails', async () => {
  const outage = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const weak = (row: string): void => {
    if (row === '00700') throw outage;
  };
  const turn = (after: string | null, each: (row: string) => void) => attemptOf().run(() => over(after, each));
  expect(await turn(null, weak)).toEqual({ after: '00499' });
  await expect(turn('00499', weak)).rejects.toBe(outage);
  expect(await turn('00499', () => undefined)).toEqual({ after: null });
});

test('so many repairs continue at once, one that fails holds up no other, and an outage begins no more', async () => {
  let [now, most] = [0, 0];
  const done: number[] = [];
  const items = Array.from({ length: 20 }, (_, n) => n);
  await attemptOf().run(() =>
    forEachIsolated(
      items,
      never,
      async (item) => {
        most = Math.max(most, (now += 1));
        await pause(2);
        now -= 1;
        if (item === 3) throw new Error('broken');
        done.push(item);
      },
      { atOnce: 4 },
    ),
  );
  expect(most).toBe(4);
  expect(done.toSorted((a, b) => a - b)).toEqual(items.filter((item) => item !== 3));

  const begun: number[] = [];
  const outage = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const broken = attemptOf().run(() =>
    forEachIsolated(
      items,
      never,
      async (item) => {
        begun.push(item);
        await pause(item === 0 ? 1 : 10);
        if (item === 0) throw outage;
      },
      { atOnce: 4 },
    ),
  );
  await expect(broken).rejects.toBe(outage);
  expect(begun).toEqual([0, 1, 2, 3]);
});
