/** POST /v1/shelves/{id}/restore: a shelf as it was before the PDF that failed. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SHELF_STATUSES } from '../../contract/vocabulary.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { claimRequests } from '../support/claim-requests.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const { post, shelfIn, failedUpload } = claimRequests(() => api);

describe('POST /v1/shelves/{id}/restore', () => {
  test('answers 200 with the shelf as it was before the PDF that failed', async () => {
    const { account, key } = await api.user();
    const shelf = await failedUpload(account);
    const started = api.started.length;
    const failed = (await api.as(key)({ url: `/v1/shelves/${shelf.publicId}` })).json<object>();
    expect(failed).toMatchObject({ status: 'failed', originalFileName: 'second.pdf', currentVersionNumber: 1 });
    const response = await post(key, shelf.publicId, 'restore');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      status: 'ready',
      originalFileName: 'report.pdf',
      errorMessage: null,
      failedAtStep: null,
      pageCount: 12,
      quality: { mode: 'balanced', tier: 'full', granularity: 'numbered_unit', fallbackApplied: false },
      auditStatus: 'repaired',
      repairAttempts: 1,
      currentVersionNumber: 1,
    });
    expect(api.started).toHaveLength(started);
    expect((await api.as(key)({ url: `/v1/shelves/${shelf.publicId}/files/README.md` })).statusCode).toBe(200);
    expect((await post(key, shelf.publicId, 'restore')).json()).toMatchObject({ details: { status: 'ready' } });
  });

  test('answers 409 to a failed shelf that has no version, and says so', async () => {
    const { account, key } = await api.user();
    const { publicId } = await shelfIn('failed', account);
    const response = await post(key, publicId, 'restore');
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ details: { status: 'failed', reason: 'no_version' } });
  });

  test.each(SHELF_STATUSES.filter((status) => status !== 'failed'))('answers 409 in %s', async (status) => {
    const { account, key } = await api.user();
    const { publicId } = await shelfIn(status, account);
    const response = await post(key, publicId, 'restore');
    expect(response.json()).toMatchObject({ code: 'CONFLICT', details: { status } });
  });
});
