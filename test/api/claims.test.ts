/** Upload, retry and restore: what starts a shelf's work anew, or takes it back. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GATES, SHELF_STATUSES, type ShelfStatus } from '../../contract/vocabulary.js';
import { Account } from '../../entities/account.js';
import { claimRetry, claimUpload } from '../../entities/queries/claims.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { recordFailure, recordStep } from '../../entities/queries/runs.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { buildTestApp, givenReadyShelf, hash, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE, SMALL_PDF, type Field } from '../support/forms.js';
import { givenShelf, publicationOf } from '../support/rows.js';

const failure = { step: 'parsing', message: 'The PDF is damaged and cannot be read.' } as const;
let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const manager = () => api.database.manager;

async function subscriber() {
  const user = await api.user();
  await manager().update(Account, { id: user.account.id }, { subscribedAt: new Date() });
  return user;
}

function upload(key: string, id: string, fields: Field[] = [fileField()], headers: Record<string, string> = {}) {
  return api.as(key)({
    method: 'POST',
    url: `/v1/shelves/${id}/upload`,
    headers: { ...FORM_TYPE, ...headers },
    payload: form(...fields),
  });
}

const post = (key: string, id: string, action: 'retry' | 'restore', headers: Record<string, string> = {}) =>
  api.as(key)({ method: 'POST', url: `/v1/shelves/${id}/${action}`, headers });

async function shelfIn(status: ShelfStatus, account: Account): Promise<Shelf> {
  if (status === 'ready') return givenReadyShelf(api, account);
  const shelf = await givenShelf(manager(), account.id, { reviewMode: status === 'review' });
  const run = { publicId: shelf.publicId, run: 1 };
  if (status === 'failed') await recordFailure(manager(), { ...run, ...failure });
  else if (status === 'review') await publishVersion(manager(), publicationOf(shelf));
  else if (status !== 'uploading') await recordStep(manager(), { ...run, status });
  return shelf;
}

/** A shelf whose second PDF has failed. */
async function failedUpload(account: Account): Promise<Shelf> {
  const shelf = await givenReadyShelf(api, account);
  const objectKey = `users/${account.publicId}/uploads/${crypto.randomUUID()}.pdf`;
  const source = { objectKey, fileName: 'second.pdf', mimeType: 'application/pdf' };
  const { id } = await createUpload(manager(), { accountId: account.id, ...source });
  const stored = { sizeBytes: 1, sha256: hash('second') };
  const { publicId } = shelf;
  await claimUpload(manager(), { accountId: account.id, publicId, requestId: null, uploadId: id, stored });
  await recordFailure(manager(), { publicId, run: 2, ...failure });
  return shelf;
}

/** What an account has in the object store and in rows of uploads. */
async function held(account: Account) {
  const keys: string[] = [];
  for await (const { key } of api.storage.list(`users/${account.publicId}/uploads/`)) keys.push(key);
  return { keys, rows: await manager().countBy(Upload, { accountId: account.id }) };
}

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
      message: expect.stringContaining('Ask whoever operates this service to grant one'),
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
    await recordFailure(manager(), { publicId, run: run + 1, ...failure });
    expect((await retryWith(key, publicId, '{}')).json()).toMatchObject({ template: 'legal-contract' });
    await recordFailure(manager(), { publicId, run: run + 2, ...failure });
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
