/** What an attempt concludes from the heartbeats of earlier ones about the workers that died of an activity. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { MockActivityEnvironment } from '@temporalio/testing';
import { activity, documentActivity, documentsActivity } from '../../activities/activity.js';
import { forEachIsolated } from '../../activities/isolation.js';
import { BUSY, DEFECT } from '../../workflows/messages.js';
import { attemptOf } from '../support/activities.js';
import { until } from '../support/until.js';

afterEach(() => void jest.useRealTimers());

/** As another process leaves them, which was at work when it was last heard of. */
const afterDeaths = (deaths: number) => ({ defects: 0, deaths: deaths - 1, atWork: 'another' });

function heartbeatsOf(env: MockActivityEnvironment): unknown[] {
  const sent: unknown[] = [];
  env.on('heartbeat', (details) => sent.push(details));
  return sent;
}

const quick = documentActivity(async () => 'done');
const slow = documentActivity(() => pause(1_200, 'done'));

test('an attempt that takes a while says in which process it is at work, a short one sends nothing', async () => {
  const [long, short] = [attemptOf(), attemptOf()];
  const [told, untold] = [heartbeatsOf(long), heartbeatsOf(short)];
  expect(await Promise.all([long.run(slow, undefined), short.run(quick, undefined)])).toEqual(['done', 'done']);
  expect(told).toEqual([{ defects: 0, deaths: 0, atWork: expect.stringMatching(/^[0-9a-f]{8}$/) }]);
  expect(untold).toEqual([]);
});

test('an attempt after a death says so before it begins; after the third it is not begun any more', async () => {
  for (const deaths of [1, 2]) {
    const env = attemptOf(deaths + 1, afterDeaths(deaths));
    const told = heartbeatsOf(env);
    expect(await env.run(quick, undefined)).toBe('done');
    expect(told).toEqual([{ defects: 0, deaths, atWork: expect.any(String) }]);
  }
  const begun: string[] = [];
  const third = documentActivity(async () => void begun.push('begun'));
  const message = 'a defect (several workers died while they were at work on it)';
  const failed = attemptOf(4, afterDeaths(3)).run(third, undefined);
  await expect(failed).rejects.toMatchObject({ type: DEFECT, nonRetryable: true, message });
  expect(begun).toEqual([]);
});

test('what ends in order is no death: a failure, a stop of the worker, a task that was lost on its way', async () => {
  const failing = attemptOf(2, afterDeaths(1));
  const told = heartbeatsOf(failing);
  const fails = documentActivity(async () => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  });
  await expect(failing.run(fails, undefined)).rejects.toThrow();
  expect(told.at(-1)).toEqual({ defects: 0, deaths: 1, atWork: null });
  const stopping = attemptOf(2, told.at(-1));
  const toldByStopping = heartbeatsOf(stopping);
  const waits = documentActivity(async (_: void, { signal }) => pause(60_000, undefined, { signal }));
  const stopped = stopping.run(waits, undefined);
  await until(() => toldByStopping.length > 0, 'it is at work');
  const details = { notFound: false, cancelRequested: false, paused: false, timedOut: false, reset: false };
  stopping.cancel('WORKER_SHUTDOWN', { ...details, workerShutdown: true } as never);
  await expect(stopped).rejects.toMatchObject({ type: 'WorkerShutdown' });
  expect(toldByStopping.at(-1)).toEqual({ defects: 0, deaths: 1, atWork: null });
  // and one that nobody has begun leaves what the one before had left
  expect(await attemptOf(9, toldByStopping.at(-1)).run(quick, undefined)).toBe('done');
});

test('an attempt that timed out while its worker lived is no death of that worker', async () => {
  const first = attemptOf();
  const told = heartbeatsOf(first);
  await first.run(slow, undefined);
  const next = attemptOf(2, told[0]);
  const toldNext = heartbeatsOf(next);
  await next.run(quick, undefined);
  expect(toldNext).toEqual(told);
});

test('an activity of which two workers died is at work alone: the others wait, and are not said to be at work', async () => {
  const [working, beside]: [string[], string[][]] = [[], []];
  const note = documentActivity(async (name: string) => {
    working.push(name);
    beside.push([...working]);
    await pause(50);
    working.splice(working.indexOf(name), 1);
  });
  const before = attemptOf().run(note, 'before');
  await until(() => working.length > 0, 'one is at work');
  const suspects = [1, 2].map(() => attemptOf(3, afterDeaths(2)));
  const told = suspects.map(heartbeatsOf);
  const running = suspects.map((env, index) => env.run(note, `suspect ${index}`));
  const after = [attemptOf(), attemptOf(2, afterDeaths(1))];
  const toldAfter = after.map(heartbeatsOf);
  running.push(...after.map((env, index) => env.run(note, `after ${index}`)));
  expect(told.flat()).toEqual([]);
  await before;
  await until(() => working.length > 0, 'the first suspect is at work');
  expect(told.filter((sent) => sent.length > 0)).toHaveLength(1);
  expect(toldAfter.flat()).toEqual([]);
  await Promise.all(running);
  expect(beside.slice(0, 3)).toEqual([['before'], ['suspect 0'], ['suspect 1']]);
  // those after them are together again
  expect(beside.slice(3).map((names) => names.length)).toEqual([1, 2]);
});

test('an approval does not wait for one that is alone: any worker may take its next attempt', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const suspect = attemptOf(3, afterDeaths(2)).run(
    documentActivity(() => over),
    undefined,
  );
  const impatient = documentActivity(
    async () => 'done',
    () => 20,
  );
  const env = attemptOf();
  const told = heartbeatsOf(env);
  await expect(env.run(impatient, undefined)).rejects.toMatchObject({ type: BUSY, nonRetryable: false });
  expect(told).toEqual([]);
  end();
  await suspect;
  expect(await attemptOf(2).run(impatient, undefined)).toBe('done');
});

