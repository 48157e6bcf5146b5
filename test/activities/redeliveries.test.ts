/** Deliveries that lost their run, and failed ones that are to be sent again, over a real Temporal without workers. */
import { afterAll, expect, jest, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { lostDeliveryActivities, recoveryActivities } from '../../activities/redeliveries.js';
import { Delivery } from '../../entities/delivery.js';
import { DeliveryAttempt } from '../../entities/delivery-attempt.js';
import { Event } from '../../entities/event.js';
import { failUntouched } from '../../entities/queries/attempts.js';
import { removeOldAttempts, removeOldEvents } from '../../entities/queries/events.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import type { Temporal } from '../../infra/temporal.js';
import { WORKFLOWS, type DeliveryInput } from '../../workflows/messages.js';
import { deliveryWorkflowId, deliveryWorkflowStart } from '../../workflows/starts.js';
import { runActivity } from '../support/activities.js';
import { startAttempts, type Attempts } from '../support/attempts.js';
import { setUpTemporalClient } from '../support/set-up.js';
import { givenDeliveryRuns, givenWebhook } from '../support/webhooks.js';

let env: Attempts;
let temporal: Temporal;
let lost: ReturnType<typeof lostDeliveryActivities>;
const repairs: string[] = [];
let recoveries: ReturnType<typeof recoveryActivities>;

setUpTemporalClient(async (started) => {
  temporal = started;
  env = await startAttempts();
  const { dataSource } = env.database;
  lost = lostBy(60);
  recoveries = recoveryActivities({ dataSource, temporal });
});
afterAll(() => env?.stop());

const lostBy = (reconcileAfterSeconds: number, asked: Pick<Temporal, 'within'> = temporal) =>
  lostDeliveryActivities({
    dataSource: env.database.dataSource,
    temporal: asked,
    config: { reconcileAfterSeconds },
    repaired: (what) => void repairs.push(what),
  });
const webhookOf = async (): Promise<WebhookEndpoint> =>
  (await givenWebhook(env.manager, env.account, { url: 'http://localhost:9/' })).webhook;

/** Changes a row as if that had been done `ago`; the trigger would set the time anew. */
async function aged(input: DeliveryInput, ago: string, set = '', madeAgo = ago): Promise<DeliveryInput> {
  await env.manager.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    const sql = `UPDATE deliveries SET updated_at = now() - interval '${ago}', created_at = now() - interval '${madeAgo}',
      failed_at = now() - interval '${ago}' ${set} WHERE id = $1`;
    await tx.query(sql, [input.deliveryId]);
  });
  return input;
}

const within = <T>(call: (client: Client) => Promise<T>): Promise<T> => temporal.within(10_000, call);
const describe = ({ deliveryId }: DeliveryInput) =>
  within(({ workflow }) => workflow.getHandle(deliveryWorkflowId(deliveryId)).describe());
const start = (input: DeliveryInput) =>
  within(({ workflow }) => workflow.start(WORKFLOWS.deliverWebhook, deliveryWorkflowStart(input)));
const signals = async ({ deliveryId }: DeliveryInput): Promise<number> => {
  const { events } = await within(({ workflow }) => workflow.getHandle(deliveryWorkflowId(deliveryId)).fetchHistory());
  return (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes).length;
};
const reconcile = () => runActivity(lost.startDeliveries, { after: null });

test('a pending delivery whose time has come gets the run that it lacks, one that still waits is woken', async () => {
  const webhook = await webhookOf();
  const never = await aged(await env.deliveryTo(webhook), '2 minutes');
  const overdue = await aged(
    await env.deliveryTo(webhook),
    '3 hours',
    ", next_attempt_at = now() - interval '2 minutes'",
  );
  const asleep = await aged(await env.deliveryTo(webhook), '2 minutes');
  await start(asleep);
  expect(await reconcile()).toEqual({ after: null });
  for (const input of [never, overdue]) {
    expect(await describe(input)).toMatchObject({ status: { name: 'RUNNING' }, taskQueue: 'deliveries' });
  }
  expect(await signals(asleep)).toBe(1);
  expect(repairs).toEqual(['delivery_started', 'delivery_started']);
});

