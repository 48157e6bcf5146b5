/** GET /v1/search while others keep all of its connections busy. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

test('two accounts that queue as much as they may do not lock out a third', async () => {
  const [first, second, honest] = [await api.user(), await api.user(), await api.user()];
  const ended: string[] = [];
  const search = async (name: string, { key }: { key: string }) => {
    const { statusCode } = await api.as(key)({ url: '/v1/search?q=lamp' });
    ended.push(name);
    return statusCode;
  };
  const isWaiting = async () => {
    const [{ count }] = await api.database.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return count;
  };
  const all: Promise<number>[] = [];
  await api.database.manager.transaction(async (tx) => {
    await tx.query('LOCK TABLE search_documents IN ACCESS EXCLUSIVE MODE');
    for (let at = 0; at < 20; at++) all.push(search('hostile', first), search('hostile', second));
    while ((await isWaiting()) < 4) await new Promise(setImmediate);
    all.push(search('honest', honest));
    // it is in the queue when what it needs of the database has been read, which is less than these read
    for (let reads = 0; reads < 3; reads++) await api.as(honest.key)({ url: '/v1/shelves' });
  });
  expect(await Promise.all(all)).toEqual(all.map(() => 200));
  // in the order of arrival it would be the last of all
  expect(ended.indexOf('honest')).toBeLessThan(ended.length / 2);
});
