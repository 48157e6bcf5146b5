/** POST /v1/shelves/{id}/upload: a new PDF for a shelf. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GATES, SHELF_STATUSES } from '../../contract/vocabulary.js';
import { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { buildTestApp, givenReadyShelf, hash, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE, SMALL_PDF, type Field } from '../support/forms.js';
import { claimRequests } from '../support/claim-requests.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const manager = () => api.database.manager;
const { subscriber, upload, shelfIn, held } = claimRequests(() => api);

describe('POST /v1/shelves/{id}/upload', () => {
  test.each(['ready', 'review'] as const)('answers 200 with the shelf in uploading, from %s', async (status) => {
    const { account, key } = await subscriber();
    const { publicId } = await shelfIn(status, account);
    const response = await upload(
      key,
      publicId,
      [fileField(SMALL_PDF, 'Größe.pdf'), ['name', 'ignored'], ['language', 'de']],
      {
        'x-request-id': `again-${status}`,
      },
    );
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      publicId,
      status: 'uploading',
      name: 'Report',
      originalFileName: 'Größe.pdf',
      currentVersionNumber: status === 'ready' ? 1 : null,
      pageCount: null,
      storageSizeBytes: null,
      auditStatus: null,
      quality: { tier: null, granularity: null, fallbackApplied: false },
    });
    expect(api.started.at(-1)).toEqual(['shelf', { shelfPublicId: publicId, run: 2, requestId: `again-${status}` }]);
    const row = await manager().findOneByOrFail(Shelf, { publicId });
    const source = await manager().findOneByOrFail(Upload, { id: row.uploadId });
    expect(await api.storage.get(source.objectKey)).toEqual(SMALL_PDF);
    expect(source).toMatchObject({
      sha256: hash(SMALL_PDF),
      sizeBytes: SMALL_PDF.length,
      shelfId: row.id,
      languages: 'deu',
    });
  });

  test('answers 402 without a subscription and says what to do, before a byte of the file is stored', async () => {
    const { account, key } = await api.user();
    const { publicId } = await givenReadyShelf(api, account);
    const before = await held(account);
    const response = await upload(key, publicId, [['file', 'no PDF']]);
    expect(response.statusCode).toBe(402);
    expect(response.json()).toEqual({
      code: 'PAYMENT_REQUIRED',
      message: expect.stringContaining('Ask the operator of this service to grant one'),
    });
    expect(await held(account)).toEqual(before);
    // 402 comes before 409, and after 404
    expect((await upload(key, (await shelfIn('failed', account)).publicId)).statusCode).toBe(402);
    expect((await upload(key, `shf_${'0'.repeat(24)}`)).statusCode).toBe(404);
  });

  test.each(SHELF_STATUSES.filter((status) => !(GATES.upload as readonly string[]).includes(status)))(
    'answers 409 in %s before the form is read',
    async (status) => {
      const { account, key } = await subscriber();
      const { publicId } = await shelfIn(status, account);
      const response = await upload(key, publicId, [['file', 'no PDF']]);
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ code: 'CONFLICT', details: { status } });
      expect(await held(account)).toMatchObject({ keys: [], rows: 1 });
    },
  );

  test.each<[string, Field[], object]>([
    ['no file', [['name', 'x']], { field: 'file', reason: 'required' }],
    ['an empty file', [fileField(Buffer.alloc(0))], { field: 'file', reason: 'empty' }],
    ['a file that is no PDF', [fileField(Buffer.from('PK'))], { field: 'file', reason: 'not_pdf' }],
    ['two files', [fileField(), fileField()], { field: 'file', reason: 'duplicate' }],
    [
      'a language that is not installed',
      [fileField(), ['language', 'tlh']],
      { field: 'language', reason: 'not_installed', installed: ['eng', 'deu', 'fra'] },
    ],
  ])('refuses %s with 400; the shelf and the store stay as they were', async (_what, fields, details) => {
    const { account, key } = await subscriber();
    const { publicId, id } = await givenReadyShelf(api, account);
    const [row, before] = [await manager().findOneByOrFail(Shelf, { id }), await held(account)];
    const response = await upload(key, publicId, fields);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_ERROR', details });
    expect(await manager().findOneByOrFail(Shelf, { id })).toEqual(row);
    expect(await held(account)).toEqual(before);
  });

  test('refuses what is no form with 400, and a form that breaks off', async () => {
    const { account, key } = await subscriber();
    const { publicId } = await givenReadyShelf(api, account);
    const url = `/v1/shelves/${publicId}/upload`;
    const json = await api.as(key)({ method: 'POST', url, headers: { 'content-type': 'application/json' } });
    expect(json.json()).toMatchObject({ details: { field: 'content-type', reason: 'unsupported' } });
    const payload = form(fileField()).subarray(0, -10);
    const broken = await api.as(key)({ method: 'POST', url, headers: FORM_TYPE, payload });
    expect(broken.json()).toMatchObject({ details: { field: 'body', reason: 'malformed_multipart' } });
    expect(await held(account)).toMatchObject({ keys: [], rows: 1 });
  });

  test('a repeat with the same key gets the first answer, also once the shelf has moved on', async () => {
    const { account, key } = await subscriber();
    const { publicId } = await givenReadyShelf(api, account);
    const headers = { 'idempotency-key': 'again' };
    const first = await upload(key, publicId, [fileField()], headers);
    const repeat = await upload(key, publicId, [fileField()], headers);
    expect([first.statusCode, repeat.statusCode, repeat.body]).toEqual([200, 200, first.body]);
    expect((await manager().findOneByOrFail(Shelf, { publicId })).run).toBe(2);
    expect((await held(account)).keys).toHaveLength(1);
    const other = await upload(key, publicId, [fileField(SMALL_PDF, 'other.pdf')], headers);
    expect(other.json()).toMatchObject({ code: 'CONFLICT', details: { reason: 'key_reused' } });
    const elsewhere = await upload(key, (await givenReadyShelf(api, account)).publicId, [fileField()], headers);
    expect(elsewhere.json()).toMatchObject({ code: 'CONFLICT', details: { reason: 'key_reused' } });
    expect((await held(account)).keys).toHaveLength(1);
  });

  test('of many at once one wins; the others get 409 and leave nothing', async () => {
    const { account, key } = await subscriber();
    const { publicId } = await givenReadyShelf(api, account);
    const names = Array.from({ length: 6 }, (_, index) => `${index}.pdf`);
    const replies = await Promise.all(names.map((name) => upload(key, publicId, [fileField(SMALL_PDF, name)])));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(5).fill(409),
    ]);
    expect(await held(account)).toMatchObject({ keys: [expect.anything()], rows: 2 });
  });
});