test('sixteen are looked at together, and a turn whose time is up leaves the rest to the next', async () => {
  const inputs = await givenDeliveryRuns(env.manager, env.account, { webhook: await webhookOf(), count: 40 });
  let [now, most, nowMs] = [0, 0, 0];
  const counting: Pick<Temporal, 'within'> = {
    async within(timeoutMs, call) {
      most = Math.max(most, (now += 1));
      try {
        return await temporal.within(timeoutMs, call);
      } finally {
        now -= 1;
      }
    },
  };
  // each look at it finds ten seconds gone
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10_000));
  const { startDeliveries } = lostBy(-60, counting);
  let turns = 0;
  for (let after: string | null = null; turns === 0 || after !== null; turns += 1)
    ({ after } = await runActivity(startDeliveries, { after }));
  clock.mockRestore();
  expect(turns).toBeGreaterThan(2);
  expect([most > 1, most <= 16]).toEqual([true, true]);
  for (const input of inputs) expect((await describe(input)).status.name).toBe('RUNNING');
  const ids = inputs.map(({ deliveryId }) => deliveryId);
  await env.manager.query(`UPDATE deliveries SET status = 'succeeded' WHERE id = ANY ($1)`, [ids]);
});

test('a delivery that waits for its time, or was touched a moment ago, or is at rest, is left alone', async () => {
  const webhook = await webhookOf();
  const all = [
    await env.deliveryTo(webhook),
    await aged(await env.deliveryTo(webhook), '2 minutes', ", next_attempt_at = now() + interval '1 hour'"),
    await aged(await env.deliveryTo(webhook), '2 minutes', ", next_attempt_at = now() - interval '30 seconds'"),
    await aged(await env.deliveryTo(webhook), '2 minutes', ", status = 'succeeded'"),
    await aged(await env.deliveryTo(webhook), '2 minutes', ", status = 'failed'"),
  ];
  await reconcile();
  for (const input of all) await expect(describe(input)).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
});

test('a delivery whose run an operator has terminated is failed', async () => {
  const input = await aged(await env.deliveryTo(await webhookOf()), '2 minutes');
  await (await start(input)).terminate('enough');
  await reconcile();
  expect(await env.delivery(input)).toMatchObject({ status: 'failed', attemptCount: 0 });
});

test('a delivery that was asked for again after that is sent, though the start of its run was lost', async () => {
  const input = await env.deliveryTo(await webhookOf());
  await (await start(input)).terminate('enough');
  await aged(input, '-1 hour'); // made pending again an hour after the end of the run
  await runActivity(lostBy(-2 * 3600).startDeliveries, { after: null }); // and looked at another hour later
  expect(await env.delivery(input)).toMatchObject({ status: 'pending' });
  expect(await describe(input)).toMatchObject({ status: { name: 'RUNNING' } });
});

test('what failed in the span is found in the order in which it was made, and nothing else', async () => {
  const webhook = await webhookOf();
  const failed = ", status = 'failed'";
  const [third, first, second] = [
    await aged(await env.deliveryTo(webhook), '1 hour', failed),
    await aged(await env.deliveryTo(webhook), '3 hours', failed, '3 days'), // tried again and again until then
    await aged(await env.deliveryTo(webhook), '2 hours', failed),
  ];
  await aged(await env.deliveryTo(webhook), '5 hours', failed);
  await aged(await env.deliveryTo(webhook), '2 hours', ", status = 'succeeded'");
  await aged(await env.deliveryTo(await webhookOf()), '2 hours', failed);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const input = {
    endpointPublicId: webhook.publicId,
    accountPublicId: env.account.publicId,
    since: hoursAgo(4),
    until: hoursAgo(0),
    requestId: null,
  };
  const inOrder = [first, second, third].map(({ deliveryId }) => deliveryId);
  expect(await runActivity(recoveries.findFailed, { ...input, after: null })).toEqual({
    deliveryIds: inOrder,
    more: false,
  });
  const after = first.deliveryId;
  expect((await runActivity(recoveries.findFailed, { ...input, after })).deliveryIds).toEqual(inOrder.slice(1));

  // a repeat, as after a loss, sends the same and changes nothing
  await env.manager.update(Delivery, { id: first.deliveryId }, { attemptCount: 12 });
  for (const _ of [1, 2]) {
    expect(await runActivity(recoveries.sendAgain, { ...input, deliveryIds: inOrder })).toEqual({ sent: 3 });
  }
  expect(await env.delivery(first)).toMatchObject({ status: 'pending', attemptCount: 12, attemptsBefore: 12 });
  for (const one of [first, second, third]) expect((await describe(one)).status.name).toBe('RUNNING');
});

