/** POST /v1/shelves/{id}/retry: the work on a shelf that has failed, once more. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SHELF_STATUSES } from '../../contract/vocabulary.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { claimRequests, FAILURE } from '../support/claim-requests.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const manager = () => api.database.manager;
const { post, shelfIn } = claimRequests(() => api);

describe('POST /v1/shelves/{id}/retry', () => {
  test('answers 200 with the shelf in uploading, on the PDF that failed', async () => {
    const { account, key } = await api.user();
    const { publicId, id, uploadId } = await shelfIn('failed', account);
    const response = await post(key, publicId, 'retry', { 'x-request-id': 'retry-1' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ publicId, status: 'uploading', errorMessage: null, failedAtStep: null });
    expect(api.started.at(-1)).toEqual(['shelf', { shelfPublicId: publicId, run: 2, requestId: 'retry-1' }]);
    expect(await manager().findOneByOrFail(Shelf, { id })).toMatchObject({ uploadId, versionSource: 'initial' });
  });

  test.each(SHELF_STATUSES.filter((status) => status !== 'failed'))('answers 409 in %s', async (status) => {
    const { account, key } = await api.user();
    const { publicId } = await shelfIn(status, account);
    const response = await post(key, publicId, 'retry');
    expect(response.json()).toMatchObject({ code: 'CONFLICT', details: { status } });
    expect(response.statusCode).toBe(409);
  });

  const retryWith = (key: string, publicId: string, payload: string, type = 'application/json') =>
    api.as(key)({ method: 'POST', url: `/v1/shelves/${publicId}/retry`, headers: { 'content-type': type }, payload });

  test.each([
    ['text/plain', 'please'],
    ['application/x-www-form-urlencoded', 'template=book'],
    ['application/json', ''],
    ['application/json', '{"other":1}'],
  ])('takes a request with a body that says nothing: %s %s', async (type, payload) => {
    const { account, key } = await api.user();
    const { publicId } = await shelfIn('failed', account);
    const response = await retryWith(key, publicId, payload, type);
    expect([response.statusCode, response.json()]).toMatchObject([200, { template: null }]);
  });

  test('takes a template, which becomes the shelf’s; null takes it away', async () => {
    const { account, key } = await api.user();
    const { publicId, run } = await shelfIn('failed', account);
    const changed = await retryWith(key, publicId, '{"template":"legal-contract"}');
    expect([changed.statusCode, changed.json()]).toMatchObject([200, { template: 'legal-contract' }]);
    await recordFailure(manager(), { publicId, run: run + 1, ...FAILURE });
    expect((await retryWith(key, publicId, '{}')).json()).toMatchObject({ template: 'legal-contract' });
    await recordFailure(manager(), { publicId, run: run + 2, ...FAILURE });
    expect((await retryWith(key, publicId, '{"template":null}')).json()).toMatchObject({ template: null });
  });

  test.each([
    ['{"template":"novel"}', 'template', 'invalid_value'],
    ['{"template":7}', 'template', 'invalid_value'],
    ['{', 'body', 'invalid_json'],
    ['[]', 'body', 'required'],
  ])('refuses %s, and starts nothing', async (payload, field, reason) => {
    const { account, key } = await api.user();
    const { publicId, run } = await shelfIn('failed', account);
    const response = await retryWith(key, publicId, payload);
    expect([response.statusCode, response.json()]).toMatchObject([400, { details: { field, reason } }]);
    expect(await manager().findOneByOrFail(Shelf, { publicId })).toMatchObject({ status: 'failed', run });
    const { publicId: ready } = await givenReadyShelf(api, account);
    expect((await retryWith(key, ready, payload)).statusCode).toBe(409);
  });

  test('a key that came with one template is not for another', async () => {
    const { account, key } = await api.user();
    const { publicId } = await shelfIn('failed', account);
    const send = (template: string) =>
      api.as(key)({
        method: 'POST',
        url: `/v1/shelves/${publicId}/retry`,
        headers: { 'idempotency-key': 'one' },
        payload: { template },
      });
    const first = await send('book');
    expect([first.statusCode, (await send('book')).body]).toEqual([200, first.body]);
    expect((await send('academic-paper')).json()).toMatchObject({ details: { reason: 'key_reused' } });
  });

  test('a repeat with the same key gets the first answer; without one it is judged by the status', async () => {
    const { account, key } = await api.user();
    const { publicId } = await shelfIn('failed', account);
    const headers = { 'idempotency-key': 'retry' };
    const first = await post(key, publicId, 'retry', headers);
    const repeat = await post(key, publicId, 'retry', headers);
    expect([first.statusCode, repeat.statusCode, repeat.body]).toEqual([200, 200, first.body]);
    expect((await post(key, publicId, 'retry')).statusCode).toBe(409);
    const other = await post(key, (await shelfIn('failed', account)).publicId, 'retry', headers);
    expect(other.json()).toMatchObject({ details: { reason: 'key_reused' } });
  });

  test('of many at once one wins', async () => {
    const { account, key } = await api.user();
    const { publicId } = await shelfIn('failed', account);
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(key, publicId, 'retry')));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(5).fill(409),
    ]);
    expect((await manager().findOneByOrFail(Shelf, { publicId })).run).toBe(2);
  });
});
