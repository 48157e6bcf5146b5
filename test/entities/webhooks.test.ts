import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordShelfEvent } from '../../entities/queries/events.js';
import { removeWebhook } from '../../entities/queries/webhooks.js';
import { migratedDatabase, type TestDatabase } from '../support/database.js';
import { givenAccount, givenEndpoint, givenShelf } from '../support/rows.js';

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
