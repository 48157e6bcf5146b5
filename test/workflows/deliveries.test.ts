/** Deliveries over days: real rows and receivers, time that is skipped. */
import { afterAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Attempt } from '../../activities/deliveries.js';
import { newPublicId } from '../../entities/ids.js';
import { WORKFLOWS, type DeliveryInput } from '../../workflows/messages.js';
import { deliveryWorkflowStart } from '../../workflows/starts.js';
import { FIRST_RETRY_MS, startAttempts, type Attempts } from '../support/attempts.js';
import { poll } from '../support/poll.js';
import { detailsOf } from '../support/reviews.js';
import { failureType, fakeActivities, withWorkers } from '../support/workflows.js';
import { setUpTimeSkipping } from '../support/set-up.js';

const HOUR_MS = 3_600_000;
/** What the attempts themselves may take, on a loaded machine. */
const SLACK_MS = 60_000;
let env: TestWorkflowEnvironment;
let rows: Attempts;
afterAll(() => rows?.stop());
setUpTimeSkipping(async (started) => {
  env = started;
  rows = await startAttempts();
});

/** Real attempts, each of which finds that its time has come: the database does not know of skipped time. */
const realAttempts = () => fakeActivities({ attemptDelivery: (input) => rows.next(input) });

const start = (input: DeliveryInput): Promise<WorkflowHandle> =>
  env.client.workflow.start(WORKFLOWS.deliverWebhook, deliveryWorkflowStart(input));

const newInput = (): DeliveryInput => ({
  deliveryId: newPublicId('dlv'),
  endpointPublicId: newPublicId('wh'),
  accountPublicId: newPublicId('usr'),
});

/** Whether the waits between these times are the schedule's, a fifth more or less. */
function expectSchedule(timesMs: number[]): void {
  for (const [index, atMs] of timesMs.slice(1).entries()) {
    const planned = Math.min(FIRST_RETRY_MS * 5 ** index, 12 * HOUR_MS);
    const waited = atMs - timesMs[index]!;
    expect(waited).toBeGreaterThanOrEqual(0.8 * planned);
    expect(waited).toBeLessThanOrEqual(1.2 * planned + SLACK_MS);
  }
}

test('a receiver that is down for two days gets everything afterwards, by the schedule', async () => {
  const startMs = await env.currentTimeMs();
  const times = new Map<string, number[]>();
  const { receiver, webhook } = await rows.receiver(async ({ headers }) => {
    const [id, nowMs] = [String(headers['webhook-id']), await env.currentTimeMs()];
    times.set(id, [...(times.get(id) ?? []), nowMs]);
    return { status: nowMs - startMs < 48 * HOUR_MS ? 503 : 204 };
  });
  const inputs = [await rows.deliveryTo(webhook), await rows.deliveryTo(webhook), await rows.deliveryTo(webhook)];
  await withWorkers(env, realAttempts(), async () => {
    const handles = await Promise.all(inputs.map(start));
    for (const handle of handles) expect(await failureType(handle)).toBeNull();
  });
  for (const input of inputs) expect(await rows.delivery(input)).toMatchObject({ status: 'succeeded' });
  expect(times.size).toBe(3);
  for (const timesMs of times.values()) expectSchedule(timesMs);
  const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']);
  for (const requests of bodies.values()) {
    expect(new Set(requests.map(({ body }) => body.toString('base64'))).size).toBe(1);
    expect(requests.map(({ headers }) => Number(headers['webhook-attempt']))).toEqual(requests.map((_, at) => at + 1));
  }
  expect(await rows.endpoint(webhook)).toMatchObject({ enabled: true, failingSince: null });
});

test('a delivery that fails twelve times in about 65 hours is failed', async () => {
  const timesMs: number[] = [];
  const { receiver, webhook } = await rows.receiver(async () => {
    timesMs.push(await env.currentTimeMs());
    return { status: 500 };
  });
  const input = await rows.deliveryTo(webhook);
  await withWorkers(env, realAttempts(), async () => {
    const handle = await start(input);
    expect(await failureType(handle)).toBeNull();
    expect(await detailsOf(handle)).toBe('attempt 12: 500, failed');
  });
  expect(receiver.received).toHaveLength(12);
  expectSchedule(timesMs);
  const hours = (timesMs.at(-1)! - timesMs[0]!) / HOUR_MS;
  expect(hours).toBeGreaterThan(0.8 * 65);
  expect(hours).toBeLessThan(1.2 * 66);
  expect(await rows.delivery(input)).toMatchObject({ status: 'failed', attemptCount: 12 });
});

const busy: Attempt = { outcome: 'busy', number: 1, statusCode: null, waitMs: 30_000 };
const delivered: Attempt = { outcome: 'succeeded', number: 1, statusCode: 204, waitMs: null };

test('waiting for a busy receiver is not an attempt, and the history stays short', async () => {
  let left = 130;
  const fakes = fakeActivities({ attemptDelivery: async () => (left-- > 0 ? busy : delivered) });
  await withWorkers(env, fakes, async () => {
    const handle = await start(newInput());
    expect(await failureType(handle)).toBeNull();
    const latest = await env.client.workflow.getHandle(handle.workflowId).describe();
    expect(latest.runId).not.toBe((handle as unknown as { firstExecutionRunId: string }).firstExecutionRunId);
    expect(latest.historyLength).toBeLessThan(1_000);
    expect(await detailsOf(env.client.workflow.getHandle(handle.workflowId))).toBe('attempt 1: 204, succeeded');
  });
  expect(fakes.called('attemptDelivery')).toHaveLength(131);
}, 400_000); // of a worker that keeps no run in memory, 131 replays of what came before

test('a workflow in a timer of hours reads its row at once when the delivery becomes pending again', async () => {
  const timesMs: number[] = [];
  const answers: Attempt[] = [{ outcome: 'retry', number: 9, statusCode: 500, waitMs: 12 * HOUR_MS }, delivered];
  const fakes = fakeActivities({
    attemptDelivery: async () => {
      timesMs.push(await env.currentTimeMs());
      return answers.shift()!;
    },
  });
  const input = newInput();
  await withWorkers(env, fakes, async () => {
    const handle = await start(input);
    await poll(async () => ((await detailsOf(handle))?.startsWith('attempt 9: 500, retry, next at 20') ? true : null));
    await env.client.workflow.signalWithStart(WORKFLOWS.deliverWebhook, deliveryWorkflowStart(input));
    expect(await failureType(handle)).toBeNull();
  });
  expect(timesMs).toHaveLength(2);
  expect(timesMs[1]! - timesMs[0]!).toBeLessThan(HOUR_MS);
});
