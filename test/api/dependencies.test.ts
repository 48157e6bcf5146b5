/** What clients see while Postgres or the object store is away or says nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { suspend } from '../support/suspend.js';
import { poll } from '../support/poll.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { ownDatabase } from '../support/own-database.js';
import { fileField, form, FORM_TYPE } from '../support/forms.js';
import { startStorage } from '../support/servers.js';

/** Clients commonly wait for half a minute. */
const PATIENCE_MS = 28_000;

let api: TestApp;
let database: Awaited<ReturnType<typeof ownDatabase>>;
let store: Awaited<ReturnType<typeof startStorage>>;
let key: string;
let shelf: string;
beforeAll(async () => {
  [database, store] = await Promise.all([ownDatabase(), startStorage()]);
  api = await buildTestApp({ database, s3: store.config });
  const user = await api.user();
  key = user.key;
  shelf = (await givenReadyShelf(api, user.account)).publicId;
});
afterAll(async () => {
  await api?.stop();
  await store?.stop();
});

const create = () =>
  api.as(key)({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: form(fileField()) });

async function expectUnavailable(reply: ReturnType<typeof create>): Promise<void> {
  const response = await reply;
  expect([response.statusCode, response.json()]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  expect(response.body).not.toMatch(/ECONN|127\.0\.0\.1|postgres:|stack/i);
}

test('answers 503 without the object store, leaves rows to the sweeper, and recovers', async () => {
  await suspend(store.pid);
  try {
    const ready = await api.request({ url: '/readyz' });
    expect(ready.json()).toMatchObject({ details: { dependencies: { postgres: 'ok', s3: 'unavailable' } } });
    await expectUnavailable(api.as(key)({ url: `/v1/shelves/${shelf}/files/README.md` }));
    const startedAt = performance.now();
    await expectUnavailable(create());
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
    expect((await api.as(key)({ url: `/v1/shelves/${shelf}` })).statusCode).toBe(200);
  } finally {
    process.kill(store.pid, 'SIGCONT');
  }
  expect((await api.as(key)({ url: `/v1/shelves/${shelf}/files/README.md` })).statusCode).toBe(200);
  expect((await create()).statusCode).toBe(201);
});

test('answers 503 once the object store is gone', async () => {
  process.kill(store.pid, 'SIGKILL');
  await expectUnavailable(create());
  await expectUnavailable(api.as(key)({ url: `/v1/shelves/${shelf}/tree` }));
});

test('answers 503 once Postgres is gone', async () => {
  process.kill(database.pid, 'SIGKILL');
  // Its sessions outlive the killed server for the moment that they take to notice.
  await poll(async () => ((await api.as(key)({ url: '/v1/shelves' })).statusCode === 200 ? null : true));
  await expectUnavailable(api.as(key)({ url: '/v1/shelves' }));
  await expectUnavailable(create());
  await expectUnavailable(
    api.request({
      method: 'POST',
      url: '/v1/auth/register',
      payload: { email: 'ada@example.com', name: 'Ada', password: 'correct horse' },
    }),
  );
  expect((await api.request({ url: '/readyz' })).json()).toMatchObject({
    details: { dependencies: { postgres: 'unavailable' } },
  });
});
