import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createQueueWatch, judgePolls, type QueuePolls } from '../../../infra/task-queues.js';

const NOW = 1_000_000_000;
const polls = (...secondsAgo: number[]) => ({
  builds: [''],
  polls: secondsAgo.map((seconds, at) => ({ identity: `worker-${at}`, build: '', atMs: NOW - seconds * 1_000 })),
});
/** Each build of `by` has one worker, which has just polled. */
const routed = (builds: string[], by: string[]) => ({
  builds,
  polls: by.map((build) => ({ identity: `worker-of-${build}`, build, atMs: NOW })),
});

describe('a queue is polled', () => {
  test.each([
    { polled: 'by nobody', ofWorkflows: [], ofActivities: [], state: 'idle', workers: 0 },
    { polled: 'for workflow tasks', ofWorkflows: [60], ofActivities: [], state: 'ok', workers: 1 },
    { polled: 'not since a poll has ended', ofWorkflows: [120], ofActivities: [120], state: 'idle', workers: 1 },
    { polled: 'where one of two workers is left', ofWorkflows: [120, 5], ofActivities: [], state: 'ok', workers: 2 },
    { polled: 'for activities, by one at work', ofWorkflows: [], ofActivities: [250], state: 'ok', workers: 1 },
  ])('$polled', ({ ofWorkflows, ofActivities, state, workers }) => {
    const given = { ofWorkflows: polls(...ofWorkflows), ofActivities: polls(...ofActivities) };
    expect(judgePolls('shelves', given, NOW)).toMatchObject({ queue: 'shelves', state, workers });
  });

  test.each([
    { builds: ['one'], by: ['one', 'two'], state: 'ok', workers: 1 },
    { builds: ['one'], by: ['two', ''], state: 'idle', workers: 0 },
    { builds: ['one', 'two'], by: ['one', 'two'], state: 'ok', workers: 2 },
    { builds: ['one', 'two'], by: ['one'], state: 'idle', workers: 1 },
    { builds: ['one', 'two'], by: ['two'], state: 'idle', workers: 1 },
    { builds: ['', 'two'], by: ['two'], state: 'idle', workers: 1 },
  ])('by each build that gets tasks: $builds, polled by $by', ({ builds, by, state, workers }) => {
    const [none, some] = [routed(builds, []), routed(builds, by)];
    expect(judgePolls('shelves', { ofWorkflows: some, ofActivities: none }, NOW)).toMatchObject({ state, workers });
    // workers of activities that are all at work are not listed
    const isAnyListed = workers > 0 ? 'ok' : 'idle';
    expect(judgePolls('objects', { ofWorkflows: none, ofActivities: some }, NOW)).toMatchObject({
      state: isAnyListed,
      workers,
    });
  });

  test('the last poll is of either kind', () => {
    const { lastPollAt } = judgePolls('shelves', { ofWorkflows: polls(120), ofActivities: polls(30) }, NOW);
    expect(lastPollAt).toEqual(new Date(NOW - 30_000));
    expect(judgePolls('shelves', { ofWorkflows: polls(), ofActivities: polls() }, NOW).lastPollAt).toBeNull();
  });
});

describe('the watch', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const answer = (state: QueuePolls['state']): QueuePolls[] => [
    { queue: 'shelves', state, workers: 1, lastPollAt: null },
  ];

  test('answers within two seconds, whatever Temporal does', async () => {
    const silent = createQueueWatch(['shelves'], () => new Promise(() => {}));
    const refused = createQueueWatch(['shelves'], () => Promise.reject(new Error('away')));
    const checked = Promise.all([silent.check(), refused.check()]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await checked).toEqual([{ shelves: 'unknown' }, { shelves: 'unknown' }]);
  });

  test('asks once in five seconds, however often it is asked', async () => {
    let asked = 0;
    const watch = createQueueWatch(['shelves'], async () => answer(++asked === 1 ? 'idle' : 'ok'));
    for (let check = 0; check < 20; check += 1) expect(await watch.check()).toEqual({ shelves: 'idle' });
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await watch.check()).toEqual({ shelves: 'ok' });
    expect(asked).toBe(2);
  });
});
