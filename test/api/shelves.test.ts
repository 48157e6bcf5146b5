import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFailure, recordProgress, recordStep } from '../../entities/queries/runs.js';
import { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { givenShelf } from '../support/rows.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

interface Page {
  data: { publicId: string }[];
  pagination: object;
}

describe('GET /v1/shelves/{id}', () => {
  test('shows a shelf with every member of the contract', async () => {
    const { account, key } = await api.user();
    const shelf = await givenShelf(api.database.manager, account.id);
    const response = await api.as(key)({ url: `/v1/shelves/${shelf.publicId}` });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      publicId: shelf.publicId,
      userId: account.publicId,
      name: 'Report',
      status: 'uploading',
      template: null,
      pageCount: null,
      storageSizeBytes: null,
      originalFileName: 'report.pdf',
      mimeType: 'application/pdf',
      errorMessage: null,
      failedAtStep: null,
      reviewMode: false,
      quality: { mode: 'balanced', tier: null, granularity: null, fallbackApplied: false },
      auditStatus: null,
      auditSummary: null,
      auditFindings: null,
      repairAttempts: null,
      currentVersionNumber: null,
      tags: [],
      progress: { step: 'uploading', pagesDone: null, pageCount: null, updatedAt: shelf.updatedAt.toISOString() },
      createdAt: shelf.createdAt.toISOString(),
      updatedAt: shelf.updatedAt.toISOString(),
    });
  });

  test('shows what a finished run has found', async () => {
    const { account, key } = await api.user();
    const { publicId } = await givenReadyShelf(api, account);
    expect((await api.as(key)({ url: `/v1/shelves/${publicId}` })).json()).toMatchObject({
      status: 'ready',
      currentVersionNumber: 1,
      pageCount: 12,
      quality: { mode: 'balanced', tier: 'full', granularity: 'numbered_unit', fallbackApplied: false },
      auditStatus: 'repaired',
      auditFindings: [{ check: 'content', severity: 'warning', message: 'a page has no text', sourceRef: 'page 3' }],
      repairAttempts: 1,
    });
  });

  test('shows how far a run is, from the row, until it is at rest', async () => {
    const { account, key } = await api.user();
    const { manager } = api.database;
    const { publicId } = await givenShelf(manager, account.id);
    const run = { publicId, run: 1 };
    const progress = async () =>
      (await api.as(key)({ url: `/v1/shelves/${publicId}` })).json<{ progress: object | null }>().progress;
    const updatedAt = expect.any(String);
    await recordStep(manager, { ...run, status: 'parsing' });
    await recordProgress(manager, { ...run, pageCount: 640 });
    expect(await progress()).toEqual({ step: 'parsing', pagesDone: 0, pageCount: 640, updatedAt });
    await recordProgress(manager, { ...run, pagesDone: 96 });
    expect(await progress()).toEqual({ step: 'parsing', pagesDone: 96, pageCount: 640, updatedAt });
    const [listed] = (await api.as(key)({ url: '/v1/shelves' })).json<{ data: { progress: object }[] }>().data;
    expect(listed?.progress).toEqual(await progress());
    await recordStep(manager, { ...run, status: 'structuring' });
    expect(await progress()).toEqual({ step: 'structuring', pagesDone: null, pageCount: 640, updatedAt });
    await recordFailure(manager, { ...run, step: 'structuring', message: 'no' });
    expect(await progress()).toBeNull();
  });

  test("answers 404 to another account's shelf, and 400 to what is no id", async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const { publicId } = await givenShelf(api.database.manager, owner.account.id);
    expect((await api.as(stranger.key)({ url: `/v1/shelves/${publicId}` })).statusCode).toBe(404);
    for (const id of ['x', publicId.toUpperCase(), `${publicId}0`, '%00'])
      expect((await api.as(owner.key)({ url: `/v1/shelves/${id}` })).statusCode).toBe(400);
  });
});

describe('GET /v1/shelves', () => {
  test('pages through the shelves of the account, newest first', async () => {
    const [{ account, key }, other] = [await api.user(), await api.user()];
    await givenShelf(api.database.manager, other.account.id);
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1)
      made.unshift((await givenShelf(api.database.manager, account.id)).publicId);
    const page = async (query: string) => (await api.as(key)({ url: `/v1/shelves${query}` })).json<Page>();
    const ids = ({ data }: Page) => data.map(({ publicId }) => publicId);
    expect(ids(await page(''))).toEqual(made);
    expect((await page('')).pagination).toEqual({ limit: 20, page: 1, total: 5, totalPages: 1 });
    expect(ids(await page('?limit=2&page=2'))).toEqual(made.slice(2, 4));
    expect((await page('?limit=2&page=3')).pagination).toEqual({ limit: 2, page: 3, total: 5, totalPages: 3 });
    expect(await page('?page=9')).toEqual({ data: [], pagination: { limit: 20, page: 9, total: 5, totalPages: 1 } });
  });

  test('shows an account without shelves an empty page', async () => {
    const { key } = await api.user();
    expect((await api.as(key)({ url: '/v1/shelves' })).json()).toEqual({
      data: [],
      pagination: { limit: 20, page: 1, total: 0, totalPages: 0 },
    });
  });

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=',
    'page=1.5',
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=1&limit=2',
    'page=99999999999',
  ])('refuses %s with 400', async (query) => {
    const { key } = await api.user();
    const response = await api.as(key)({ url: `/v1/shelves?${query}` });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ details: { field: query.split('=')[0] } });
  });
});

describe('DELETE /v1/shelves/{id}', () => {
  test('hides the shelf at once and starts its removal', async () => {
    const { account, key } = await api.user();
    const { publicId } = await givenReadyShelf(api, account);
    const remove = (headers: Record<string, string> = {}) =>
      api.as(key)({
        method: 'DELETE',
        url: `/v1/shelves/${publicId}`,
        headers: { 'x-request-id': 'gone', ...headers },
      });
    const response = await remove({ 'content-type': 'application/json' });
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
    expect(api.started.at(-1)).toEqual(['delete', { shelfPublicId: publicId, lastRun: 1, requestId: 'gone' }]);
    for (const path of ['', '/tree', '/listing', '/files/README.md', '/archive-url'])
      expect((await api.as(key)({ url: `/v1/shelves/${publicId}${path}` })).statusCode).toBe(404);
    expect((await remove()).statusCode).toBe(404);
    expect((await api.as(key)({ url: '/v1/shelves' })).json<Page>().data).toEqual([]);
  });

  test('does not read a body', async () => {
    const { account, key } = await api.user();
    const { publicId } = await givenShelf(api.database.manager, account.id);
    const headers = { 'content-type': 'application/json' };
    const response = await api.as(key)({ method: 'DELETE', url: `/v1/shelves/${publicId}`, headers, payload: '{' });
    expect(response.statusCode).toBe(200);
  });

  test("leaves another account's shelf alone", async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const { publicId } = await givenShelf(api.database.manager, owner.account.id);
    expect((await api.as(stranger.key)({ method: 'DELETE', url: `/v1/shelves/${publicId}` })).statusCode).toBe(404);
    expect(await api.database.manager.findOneByOrFail(Shelf, { publicId })).toMatchObject({ deletedAt: null });
  });
});
