/** GET /v1/shelves/{id}/tables. What is read as a table is tested in test/unit/reading. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Table, TableList } from '../../contract/tables.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { givenApiKey, givenShelf } from '../support/rows.js';

const FOLDER = join('test', 'golden', 'trees', 'table-merged');
const FILES = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((path) => path !== 'audit.json')
    .map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')]),
);
const FILE = Object.keys(FILES).find((path) => /^\d.*\.md$/.test(path))!;
const WRITTEN = '---\ntitle: Edited\npages: [1, 1]\n---\n\n| Sum | Of |\n| --- | --- |\n| =1+1 | -2, "x" |\n';

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  const first = await givenReadyShelf(api, owner.account, FILES);
  shelf = await givenNextVersion(api, owner.account, { shelf: first, files: { ...FILES, [FILE]: WRITTEN } });
});
afterAll(() => api?.stop());

const get = (path: string, headers: Record<string, string> = {}, id = shelf.publicId) =>
  api.as(owner.key)({ url: `/v1/shelves/${id}/tables${path}`, headers });

test('the tables of a version with their places, and each as rows with its spans', async () => {
  const list = (await get('?version=1')).json<TableList>();
  expect(list).toMatchObject({ versionNumber: 1, pagination: { page: 1, limit: 20, total: list.data.length } });
  const [entry] = list.data;
  expect(entry).toMatchObject({ number: 1, path: FILE, page: 1 });
  expect([entry!.box!.length, entry!.confidence]).toEqual([4, expect.any(Number)]);
  const table = (await get('/1?version=1')).json<Table>();
  expect([table.rows.length, table.rows[0]!.length]).toEqual([entry!.rows, entry!.columns]);
  expect(table.spans.length).toBeGreaterThan(0);
  expect(table).toMatchObject({ path: FILE, startLine: entry!.startLine, headerRows: entry!.headerRows });
});

test('an edited table is what people made of it', async () => {
  expect((await get('/1')).json<Table>()).toMatchObject({
    versionNumber: 2,
    rows: [
      ['Sum', 'Of'],
      ['=1+1', '-2, "x"'],
    ],
    headerRows: 1,
    page: 1,
  });
});

test('CSV as printed, or safe for spreadsheets if that is asked for', async () => {
  const csv = await get('/1?format=csv');
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="Report table 1.csv"; filename*=UTF-8''Report%20table%201.csv`,
  });
  expect(csv.body).toBe('Sum,Of\r\n=1+1,"-2, ""x"""\r\n');
  expect((await get('/1?format=csv&safe=true')).body).toBe(`Sum,Of\r\n'=1+1,"'-2, ""x"""\r\n`);
});

test('pages, and entity tags that differ by what was asked for', async () => {
  expect((await get('?page=2&limit=1')).json<TableList>()).toMatchObject({ data: [], pagination: { total: 1 } });
  const tags = await Promise.all(['', '?limit=5', '/1', '/1?format=csv', '/1?version=1'].map((path) => get(path)));
  expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(5);
  for (const { headers } of tags.slice(0, 1))
    expect((await get('', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  expect(tags[4]!.headers['cache-control']).toContain('immutable');
  expect(tags[2]!.headers['cache-control']).toBe('private, no-cache');
});

test.each(['/0', '/x', '/1?format=xml', '/1?safe=1', '?limit=101', '?page=0', '?version=0', '?file=a'])(
  '%s is refused with 400',
  async (path) => expect((await get(path)).statusCode).toBe(400),
);

test('404 for what there is not, 409 while the shelf is in work', async () => {
  expect((await get('/2')).json()).toEqual({
    code: 'NOT_FOUND',
    message: 'There is no such table.',
    details: { resource: 'table' },
  });
  expect((await get('/1?version=3')).json()).toMatchObject({ message: 'There is no such version.' });
  const fresh = await givenShelf(api.database.manager, owner.account.id);
  expect((await get('', {}, fresh.publicId)).json()).toMatchObject({ details: { status: 'uploading' } });
  const other = await api.user();
  expect((await api.as(other.key)({ url: `/v1/shelves/${shelf.publicId}/tables` })).statusCode).toBe(404);
  const reader = await givenApiKey(api.database.manager, owner.account.id, 'read');
  expect((await api.as(reader)({ url: `/v1/shelves/${shelf.publicId}/tables` })).statusCode).toBe(200);
});

test('a draft in review has tables; an older version without a list has them, too', async () => {
  const { tableList: _, ...older } = JSON.parse(FILES['metadata.json']!) as Record<string, unknown>;
  const draft = await givenShelfInReview(api, owner.account, { ...FILES, 'metadata.json': JSON.stringify(older) });
  const list = (await get('', {}, draft.publicId)).json<TableList>();
  expect(list.versionNumber).toBeNull();
  expect(list.data[0]).toMatchObject({
    page: 1,
    box: [expect.any(Number)].concat(Array(3).fill(expect.any(Number))),
    confidence: null,
  });
});
