/** Worker processes that really die, or stop in order, while they are at work on a shelf's step. */
import { mkdtempSync, rmSync } from 'node:fs';
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
import { failureType, fakeActivities, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';

const PROGRAM = fileURLToPath(new URL('../support/dying-worker.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shelfwright-dying-'));
let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const startWorker = (how: Structuring): Promise<RunningProcess> =>
  startProcess({
    name: `${how}-worker`,
    command: process.execPath,
    args: [PROGRAM, env.address, how],
    logPath: join(folder, `${how}.log`),
    isReady: async () => true,
    readyTimeoutMs: 60_000,
  });

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
    let isOver = false;
    void failed.finally(() => (isOver = true));
    while (!isOver) {
      const worker = await startWorker('kills');
      const end = await Promise.race([worker.ended, failed.then(() => 'the run')]);
      if (end === 'signal SIGKILL') died += 1;
      await worker.stop();
    }
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
