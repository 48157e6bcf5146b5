/**
 * Workers that keep no run in memory, so that each workflow task replays its run from the beginning, as after a restart or
 * an eviction. A few runs here; `npm run test:uncached` has all workflow tests so.
 */
import { expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { approve, inReview, regenerate, reviewed } from '../support/reviews.js';
import { failureType, fakeActivities, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

test('a shelf of many ranges is made, each step once', async () => {
  const fakes = { ...fakeActivities({}, 40), maxCachedWorkflows: 0 };
  await withWorkers(env, fakes, async () => {
    expect(await failureType(await startShelf(env, newShelfRun()))).toBeNull();
  });
  expect(fakes.called('parsePages')).toHaveLength(10);
  expect(fakes.called('structureShelf')).toHaveLength(1);
});

test('a review takes Updates of runs that nobody has in memory', async () => {
  const fakes = { ...reviewed(), maxCachedWorkflows: 0 };
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const first = await inReview(handle, fakes);
    await regenerate(handle, first);
    const second = await inReview(handle, fakes, 2);
    expect(second).not.toBe(first);
    await approve(handle, second);
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('approveShelf')).toHaveLength(1);
});
