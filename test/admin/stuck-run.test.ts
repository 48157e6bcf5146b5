/** A run whose workflow tasks fail: what an operator sees of it, and the two ways out. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';
import { toJson } from '../../admin/output.js';
import { recordFailure, recordStep } from '../../entities/queries/runs.js';
import type { Shelf } from '../../entities/shelf.js';
import { TASK_QUEUES, WORKFLOWS } from '../../workflows/messages.js';
import { shelfRunId, shelfRunStart } from '../../workflows/starts.js';
import { answerOf, startAdminSystems, type AdminSystems } from '../support/admin.js';
import { poll } from '../support/poll.js';
import { givenAccount, givenShelf } from '../support/rows.js';
import { fakeActivities, withWorkers } from '../support/workflows.js';

let systems: AdminSystems;
let database: AdminSystems['database'];
let env: AdminSystems['env'];
beforeAll(async () => {
  systems = await startAdminSystems();
  ({ database, env } = systems);
});
afterAll(() => systems?.stop());

async function admin(...args: string[]) {
  const { temporal } = systems;
  return JSON.parse(toJson(await answerOf(args, { manager: database.manager, temporal }))) as Record<
    string,
    Record<string, unknown>
  >;
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
    await poll(() => taskAttempt(shelf));
    await poll(() => taskAttempt(hopeless));
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
}, 300_000);
