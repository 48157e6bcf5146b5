/** What is refused alike of upload, retry and restore: other accounts, unknown ids, requests without a key. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimRetry } from '../../entities/queries/claims.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { claimRequests } from '../support/claim-requests.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const manager = () => api.database.manager;
const { subscriber, failedUpload } = claimRequests(() => api);

test.each(['upload', 'retry', 'restore'] as const)(
  '%s answers 404 to another account and to an unknown id, 400 to what is no id, 401 without a key',
  async (action) => {
    const [owner, stranger] = [await subscriber(), await subscriber()];
    const { publicId } = await failedUpload(owner.account);
    await claimRetry(manager(), { accountId: owner.account.id, publicId, requestId: null });
    const url = (id: string) => `/v1/shelves/${id}/${action}`;
    const as = api.as(stranger.key);
    expect((await as({ method: 'POST', url: url(publicId) })).statusCode).toBe(404);
    expect((await as({ method: 'POST', url: url(`shf_${'0'.repeat(24)}`) })).statusCode).toBe(404);
    expect((await as({ method: 'POST', url: url('shf_1') })).statusCode).toBe(400);
    expect((await api.request({ method: 'POST', url: url(publicId) })).statusCode).toBe(401);
  },
);
