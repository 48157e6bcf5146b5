/** A run from its steps to what fails or cancels it. */
import { expect, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { NO_PAGES } from '../../engine/page-tally.js';
import { DEFECT, STALE_RUN } from '../../workflows/messages.js';
import {
  failureType,
  fakeActivities,
  newShelfRun,
  parsed,
  runShelf,
  startShelf,
  withWorkers,
} from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';
import { until } from '../support/until.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

test('goes through the steps in order and publishes once', async () => {
  const fakes = fakeActivities({ structureShelf: async () => ({ workMs: 1, verified: true }) });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.calls.map((call) => call.name)).toEqual([
    'openRun',
    'inspectDocument',
    ...Array<string>(3).fill('parsePages'),
    'structureShelf',
    'publishVersion',
    'indexShelf',
    'removeWork',
  ]);
  // each step is recorded by the activity that it begins with
  expect(fakes.called('inspectDocument')).toMatchObject([{ recordsStep: true }]);
  expect(fakes.called('structureShelf')).toMatchObject([{ recordsStep: true, thenVerify: true }]);
  expect(fakes.called('publishVersion')).toEqual([
    expect.objectContaining({ versionPublicId: expect.stringMatching(/^ver_[0-9a-f]{24}$/), pageCount: 10 }),
  ]);
});

test('a tree that was structured by a worker of an earlier release, or could not be concluded, is verified after it', async () => {
  const fakes = fakeActivities();
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('verifyShelf')).toMatchObject([{ recordsStep: true, pageCount: 10 }]);
});

test('a row that cannot be read at once is read once it can', async () => {
  let failures = 2;
  const { openRun } = fakeActivities().activities.shelves;
  const fakes = fakeActivities({
    openRun: async (input) => {
      if (failures-- > 0) throw new Error('connect ECONNREFUSED');
      return openRun(input);
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('openRun')).toHaveLength(3);
});

test('pages that are stored already are neither parsed nor recognised again', async () => {
  const fakes = fakeActivities({ inspectDocument: async () => ({ pageCount: 10, workMs: 0, pagesStored: true }) });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('inspectDocument')).toMatchObject([{ pagesPerRange: 4 }]);
  expect(fakes.called('parsePages')).toEqual([]);
  expect(fakes.called('structureShelf')).toMatchObject([{ pageCount: 10, pagesPerRange: 4 }]);
});

test('a shelf that cannot be indexed is ready all the same', async () => {
  const fakes = fakeActivities({
    indexShelf: async () => {
      throw ApplicationFailure.nonRetryable('no index');
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('indexShelf')).toEqual([{ shelfPublicId: expect.stringMatching(/^shf_/) }]);
  expect(fakes.called('removeWork')).toHaveLength(1);
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('parses every page once, a bounded number of ranges at a time, and repeats only the range that failed', async () => {
  let atWork = 0;
  let most = 0;
  let failures = 1;
  const pages: number[] = [];
  const fakes = fakeActivities(
    {
      parsePages: async ({ first, last }) => {
        atWork += 1;
        most = Math.max(most, atWork);
        if (first === 1) await until(() => most === 2, 'another range beside the first');
        await new Promise((resolve) => setTimeout(resolve, 200));
        atWork -= 1;
        if (first === 9 && failures-- > 0) throw new Error('connect ECONNREFUSED');
        for (let page = first; page <= last; page += 1) pages.push(page);
        return parsed(last - first + 1);
      },
    },
    30,
  );
  expect(await runShelf(env, fakes)).toBeNull();
  expect(pages.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(fakes.called('parsePages')).toHaveLength(8 + 1);
  expect(most).toBe(2);
});

test('fails the shelf at once when the document is at fault', async () => {
  const fakes = fakeActivities({
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('no password given', 'password_required');
    },
  });
  expect(await runShelf(env, fakes)).toBe('password_required');
  expect(fakes.called('inspectDocument')).toHaveLength(1);
  expect(fakes.called('recordFailure')).toEqual([
    expect.objectContaining({ step: 'parsing', reason: 'password_required' }),
  ]);
});

test('fails the shelf as internal after a defect', async () => {
  const fakes = fakeActivities({
    verifyShelf: async () => {
      throw ApplicationFailure.nonRetryable('undefined is not a function', DEFECT);
    },
  });
  expect(await runShelf(env, fakes)).toBe('internal');
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'verifying', reason: 'internal' })]);
});

test('fails a document without anything to read while it is still parsing', async () => {
  const fakes = fakeActivities({
    parsePages: async ({ first, last }) => ({ ...parsed(0), tally: { ...NO_PAGES, pages: last - first + 1 } }),
  });
  expect(await runShelf(env, fakes)).toBe('no_text');
  expect(fakes.called('judgePages')).toEqual([]);
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'parsing', reason: 'no_text' })]);
});

test('fails a document that has used up its time', async () => {
  const fakes = fakeActivities({ parsePages: async () => parsed(4, 25_000) }, 40);
  expect(await runShelf(env, fakes)).toBe('timed_out');
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'parsing', reason: 'timed_out' })]);
  expect(fakes.called('parsePages').length).toBeLessThan(10);
});

test('ends quietly when the shelf has moved on', async () => {
  const fakes = fakeActivities({
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('the shelf has moved on', STALE_RUN);
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.calls.map((call) => call.name)).toEqual(['openRun', 'inspectDocument', 'removeWork']);
});

test('a run started afresh continues from the step of the row and never moves the shelf back', async () => {
  const fakes = fakeActivities({
    openRun: async () => ({
      step: 'structuring',
      pagesPerRange: 4,
      rangesInFlight: 2,
      documentTimeoutMs: 60_000,
      longestAttemptMs: 120_000,
      pagesPerRecognition: 2,
      recognitionTimeoutMs: 60_000,
    }),
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('no password given', 'password_required');
    },
  });
  expect(await runShelf(env, fakes)).toBe('password_required');
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'structuring' })]);
});

test('work files that cannot be removed do not fail the shelf', async () => {
  const fakes = fakeActivities({
    removeWork: async () => {
      throw ApplicationFailure.nonRetryable('denied', DEFECT);
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('cancelling a run stops its ranges, fails the shelf as stopped and removes the work files', async () => {
  let stopped = 0;
  const fakes = fakeActivities({
    parsePages: async () => {
      await untilCancelled().finally(() => (stopped += 1));
      return parsed(4);
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    await until(() => fakes.called('parsePages').length === 2, 'both ranges are at work');
    await handle.cancel();
    expect(await failureType(handle)).toBe('CancelledFailure');
    expect((await handle.describe()).status.name).toBe('CANCELLED');
  });
  expect(stopped).toBe(2);
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'parsing', reason: 'stopped' })]);
  expect(fakes.called('removeWork')).toHaveLength(1);
});

/** Waits as an activity that learns of its cancellation by its heartbeats. */
async function untilCancelled(): Promise<void> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 100);
  try {
    await context.cancelled;
  } finally {
    clearInterval(beat);
  }
}
