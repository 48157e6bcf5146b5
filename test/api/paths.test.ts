import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, type TestApp } from '../support/app.js';

/** Names that urls, objects keys, headers of patches or patterns could stumble over. */
const NAMES = [
  "it's (one)!*~.md",
  '100%.md',
  '%41.md',
  'a+b c.md',
  'a?b#c&d=e.md',
  'a%2Fb.md',
  '..a/...b/c..md',
  'ü/ß/日本語/😀.json',
  'e\u0301.txt',
  '[x]{y}|^`".md',
  ':version/*.md',
  'a//b'.replace('//', '/'),
  `${'n'.repeat(96)}.md`,
  `${`${'d'.repeat(99)}/`.repeat(3)}${'f'.repeat(97)}.md`,
  '-rf --help.md',
  'files/tree',
];

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  const tree = (text: string) => Object.fromEntries(NAMES.map((name, index) => [name, `${text} ${index}\n`]));
  const first = await givenReadyShelf(api, owner.account, tree('first'));
  shelf = await givenNextVersion(api, owner.account, { shelf: first, files: tree('second') });
});
afterAll(() => api?.stop());

const get = (path: string) => api.as(owner.key)({ url: `/v1/shelves/${shelf.publicId}/${path}` });
const encoded = (name: string) => name.split('/').map(encodeURIComponent).join('/');

test.each(NAMES.map((name, index) => [index, name]))(
  'file %d is read by its percent-encoded path: %s',
  async (index, name) => {
    for (const [route, text] of [
      ['files', 'second'],
      ['versions/2/files', 'second'],
      ['versions/1/files', 'first'],
    ]) {
      const response = await get(`${route}/${encoded(String(name))}`);
      expect([route, response.statusCode, response.body]).toEqual([route, 200, `${text} ${index}\n`]);
    }
  },
);

test("the signs '()!*~ may be encoded as well", async () => {
  const all = encoded(NAMES[0] as string).replace(/['()!*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  expect((await get(`files/${all}`)).body).toBe('second 0\n');
});

test('a path is decoded once', async () => {
  expect((await get('files/%41.md')).statusCode).toBe(404);
  expect((await get('files/%2541.md')).body).toBe(`second ${NAMES.indexOf('%41.md')}\n`);
});

test('every name is in the listing, the tree and the diff', async () => {
  expect((await get('listing')).json<{ paths: string[] }>().paths).toEqual(NAMES);
  expect(Object.keys((await get('versions/1/tree')).json<{ files: object }>().files)).toEqual(NAMES);
  const { files } = (await get('diff?from=1&to=2')).json<{ files: { path: string; patch: string }[] }>();
  expect(files.map(({ path }) => path).toSorted()).toEqual(NAMES.toSorted());
  for (const { patch } of files) expect(patch).toContain('-first ');
});

test.each(['files/a%', 'files/%zz', 'versions/1/files/%', 'versions/1/files/a%80%'])(
  'a path that is not percent-encoded is 400, after 401: %s',
  async (path) => {
    const response = await get(path);
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { details: { field: 'path', reason: 'malformed' } },
    ]);
    expect((await api.request({ url: `/v1/shelves/${shelf.publicId}/${path}` })).statusCode).toBe(401);
  },
);

test('under /api/shelves too', async () => {
  expect((await api.as(owner.key)({ url: '/api/shelves/%/creds' })).statusCode).toBe(400);
  expect((await api.request({ url: '/api/shelves/%/creds' })).statusCode).toBe(401);
});
