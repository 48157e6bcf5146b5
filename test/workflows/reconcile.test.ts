/** Turns of the reconciler, one after another on a real schedule, which hands on what the last one says. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { BUNDLE_PATH } from '../../worker/bundle-path.js';
import { RECONCILE_JOBS, TASK_QUEUES, WORKFLOWS, type ReconcileJob } from '../../workflows/messages.js';
import type { ReconcileTurn } from '../../workflows/reconcile.js';
import type { ReconcileResult } from '../../workflows/reconcile-all.js';
import { poll } from '../support/poll.js';
import { failureType, fakeActivities, withWorkers } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

const WALKS = [
  'reconcileShelves',
  'reconcileRuns',
  'startDeletes',
  'sweepObjects',
  'startDeliveries',
  'indexShelves',
  'startMails',
] as const;
const OTHERS = ['sweepUploads', 'purgeRows'] as const;
type Batch = (typeof WALKS)[number] | (typeof OTHERS)[number];

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

/** Batches of which those in `broken` fail, and each other walk comes on by one. */
function steppingBatches(broken: Set<Batch>) {
  const fail = (name: Batch): void => {
    if (broken.has(name)) throw ApplicationFailure.nonRetryable('broken');
  };
  const walk = (name: Batch) => async (input: { after: string | null }) => {
    fail(name);
    return { after: String(Number(input.after) + 1) };
  };
  const other = (name: Batch) => async () => fail(name);
  return fakeActivities(
    Object.fromEntries([
      ...WALKS.map((name) => [name, walk(name)] as const),
      ...OTHERS.map((name) => [name, other(name)] as const),
    ]),
  );
}

/**
 * Lets a schedule start one turn after another; calls `turn` for each, which answers once that has ended.
 * @param args a job; none for the reconciler of releases up to 0.5.0
 */
async function onSchedule(
  turns: (turn: () => Promise<string>) => Promise<void>,
  args: ReconcileJob[] = [],
): Promise<void> {
  const scheduleId = randomUUID();
  const schedule = await env.client.schedule.create({
    scheduleId,
    spec: {},
    action: { type: 'startWorkflow', workflowType: WORKFLOWS.reconcile, taskQueue: TASK_QUEUES.shelves, args },
  });
  const ended = new Set<string>();
  const turn = async (): Promise<string> => {
    await pause(1_100); // a schedule names its runs by the second
    await schedule.trigger(ScheduleOverlapPolicy.SKIP); // as those in time; one that may overlap hands nothing on
    const { workflowId } = await poll(async () => {
      const { info } = await schedule.describe();
      const fresh = info.recentActions.map(({ action }) => action.workflow).find((run) => !ended.has(run.workflowId));
      return fresh && info.runningActions.length === 0 ? fresh : null;
    });
    ended.add(workflowId);
    return workflowId;
  };
  try {
    await turns(turn);
  } finally {
    await schedule.delete();
  }
}

const resultOf = <Result = ReconcileResult>(workflowId: string) =>
  env.client.workflow.getHandle(workflowId).result() as Promise<Result>;

test('a job continues where its last turn ended, or stands where one failed, and says when its walk began', async () => {
  let isBroken = false;
  const ends = ['shf_1', 'shf_2', null];
  const fakes = fakeActivities({
    reconcileShelves: async () => {
      if (isBroken) throw ApplicationFailure.nonRetryable('broken');
      return { after: ends.shift() ?? null };
    },
  });
  const turns: ReconcileTurn[] = [];
  await withWorkers(env, fakes, () =>
    onSchedule(
      async (turn) => {
        turns.push(await resultOf<ReconcileTurn>(await turn()));
        isBroken = true;
        expect(await failureType(env.client.workflow.getHandle(await turn()))).toBe('ActivityFailure');
        isBroken = false;
        for (let n = 0; n < 3; n += 1) turns.push(await resultOf<ReconcileTurn>(await turn()));
      },
      ['reviews'],
    ),
  );
  const sinceMs = turns[0]!.sinceMs;
  expect(turns).toEqual([
    { after: 'shf_1', sinceMs: expect.any(Number) },
    { after: 'shf_2', sinceMs },
    { after: null, sinceMs: null },
    { after: null, sinceMs: null },
  ]);
  const [first, again, second, third, anew] = fakes.called('reconcileShelves') as { sinceMs: number }[];
  expect([first, again, second, third]).toEqual(
    [null, 'shf_1', 'shf_1', 'shf_2'].map((after) => ({ after, sinceMs, of: 'review' })),
  );
  expect(anew).toEqual({ after: null, sinceMs: expect.any(Number), of: 'review' });
  expect(anew!.sinceMs).toBeGreaterThan(sinceMs!);
});