test('when a delivery failed is noted once, whatever is written to it later', async () => {
  const input = await env.deliveryTo(await webhookOf());
  const set = (change: object) => env.manager.update(Delivery, { id: input.deliveryId }, change);
  const failedAt = async () => (await env.delivery(input)).failedAt?.getTime() ?? null;
  expect(await failedAt()).toBeNull();
  await set({ status: 'failed' });
  const first = await failedAt();
  expect(Math.abs(Date.now() - first!)).toBeLessThan(60_000);
  await set({ attemptCount: 3 });
  expect(await failedAt()).toBe(first);
  await set({ status: 'pending' });
  expect(await failedAt()).toBeNull();
  await set({ status: 'failed' });
  expect(await failedAt()).toBeGreaterThan(first!);
});

test('a run that was ended by an operator does not end what was asked for again meanwhile', async () => {
  const input = await aged(await env.deliveryTo(await webhookOf()), '2 minutes');
  const seen = { ...input, updatedAt: (await env.delivery(input)).updatedAt };
  await env.manager.update(Delivery, { id: input.deliveryId }, { attemptsBefore: 1 });
  await failUntouched(env.manager, seen);
  expect(await env.delivery(input)).toMatchObject({ status: 'pending' });
  await failUntouched(env.manager, { ...input, updatedAt: (await env.delivery(input)).updatedAt });
  expect(await env.delivery(input)).toMatchObject({ status: 'failed' });
});

test('what a disabled endpoint was left with is failed', async () => {
  const webhook = await webhookOf();
  const waiting = await aged(
    await env.deliveryTo(webhook),
    '1 minute',
    ", next_attempt_at = now() + interval '1 hour'",
  );
  const other = await env.deliveryTo(await webhookOf());
  await env.manager.update(WebhookEndpoint, { id: webhook.id }, { enabled: false, disabledReason: 'gone' });
  await reconcile();
  expect(await env.delivery(waiting)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  expect(await env.delivery(other)).toMatchObject({ status: 'pending' });
});

test('nothing is recovered for an endpoint that is disabled', async () => {
  const webhook = await webhookOf();
  const failed = await aged(await env.deliveryTo(webhook), '1 hour', ", status = 'failed'");
  const off = { enabled: false, disabledReason: 'gone' } as const;
  await env.manager.update(WebhookEndpoint, { id: webhook.id }, off);
  const span = { since: '2020-01-01T00:00:00Z', until: new Date().toISOString(), requestId: null };
  const input = { endpointPublicId: webhook.publicId, accountPublicId: env.account.publicId, ...span };
  expect((await runActivity(recoveries.findFailed, { ...input, after: null })).deliveryIds).toEqual([]);
  const deliveryIds = [failed.deliveryId];
  expect(await runActivity(recoveries.sendAgain, { ...input, deliveryIds })).toEqual({ sent: 0 });
});

test('events and their deliveries are kept for 90 days, those being sent again for longer, single attempts for 30', async () => {
  const { webhook } = await env.receiver();
  const [old, young, again, stuck] = [
    await env.deliveryTo(webhook),
    await env.deliveryTo(webhook),
    await env.deliveryTo(webhook),
    await aged(await env.deliveryTo(webhook), '8 days'),
  ];
  for (const input of [old, young]) await env.attempt(input);
  for (const input of [old, again, stuck]) {
    const { eventId } = await env.delivery(input);
    await env.manager.update(Event, { id: eventId }, { createdAt: () => `now() - interval '91 days'` });
  }
  await env.manager.update(
    DeliveryAttempt,
    { deliveryId: young.deliveryId },
    { startedAt: () => `now() - interval '31 days'` },
  );
  expect(await removeOldEvents(env.manager, { olderThanDays: 90, limit: 100 })).toBe(2);
  expect(await removeOldAttempts(env.manager, { olderThanDays: 30, limit: 100 })).toBe(1);
  for (const input of [old, stuck]) await expect(env.delivery(input)).rejects.toThrow();
  expect(await env.delivery(again)).toMatchObject({ status: 'pending' });
  expect(await env.attempts(young)).toEqual([]);
  expect(await env.delivery(young)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
});
