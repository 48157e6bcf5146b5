import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DEFECT, shelfRunStart, STALE_RUN, WORKFLOWS, type ShelfRunInput } from '../../workflows/messages.js';
import { timeSkippingServerPath } from '../support/servers.js';
import { addSearchAttributes, fakeActivities, silenceTemporal, withWorkers } from '../support/workflows.js';

const HOUR_MS = 3_600_000;
let env: TestWorkflowEnvironment;

beforeAll(async () => {
  silenceTemporal();
  const path = await timeSkippingServerPath();
  env = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } });
  await addSearchAttributes(env);
});
afterAll(() => env?.teardown());

function newRun(): ShelfRunInput {
  return { shelfPublicId: `shf_${randomBytes(12).toString('hex')}`, run: 1, requestId: null };
}

function start(input: ShelfRunInput) {
  const options = shelfRunStart(input, { accountPublicId: 'usr_1', template: null });
  return env.client.workflow.start(WORKFLOWS.shelf, options);
}

/** Runs a shelf to its end; answers the workflow's failure, or null when it completed. */
async function runToEnd(fakes: ReturnType<typeof fakeActivities>): Promise<{ type: string | null } | null> {
  return withWorkers(env, fakes, async () => {
    const handle = await start(newRun());
    try {
      await handle.result();
      return null;
    } catch (error) {
      return { type: ((error as Error).cause as ApplicationFailure).type ?? null };
    }
  });
}

test('goes through the steps in order and publishes once', async () => {
  const fakes = fakeActivities();
  expect(await runToEnd(fakes)).toBeNull();
  expect(fakes.calls.map((call) => call.name)).toEqual([
    'openRun',
    'recordStep',
    'inspectDocument',
    ...Array<string>(3).fill('parsePages'),
    'recordStep',
    'structureShelf',
    'recordStep',
    'verifyShelf',
    'publishVersion',
    'removeWork',
  ]);
  expect(fakes.called('recordStep')).toEqual(
    ['parsing', 'structuring', 'verifying'].map((step) => expect.objectContaining({ step })),
  );
  expect(fakes.called('publishVersion')).toEqual([
    expect.objectContaining({ versionPublicId: expect.stringMatching(/^ver_[0-9a-f]{24}$/), pageCount: 10 }),
  ]);
});

test('parses every page once, a bounded number of ranges at a time, and repeats only the range that failed', async () => {
  let atWork = 0;
  let most = 0;
  let failures = 1;
  const parsed: number[] = [];
  const fakes = fakeActivities(
    {
      parsePages: async ({ first, last }) => {
        atWork += 1;
        most = Math.max(most, atWork);
        await new Promise((resolve) => setTimeout(resolve, 20));
        atWork -= 1;
        if (first === 9 && failures-- > 0) throw new Error('connect ECONNREFUSED');
        for (let page = first; page <= last; page += 1) parsed.push(page);
        return { workMs: 1 };
      },
    },
    30,
  );
  expect(await runToEnd(fakes)).toBeNull();
  expect(parsed.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(fakes.called('parsePages')).toHaveLength(8 + 1);
  expect(most).toBe(2);
});

test('waits out an outage of two hours', async () => {
  const startMs = await env.currentTimeMs();
  const fakes = fakeActivities({
    structureShelf: async () => {
      if ((await env.currentTimeMs()) < startMs + 2 * HOUR_MS) throw new Error('connect ECONNREFUSED');
      return { workMs: 1 };
    },
  });
  expect(await runToEnd(fakes)).toBeNull();
  expect(fakes.called('structureShelf').length).toBeLessThan(150);
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('fails the shelf as unavailable when an outage does not end', async () => {
  const fakes = fakeActivities({
    structureShelf: async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:9000');
    },
  });
  expect(await runToEnd(fakes)).toEqual({ type: 'unavailable' });
  expect(fakes.called('recordFailure')).toEqual([
    expect.objectContaining({ step: 'structuring', reason: 'unavailable' }),
  ]);
  expect(fakes.called('removeWork')).toHaveLength(1);
});

test('fails the shelf at once when the document is at fault', async () => {
  const fakes = fakeActivities({
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('no password given', 'password_required');
    },
  });
  expect(await runToEnd(fakes)).toEqual({ type: 'password_required' });
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
  expect(await runToEnd(fakes)).toEqual({ type: 'internal' });
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'verifying', reason: 'internal' })]);
});

test('fails a document that has used up its time', async () => {
  const fakes = fakeActivities({ parsePages: async () => ({ workMs: 25_000 }) }, 40);
  expect(await runToEnd(fakes)).toEqual({ type: 'timed_out' });
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'parsing', reason: 'timed_out' })]);
  expect(fakes.called('parsePages').length).toBeLessThan(10);
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
  expect(await runToEnd(fakes)).toEqual({ type: 'unreadable' });
});

test('ends quietly when the shelf has moved on', async () => {
  const fakes = fakeActivities({
    recordStep: async () => {
      throw ApplicationFailure.nonRetryable('the shelf has moved on', STALE_RUN);
    },
  });
  expect(await runToEnd(fakes)).toBeNull();
  expect(fakes.calls.map((call) => call.name)).toEqual(['openRun', 'recordStep', 'removeWork']);
});

test('a run started afresh goes on from the step of the row and never moves the shelf back', async () => {
  const fakes = fakeActivities({
    openRun: async () => ({ step: 'structuring', pagesPerRange: 4, rangesInFlight: 2, documentTimeoutMs: 60_000 }),
  });
  expect(await runToEnd(fakes)).toBeNull();
  expect(fakes.called('recordStep')).toEqual([expect.objectContaining({ step: 'verifying' })]);
});

test('work files that cannot be removed do not fail the shelf', async () => {
  const fakes = fakeActivities({
    removeWork: async () => {
      throw ApplicationFailure.nonRetryable('denied', DEFECT);
    },
  });
  expect(await runToEnd(fakes)).toBeNull();
  expect(fakes.called('recordFailure')).toEqual([]);
});
