import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { watchChanges } from '../../api/changes.js';
import type { Shelf as WireShelf } from '../../contract/shelf.js';
import { listApiKeys, revokeApiKey } from '../../entities/queries/api-keys.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { recordFailure, recordProgress, recordStep } from '../../entities/queries/runs.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { createLogger } from '../../infra/logger.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { givenApiKey, givenShelf, publicationOf } from '../support/rows.js';
import { until } from '../support/until.js';

let api: TestApp;
let account: Account;
let key: string;
let publicId: string;
let startedAt: number;
beforeAll(async () => {
  api = await buildTestApp();
  ({ account, key } = await api.user());
});
beforeEach(async () => {
  ({ publicId } = await givenShelf(api.database.manager, account.id));
  startedAt = performance.now();
});
afterAll(() => api?.stop());

const wait = (query: string, id = publicId) => api.as(key)({ url: `/v1/shelves/${id}?${query}` });
const shelf = async (query = '') => (await wait(query)).json<WireShelf>();
/** One change. */
const parse = () =>
  api.database.manager.transaction(async (tx) => {
    await recordStep(tx, { publicId, run: 1, status: 'parsing' });
    await recordProgress(tx, { publicId, run: 1, pageCount: 640 });
  });
const progress = (pagesDone: number) => recordProgress(api.database.manager, { publicId, run: 1, pagesDone });
const fail = () =>
  recordFailure(api.database.manager, { publicId, run: 1, step: 'parsing', message: 'The PDF is damaged.' });
/** Waits here are of 30 s: what is answered before this was not waited for to its end, however loaded the machine is. */
const AT_ONCE_MS = 20_000;
const elapsedMs = () => performance.now() - startedAt;

describe('a shelf at work', () => {
  test('is answered on the next change', async () => {
    const waiting = shelf('wait=30');
    await pause(1_200);
    await parse();
    expect(await waiting).toMatchObject({ status: 'parsing', progress: { pagesDone: 0, pageCount: 640 } });
    expect(elapsedMs()).toBeLessThan(AT_ONCE_MS);
  });

  test('is told of its end although progress is not due yet', async () => {
    const { manager, dataSource } = api.database;
    const changes = watchChanges({ dataSource, log: createLogger({ level: 'silent', name: 'changes' }) });
    const [busy, ending] = [await givenShelf(manager, account.id), await givenShelf(manager, account.id)];
    const next = ({ id, updatedAt }: Shelf, inMs: number) =>
      changes.next(
        { shelfId: id, seen: updatedAt, notBefore: performance.now() + inMs },
        AbortSignal.timeout(AT_ONCE_MS),
      );
    const told = next(busy, 60_000);
    const end = next(ending, 60_000);
    await recordStep(manager, { publicId: busy.publicId, run: 1, status: 'parsing' });
    // looked at together: by now the first has been seen at work, too
    expect(await next(busy, 0)).toMatchObject({ kind: 'changed', shelf: { status: 'parsing' } });
    await recordFailure(manager, { publicId: ending.publicId, run: 1, step: 'parsing', message: 'It is damaged.' });
    expect(await end).toMatchObject({ kind: 'changed', shelf: { status: 'failed' } });
    changes.close();
    expect(await told).toEqual({ kind: 'none' });
  });

  test('is answered as it is when the wait is over', async () => {
    const before = await shelf();
    expect(await shelf('wait=1')).toEqual(before);
    expect(elapsedMs()).toBeGreaterThan(950);
  });

  test('is told to no key that was revoked during the wait', async () => {
    const { manager } = api.database;
    const revoked = await givenApiKey(manager, account.id);
    const waiting = api.as(revoked)({ url: `/v1/shelves/${publicId}?wait=30` });
    await pause(300);
    const { keys } = await listApiKeys(manager, { accountId: account.id, page: 1, limit: 1 });
    expect(await revokeApiKey(manager, { accountId: account.id, publicId: keys[0]!.publicId })).toBe(true);
    await parse();
    expect((await waiting).statusCode).toBe(401);
  });

  test('is answered at once when it has changed since', async () => {
    const { updatedAt } = await shelf();
    await pause(1_100);
    await parse();
    const query = `wait=30&since=${updatedAt}`;
    startedAt = performance.now();
    expect(await shelf(query)).toMatchObject({ status: 'parsing' });
    expect(elapsedMs()).toBeLessThan(AT_ONCE_MS);
  });

  test('is waited for when it has not changed since', async () => {
    const { updatedAt } = await shelf();
    const waiting = shelf(`wait=30&since=${updatedAt}`);
    await pause(300);
    await fail();
    expect(await waiting).toMatchObject({ status: 'failed' });
  });

  test('tells a client that follows it of progress at most once a second, and leaves no change untold', async () => {
    await parse();
    let busy = true;
    const writing = (async () => {
      for (let page = 1; page <= 640 && busy; page += 1, await pause(5)) await progress(page);
      await progress(640);
    })();
    let answers = 0;
    let last = await shelf();
    const began = performance.now();
    for (; performance.now() < began + 4_000; answers += 1) last = await shelf(`wait=10&since=${last.updatedAt}`);
    busy = false;
    await writing;
    expect(answers).toBeGreaterThanOrEqual(2);
    expect(answers).toBeLessThanOrEqual(2 + (performance.now() - began) / 1_000);
    if (last.progress?.pagesDone !== 640) last = await shelf(`wait=10&since=${last.updatedAt}`);
    expect(last.progress?.pagesDone).toBe(640);
  });

  test('is answered by another instance than the one that changed it, to all who wait', async () => {
    const other = await api.anotherInstance();
    const headers = { authorization: `Bearer ${key}` };
    const waiting = [api.app, other, other].map((app) =>
      app.inject({ url: `/v1/shelves/${publicId}?wait=30`, headers }),
    );
    await pause(200);
    await fail();
    for (const response of await Promise.all(waiting)) expect(response.json()).toMatchObject({ status: 'failed' });
    await other.close();
  });

  test('is 404 when it is deleted meanwhile', async () => {
    const waiting = wait('wait=30');
    await pause(300);
    await claimDelete(api.database.manager, { accountId: account.id, publicId });
    expect((await waiting).statusCode).toBe(404);
    expect(elapsedMs()).toBeLessThan(AT_ONCE_MS);
  });

  test('is answered at once by an instance that is told to stop', async () => {
    const other = await api.anotherInstance();
    const headers = { authorization: `Bearer ${key}` };
    const waiting = other.inject({ url: `/v1/shelves/${publicId}?wait=30`, headers });
    await pause(300);
    await other.close();
    expect((await waiting).json()).toMatchObject({ publicId, status: 'uploading' });
    expect(elapsedMs()).toBeLessThan(AT_ONCE_MS);
  });
});

