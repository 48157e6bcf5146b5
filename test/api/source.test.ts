/** GET /v1/shelves/{id}/source. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Account } from '../../entities/account.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { Shelf } from '../../entities/shelf.js';
import {
  buildTestApp,
  givenNextVersion,
  givenReadyShelf,
  givenShelfInReview,
  hash,
  TREE,
  type TestApp,
} from '../support/app.js';
import { givenApiKey, givenShelf } from '../support/rows.js';
import { storeSource } from '../support/sources.js';

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3 * 1024 * 1024, 'abcdefghij')]);
const NEXT = Buffer.from('%PDF-1.7\nthe second');

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  const first = await givenReadyShelf(api, owner.account);
  await storeSource(api, first, PDF);
  shelf = await givenNextVersion(api, owner.account, { shelf: first, files: TREE });
  await storeSource(api, shelf, NEXT);
});
afterAll(() => api?.stop());

const get = (query = '', headers: Record<string, string> = {}, id = shelf.publicId) =>
  api.as(owner.key)({ url: `/v1/shelves/${id}/source${query}`, headers });

test('the PDF of the current version, and of a numbered one, which may be kept for ever', async () => {
  const current = await get();
  expect([current.statusCode, current.rawPayload.equals(NEXT)]).toEqual([200, true]);
  expect(current.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(NEXT.length),
    'content-disposition': `inline; filename="Report.pdf"; filename*=UTF-8''Report.pdf`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    etag: `"${hash(NEXT)}"`,
  });
  expect(current.headers['content-security-policy']).toContain("default-src 'none'");
  const first = await get('?version=1');
  expect([first.statusCode, first.rawPayload.equals(PDF), first.headers.etag]).toEqual([200, true, `"${hash(PDF)}"`]);
  expect(first.headers['cache-control']).toContain('immutable');
});

test('ranges of bytes, as a viewer asks for them', async () => {
  const parts: Buffer[] = [];
  for (let start = 0; start < PDF.length; start += 1_000_000) {
    const part = await get('?version=1', { range: `bytes=${start}-${start + 999_999}` });
    const end = Math.min(PDF.length, start + 1_000_000) - 1;
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      `bytes ${start}-${end}/${PDF.length}`,
      String(end - start + 1),
    ]);
    parts.push(part.rawPayload);
  }
  expect(Buffer.concat(parts).equals(PDF)).toBe(true);
  expect((await get('?version=1', { range: 'bytes=-5' })).rawPayload.equals(PDF.subarray(-5))).toBe(true);
  expect((await get('?version=1', { range: 'bytes=0-1,7-9' })).statusCode).toBe(200);
  const past = await get('?version=1', { range: `bytes=${PDF.length}-` });
  expect([past.statusCode, past.headers['content-range'], past.json()]).toEqual([
    416,
    `bytes */${PDF.length}`,
    {
      code: 'RANGE_NOT_SATISFIABLE',
      message: 'The file has no bytes in this range.',
      details: { sizeBytes: PDF.length },
    },
  ]);
});

test('a range of another PDF than the client has is all of this one', async () => {
  const headers = { range: 'bytes=0-3', 'if-range': `"${hash(PDF)}"` };
  expect((await get('?version=1', headers)).statusCode).toBe(206);
  expect((await get('', headers)).rawPayload.equals(NEXT)).toBe(true);
});

test('who has it already gets 304, and HEAD the headers alone', async () => {
  const known = await get('', { 'if-none-match': `"${hash(NEXT)}"` });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  const url = `/v1/shelves/${shelf.publicId}/source`;
  const head = await api.as(owner.key)({ url, method: 'HEAD' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(NEXT.length)]);
  const range = await api.as(owner.key)({ url, method: 'HEAD', headers: { range: 'bytes=2-5' } });
  expect([range.statusCode, range.headers['content-length']]).toEqual([206, '4']);
});

test("the shelf's name is the file's, whatever it is", async () => {
  const name = 'Größe "A"\\ 100%.PDF';
  const other = await givenReadyShelf(api, owner.account);
  await storeSource(api, other, NEXT);
  await api.database.manager.update(Shelf, { id: other.id }, { name });
  expect((await get('', {}, other.publicId)).headers['content-disposition']).toBe(
    `inline; filename="Gr__e _A__ 100_.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22A%22%5C%20100%25.pdf`,
  );
});

test('a session and a key that may only read get it; nobody else does', async () => {
  const withSession = await api.withSession(owner.account);
  const url = `/v1/shelves/${shelf.publicId}/source`;
  const reader = await givenApiKey(api.database.manager, owner.account.id, 'read');
  expect((await withSession({ url })).statusCode).toBe(200);
  expect((await api.as(reader)({ url })).statusCode).toBe(200);
  expect((await api.as((await api.user()).key)({ url })).statusCode).toBe(404);
  expect((await api.request({ url })).statusCode).toBe(401);
});

test('in review the PDF under review, of a failed shelf the one that failed, else 409', async () => {
  const draft = await givenShelfInReview(api, owner.account);
  await storeSource(api, draft, NEXT);
  expect((await get('', {}, draft.publicId)).rawPayload.equals(NEXT)).toBe(true);
  expect((await get('?version=1', {}, draft.publicId)).statusCode).toBe(409);
  const fresh = await givenShelf(api.database.manager, owner.account.id);
  await storeSource(api, fresh, PDF);
  expect((await get('', {}, fresh.publicId)).json()).toMatchObject({
    code: 'CONFLICT',
    details: { status: 'uploading' },
  });
  await recordFailure(api.database.manager, {
    publicId: fresh.publicId,
    run: fresh.run,
    step: 'parsing',
    message: 'The file is damaged.',
  });
  expect((await get('', { range: 'bytes=0-8' }, fresh.publicId)).body).toBe('%PDF-1.7\n');
});

test('an absent version is 404, a bad one 400, a deleted shelf 404', async () => {
  expect((await get('?version=3')).json()).toMatchObject({ message: 'There is no such version.' });
  for (const version of ['0', 'x', '1.5']) expect((await get(`?version=${version}`)).statusCode).toBe(400);
  const gone = await givenReadyShelf(api, owner.account);
  await storeSource(api, gone, PDF);
  await api.as(owner.key)({ url: `/v1/shelves/${gone.publicId}`, method: 'DELETE' });
  expect((await get('', {}, gone.publicId)).statusCode).toBe(404);
});
