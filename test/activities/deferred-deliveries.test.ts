/** Deferred deliveries, over a real Temporal without workers: who starts them. */
import { afterAll, expect, test } from '@jest/globals';
import { lostDeliveryActivities } from '../../activities/redeliveries.js';
import { Delivery } from '../../entities/delivery.js';
import { UNTRIED_PER_ENDPOINT } from '../../entities/queries/deferrals.js';
import type { Temporal } from '../../infra/temporal.js';
import type { DeliveryInput } from '../../workflows/messages.js';
import { deliveryWorkflowId } from '../../workflows/starts.js';
import { runActivity } from '../support/activities.js';
import { startAttempts, type Attempts } from '../support/attempts.js';
import { givenShelf } from '../support/rows.js';
import { setUpTemporalClient } from '../support/set-up.js';
import { recordEvent } from '../support/webhooks.js';

let env: Attempts;
let temporal: Temporal;
let isDown = false;

setUpTemporalClient(async (started) => {
  temporal = started;
  const within: Temporal['within'] = (timeoutMs, call) =>
    isDown ? Promise.reject(Object.assign(new Error('unavailable'), { code: 14 })) : temporal.within(timeoutMs, call);
  env = await startAttempts(undefined, { within });
});
afterAll(() => env?.stop());

/** As many deliveries as have a workflow before their first attempt, and `deferred` more. */
async function givenDeferred(deferred: number) {
  const { webhook } = await env.receiver(() => ({ status: 500 }));
  const shelf = await givenShelf(env.manager, env.account.id);
  const started: DeliveryInput[] = [];
  for (let at = 0; at < UNTRIED_PER_ENDPOINT + deferred; at += 1)
    started.push(
      ...(await recordEvent(env.database, shelf)).filter((one) => one.endpointPublicId === webhook.publicId),
    );
  const waiting = await env.manager.find(Delivery, {
    where: { endpointId: webhook.id, deferred: true },
    order: { createdAt: 'ASC' },
  });
  expect([started.length, waiting.length]).toEqual([UNTRIED_PER_ENDPOINT, deferred]);
  return { started, waiting: waiting.map(({ id }) => id) };
}

async function isStarted(deliveryId: string): Promise<boolean> {
  const found = temporal.within(10_000, ({ workflow }) =>
    workflow.getHandle(deliveryWorkflowId(deliveryId)).describe(),
  );
  return found.then(
    () => true,
    () => false,
  );
}
const areStarted = (ids: string[]): Promise<boolean[]> => Promise.all(ids.map(isStarted));

test('with a first attempt as many deliveries are started as have had theirs, with later attempts none', async () => {
  const { started, waiting } = await givenDeferred(3);
  await env.attempt(started[0]!);
  await env.next(started[0]!);
  expect(await areStarted(waiting)).toEqual([false, false, false]);
  await env.attempt(started[1]!);
  expect(await areStarted(waiting)).toEqual([true, false, false]);
  await env.attempt(started[2]!);
  expect(await areStarted(waiting)).toEqual([true, true, false]);
});

test('an attempt counts though the next delivery cannot be started, and the reconciler starts what was left', async () => {
  const { started, waiting } = await givenDeferred(4);
  await env.attempt(started[0]!);
  isDown = true;
  expect(await env.attempt(started[1]!)).toMatchObject({ outcome: 'retry', number: 1 });
  // a worker that ends before it has started the next one
  await env.manager.update(Delivery, { id: started[2]!.deliveryId }, { status: 'succeeded', attemptCount: 1 });
  isDown = false;
  expect(await areStarted(waiting)).toEqual([false, false, false, false]);
  const { startDeliveries } = lostDeliveryActivities({
    dataSource: env.database.dataSource,
    temporal,
    config: { reconcileAfterSeconds: -60 },
    repaired: () => undefined,
  });
  await runActivity(startDeliveries, { after: null });
  expect(await areStarted(waiting)).toEqual([true, true, true, false]);
});
