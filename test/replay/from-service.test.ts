/** What `npm run replay -- --from-service` does before a rollout: histories of a running server on the workflows of a build. */
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';
import { BUNDLE_PATH } from '../../worker/bundle-path.js';
import { replayService, type ReplayedRun } from '../../worker/replay-service.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { poll } from '../support/poll.js';
import { inReview, reviewed } from '../support/reviews.js';
import { setUpTemporal } from '../support/set-up.js';
import { until } from '../support/until.js';
import { fakeActivities, newShelfRun, runShelf, startShelf, withWorkers } from '../support/workflows.js';
import { RELEASE, type ExampleActivities } from './patching/steps.js';

const EXAMPLE = 'exampleWorkflow';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

async function bundleOf(release: string) {
  const workflowsPath = fileURLToPath(new URL(`./patching/${release}.js`, import.meta.url));
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
}

/** Runs of the release `old`: `open` wait, those after them have ended. */
async function givenRuns(open: string[], closed: string[]): Promise<void> {
  const done = async (): Promise<void> => {};
  const activities: ExampleActivities = { prepare: done, check: done, publish: done };
  const { nativeConnection: connection, client } = env;
  const workflowBundle = await bundleOf('old');
  const worker = await Worker.create({ connection, taskQueue: 'example', workflowBundle, activities });
  const waits = (handle: WorkflowHandle) =>
    poll(async () =>
      (await handle.fetchHistory()).events?.some((one) => one.timerStartedEventAttributes) ? true : null,
    );
  await worker.runUntil(async () => {
    for (const workflowId of [...closed, ...open]) {
      const handle = await client.workflow.start(EXAMPLE, { taskQueue: 'example', workflowId, args: [] });
      await waits(handle);
      if (!closed.includes(workflowId)) continue;
      await handle.signal(RELEASE);
      await handle.result();
    }
  });
  // what is listed follows what happens
  const listed = async (state: string) =>
    (await client.workflow.count(`WorkflowType = '${EXAMPLE}' AND ExecutionStatus = '${state}'`)).count;
  await until(async () => (await listed('Running')) === open.length, 'the open runs');
  await until(async () => (await listed('Completed')) === closed.length, 'the closed runs');
}

const idsOf = (runs: ReplayedRun[]) => runs.map(({ workflowId }) => workflowId);

test('open runs are replayed first, from the oldest to the newest, and a build that breaks them is found out', async () => {
  const [open, closed] = [[1, 2, 3, 4, 5].map((n) => `open-${n}`), ['closed-1', 'closed-2']];
  await givenRuns(open, closed);
  const options = { client: env.client, types: [EXAMPLE], workflowBundle: await bundleOf('old') };
  const three = await replayService({ ...options, count: 3 });
  expect(idsOf(three)).toEqual(['open-1', 'open-3', 'open-5']);
  expect(three.map(({ error }) => error)).toEqual([null, null, null]);
  expect(idsOf(await replayService({ ...options, count: 1 }))).toEqual(['open-1']);
  expect(idsOf(await replayService({ ...options, count: 6 }))).toEqual([...open, 'closed-1']);

  const seen: string[] = [];
  const broken = { ...options, workflowBundle: await bundleOf('new'), count: 10 };
  const all = await replayService({ ...broken, onReplayed: ({ workflowId }) => seen.push(workflowId) });
  expect(idsOf(all)).toEqual([...open, ...closed]);
  expect(seen).toEqual(idsOf(all));
  for (const { error } of all) expect(error).toMatch(/^DeterminismViolationError: /);
});

test("the service's own runs, in review and ended, replay on the build that made them", async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => inReview(await startShelf(env, newShelfRun()), fakes));
  expect(await runShelf(env, fakeActivities())).toBeNull();
  const isListed = async () => (await env.client.workflow.count(`WorkflowType = '${WORKFLOWS.shelf}'`)).count === 2;
  await until(isListed, 'the runs');
  const workflowBundle = { codePath: BUNDLE_PATH };
  const runs = await replayService({ client: env.client, types: Object.values(WORKFLOWS), count: 20, workflowBundle });
  expect(runs.map(({ workflowType }) => workflowType)).toEqual([WORKFLOWS.shelf, WORKFLOWS.shelf]);
  expect(runs.filter(({ error }) => error !== null)).toEqual([]);
});

test('a run whose history is deleted between its listing and its replay is left out and named, and the others are replayed', async () => {
  const { client, connection } = env;
  const { workflow } = client;
  const ids = idsOf(
    await replayService({ client, types: [EXAMPLE], count: 10, workflowBundle: await bundleOf('old') }),
  );
  const doomed = ids.at(-1)!;
  const deleting = (workflowId: string, runId?: string): WorkflowHandle => {
    const handle = workflow.getHandle(workflowId, runId);
    if (workflowId !== doomed) return handle;
    const fetchHistory = async () => {
      const execution = { workflowId, runId: runId ?? null };
      await connection.workflowService.deleteWorkflowExecution({ namespace: 'default', workflowExecution: execution });
      const isGone = () =>
        handle.describe().then(
          () => false,
          () => true,
        );
      await until(isGone, 'the history is gone');
      return handle.fetchHistory();
    };
    return { ...handle, fetchHistory };
  };
  const gone: string[] = [];
  const runs = await replayService({
    client: { workflow: { list: workflow.list.bind(workflow), getHandle: deleting as typeof workflow.getHandle } },
    types: [EXAMPLE],
    count: 10,
    workflowBundle: await bundleOf('old'),
    onGone: ({ workflowType, workflowId }) => gone.push(`${workflowType} ${workflowId}`),
  });
  expect(gone).toEqual([`${EXAMPLE} ${doomed}`]);
  expect(idsOf(runs)).toEqual(ids.slice(0, -1));
  expect(runs.filter(({ error }) => error !== null)).toEqual([]);
});
