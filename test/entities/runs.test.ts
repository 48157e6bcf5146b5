import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../entities/account.js';
import { Delivery } from '../../entities/delivery.js';
import { Event } from '../../entities/event.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { listShelfEvents } from '../../entities/queries/events.js';
import { findRun, recordFailure, recordProgress, recordStep } from '../../entities/queries/runs.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import { Shelf } from '../../entities/shelf.js';
import { givenAccount, givenEndpoint, givenShelf, publicationOf } from '../support/rows.js';
import { setUpAccount } from '../support/set-up-database.js';

let manager: EntityManager;
let account: Account;
setUpAccount((given) => ({ manager, account } = given));

const reload = (shelf: Shelf) => manager.findOneByOrFail(Shelf, { id: shelf.id });
const failure = { step: 'parsing', message: 'This PDF needs a password.' } as const;

test('a run finds its shelf, its PDF and the owner; another number finds nothing', async () => {
  const shelf = await givenShelf(manager, account.id);
  const found = await findRun(manager, { publicId: shelf.publicId, run: 1 });
  expect(found?.shelf).toEqual(Object.assign({}, shelf));
  expect(found?.upload.id).toBe(shelf.uploadId);
  expect(found?.accountPublicId).toBe(account.publicId);
  expect(await findRun(manager, { publicId: shelf.publicId, run: 2 })).toBeNull();
});

test('steps and progress are recorded, and progress never goes back within a step', async () => {
  const shelf = await givenShelf(manager, account.id);
  const run = { publicId: shelf.publicId, run: 1 };
  expect(await recordStep(manager, { ...run, status: 'parsing' })).toBe(true);
  expect(await recordProgress(manager, { ...run, pageCount: 640 })).toBe(true);
  expect(await recordProgress(manager, { ...run, pagesDone: 120 })).toBe(true);
  expect(await recordProgress(manager, { ...run, pagesDone: 64 })).toBe(true);
  expect(await reload(shelf)).toMatchObject({
    status: 'parsing',
    progressStep: 'parsing',
    pageCount: 640,
    pagesDone: 120,
  });
  expect(await recordStep(manager, { ...run, status: 'structuring' })).toBe(true);
  expect(await reload(shelf)).toMatchObject({ status: 'structuring', pageCount: 640, pagesDone: null });
});

test('a run whose number has passed writes nothing', async () => {
  const shelf = await givenShelf(manager, account.id);
  await manager.query('UPDATE shelves SET run = 2 WHERE id = $1', [shelf.id]);
  const before = await reload(shelf);
  const stale = { publicId: shelf.publicId, run: 1 };
  expect(await recordStep(manager, { ...stale, status: 'verifying' })).toBe(false);
  expect(await recordProgress(manager, { ...stale, pagesDone: 5 })).toBe(false);
  expect(await recordFailure(manager, { ...stale, ...failure })).toEqual({ recorded: false, deliveries: [] });
  expect(await publishVersion(manager, publicationOf(shelf))).toEqual({ outcome: 'superseded' });
  expect(await reload(shelf)).toEqual(before);
  expect(await manager.countBy(Event, { shelfId: shelf.id })).toBe(0);
});

test('a run whose shelf is deleted writes nothing', async () => {
  const shelf = await givenShelf(manager, account.id);
  await claimDelete(manager, { accountId: account.id, publicId: shelf.publicId });
  for (const run of [1, 2]) {
    expect(await recordFailure(manager, { publicId: shelf.publicId, run, ...failure })).toMatchObject({
      recorded: false,
    });
    expect(await publishVersion(manager, publicationOf(shelf, undefined, run))).toEqual({ outcome: 'superseded' });
  }
});

test('a shelf that is ready or failed is moved by no step of its finished run', async () => {
  const ready = await givenShelf(manager, account.id);
  await publishVersion(manager, publicationOf(ready));
  expect(await recordStep(manager, { publicId: ready.publicId, run: 1, status: 'parsing' })).toBe(false);
  expect(await recordFailure(manager, { publicId: ready.publicId, run: 1, ...failure })).toMatchObject({
    recorded: false,
  });
  expect((await reload(ready)).status).toBe('ready');

  const failed = await givenShelf(manager, account.id);
  await recordFailure(manager, { publicId: failed.publicId, run: 1, ...failure });
  expect(await recordStep(manager, { publicId: failed.publicId, run: 1, status: 'structuring' })).toBe(false);
  expect(await publishVersion(manager, publicationOf(failed))).toEqual({ outcome: 'superseded' });
});

