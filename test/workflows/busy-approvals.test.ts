/** Approvals with operations at two workers, one of which has no room. */
import { expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { NativeConnection, Worker } from '@temporalio/worker';
import { documentActivity } from '../../activities/activity.js';
import { createJobQueue } from '../../worker/job-queue.js';
import { TASK_QUEUES } from '../../workflows/messages.js';
import { approve, inReview, reviewed } from '../support/reviews.js';
import { setUpTemporal } from '../support/set-up.js';
import { until } from '../support/until.js';
import { failureType, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

/** A worker that applies one edit at a time, which ends with `over`; `at` gets its name with each. */
async function editor(name: string, at: string[], over: Promise<void>) {
  const edits = createJobQueue(1);
  const connection = await NativeConnection.connect({ address: env.address });
  const approveShelf = documentActivity((_: unknown, { signal }) =>
    edits.run(signal, () => (at.push(name), over.then(() => ({}))), { maxWaitMs: 300 }),
  );
  const worker = await Worker.create({ connection, taskQueue: TASK_QUEUES.approvals, activities: { approveShelf } });
  return {
    async runUntil(work: () => Promise<void>): Promise<void> {
      try {
        await worker.runUntil(work);
      } finally {
        await connection.close();
      }
    },
  };
}

test('an approval that finds no room in its worker continues in one that is free, and its history is as ever', async () => {
  const fakes = reviewed();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const at: string[] = [];
  await withWorkers(env, { ...fakes, unserved: ['approvals'] }, async () => {
    const begin = async (time: number): Promise<[WorkflowHandle, string]> => {
      const handle = await startShelf(env, newShelfRun());
      return [handle, await inReview(handle, fakes, time)];
    };
    const [first, second] = [await begin(1), await begin(2)];
    const full = await editor('full', at, over);
    await full.runUntil(async () => {
      const approving = [approve(...first)];
      await until(() => at.length === 1, 'the first is at work');
      approving.push(approve(...second));
      const free = await editor('free', at, over);
      await free.runUntil(async () => {
        await until(() => at.length === 2, 'the second is at work');
        expect(at).toEqual(['full', 'free']);
        end();
        await Promise.all(approving);
      });
    });
    for (const [handle] of [first, second]) expect(await failureType(handle)).toBeNull();
    const events = (await second[0].fetchHistory()).events ?? [];
    expect(events.filter((event) => event.activityTaskFailedEventAttributes)).toEqual([]);
    const approval = events
      .map((event) => event.activityTaskScheduledEventAttributes)
      .find((scheduled) => scheduled?.activityType?.name === 'approveShelf');
    // an outage after attempts without room must not outlast the client, and one of hours is bridged as in any step
    const { maximumInterval, maximumAttempts } = approval?.retryPolicy ?? {};
    expect(Number(maximumInterval?.seconds)).toBe(10);
    expect(10 * Number(maximumAttempts)).toBeGreaterThan(2.3 * 3_600);
  });
});