test('a shelf at rest is answered at once', async () => {
  const ready = await givenReadyShelf(api, account);
  await fail();
  startedAt = performance.now();
  expect((await wait('wait=30', ready.publicId)).json()).toMatchObject({ status: 'ready' });
  const { updatedAt } = await shelf('wait=30');
  expect(await shelf(`wait=30&since=${updatedAt}`)).toMatchObject({ status: 'failed' });
  expect(elapsedMs()).toBeLessThan(AT_ONCE_MS);
});

test('a shelf in review is answered at once, to a session as to a key', async () => {
  const { manager } = api.database;
  const draft = await givenShelf(manager, account.id, { reviewMode: true });
  const withSession = await api.withSession(account);
  const waiting = withSession({ url: `/v1/shelves/${draft.publicId}?wait=30` });
  await pause(300);
  await publishVersion(manager, publicationOf(draft));
  expect((await waiting).json()).toMatchObject({ status: 'review', progress: null });
  expect((await wait('wait=30', draft.publicId)).json()).toMatchObject({ status: 'review' });
  expect(elapsedMs()).toBeLessThan(AT_ONCE_MS);
});

test('nothing is polled for a client that has gone away', async () => {
  const other = await api.anotherInstance();
  const url = await other.listen({ port: 0, host: '127.0.0.1' });
  const query = jest.spyOn(api.database.manager, 'query');
  const looks = () => query.mock.calls.filter(([sql]) => sql.includes('unnest')).length;
  const client = new AbortController();
  const waiting = fetch(`${url}/v1/shelves/${publicId}?wait=60`, {
    headers: { authorization: `Bearer ${key}` },
    signal: client.signal,
  });
  await until(() => looks() > 1, 'the api looks for changes');
  client.abort();
  await expect(waiting).rejects.toThrow();
  await until(async () => {
    const before = looks();
    await pause(1_000);
    return looks() === before;
  }, 'the api looks no more');
  query.mockRestore();
  await other.close();
});

test('a wait counts as one read', async () => {
  const limited = await buildTestApp({ limits: { readsPerMinute: 2 } });
  try {
    const user = await limited.user();
    const { publicId: id } = await givenShelf(limited.database.manager, user.account.id);
    const first = await limited.as(user.key)({ url: `/v1/shelves/${id}?wait=2` });
    expect([first.statusCode, first.headers['ratelimit']]).toEqual([200, expect.stringContaining('"reads";r=1')]);
    expect((await limited.as(user.key)({ url: `/v1/shelves/${id}?wait=1` })).statusCode).toBe(200);
    expect((await limited.as(user.key)({ url: `/v1/shelves/${id}?wait=1` })).statusCode).toBe(429);
  } finally {
    await limited.stop();
  }
});

test.each([
  ['wait=0', 'wait', 'too_small'],
  ['wait=61', 'wait', 'too_large'],
  ['wait=-1', 'wait', 'too_small'],
  ['wait=', 'wait', 'invalid_type'],
  ['wait=1.5', 'wait', 'invalid_type'],
  ['wait=1e1', 'wait', 'invalid_type'],
  ['wait=1&wait=2', 'wait', 'invalid_type'],
  ['wait=1&since=yesterday', 'since', 'invalid_format'],
  ['wait=1&since=', 'since', 'invalid_format'],
  ['wait=1&since=2026-13-01T00:00:00Z', 'since', 'invalid_format'],
  ['wait=1&since=2026-12-31T23:59:60Z', 'since', 'invalid_format'],
  ['since=1767323045', 'since', 'invalid_format'],
  ['since=%00', 'since', 'invalid_format'],
])('refuses %s with 400', async (query, field, reason) => {
  const response = await wait(query);
  expect([response.statusCode, response.json()]).toMatchObject([400, { details: { field, reason } }]);
});

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-01-02T03:04:05.123456%2B02:00'])(
  'takes %s as a time',
  async (since) => {
    expect((await wait(`wait=1&since=${since}`)).statusCode).toBe(200);
    expect((await wait(`since=${since}`)).statusCode).toBe(200);
  },
);

test("another account's shelf is 404 at once", async () => {
  const stranger = await api.user();
  expect((await api.as(stranger.key)({ url: `/v1/shelves/${publicId}?wait=30` })).statusCode).toBe(404);
  expect(elapsedMs()).toBeLessThan(AT_ONCE_MS);
});
