/** Deletion and mail, by what their timers and retries do. */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { WORKFLOWS } from '../../workflows/messages.js';
import { deleteWorkflowStart, mailWorkflowStart } from '../../workflows/starts.js';
import { failureType, fakeActivities, newShelfRun, withWorkers } from '../support/workflows.js';
import { setUpTimeSkipping } from '../support/set-up.js';

const MINUTE_MS = 60_000;
let env: TestWorkflowEnvironment;
setUpTimeSkipping((started) => (env = started));

async function runDelete(fakes: ReturnType<typeof fakeActivities>): Promise<string | null> {
  const options = deleteWorkflowStart({ shelfPublicId: newShelfRun().shelfPublicId, lastRun: 1, requestId: null });
  return withWorkers(env, fakes, async () =>
    failureType(await env.client.workflow.start(WORKFLOWS.deleteShelf, options)),
  );
}

async function runMail(fakes: ReturnType<typeof fakeActivities>): Promise<string | null> {
  const options = mailWorkflowStart({ mailId: randomUUID(), requestId: null });
  return withWorkers(env, fakes, async () => failureType(await env.client.workflow.start(WORKFLOWS.sendMail, options)));
}

test('a deletion ends the run, removes objects before rows, and sweeps once more when no attempt can be left', async () => {
  let removedMs = 0;
  let sweptMs = 0;
  const fakes = fakeActivities({
    removeShelfRows: async () => {
      removedMs = await env.currentTimeMs();
    },
    sweepPrefix: async () => {
      sweptMs = await env.currentTimeMs();
      return 0;
    },
  });
  expect(await runDelete(fakes)).toBeNull();
  expect(fakes.calls.map((call) => call.name)).toEqual([
    'endRun',
    'removeShelfObjects',
    'removeShelfRows',
    'sweepPrefix',
  ]);
  expect(fakes.called('sweepPrefix')).toEqual([expect.objectContaining({ prefix: 'users/usr_1/shelves/shf_1/' })]);
  expect(sweptMs - removedMs).toBeGreaterThanOrEqual(70 * MINUTE_MS);
});

test('a deletion of a shelf that is gone already has nothing to sweep', async () => {
  const fakes = fakeActivities({ removeShelfObjects: async () => ({ prefix: null, longestAttemptMs: 0 }) });
  expect(await runDelete(fakes)).toBeNull();
  expect(fakes.called('sweepPrefix')).toEqual([]);
});

test('a mail is sent when the mail server comes back after six hours', async () => {
  const startMs = await env.currentTimeMs();
  const attemptsMs: number[] = [];
  const fakes = fakeActivities({
    sendMail: async () => {
      attemptsMs.push((await env.currentTimeMs()) - startMs);
      if (attemptsMs.at(-1)! < 6 * 60 * MINUTE_MS) throw new Error('connect ECONNREFUSED');
    },
  });
  expect(await runMail(fakes)).toBeNull();
  const waits = attemptsMs.slice(1).map((at, index) => at - attemptsMs[index]!);
  expect(Math.max(...waits)).toBeGreaterThan(25 * MINUTE_MS);
  expect(attemptsMs.length).toBeLessThan(100);
  // of an outage of thirteen minutes a code, which is good for fifteen, learns in time
  expect(attemptsMs.find((at) => at > 13 * MINUTE_MS)).toBeLessThan(15 * MINUTE_MS);
});

test('a mail that cannot be sent for a day is given up', async () => {
  const startMs = await env.currentTimeMs();
  let lastMs = 0;
  const fakes = fakeActivities({
    sendMail: async () => {
      lastMs = await env.currentTimeMs();
      throw new Error('connect ECONNREFUSED');
    },
  });
  expect(await runMail(fakes)).toBe('ActivityFailure');
  expect(lastMs - startMs).toBeGreaterThan(23 * 60 * MINUTE_MS);
  expect(lastMs - startMs).toBeLessThanOrEqual(24 * 60 * MINUTE_MS);
});
