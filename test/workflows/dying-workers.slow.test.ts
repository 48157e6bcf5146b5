/** Worker processes that really die, or stop in order, while they are at work on a shelf's step, or walk over shelves. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { startProcess, type RunningProcess } from '../../local/processes.js';
import type { Structuring } from '../support/dying-worker.js';
import { poll } from '../support/poll.js';
import { setUpTemporal } from '../support/set-up.js';
import { TASK_QUEUES, WORKFLOWS } from '../../workflows/messages.js';
import { failureType, fakeActivities, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';

const program = (name: string): string => fileURLToPath(new URL(`../support/${name}.js`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shelfwright-dying-'));
let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (name: string, ...args: string[]): Promise<RunningProcess> =>
  startProcess({
    name,
    command: process.execPath,
    args: [program(name), env.address, ...args],
    logPath: join(folder, `${[name, ...args].at(-1)}.log`),
    isReady: async () => true,
    readyTimeoutMs: 60_000,
  });

const startWorker = (how: Structuring): Promise<RunningProcess> => start('dying-worker', how);

/** Starts one worker after another until the run is over; answers how many were killed. */
async function withSuccessors(startOne: () => Promise<RunningProcess>, over: Promise<unknown>): Promise<number> {
  let died = 0;
  let isOver = false;
  void over.finally(() => (isOver = true));
  while (!isOver) {
    const worker = await startOne();
    const end = await Promise.race([worker.ended, over.then(() => 'the run')]);
    if (end === 'signal SIGKILL') died += 1;
    await worker.stop();
  }
  return died;
}

/** The activity that is scheduled or at work. */
async function pending(handle: WorkflowHandle) {
  const { raw } = await handle.describe();
  const [found] = raw.pendingActivities ?? [];
  const [details] = found?.heartbeatDetails?.payloads ?? [];
  return {
    name: found?.activityType?.name,
    attempt: found?.attempt ?? 0,
    isAtWork: found?.lastWorkerIdentity !== '' && Number(found?.state) === 2,
    details: details ? (defaultPayloadConverter.fromPayload(details) as unknown) : null,
  };
}

/** Starts a shelf whose documents are served by processes of the test. */
async function withShelf(work: (handle: WorkflowHandle) => Promise<void>): Promise<ReturnType<typeof fakeActivities>> {
  const fakes = fakeActivities();
  await withWorkers(env, { ...fakes, unserved: ['documents'] }, async () => work(await startShelf(env, newShelfRun())));
  return fakes;
}

test('a step that has killed three workers fails the shelf, and no fourth one is tried', async () => {
  let died = 0;
  const fakes = await withShelf(async (handle) => {
    const failed = failureType(handle);
    died = await withSuccessors(() => startWorker('kills'), failed);
    expect(await failed).toBe('internal');
  });
  expect(died).toBe(3);
  const failure = { step: 'structuring', reason: 'internal' };
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining(failure)]);
}, 400_000);

test('workers that stop in order do not count, however many', async () => {
  await withShelf(async (handle) => {
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const worker = await startWorker('waits');
      await poll(async () => {
        const found = await pending(handle);
        return found.isAtWork && found.attempt === attempt && found.details !== null ? true : null;
      }, 60_000);
      await worker.stop(20_000);
      const left = await pending(handle);
      expect(left).toMatchObject({ name: 'structureShelf', details: { deaths: 0, atWork: null } });
    }
    const worker = await startWorker('succeeds');
    expect(await failureType(handle)).toBeNull();
    await worker.stop();
  });
}, 400_000);

test('a walk over shelves comes to its end behind one that kills its workers at once, and has set it aside', async () => {
  const record = join(folder, 'walked');
  writeFileSync(record, '');
  const handle = await env.client.workflow.start(WORKFLOWS.reconcile, {
    workflowId: randomUUID(),
    taskQueue: TASK_QUEUES.shelves,
    args: ['indexes'],
  });
  const ended = failureType(handle);
  const died = await withSuccessors(() => start('dying-walker', record, 'two'), ended);
  expect(await ended).toBeNull();
  expect(readFileSync(record, 'utf8').trim().split('\n')).toEqual(['one', 'two set aside', 'three', 'four']);
  // at most three of them before a heartbeat has named it
  expect(died).toBeGreaterThanOrEqual(3);
  expect(died).toBeLessThanOrEqual(6);
}, 600_000);
