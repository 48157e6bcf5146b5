import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ShelfRun } from '../../contract/dashboard.js';
import { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ webAppTemporalLinks: true });
});
afterAll(() => api?.stop());

test('a session is told the request that began the work and its run in Temporal, of its own shelves alone', async () => {
  const { account, key } = await api.user();
  const shelf = await givenReadyShelf(api, account);
  await api.database.manager.update(Shelf, { id: shelf.id }, { requestId: 'req_of_the_claim' });
  const url = `/v1/dashboard/shelves/${shelf.publicId}/run`;
  const told = await (await api.withSession(account))({ url });
  expect([told.statusCode, told.json<ShelfRun>()]).toEqual([
    200,
    {
      requestId: 'req_of_the_claim',
      temporalUrl: `https://temporal.example/namespaces/default/workflows/shelf%2F${shelf.publicId}%2F${shelf.run}`,
    },
  ]);
  const other = await api.withSession((await api.user()).account);
  expect((await other({ url })).statusCode).toBe(404);
  expect((await api.as(key)({ url })).statusCode).toBe(401);
});

test('without WEB_APP_TEMPORAL_LINKS nobody is told where Temporal’s UI is', async () => {
  const silent = await buildTestApp();
  try {
    const { account } = await silent.user();
    const { publicId } = await givenReadyShelf(silent, account);
    const told = await (await silent.withSession(account))({ url: `/v1/dashboard/shelves/${publicId}/run` });
    expect([told.statusCode, told.json<ShelfRun>().temporalUrl, told.body.includes('temporal.example')]).toEqual([
      200,
      null,
      false,
    ]);
  } finally {
    await silent.stop();
  }
});
