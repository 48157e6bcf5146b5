import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../../entities/account.js';
import { approveDraft, findDraft } from '../../entities/queries/review.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import type { Shelf } from '../../entities/shelf.js';
import {
  buildTestApp,
  givenNextVersion,
  givenReadyShelf,
  givenShelfInReview,
  hash,
  TREE,
  type TestApp,
} from '../support/app.js';
import { givenShelf } from '../support/rows.js';

const SECOND = { ...TREE, '01-introduction.md': '---\ntitle: Introduction\n---\nOther words\n' };
const FOR_EVER = 'private, max-age=31536000, immutable';

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  const first = await givenReadyShelf(api, owner.account);
  shelf = await givenNextVersion(api, owner.account, { shelf: first, files: SECOND });
});
afterAll(() => api?.stop());

const get = (path: string, headers: Record<string, string> = {}) => getOf(shelf, path, headers);
const getOf = ({ publicId }: Shelf, path: string, headers: Record<string, string> = {}) =>
  api.as(owner.key)({ url: `/v1/shelves/${publicId}/${path}`, headers });

describe('the list', () => {
  test('shows every version, latest first, in an envelope', async () => {
    const { data, pagination } = (await get('versions')).json<{ data: object[]; pagination: object }>();
    expect(pagination).toEqual({ limit: 20, page: 1, total: 2, totalPages: 1 });
    expect(data).toEqual([
      expect.objectContaining({ versionNumber: 2, source: 'upload', shelfPublicId: shelf.publicId }),
      {
        versionNumber: 1,
        publicId: expect.stringMatching(/^ver_[0-9a-f]{24}$/),
        shelfPublicId: shelf.publicId,
        source: 'initial',
        fileCount: 5,
        pageCount: 12,
        storageSizeBytes: Object.values(TREE).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
  });

  test('pages like the list of shelves', async () => {
    const numbers = async (query: string) =>
      (await get(`versions?${query}`))
        .json<{ data: { versionNumber: number }[] }>()
        .data.map((one) => one.versionNumber);
    expect(await numbers('limit=1')).toEqual([2]);
    expect(await numbers('limit=1&page=2')).toEqual([1]);
    expect(await numbers('limit=1&page=3')).toEqual([]);
  });

  test.each(['page=0', 'limit=0', 'limit=101', 'limit=x', 'page=1.5', 'page=1&page=2', `page=${'9'.repeat(40)}`])(
    'refuses %s with 400',
    async (query) => {
      const response = await get(`versions?${query}`);
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { details: { field: query.slice(0, query.indexOf('=')) } },
      ]);
    },
  );

  test('never shows a draft', async () => {
    const { manager } = api.database;
    const other = await givenReadyShelf(api, owner.account);
    await manager.query(
      `INSERT INTO versions (public_id, shelf_id, upload_id, outcome, source, run, prefix, file_count, page_count,
         storage_size_bytes, archive_key, archive_sha256, archive_size_bytes, archive_built_at)
       SELECT 'ver_' || substr(md5(public_id), 1, 24), shelf_id, upload_id, outcome, 'upload', 2, prefix, file_count, page_count,
         storage_size_bytes, archive_key, archive_sha256, archive_size_bytes, archive_built_at FROM versions WHERE shelf_id = $1`,
      [other.id],
    );
    expect((await getOf(other, 'versions')).json()).toMatchObject({
      data: [{ versionNumber: 1 }],
      pagination: { total: 1 },
    });
  });
});

test('a draft is read by the routes of the current state alone, and keeps its tags as version 1', async () => {
  const { manager } = api.database;
  const reviewed = await givenShelfInReview(api, owner.account);
  const reads = ['listing', 'tree', 'files/README.md'];
  const before = await Promise.all(reads.map((path) => getOf(reviewed, path)));
  expect(before.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  for (const path of ['versions', 'versions/1/tree', 'versions/1/files/README.md', 'diff?from=0&to=1'])
    expect([path, (await getOf(reviewed, path)).json()]).toMatchObject([path, { details: { status: 'review' } }]);
  const { publicId, run } = reviewed;
  const draft = (await findDraft(manager, reviewed)) as string;
  await approveDraft(manager, { publicId, run, draft, edited: null });
  const after = await Promise.all(reads.map((path) => getOf(reviewed, path)));
  expect(after.map(({ headers, body }) => [headers.etag, body])).toEqual(
    before.map(({ headers, body }) => [headers.etag, body]),
  );
  expect((await getOf(reviewed, 'versions')).json()).toMatchObject({ data: [{ publicId: draft, versionNumber: 1 }] });
});

describe('the tree of a version', () => {
  test('is the past state, with its number', async () => {
    const response = await get('versions/1/tree');
    const { files, ...rest } = response.json<{ files: Record<string, string> }>();
    expect(rest).toEqual({ fileCount: 5, name: 'Report', shelfPublicId: shelf.publicId, versionNumber: 1 });
    expect(Object.entries(files)).toEqual(Object.entries(TREE));
    const current = (await get('tree')).json<{ files: Record<string, string> }>();
    expect((await get('versions/2/tree')).json()).toEqual({ ...current, versionNumber: 2 });
    expect(current.files).toEqual(SECOND);
  });

  test('may be kept for ever, and has a strong tag of its own', async () => {
    const [one, two] = [await get('versions/1/tree'), await get('versions/2/tree')];
    expect(one.headers).toMatchObject({
      'cache-control': FOR_EVER,
      vary: 'authorization, cookie',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect(one.headers.etag).not.toBe(two.headers.etag);
    const again = await get('versions/1/tree', { 'if-none-match': String(one.headers.etag) });
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', FOR_EVER]);
    expect((await get('tree')).headers['cache-control']).toBe('private, no-cache');
  });
});

describe('a file of a version', () => {
  test('is the past state, with the headers of its kind', async () => {
    const [one, two] = [
      await get('versions/1/files/01-introduction.md'),
      await get('versions/2/files/01-introduction.md'),
    ];
    expect([one.body, two.body]).toEqual([TREE['01-introduction.md'], SECOND['01-introduction.md']]);
    expect(one.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-length': String(Buffer.byteLength(TREE['01-introduction.md'])),
      'cache-control': FOR_EVER,
      etag: `"${hash(TREE['01-introduction.md'])}"`,
    });
    const again = await get('versions/1/files/01-introduction.md', {
      'if-none-match': `"x", ${String(one.headers.etag)}`,
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test.each(['missing.md', '%2e%2e/README.md', 'a%00b', 'README.md%5C', ''])('is 404 at %j', async (path) => {
    const response = await get(`versions/1/files/${path}`);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-store']);
  });
});

const READS = ['versions', 'versions/1/tree', 'versions/1/files/README.md'];

test.each(READS)('HEAD of %s has the headers of GET and no body', async (path) => {
  const head = await api.as(owner.key)({ method: 'HEAD', url: `/v1/shelves/${shelf.publicId}/${path}` });
  const full = await get(path);
  expect([head.statusCode, head.body]).toEqual([200, '']);
  for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
    expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
});

test.each(['0', '3', '-1', '2147483648', '9'.repeat(30)])('a version %s that does not exist is 404', async (number) => {
  for (const what of ['tree', 'files/README.md']) {
    const response = await get(`versions/${number}/${what}`);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      404,
      'There is no such version.',
    ]);
  }
});

test.each(['x', '1.0', '1e0', '%31x', '', 'latest', '0x1', '%00'])(
  'a version %j that is no integer is 400',
  async (number) => {
    for (const what of ['tree', 'files/README.md'])
      expect((await get(`versions/${number}/${what}`)).json()).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { field: 'version' },
      });
  },
);

test.each(READS)('%s is 409 unless the shelf is ready, whether or not the version exists', async (path) => {
  const working = await givenShelf(api.database.manager, owner.account.id);
  expect((await getOf(working, path)).json()).toMatchObject({ code: 'CONFLICT', details: { status: 'uploading' } });
  const again = await givenReadyShelf(api, owner.account);
  await api.database.manager.query("UPDATE shelves SET run = run + 1, status = 'parsing' WHERE id = $1", [again.id]);
  expect((await getOf(again, path)).statusCode).toBe(409);
});

test.each(READS)('%s answers 401, then a malformed request, then the shelf', async (path) => {
  expect((await api.request({ url: `/v1/shelves/shf_x/${path}` })).statusCode).toBe(401);
  expect((await api.as(owner.key)({ url: `/v1/shelves/shf_x/${path}` })).statusCode).toBe(400);
  const stranger = await api.user();
  const nobody = `shf_${'0'.repeat(24)}`;
  expect((await api.as(owner.key)({ url: `/v1/shelves/${nobody}/${path}` })).statusCode).toBe(404);
  expect((await api.as(stranger.key)({ url: `/v1/shelves/${shelf.publicId}/${path}` })).statusCode).toBe(404);
  expect((await api.as(stranger.key)({ url: `/v1/shelves/${nobody}/versions/x/tree` })).statusCode).toBe(400);
  const deleted = await givenReadyShelf(api, owner.account);
  await claimDelete(api.database.manager, { accountId: owner.account.id, publicId: deleted.publicId });
  expect((await getOf(deleted, path)).statusCode).toBe(404);
});
