import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';
import { givenShelf } from '../support/rows.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
}, 60_000);
afterAll(() => api?.stop());

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
    createdAt: shelf.createdAt.toISOString(),
    updatedAt: shelf.updatedAt.toISOString(),
  });
});
