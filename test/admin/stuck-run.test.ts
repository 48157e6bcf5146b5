/** A run whose workflow tasks fail: what an operator sees of it, and the two ways out. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';
import { toJson } from '../../admin/output.js';
import { readRequest } from '../../admin/request.js';
import { recordFailure, recordStep } from '../../entities/queries/runs.js';
import type { Shelf } from '../../entities/shelf.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { shelfRunId, shelfRunStart, TASK_QUEUES, WORKFLOWS } from '../../workflows/messages.js';
import { migratedDatabase, type TestDatabase } from '../support/database.js';
import { poll } from '../support/poll.js';
import { givenAccount, givenShelf } from '../support/rows.js';
import { fakeActivities, localEnvironment, withWorkers } from '../support/workflows.js';

let database: TestDatabase;
let env: TestWorkflowEnvironment;
let temporal: Temporal;
beforeAll(async () => {
  [database, env] = await Promise.all([migratedDatabase(), localEnvironment()]);
  temporal = createTemporal({ address: env.address, namespace: 'default' });
}, 60_000);
afterAll(async () => {
  await temporal?.close();
  await Promise.all([database?.stop(), env?.teardown()]);
}, 60_000);

/** For commands that need none. */
function noStorage(): never {
  throw new Error('this test has no object store');
}

async function admin(...args: string[]) {
  const systems = { manager: database.manager, temporal, storage: noStorage, temporalUiUrl: null };
  return JSON.parse(toJson(await readRequest(args)!.work(systems))) as Record<string, Record<string, unknown>>;
}

/** A release that has forgotten a workflow, as a broken one does. */
async function brokenBundle(): Promise<string> {
  const workflowsPath = fileURLToPath(new URL('./broken-release.js', import.meta.url));
  return (await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') })).code;
}

async function withBrokenRelease<T>(code: string, look: () => Promise<T>): Promise<T> {
  const broken = await Worker.create({
    connection: env.nativeConnection,
    taskQueue: TASK_QUEUES.shelves,
    workflowBundle: { code },
    debugMode: true,
  });
  return broken.runUntil(look());
}

async function givenRun(): Promise<Shelf> {
  const account = await givenAccount(database.manager);
  const shelf = await givenShelf(database.manager, account.id);
  const { publicId } = shelf;
  await recordStep(database.manager, { publicId, run: 1, status: 'parsing' });
  const input = { shelfPublicId: publicId, run: 1, requestId: null };
  const options = shelfRunStart(input, { accountPublicId: account.publicId, template: null });
  await env.client.workflow.start(WORKFLOWS.shelf, options);
  return shelf;
}

const taskAttempt = async ({ publicId }: Shelf): Promise<true | null> => {
  const { workflow } = await admin('shelf', 'show', publicId);
  return Number(workflow?.['workflowTaskAttempt'] ?? 0) > 1 ? true : null;
};

test('a run that a release cannot carry out shows its attempts; cancelling does nothing, the earlier release goes on', async () => {
  const code = await brokenBundle();
  const shelf = await givenRun();
  const hopeless = await givenRun();
  await withBrokenRelease(code, async () => {
    await poll(() => taskAttempt(shelf), 30_000);
    await poll(() => taskAttempt(hopeless), 30_000);
    expect(await admin('shelf', 'cancel', hopeless.publicId)).toMatchObject({
      status: 'parsing',
      then: 'no worker has ended the run yet: if it stays so, cancel with --terminate',
    });
    await admin('shelf', 'cancel', hopeless.publicId, '--terminate');
    const terminated = env.client.workflow.getHandle(shelfRunId(hopeless.publicId, 1));
    expect((await terminated.describe()).status.name).toBe('TERMINATED');
  });
  const fakes = fakeActivities({
    recordFailure: ({ shelfPublicId: publicId, run, step }) =>
      recordFailure(database.manager, { publicId, run, step, message: 'It was stopped.' }),
  });
  await withWorkers(env, fakes, async () => {
    await env.client.workflow.getHandle(shelfRunId(shelf.publicId, 1)).result();
  });
  expect(fakes.called('publishVersion')).toHaveLength(1);
}, 120_000);
