import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Delivery } from '../../entities/delivery.js';
import { redeliver } from '../../entities/queries/delivery-history.js';
import { recordShelfEvent } from '../../entities/queries/events.js';
import { measureWorkload } from '../../entities/queries/measures.js';
import { removeWebhook } from '../../entities/queries/webhooks.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { migratedDatabase, type TestDatabase } from '../support/database.js';
import { givenAccount, givenDelivery, givenEndpoint, givenShelf } from '../support/rows.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
}, 60_000);
afterAll(() => database?.stop());

test('an event goes to all other endpoints when one is deleted at the same moment', async () => {
  const { manager, dataSource } = database;
  const { id: accountId } = await givenAccount(manager);
  const shelf = await givenShelf(manager, accountId);
  const [gone, stays] = [
    await givenEndpoint(manager, accountId, { events: ['shelf.ready'] }),
    await givenEndpoint(manager, accountId, { events: ['shelf.ready'] }),
  ];
  let recorded: Promise<{ endpointPublicId: string }[]> = Promise.resolve([]);
  await dataSource.transaction(async (tx) => {
    await removeWebhook(tx, { accountId, publicId: gone });
    recorded = dataSource.transaction((other) => recordShelfEvent(other, 'shelf.ready', shelf));
    const first = await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
    expect(first).toBe('waits');
  });
  expect((await recorded).map(({ endpointPublicId }) => endpointPublicId)).toEqual([stays]);
});

test('a delivery of last week that is sent again is overdue from then on, not since last week', async () => {
  const { manager } = database;
  const { id: accountId } = await givenAccount(manager);
  const publicId = await givenEndpoint(manager, accountId, { events: ['shelf.ready'] });
  const { id: endpointId } = await manager.findOneByOrFail(WebhookEndpoint, { publicId });
  const { id } = await givenDelivery(manager, accountId, endpointId);
  await manager.update(Delivery, { id }, { status: 'failed', createdAt: () => `now() - interval '7 days'` });
  expect(await redeliver(manager, { accountId, publicId }, id)).toMatchObject({ outcome: 'pending_now' });
  expect((await measureWorkload(manager)).overdueSeconds).toBeLessThan(60);
});
