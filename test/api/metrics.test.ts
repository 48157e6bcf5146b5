/** `/metrics` of the api: who may read it, and what it says of requests and of the service's work. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { buildApp } from '../../api/app.js';
import { measureWorkload } from '../../entities/queries/workload.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { readExposition } from '../support/exposition.js';
import { givenDelivery, givenEndpoint } from '../support/rows.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

async function scrape() {
  const response = await api.app.inject({ url: '/metrics' });
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return readExposition(response.body);
}

const valueOf = (families: Awaited<ReturnType<typeof scrape>>, name: string, labels: object = {}) =>
  families.get(name.replace(/_count$/, ''))?.samples.find((one) => one.name === name && matches(one.labels, labels))
    ?.value;

const matches = (labels: Record<string, string>, wanted: object) =>
  Object.entries(wanted).every(([label, value]) => labels[label] === value);

test('counts requests by method, pattern of the route and class of the status, without ids', async () => {
  const { account, key } = await api.user();
  const { publicId } = await givenReadyShelf(api, account);
  for (const url of [`/v1/shelves/${publicId}`, `/v1/shelves/${publicId}`, '/v1/shelves/shf_000000000000000000000000'])
    await api.as(key)({ url });
  for (const [method, url] of [
    ['GET', '/nothing'],
    ['DELETE', `/v1/${publicId}`],
    ['GET', '/.env'],
  ] as const)
    await api.app.inject({ method, url });
  const families = await scrape();
  const route = { method: 'GET', route: '/v1/shelves/:id' };
  const count = 'shelfwright_http_request_duration_seconds_count';
  expect(valueOf(families, count, { ...route, status: '2xx' })).toBe(2);
  expect(valueOf(families, count, { ...route, status: '4xx' })).toBe(1);
  expect(valueOf(families, count, { method: 'any', route: 'none', status: '4xx' })).toBe(3);
  const labels = [...families.values()].flatMap(({ samples }) => samples.flatMap((one) => Object.values(one.labels)));
  expect(labels.join('\n')).not.toMatch(/(shf|usr|ver|evt|dlv|wh)_[0-9a-f]|@|nothing|\.env/);
});

test('says how many shelves there are in each status and which dependencies answer', async () => {
  const families = await scrape();
  expect(valueOf(families, 'shelfwright_shelves', { status: 'ready' })).toBe(1);
  expect(valueOf(families, 'shelfwright_shelves', { status: 'failed' })).toBe(0);
  expect(valueOf(families, 'shelfwright_deliveries_pending')).toBe(0);
  for (const dependency of ['postgres', 'temporal', 's3'])
    expect(valueOf(families, 'shelfwright_dependency_up', { dependency })).toBe(1);
});

test('a delivery is overdue from its time on, an old one that is sent again from then on', async () => {
  const { manager } = api.database;
  const { account } = await api.user();
  const publicId = await givenEndpoint(manager, account.id, { events: ['shelf.ready'] });
  const { id } = await manager.findOneByOrFail(WebhookEndpoint, { publicId });
  const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000);
  await givenDelivery(manager, account.id, id, { status: 'pending', createdAt: tenDaysAgo });
  expect((await measureWorkload(manager)).overdueSeconds).toBeLessThan(60);
  const nextAttemptAt = new Date(Date.now() - 7_200_000);
  await givenDelivery(manager, account.id, id, { status: 'pending', nextAttemptAt });
  const { overdueSeconds, pendingDeliveries } = await measureWorkload(manager);
  expect([Math.floor(overdueSeconds / 600), pendingDeliveries]).toEqual([12, 2]);
});

test('asks the database once for many scrapes', async () => {
  let asked = 0;
  const { manager } = api.database;
  const query = jest.spyOn(manager, 'query');
  try {
    const another = await api.anotherInstance();
    await Promise.all([1, 2, 3, 4, 5].map(() => another.inject({ url: '/metrics' })));
    await another.close();
    asked = query.mock.calls.filter(([sql]) => sql.includes('json_object_agg')).length;
  } finally {
    query.mockRestore();
  }
  expect(asked).toBe(1);
});

test('without the database the gauges of the service are missing', async () => {
  const { manager } = api.database;
  const query = jest.spyOn(manager, 'query').mockRejectedValue(new Error('no database'));
  try {
    const another = await api.anotherInstance();
    const families = readExposition((await another.inject({ url: '/metrics' })).body);
    await another.close();
    for (const name of ['shelves', 'deliveries_pending', 'shelf_untouched_seconds'])
      expect([name, families.get(`shelfwright_${name}`)?.samples]).toEqual([name, []]);
  } finally {
    query.mockRestore();
  }
});

/** `/metrics` of an api with this configuration, asked with these headers. */
async function statusWith(config: { nodeEnv: 'test' | 'production'; token: string | null }, authorization?: string) {
  const metrics = new Registry();
  const { nodeEnv, token } = config;
  const app = await buildApp({
    ...api.deps,
    metrics,
    config: { ...api.deps.config, nodeEnv, metrics: { token, port: null } },
  });
  try {
    const headers = authorization === undefined ? {} : { authorization };
    return (await app.inject({ url: '/metrics', headers })).statusCode;
  } finally {
    await app.close();
  }
}

test('asks for the token where one is configured; production without one has no such route', async () => {
  const token = 'a-token-of-some-length';
  for (const nodeEnv of ['test', 'production'] as const) {
    expect(await statusWith({ nodeEnv, token })).toBe(401);
    expect(await statusWith({ nodeEnv, token }, `Bearer ${token}x`)).toBe(401);
    expect(await statusWith({ nodeEnv, token }, `Basic ${token}`)).toBe(401);
    expect(await statusWith({ nodeEnv, token }, `Bearer ${token}`)).toBe(200);
  }
  expect(await statusWith({ nodeEnv: 'production', token: null })).toBe(404);
  expect(api.logged.filter((line) => line.includes('set METRICS_TOKEN'))).toHaveLength(1);
});
