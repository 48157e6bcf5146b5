/** Routes with an id of what belongs to an account, taken from /openapi.json; those of shelves and webhooks are in every-route. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApiKey } from '../../entities/api-key.js';
import { ReviewEdit } from '../../entities/review-edit.js';
import { buildTestApp, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { ofShelves, operationsOf, wholeRequestOf, type Operation } from '../support/operations.js';

let api: TestApp;
let operations: Operation[];
beforeAll(async () => {
  api = await buildTestApp();
  operations = operationsOf(api.app);
});
afterAll(() => api?.stop());

test('a key of another account cannot be revoked, nor seen', async () => {
  const [owner, other] = [await api.user(), await api.user()];
  const { publicId } = await api.database.manager.findOneByOrFail(ApiKey, { accountId: owner.account.id });
  const withSession = await api.withSession(other.account);
  const routes = operations.filter(({ path }) => path === '/v1/dashboard/api-keys/{id}');
  expect(routes.length).toBeGreaterThan(0);
  for (const operation of routes)
    expect((await withSession(wholeRequestOf(operation, { id: publicId }))).statusCode).toBe(404);
  expect((await withSession({ url: '/v1/dashboard/api-keys' })).body).not.toContain(publicId);
  expect((await api.as(owner.key)({ url: '/v1/shelves' })).statusCode).toBe(200);
});

test('a session of another account cannot be ended, nor seen', async () => {
  const [owner, other] = [await api.user(), await api.user()];
  const ofOwner = await api.withSession(owner.account);
  const { data } = (await ofOwner({ url: '/v1/dashboard/sessions' })).json<{ data: { id: string }[] }>();
  const { id } = data[0]!;
  const ofOther = await api.withSession(other.account);
  const routes = operations.filter(({ path }) => path === '/v1/dashboard/sessions/{id}');
  expect(routes.length).toBeGreaterThan(0);
  for (const operation of routes) expect((await ofOther(wholeRequestOf(operation, { id }))).statusCode).toBe(404);
  expect((await ofOther({ url: '/v1/dashboard/sessions' })).body).not.toContain(id);
  expect((await ofOwner({ url: '/v1/dashboard/sessions' })).statusCode).toBe(200);
});

const OF_DASHBOARD = '/v1/dashboard/shelves/{id}/';

test('the pages of a shelf are 404 for a shelf of another account in each status, and leave it as it is', async () => {
  const [owner, other] = [await api.user(), await api.user()];
  const shelves = [await givenReadyShelf(api, owner.account), await givenShelfInReview(api, owner.account)];
  const own = await api.as(owner.key)({ url: '/v1/shelves' });
  const ofOther = await api.withSession(other.account);
  const routes = operations.filter(({ path }) => path.startsWith(OF_DASHBOARD));
  expect(routes.length).toBeGreaterThanOrEqual(5);
  for (const operation of routes)
    for (const { publicId: id } of shelves) {
      const response = await ofOther(wholeRequestOf(operation, { id }));
      expect([operation.id, response.statusCode, response.json()]).toMatchObject([
        operation.id,
        404,
        { code: 'NOT_FOUND', details: { resource: 'shelf' } },
      ]);
    }
  expect((await api.as(owner.key)({ url: '/v1/shelves' })).json()).toEqual(own.json());
  expect(await api.database.manager.count(ReviewEdit)).toBe(0);
});

test('no route with an id is left out, here or in every-route', () => {
  const tested = new Set([
    ...ofShelves(operations).map(({ path }) => path),
    ...operations.map(({ path }) => path).filter((path) => path.startsWith(OF_DASHBOARD)),
    ...operations.map(({ path }) => path).filter((path) => path.startsWith('/v1/webhooks/{webhookPublicId}')),
    '/v1/dashboard/api-keys/{id}',
    '/v1/dashboard/sessions/{id}',
    '/v1/helpers/schemas/{name}', // public: a file's schema
  ]);
  const withId = operations.map(({ path }) => path).filter((path) => path.includes('{'));
  expect(withId.filter((path) => !tested.has(path))).toEqual([]);
});
