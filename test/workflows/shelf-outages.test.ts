/** What depends on time: hours of outages and months of waiting, skipped. */
import { expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { approve, detailsOf, inReview, reviewed, REVIEWED_RUN } from '../support/reviews.js';
import { failureType, fakeActivities, newShelfRun, runShelf, startShelf, withWorkers } from '../support/workflows.js';
import { setUpTimeSkipping } from '../support/set-up.js';

const HOUR_MS = 3_600_000;
/** What a row in review names. */
const DRAFT = 'ver_0123456789abcdef01234567';
let env: TestWorkflowEnvironment;
setUpTimeSkipping((started) => (env = started));

test('waits out an outage of two hours', async () => {
  const startMs = await env.currentTimeMs();
  const fakes = fakeActivities({
    structureShelf: async () => {
      if ((await env.currentTimeMs()) < startMs + 2 * HOUR_MS) throw new Error('connect ECONNREFUSED');
      return { workMs: 1 };
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('structureShelf').length).toBeLessThan(150);
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('a run that starts again in an outage of ten hours continues its review', async () => {
  const startMs = await env.currentTimeMs();
  const fakes = reviewed({
    openRun: async () => {
      if ((await env.currentTimeMs()) < startMs + 10 * HOUR_MS) throw new Error('connect ECONNREFUSED');
      return { ...REVIEWED_RUN, step: 'verifying', draft: DRAFT };
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, { ...newShelfRun(), run: 2 });
    const isInReview = async () => ((await detailsOf(handle))?.startsWith('in review') ? true : null);
    while (!(await isInReview())) await env.sleep(HOUR_MS);
    const aheadMs = (await env.currentTimeMs()) - Date.now();
    await approve(handle, DRAFT, { validForMs: aheadMs + HOUR_MS });
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('fails the shelf as unavailable when an outage does not end', async () => {
  const fakes = fakeActivities({
    structureShelf: async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:9000');
    },
  });
  expect(await runShelf(env, fakes)).toBe('unavailable');
  expect(fakes.called('recordFailure')).toEqual([
    expect.objectContaining({ step: 'structuring', reason: 'unavailable' }),
  ]);
  expect(fakes.called('removeWork')).toHaveLength(1);
});

test('records a failure even when the row cannot be written for ten hours', async () => {
  const startMs = await env.currentTimeMs();
  const fakes = fakeActivities({
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('broken', 'unreadable');
    },
    recordFailure: async () => {
      if ((await env.currentTimeMs()) < startMs + 10 * HOUR_MS) throw new Error('connect ECONNREFUSED');
      return { recorded: true };
    },
  });
  expect(await runShelf(env, fakes)).toBe('unreadable');
});

test('a review waits for months and is then approved', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    await env.sleep(150 * 24 * HOUR_MS);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    const aheadMs = (await env.currentTimeMs()) - Date.now();
    await approve(handle, draft, { validForMs: aheadMs + HOUR_MS });
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.calls.slice(-3).map(({ name }) => name)).toEqual(['approveShelf', 'indexShelf', 'removeWork']);
});