test('each job does its own work and no other, and its turn replays', async () => {
  const jobs = Object.keys(RECONCILE_JOBS) as ReconcileJob[];
  const fakes = fakeActivities();
  const ids = jobs.map((job) => `${job}-${randomUUID()}`);
  await withWorkers(env, fakes, () =>
    Promise.all(
      jobs.map((job, at) =>
        env.client.workflow.execute(WORKFLOWS.reconcile, {
          workflowId: ids[at]!,
          taskQueue: TASK_QUEUES.shelves,
          args: [job],
        }),
      ),
    ),
  );
  const times = (name: Batch) => fakes.called(name).length;
  expect(times('reconcileShelves')).toBe(2);
  for (const name of [...WALKS, ...OTHERS])
    if (name !== 'reconcileShelves') expect([name, times(name)]).toEqual([name, 1]);
  const histories = await Promise.all(
    ids.map(async (workflowId) => ({
      workflowId,
      history: await env.client.workflow.getHandle(workflowId).fetchHistory(),
    })),
  );
  const replayed = [];
  const bundle = { workflowBundle: { codePath: BUNDLE_PATH } };
  for await (const { error } of Worker.runReplayHistories(bundle, histories)) replayed.push(error);
  expect(replayed).toEqual(ids.map(() => undefined));
});

test('a batch that keeps failing does not advance and is named; all others continue', async () => {
  const broken = new Set<Batch>();
  const fakes = steppingBatches(broken);
  await withWorkers(env, fakes, () =>
    onSchedule(async (turn) => {
      const at = (n: string) => ({ shelvesTo: n, runsTo: n, deletesTo: n, deliveriesTo: n, indexesTo: n, mailsTo: n });
      expect(await resultOf(await turn())).toEqual({ ...at('1'), objectsTo: '1', failed: [] });
      broken.add('sweepObjects').add('purgeRows');
      const failed = ['sweepObjects', 'purgeRows'];
      expect(await resultOf(await turn())).toEqual({ ...at('2'), objectsTo: '1', failed });
      expect(await resultOf(await turn())).toEqual({ ...at('3'), objectsTo: '1', failed });
      broken.clear();
      expect(await resultOf(await turn())).toEqual({ ...at('4'), objectsTo: '2', failed: [] });
    }),
  );
  expect(fakes.called('reconcileShelves')).toEqual([null, '1', '2', '3'].map((after) => ({ after })));
  expect(fakes.called('sweepObjects')).toEqual([null, '1', '1', '1'].map((after) => ({ after })));
  for (const name of OTHERS) expect([name, fakes.called(name).length]).toEqual([name, 4]);
});

test('a reconciliation in which all batches fail, fails, and the next one starts at the same place', async () => {
  const broken = new Set<Batch>();
  const fakes = steppingBatches(broken);
  await withWorkers(env, fakes, () =>
    onSchedule(async (turn) => {
      await turn();
      for (const name of [...WALKS, ...OTHERS]) broken.add(name);
      expect(await failureType(env.client.workflow.getHandle(await turn()))).toBe('ActivityFailure');
      broken.clear();
      expect(await resultOf(await turn())).toMatchObject({ shelvesTo: '2', objectsTo: '2', failed: [] });
    }),
  );
});

test('a reconciliation with a failed batch replays', async () => {
  const fakes = steppingBatches(new Set<Batch>(['sweepUploads']));
  const workflowId = randomUUID();
  await withWorkers(env, fakes, async () => {
    const options = { workflowId, taskQueue: TASK_QUEUES.shelves, args: [] };
    await env.client.workflow.execute(WORKFLOWS.reconcile, options);
  });
  const history = await env.client.workflow.getHandle(workflowId).fetchHistory();
  const replayed = [];
  const bundle = { workflowBundle: { codePath: BUNDLE_PATH } };
  for await (const { error } of Worker.runReplayHistories(bundle, [{ workflowId, history }])) replayed.push(error);
  expect(replayed).toEqual([undefined]);
});
