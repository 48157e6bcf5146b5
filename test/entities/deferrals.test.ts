/** Which deliveries are deferred, and which come next. */
import { expect, test } from '@jest/globals';
import { Delivery } from '../../entities/delivery.js';
import { admitDeferred, findDeferring, UNTRIED_PER_ENDPOINT } from '../../entities/queries/deferrals.js';
import { findRunDeliveries } from '../../entities/queries/events.js';
import { redeliverFailed } from '../../entities/queries/redeliveries.js';
import { measureWorkload } from '../../entities/queries/workload.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import type { TestDatabase } from '../support/database.js';
import { givenAccount, givenEndpoint, givenShelf } from '../support/rows.js';
import { setUpDatabase } from '../support/set-up-database.js';
import { recordEvent } from '../support/webhooks.js';

let database: TestDatabase;
setUpDatabase((started) => (database = started));

/** An endpoint with a shelf whose events it gets. */
async function givenSubscription() {
  const { manager } = database;
  const account = await givenAccount(manager);
  const publicId = await givenEndpoint(manager, account.id, { events: ['shelf.ready'] });
  const { id: endpointId } = await manager.findOneByOrFail(WebhookEndpoint, { publicId });
  const shelf = await givenShelf(manager, account.id);
  const record = async (count: number): Promise<string[]> => {
    const started: string[] = [];
    for (let at = 0; at < count; at += 1)
      started.push(...(await recordEvent(database, shelf)).map(({ deliveryId }) => deliveryId));
    return started;
  };
  const deferred = () => manager.find(Delivery, { where: { endpointId, deferred: true }, order: { createdAt: 'ASC' } });
  return { account, publicId, endpointId, record, deferred };
}

test('of many events of an endpoint some are to be started at once, and the others are deferred', async () => {
  const { manager } = database;
  const [many, other] = [await givenSubscription(), await givenSubscription()];
  expect(await many.record(UNTRIED_PER_ENDPOINT + 5)).toHaveLength(UNTRIED_PER_ENDPOINT);
  expect(await many.deferred()).toHaveLength(5);
  expect(await other.record(1)).toHaveLength(1);
  const last = await givenShelf(manager, many.account.id);
  expect(await recordEvent(database, last)).toEqual([]);
  const ofRun = { shelfId: last.id, run: last.run, type: 'shelf.ready' } as const;
  expect(await findRunDeliveries(manager, ofRun)).toEqual([]); // a run that repeats its last step starts it as little
  expect(await findDeferring(manager, { after: null, limit: 10 })).toEqual([many.endpointId]);
  expect(await findDeferring(manager, { after: many.endpointId, limit: 10 })).toEqual([]);
});

test('the oldest come next, as many as have had their first attempt', async () => {
  const { manager } = database;
  const { endpointId, publicId, account, record, deferred } = await givenSubscription();
  const started = await record(UNTRIED_PER_ENDPOINT + 5);
  const waiting = (await deferred()).map(({ id }) => id);
  expect(await admitDeferred(manager, endpointId)).toEqual([]);
  await manager.update(Delivery, { id: started[0]! }, { status: 'succeeded', attemptCount: 1 });
  await manager.update(Delivery, { id: started[1]! }, { attemptCount: 1 }); // is tried again in a while
  const next = await admitDeferred(manager, endpointId);
  const of = { endpointPublicId: publicId, accountPublicId: account.publicId };
  expect(new Set(next)).toEqual(new Set(waiting.slice(0, 2).map((deliveryId) => ({ deliveryId, ...of }))));
  expect(await admitDeferred(manager, endpointId)).toEqual([]);
  expect((await deferred()).map(({ id }) => id)).toEqual(waiting.slice(2));
});

test('of what is sent again the same is deferred, and a repeat starts what was to be started', async () => {
  const { manager } = database;
  const { endpointId, record, deferred } = await givenSubscription();
  const failed = await record(UNTRIED_PER_ENDPOINT);
  await manager.update(Delivery, { endpointId }, { status: 'failed', attemptCount: 12 });
  failed.push(...(await record(3)));
  await manager.update(Delivery, { endpointId }, { status: 'failed', attemptCount: 12 });
  const [first, again] = [await redeliverFailed(manager, failed), await redeliverFailed(manager, failed)];
  expect(first.pending).toBe(failed.length);
  expect(first.toStart).toHaveLength(UNTRIED_PER_ENDPOINT);
  expect(await deferred()).toHaveLength(3);
  expect({ ...again, toStart: new Set(again.toStart) }).toEqual({ ...first, toStart: new Set(first.toStart) });
});

test('a deferred delivery is overdue only where no other is going to start it', async () => {
  const { manager } = database;
  const { endpointId, record } = await givenSubscription();
  await record(UNTRIED_PER_ENDPOINT + 1);
  await manager.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `UPDATE deliveries SET updated_at = now() - interval '3 hours' WHERE endpoint_id = $1 AND deferred`,
      [endpointId],
    );
  });
  expect((await measureWorkload(manager)).overdueSeconds).toBeLessThan(3_600);
  await manager.update(Delivery, { endpointId, deferred: false }, { status: 'failed' });
  expect((await measureWorkload(manager)).overdueSeconds).toBeGreaterThan(3 * 3_600 - 60);
});
