/** Walks of the reconciler: how far a turn goes, and what goes on at the same time. */
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

/** Walks over the rows from a position on; `each` is called with every batch. */
function over(after: string | null, each: (rows: string[]) => void, isEnough?: () => boolean) {
  return walk({ after }, never, {
    find: async (from) => ROWS.filter((row) => row > (from.after ?? '')).slice(0, from.limit),
    positionOf: (row) => row,
    repair: async (rows) => each(rows),
    ...(isEnough && { isEnough }),
  });
}

test('a turn takes all rows batch by batch, from wherever the last one ended', async () => {
  const seen: string[] = [];
  expect(await over(null, (rows) => void seen.push(...rows))).toEqual({ after: null });
  expect(seen).toEqual(ROWS);
  seen.length = 0;
  expect(await over('01200', (rows) => void seen.push(...rows))).toEqual({ after: null });
  expect(seen).toEqual(ROWS.slice(1_201));
});

test('a turn whose time is up, or that has done enough, ends after its batch and says where', async () => {
  const batches: number[] = [];
  expect(
    await over(
      null,
      (rows) => void batches.push(rows.length),
      () => batches.length === 2,
    ),
  ).toEqual({ after: '00999' });
  expect(batches).toEqual([500, 500]);
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  expect(await over(null, () => void (nowMs += TURN_MS + 1))).toEqual({ after: '00499' });
});

test('so many repairs go on at once, one that fails holds up no other, and an outage begins no more', async () => {
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
      4,
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
      4,
    ),
  );
  await expect(broken).rejects.toBe(outage);
  expect(begun).toEqual([0, 1, 2, 3]);
});
