/** The event stream of a shelf, over real connections. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../../entities/account.js';
import { Event } from '../../entities/event.js';
import { listApiKeys, revokeApiKey } from '../../entities/queries/api-keys.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { recordFailure, recordProgress, recordStep } from '../../entities/queries/runs.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import { Shelf } from '../../entities/shelf.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { openEvents, type EventSource } from '../support/event-source.js';
import { finishedTree, givenApiKey, givenShelf, publicationOf } from '../support/rows.js';

let api: TestApp;
let base: string;
let account: Account;
let key: string;
let shelf: Shelf;
let open: EventSource[];
let others: FastifyInstance[];
beforeAll(async () => {
  api = await buildTestApp();
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
  ({ account, key } = await api.user());
});
beforeEach(async () => {
  [open, others] = [[], []];
  shelf = await givenShelf(api.database.manager, account.id);
});
afterEach(async () => {
  for (const source of open) await source.close();
  for (const other of others) await other.close();
});
afterAll(() => api?.stop());

const path = () => `/v1/shelves/${shelf.publicId}`;
async function follow(lastEventId?: string | null, at = base): Promise<EventSource> {
  const source = await openEvents(`${at}${path()}/events`, { key, ...(lastEventId && { lastEventId }) });
  open.push(source);
  return source;
}
async function another(): Promise<{ app: FastifyInstance; url: string }> {
  const app = await api.anotherInstance();
  others.push(app);
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}
const current = async () => (await api.as(key)({ url: path() })).json<{ updatedAt: string }>();
const run = (number = 1) => ({ publicId: shelf.publicId, run: number });
/** One change. */
const parse = () =>
  api.database.manager.transaction(async (tx) => {
    await recordStep(tx, { ...run(), status: 'parsing' });
    await recordProgress(tx, { ...run(), pageCount: 640 });
  });
const publish = async (number = 1) =>
  publishVersion(api.database.manager, publicationOf(shelf, finishedTree(['README.md']), number));
const fail = () => recordFailure(api.database.manager, { ...run(), step: 'parsing', message: 'no' });
/** What a claim does to the row. */
const claim = async (number: number) => {
  await api.database.manager.update(Shelf, { id: shelf.id }, { status: 'uploading', run: number });
};
const lifecycle = ({ messages }: EventSource) => messages.filter(({ event }) => event.startsWith('shelf.'));

describe('a stream', () => {
  test('begins with the present state, and says how it is to be treated on the way', async () => {
    const source = await follow();
    expect(await source.next('shelf')).toEqual({
      event: 'shelf',
      id: shelf.updatedAt.toISOString(),
      data: await current(),
    });
    expect(source.text()).toMatch(/^retry: 2000\n\n/);
    expect(Object.fromEntries(source.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(source.isOpen()).toBe(true);
  });

  test('tells every status, the lifecycle event with the body that webhooks get, and the state that follows it', async () => {
    const source = await follow();
    await parse();
    await source.next('shelf', ({ status }) => status === 'parsing');
    await publish();
    const { id, data } = await source.next('shelf.ready');
    const row = await api.database.manager.findOneByOrFail(Event, { shelfId: shelf.id });
    expect([id, data]).toEqual([row.id, JSON.parse(row.body)]);
    const ready = await source.next('shelf', ({ status }) => status === 'ready');
    expect(ready).toEqual({ event: 'shelf', id: (await current()).updatedAt, data: await current() });
    expect(source.messages.map(({ event }) => event)).toEqual(['shelf', 'shelf', 'shelf.ready', 'shelf']);
    await pause(600);
    expect(source.isOpen()).toBe(true);
  });

  test('tells of progress at most once a second, and of the last of it', async () => {
    await parse();
    const source = await follow();
    const started = performance.now();
    for (let page = 1; performance.now() - started < 2_500; page += 1) {
      await recordProgress(api.database.manager, { ...run(), pagesDone: page });
      await pause(5);
    }
    await recordProgress(api.database.manager, { ...run(), pagesDone: 640 });
    await source.next('shelf', ({ progress }) => progress.pagesDone === 640);
    const seconds = Math.ceil((performance.now() - started) / 1000);
    expect(source.messages.length).toBeLessThanOrEqual(2 + seconds);
  });

  test('follows the shelf into its next run', async () => {
    await publish();
    const source = await follow();
    await claim(2);
    await publish(2);
    await source.next('shelf', ({ currentVersionNumber }) => currentVersionNumber === 2);
    expect(lifecycle(source)).toHaveLength(1);
  });

  test('ends when its key is revoked, before anything more is told', async () => {
    const { manager } = api.database;
    const source = await openEvents(`${base}${path()}/events`, { key: await givenApiKey(manager, account.id) });
    open.push(source);
    await source.next('shelf');
    const { keys } = await listApiKeys(manager, { accountId: account.id, page: 1, limit: 1 });
    expect(await revokeApiKey(manager, { accountId: account.id, publicId: keys[0]!.publicId })).toBe(true);
    await parse();
    expect(await source.ended).toBe('in order');
    expect(source.messages).toHaveLength(1);
  });

  test('ends when the shelf is deleted, and is 404 from then on', async () => {
    const source = await follow();
    await claimDelete(api.database.manager, { accountId: account.id, publicId: shelf.publicId });
    expect(await source.next('deleted')).toMatchObject({ data: { publicId: shelf.publicId } });
    expect(await source.ended).toBe('in order');
    expect((await api.as(key)({ url: `${path()}/events` })).statusCode).toBe(404);
  });
});

describe('a client that connects again', () => {
  test('is told nothing twice when nothing has changed', async () => {
    const first = await follow();
    const { id } = await first.next('shelf');
    const second = await follow(id);
    await pause(800);
    expect(second.messages).toEqual([]);
    await fail();
    await second.next('shelf.failed');
  });

  test('is told every lifecycle event that it missed, in order, then the state, by another instance too', async () => {
    const first = await follow();
    const { id } = await first.next('shelf');
    await first.close();
    await publish();
    await claim(2);
    await publish(2);
    await claim(3);
    const second = await follow(id, (await another()).url);
    await second.next('shelf', ({ status }) => status === 'uploading');
    const rows = await api.database.manager.find(Event, { where: { shelfId: shelf.id }, order: { createdAt: 'ASC' } });
    expect(second.messages.map((one) => one.id)).toEqual([...rows.map((row) => row.id), (await current()).updatedAt]);
    expect(rows).toHaveLength(2);
    const third = await follow(rows[0]?.id);
    await third.next('shelf');
    expect(third.messages.map((one) => one.id)).toEqual([rows[1]?.id, (await current()).updatedAt]);
  });

  test('misses no event however many there are', async () => {
    const since = (await current()).updatedAt;
    const body = (index: number) => JSON.stringify({ index });
    const missed = Array.from({ length: 250 }, (_, index) => ({
      id: `evt_${String(index).padStart(24, '0')}`,
      accountId: account.id,
      shelfId: shelf.id,
      run: 1,
      type: 'shelf.review' as const,
      body: body(index),
      createdAt: new Date(shelf.updatedAt.getTime() + 1 + index),
    }));
    await api.database.manager.insert(Event, missed);
    await pause(300);
    await parse();
    const source = await follow(since);
    await source.next('shelf');
    expect(lifecycle(source).map((one) => one.id)).toEqual(missed.map((one) => one.id));
  });

  test('begins with the present state when its id is of no event of this shelf', async () => {
    const source = await follow('evt_0123456789abcdef01234567');
    await source.next('shelf');
    expect(source.messages).toHaveLength(1);
  });

  test('is told of the next change when its id is ahead of the shelf', async () => {
    const source = await follow('2999-01-01T00:00:00.000Z');
    await parse();
    expect(await source.next('shelf')).toMatchObject({ data: { status: 'parsing' } });
  });

  test.each(['', 'x', 'evt_1', '2026-01-02', '2026-99-99T00:00:00.000Z', '1767323045', 'a'.repeat(100)])(
    'is refused with 400 when its id is "%s"',
    async (id) => {
      const response = await api.as(key)({ url: `${path()}/events`, headers: { 'last-event-id': id } });
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { details: { field: 'last-event-id', reason: 'invalid_format' } },
      ]);
    },
  );
});

