/** Attempts at deliveries over a real database and real receivers, without Temporal. */
import { deliveryActivities, type Attempt } from '../../activities/deliveries.js';
import type { Event } from '../../entities/event.js';
import { Delivery } from '../../entities/delivery.js';
import { DeliveryAttempt } from '../../entities/delivery-attempt.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createOutbound } from '../../infra/outbound/outbound.js';
import { createSealer } from '../../infra/sealing.js';
import type { Temporal } from '../../infra/temporal.js';
import type { DeliveryInput, DeliveryWorkflowInput } from '../../workflows/messages.js';
import { runActivity } from './activities.js';
import { migratedDatabase, type TestDatabase } from './database.js';
import { TEST_ENCRYPTION_KEY } from './encryption-key.js';
import { startReceiver, type Answering } from './receiver.js';
import { givenAccount } from './rows.js';
import { givenDeliveryRun, givenWebhook } from './webhooks.js';

export const FIRST_RETRY_MS = 5_000;

export type Attempts = Awaited<ReturnType<typeof startAttempts>>;

/** Attempts ask it only where deliveries are deferred. */
const NO_TEMPORAL: Pick<Temporal, 'within'> = {
  within: () => Promise.reject(new Error('these attempts have no Temporal')),
};

/** A database with an account, of its own server where one is given; call `stop` in `afterAll`. */
export async function startAttempts(given?: TestDatabase, temporal: Pick<Temporal, 'within'> = NO_TEMPORAL) {
  const database = given ?? (await migratedDatabase());
  const { manager, dataSource } = database;
  const account = await givenAccount(manager);
  const undo: (() => Promise<unknown>)[] = [database.stop];
  const { attemptDelivery } = deliveryActivities({
    config: { webhooks: { firstRetryMs: FIRST_RETRY_MS } },
    dataSource,
    outbound: createOutbound({ production: false }),
    sealer: createSealer([TEST_ENCRYPTION_KEY]),
    temporal,
  });
  return {
    database,
    manager,
    account,
    attempt: (input: DeliveryWorkflowInput, attempt = 1): Promise<Attempt> =>
      runActivity(attemptDelivery, input, attempt),
    /** The same when its time has come. */
    async next(input: DeliveryInput): Promise<Attempt> {
      await manager.update(Delivery, { id: input.deliveryId }, { nextAttemptAt: () => 'now()' });
      return runActivity(attemptDelivery, input);
    },
    /** A receiver with an endpoint of its own. */
    async receiver(answering?: Answering) {
      const receiver = await startReceiver(answering);
      undo.push(() => receiver.stop());
      return { receiver, ...(await givenWebhook(manager, account, { url: `${receiver.origin}/hook?a=1` })) };
    },
    deliveryTo: (webhook: WebhookEndpoint, type?: Event['type']): Promise<DeliveryInput> =>
      givenDeliveryRun(manager, account, { webhook, type }),
    delivery: ({ deliveryId: id }: DeliveryInput) => manager.findOneByOrFail(Delivery, { id }),
    attempts: ({ deliveryId }: DeliveryInput) =>
      manager.find(DeliveryAttempt, { where: { deliveryId }, order: { number: 'ASC' } }),
    endpoint: ({ id }: WebhookEndpoint) => manager.findOneByOrFail(WebhookEndpoint, { id }),
    async stop(): Promise<void> {
      for (const step of undo.splice(0).reverse()) await step();
    },
  };
}
