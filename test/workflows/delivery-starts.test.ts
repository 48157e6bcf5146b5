/** Which deliveries a shelf's run starts, however it ends, and the recovery of failed ones. */
import { expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Attempt } from '../../activities/deliveries.js';
import { newPublicId } from '../../entities/ids.js';
import { WORKFLOWS, type DeliveryInput } from '../../workflows/messages.js';
import { deliveryWorkflowId, deliveryWorkflowStart, recoveryWorkflowStart } from '../../workflows/starts.js';
import { poll } from '../support/poll.js';
import { approve, inReview, reviewed } from '../support/reviews.js';
import { failureType, fakeActivities, newShelfRun, runShelf, startShelf, withWorkers } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

const newDeliveries = (count: number): DeliveryInput[] => {
  const accountPublicId = newPublicId('usr');
  return Array.from({ length: count }, () => ({
    deliveryId: newPublicId('dlv'),
    endpointPublicId: newPublicId('wh'),
    accountPublicId,
  }));
};

const RETRY: Attempt = { outcome: 'retry', number: 1, statusCode: 500, waitMs: 3_600_000 };
const describe = (delivery: DeliveryInput) =>
  env.client.workflow.getHandle(deliveryWorkflowId(delivery.deliveryId)).describe();

test('a run starts its deliveries before it ends, and they outlive it with what operators filter by', async () => {
  const deliveries = newDeliveries(3);
  const fakes = fakeActivities({
    publishVersion: async () => ({ draft: null, deliveries }),
    attemptDelivery: async () => RETRY,
  });
  expect(await runShelf(env, fakes)).toBeNull();
  for (const delivery of deliveries) {
    const run = await describe(delivery);
    expect(run).toMatchObject({ type: WORKFLOWS.deliverWebhook, taskQueue: 'deliveries', status: { name: 'RUNNING' } });
    expect(run.priority).toMatchObject({ fairnessKey: delivery.endpointPublicId });
    const found = Object.fromEntries(run.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
    expect(found).toMatchObject({
      WebhookEndpoint: delivery.endpointPublicId,
      ShelfAccount: delivery.accountPublicId,
      DeliveryState: expect.stringMatching(/^(pending|retrying)$/),
    });
  }
});

test('a run that fails, or is cancelled, starts the deliveries of its failure', async () => {
  const [failing, cancelled] = [newDeliveries(1), newDeliveries(1)];
  const broken = fakeActivities({
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('no password given', 'password_required');
    },
    recordFailure: async () => ({ recorded: true, deliveries: failing }),
  });
  expect(await runShelf(env, broken)).toBe('password_required');
  expect((await describe(failing[0]!)).type).toBe(WORKFLOWS.deliverWebhook);

  const fakes = reviewed({ recordFailure: async () => ({ recorded: true, deliveries: cancelled }) });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    await inReview(handle, fakes);
    await handle.cancel();
    expect(await failureType(handle)).toBe('CancelledFailure');
    await poll(async () => ((await describe(cancelled[0]!)).status.name === 'COMPLETED' ? true : null));
  });
});

test('a review starts the deliveries of its draft and, once approved, those of its version', async () => {
  const [ofDraft, ofVersion] = [newDeliveries(2), newDeliveries(2)];
  const fakes = reviewed({
    publishVersion: async ({ versionPublicId }) => ({ draft: versionPublicId, deliveries: ofDraft }),
    approveShelf: async () => ({ deliveries: ofVersion }),
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    for (const delivery of ofDraft) await describe(delivery);
    await approve(handle, draft);
    for (const delivery of ofVersion) await describe(delivery);
    expect(await failureType(handle)).toBeNull();
  });
});

test('a delivery that was started already counts as started', async () => {
  const [delivery] = newDeliveries(1);
  const fakes = fakeActivities({
    publishVersion: async () => ({ draft: null, deliveries: [delivery!] }),
    attemptDelivery: async () => RETRY,
  });
  const before = await env.client.workflow.start(WORKFLOWS.deliverWebhook, deliveryWorkflowStart(delivery!));
  expect(await runShelf(env, fakes)).toBeNull();
  expect((await describe(delivery!)).runId).toBe(before.firstExecutionRunId);
});

test('a recovery sends batch after batch, in order, and continues with the same one after a loss', async () => {
  const batches = [['dlv_1', 'dlv_2'], ['dlv_3', 'dlv_4'], ['dlv_5']];
  let losses = 1;
  const fakes = fakeActivities({
    findFailed: async ({ after }) => {
      const at = after === null ? 0 : batches.findIndex((batch) => batch.at(-1) === after) + 1;
      return { deliveryIds: batches[at]!, more: at < 2 };
    },
    sendAgain: async ({ deliveryIds }) => {
      if (deliveryIds[0] === 'dlv_3' && losses-- > 0) throw new Error('connect ECONNREFUSED');
      return { sent: deliveryIds.length };
    },
  });
  const [{ endpointPublicId, accountPublicId }] = newDeliveries(1) as [DeliveryInput];
  const span = { since: '2026-01-01T00:00:00.000Z', until: '2026-01-08T00:00:00.000Z', requestId: null };
  const options = recoveryWorkflowStart({ endpointPublicId, accountPublicId, ...span });
  await withWorkers(env, fakes, async () => {
    const handle = await env.client.workflow.start(WORKFLOWS.recoverDeliveries, options);
    expect(await failureType(handle)).toBeNull();
  });
  const sent = fakes.called('sendAgain').map((input) => (input as { deliveryIds: string[] }).deliveryIds);
  expect(sent).toEqual([batches[0], batches[1], batches[1], batches[2]]);
});