describe('an instance', () => {
  test('ends its streams in order when it is told to stop', async () => {
    const other = await another();
    const source = await follow(undefined, other.url);
    await source.next('shelf');
    const started = performance.now();
    await other.app.close();
    expect(await source.ended).toBe('in order');
    expect(performance.now() - started).toBeLessThan(10_000); // a process cuts what does not end at 25 s
  });

  test('looks for nothing once the clients are gone', async () => {
    const query = jest.spyOn(api.database.manager, 'query');
    const looks = () => query.mock.calls.filter(([sql]) => sql.includes('unnest')).length;
    const sources = [await follow(), await follow()];
    await until(() => looks() > 0, 'it looks for them');
    for (const source of sources) await source.close();
    await until(async () => {
      const before = looks();
      await pause(1_000);
      return looks() === before;
    }, 'it looks no more');
    query.mockRestore();
  });

  test('answers HEAD without a stream', async () => {
    const response = await fetch(`${base}${path()}/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });
});

describe('limits', () => {
  test('an account has ten streams open at once, other accounts theirs, and a closed one makes room', async () => {
    const mine = await Promise.all(Array.from({ length: 10 }, () => follow()));
    const refused = await api.as(key)({ url: `${path()}/events` });
    const details = { limit: 'streams_at_once', max: 10, setting: 'LIMIT_STREAMS' };
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED', details }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const stranger = await api.user();
    const theirs = await givenShelf(api.database.manager, stranger.account.id);
    const other = await openEvents(`${base}/v1/shelves/${theirs.publicId}/events`, { key: stranger.key });
    await other.close();
    await mine[0]?.close();
    await until(() => follow().then(Boolean, () => false), 'a stream has room');
  });

  test('what is refused keeps no place', async () => {
    for (let tries = 0; tries < 12; tries += 1) {
      const missing = await api.as(key)({ url: '/v1/shelves/shf_0123456789abcdef01234567/events' });
      expect(missing.statusCode).toBe(404);
    }
    await follow();
  });

  test('a stream counts as one read', async () => {
    // another account's count goes up alone: of this one's earlier reads some may just be forgotten
    const { account: reader, key: readerKey } = await api.user();
    shelf = await givenShelf(api.database.manager, reader.id);
    const source = await openEvents(`${base}${path()}/events`, { key: readerKey });
    open.push(source);
    const left = () => Number(/"reads";r=(\d+)/.exec(source.headers.get('ratelimit') ?? '')?.[1]);
    await parse();
    await source.next('shelf', ({ status }) => status === 'parsing');
    const next = await api.as(readerKey)({ url: path() });
    expect(next.headers['ratelimit']).toContain(`r=${left() - 1};`);
  });
});

test("another account's shelf is 404, no key is 401", async () => {
  const stranger = await api.user();
  expect((await api.as(stranger.key)({ url: `${path()}/events` })).statusCode).toBe(404);
  expect((await api.request({ url: `${path()}/events` })).statusCode).toBe(401);
});
