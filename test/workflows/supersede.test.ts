import { expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DEFECT, STALE_RUN } from '../../workflows/messages.js';
import { failureType, fakeActivities, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

/** Plays run `run` of a shelf to its end; answers as `failureType`. */
async function play(run: number, fakes: ReturnType<typeof fakeActivities>): Promise<string | null> {
  return withWorkers(env, fakes, async () => failureType(await startShelf(env, { ...newShelfRun(), run })));
}

test('a run first ends the one before it and removes its work files, before its own work', async () => {
  const fakes = fakeActivities();
  expect(await play(4, fakes)).toBeNull();
  expect(fakes.calls.slice(0, 3)).toEqual([
    { name: 'endRun', input: expect.objectContaining({ lastRun: 3 }) },
    { name: 'removeWork', input: expect.objectContaining({ run: 3 }) },
    { name: 'openRun', input: expect.objectContaining({ run: 4 }) },
  ]);
  expect(fakes.called('removeWork')).toHaveLength(2);
});

test('work files of the run before that cannot be removed are left to the sweeper', async () => {
  const fakes = fakeActivities({
    removeWork: async ({ run }) => {
      if (run === 1) throw ApplicationFailure.nonRetryable('the store refuses', DEFECT);
    },
  });
  expect(await play(2, fakes)).toBeNull();
  expect(fakes.called('publishVersion')).toHaveLength(1);
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('the first run has none to end', async () => {
  const fakes = fakeActivities();
  expect(await play(1, fakes)).toBeNull();
  expect(fakes.called('endRun')).toEqual([]);
});

test('a run that cannot end the one before it fails its shelf rather than to work beside it', async () => {
  const fakes = fakeActivities({
    endRun: async () => {
      throw ApplicationFailure.nonRetryable('no such namespace', DEFECT);
    },
  });
  expect(await play(2, fakes)).toBe('internal');
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ run: 2, step: 'uploading' })]);
  expect(fakes.called('openRun')).toEqual([]);
});

test('a run that a later claim overtook before it began ends quietly', async () => {
  const fakes = fakeActivities({
    openRun: async () => {
      throw ApplicationFailure.nonRetryable('the shelf has moved on', STALE_RUN);
    },
  });
  expect(await play(2, fakes)).toBeNull();
  expect(fakes.called('recordFailure')).toEqual([]);
});