test('a failure and its event are written once, however often it is recorded', async () => {
  await givenEndpoint(manager, account.id, { events: ['shelf.failed', 'shelf.ready'] });
  const shelf = await givenShelf(manager, account.id);
  const run = { publicId: shelf.publicId, run: 1 };
  await recordStep(manager, { ...run, status: 'parsing' });
  await recordProgress(manager, { ...run, pagesDone: 3 });
  const all = await Promise.all([1, 2, 3].map(() => recordFailure(manager, { ...run, ...failure })));
  expect(all[0]?.deliveries).toMatchObject([
    { deliveryId: expect.stringMatching(/^dlv_[0-9a-f]{24}$/), accountPublicId: account.publicId },
  ]);
  expect(all).toEqual(Array(3).fill({ recorded: true, deliveries: all[0]?.deliveries }));
  expect(await reload(shelf)).toMatchObject({
    status: 'failed',
    failedAtStep: 'parsing',
    errorMessage: failure.message,
    pagesDone: null,
  });
  expect(await manager.countBy(Event, { shelfId: shelf.id })).toBe(1);
});

test("an event's body is the one that receivers know", async () => {
  const shelf = await givenShelf(manager, account.id);
  await recordFailure(manager, { publicId: shelf.publicId, run: 1, ...failure });
  const event = await manager.findOneByOrFail(Event, { shelfId: shelf.id });
  expect(event).toMatchObject({ id: expect.stringMatching(/^evt_[0-9a-f]{24}$/), type: 'shelf.failed', run: 1 });
  expect(JSON.parse(event.body)).toEqual({
    event: 'shelf.failed',
    timestamp: event.createdAt.toISOString(),
    shelfPublicId: shelf.publicId,
    data: {
      shelfPublicId: shelf.publicId,
      userId: account.publicId,
      name: 'Report',
      status: 'failed',
      errorMessage: failure.message,
      failedAtStep: 'parsing',
      auditStatus: null,
      currentVersionNumber: null,
    },
  });
});

test("an event's time is that of the change which it tells of", async () => {
  const shelf = await givenShelf(manager, account.id);
  await recordFailure(manager, { publicId: shelf.publicId, run: 1, ...failure });
  const event = await manager.findOneByOrFail(Event, { shelfId: shelf.id });
  const { updatedAt } = await reload(shelf);
  expect(event.createdAt).toEqual(updatedAt);
  const between = (after: Date, upTo: Date) => listShelfEvents(manager, { shelfId: shelf.id, after, upTo, limit: 10 });
  expect(await between(shelf.updatedAt, updatedAt)).toEqual([event]);
  expect(await between(updatedAt, new Date())).toEqual([]);
});

test('endpoints of the owner that subscribed to the event get a delivery, disabled ones a failed one that is not sent', async () => {
  const wanted = await givenEndpoint(manager, account.id, { events: ['shelf.ready'] });
  await givenEndpoint(manager, account.id, { events: ['shelf.failed', 'shelf.review'] });
  const disabled = await givenEndpoint(manager, account.id, { events: ['shelf.ready'], enabled: false });
  await givenEndpoint(manager, (await givenAccount(manager)).id, { events: ['shelf.ready'] });
  const shelf = await givenShelf(manager, account.id);
  const result = await publishVersion(manager, publicationOf(shelf));
  const deliveries = await manager.query(
    `SELECT d.id, w.public_id AS endpoint, d.status FROM deliveries d JOIN events e ON e.id = event_id
     JOIN webhook_endpoints w ON w.id = endpoint_id WHERE e.shelf_id = $1 ORDER BY w.created_at`,
    [shelf.id],
  );
  const { deliveryId: id, ...to } = result.outcome === 'published' ? result.deliveries[0]! : { deliveryId: null };
  expect(to).toEqual({ endpointPublicId: wanted, accountPublicId: account.publicId });
  expect(deliveries).toEqual([
    { id, endpoint: wanted, status: 'pending' },
    { id: expect.any(String), endpoint: disabled, status: 'failed' },
  ]);
});

test('an event and its move are written together or not at all', async () => {
  await givenEndpoint(manager, account.id, { events: ['shelf.failed'] });
  const shelf = await givenShelf(manager, account.id);
  const attempt = manager.transaction(async (tx) => {
    await recordFailure(tx, { publicId: shelf.publicId, run: 1, ...failure });
    throw new Error('connection lost');
  });
  await expect(attempt).rejects.toThrow('connection lost');
  expect((await reload(shelf)).status).toBe('uploading');
  expect(await manager.countBy(Event, { shelfId: shelf.id })).toBe(0);
  expect(
    await manager
      .createQueryBuilder(Delivery, 'd')
      .where("d.eventId IN (SELECT id FROM events WHERE type = 'shelf.failed' AND account_id = :id)", {
        id: account.id,
      })
      .getCount(),
  ).toBe(0);
});
