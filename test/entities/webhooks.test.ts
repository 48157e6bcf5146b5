import { expect, jest, test } from '@jest/globals';
import { Delivery } from '../../entities/delivery.js';
import { recordShelfEvent } from '../../entities/queries/events.js';
import { removeWebhook } from '../../entities/queries/webhooks.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import type { TestDatabase } from '../support/database.js';
import { givenAccount, givenEndpoint, givenShelf } from '../support/rows.js';
import { setUpDatabase } from '../support/set-up-database.js';

let database: TestDatabase;
setUpDatabase((started) => (database = started));

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

test('an endpoint is removed with a history of any length, bit by bit, and none of another’s', async () => {
  const { manager } = database;
  const { id: accountId } = await givenAccount(manager);
  const long = 5_100;
  const endpoints = [];
  for (const length of [long, 3]) {
    const publicId = await givenEndpoint(manager, accountId, { events: ['shelf.ready'] });
    const { id: endpointId } = await manager.findOneByOrFail(WebhookEndpoint, { publicId });
    endpoints.push({ publicId, endpointId });
    await manager.query(
      `WITH made AS (INSERT INTO events (id, account_id, type, body)
         SELECT 'evt_' || substr(md5($2 || n), 1, 24), $1, 'shelf.ready', '{}' FROM generate_series(1, $3::int) n RETURNING id)
       INSERT INTO deliveries (id, event_id, endpoint_id) SELECT 'dlv_' || substr(id, 5), id, $2::uuid FROM made`,
      [accountId, endpointId, length],
    );
  }
  const [gone, stays] = endpoints as [(typeof endpoints)[0], (typeof endpoints)[0]];
  const batches = jest.spyOn(manager, 'transaction');
  expect(await removeWebhook(manager, { accountId, publicId: gone.publicId })).toBe(true);
  const removed = await Promise.all(batches.mock.results.map(({ value }) => value as Promise<string>));
  batches.mockRestore();
  expect(removed).toEqual(['disabled', 'removed']);
  expect(await manager.countBy(Delivery, { endpointId: gone.endpointId })).toBe(0);
  expect(await manager.countBy(Delivery, { endpointId: stays.endpointId })).toBe(3);
  expect(await removeWebhook(manager, { accountId, publicId: gone.publicId })).toBe(false);
});