test('nobody waits for the lock for long, and the wait is no death: others half a minute, the suspect five', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const work = documentActivity((last: Promise<void>) => last);
  const before = attemptOf().run(work, over);
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const suspect = attemptOf(3, afterDeaths(2));
  const told = heartbeatsOf(suspect);
  const ends: string[] = [];
  const leaves = (name: string, run: Promise<void>) =>
    expect(run.finally(() => ends.push(name))).rejects.toMatchObject({ type: BUSY, nonRetryable: false });
  const waiting = [leaves('suspect', suspect.run(work, over)), leaves('another', attemptOf().run(work, over))];
  await jest.advanceTimersByTimeAsync(29_000);
  expect(ends).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(ends).toEqual(['another']);
  await jest.advanceTimersByTimeAsync(5 * 60_000);
  expect(ends).toEqual(['another', 'suspect']);
  await Promise.all(waiting);
  expect(told.at(-1)).toEqual({ defects: 0, deaths: 2, atWork: null });
  end();
  await before;
});

test('a suspect that works for more than five minutes lets others work beside it', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const suspect = attemptOf(3, afterDeaths(2)).run(
    documentActivity(() => over),
    undefined,
  );
  await jest.advanceTimersByTimeAsync(290_000);
  let isDone = false;
  const other = attemptOf()
    .run(quick, undefined)
    .then(() => (isDone = true));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(isDone).toBe(false);
  await jest.advanceTimersByTimeAsync(5_000);
  await other;
  end();
  await suspect;
});

test.each([
  { taskQueue: 'documents', beforeMs: 10_000 },
  { taskQueue: 'approvals', beforeMs: 2_000 },
])('one that was heard of while it waited begins when the server has its name: $taskQueue', async (waits) => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const before = attemptOf().run(
    documentActivity(() => over),
    undefined,
  );
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const begun: string[] = [];
  const env = attemptOf(3, afterDeaths(2), waits.taskQueue);
  const told = heartbeatsOf(env);
  const suspect = env.run(
    documentActivity(async () => void begun.push('begun')),
    undefined,
  );
  await jest.advanceTimersByTimeAsync(1_500);
  expect(told).toEqual([{ defects: 0, deaths: 2, atWork: null }]);
  end();
  await before;
  await jest.advanceTimersByTimeAsync(waits.beforeMs);
  expect(told.at(-1)).toMatchObject({ atWork: expect.any(String) });
  expect(begun).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_000);
  await suspect;
  expect(begun).toEqual(['begun']);
});

/** A walk over documents that notes which it works on, and which it sets aside. */
function walkOver(documents: readonly string[]) {
  const [worked, setAside]: [string[], string[]] = [[], []];
  const run = documentsActivity(async (_: void, { onDocument, signal }) => {
    await forEachIsolated(documents, signal, (one) =>
      onDocument(
        one,
        async () => void worked.push(one),
        async () => void setAside.push(one),
      ),
    );
  });
  return { run, worked, setAside };
}

test('a walk counts the deaths of each document: one that has killed three workers is set aside, those behind it follow', async () => {
  const died = (document: string, deaths: number) => ({ ...afterDeaths(deaths), document });
  const third = walkOver(['a']);
  const suspect = attemptOf(3, died('a', 2));
  const told = heartbeatsOf(suspect);
  await suspect.run(third.run, undefined);
  expect(told[0]).toEqual({ ...died('a', 3), atWork: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect([third.worked, third.setAside]).toEqual([['a'], []]);

  const fourth = walkOver(['a', 'b']);
  await attemptOf(4, died('a', 3)).run(fourth.run, undefined);
  expect([fourth.worked, fourth.setAside]).toEqual([['b'], ['a']]);

  const other = walkOver(['b']);
  await attemptOf(4, died('a', 3)).run(other.run, undefined);
  expect([other.worked, other.setAside]).toEqual([['b'], []]);
});

test('a document of which two workers died has nothing beside it in its walk, too', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const before = attemptOf().run(
    documentActivity(() => over),
    undefined,
  );
  const walk = walkOver(['a']);
  const suspect = attemptOf(3, { ...afterDeaths(2), document: 'a' }).run(walk.run, undefined);
  const other = walkOver(['b']);
  const behind = attemptOf().run(other.run, undefined);
  await pause(50);
  expect([walk.worked, other.worked]).toEqual([[], []]);
  end();
  await Promise.all([before, suspect, behind]);
  expect([walk.worked, other.worked]).toEqual([['a'], ['b']]);
});

test('a worker without room for a document leaves the rest of the walk to any worker, and passes none', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const suspect = attemptOf(3, afterDeaths(2)).run(
    documentActivity(() => over),
    undefined,
  );
  const walk = walkOver(['a', 'b']);
  const left = expect(attemptOf().run(walk.run, undefined)).rejects.toMatchObject({ type: BUSY, nonRetryable: false });
  await jest.advanceTimersByTimeAsync(31_000);
  await left;
  expect([walk.worked, walk.setAside]).toEqual([[], []]);
  end();
  await suspect;
});

test('deaths are counted for work on documents alone: the end of a run reaches its row whatever else dies', async () => {
  const record = activity(async () => 'recorded');
  expect(await attemptOf(9, afterDeaths(8)).run(record, undefined)).toBe('recorded');
});

test.each([undefined, null, 'text', { defects: '9', deaths: -0.5, atWork: 7 }, [1]])(
  'details that this release did not send count nothing: %p',
  async (details) => {
    expect(await attemptOf(2, details).run(quick, undefined)).toBe('done');
  },
);
