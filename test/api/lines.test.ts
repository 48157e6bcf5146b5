/** Lines of a file by `offset` and `limit`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';

const BOOK = readFileSync(join('test', 'golden', 'trees', 'book', '02-chapter-1-the-tower.md'), 'utf8');
const FILES = {
  'README.md': '# Lines\n',
  '01-five.md': 'one\ntwo\nthree\nfour\nfive\n',
  '02-open.md': 'Grüße\nlast',
  '03-windows.md': 'one\r\ntwo\r\nthree\r\n',
  '04-empty.md': '',
  "05-a part/what's <this> & why?.md": 'one\ntwo\n',
  '06-book.md': BOOK,
};

let api: TestApp;
let key: string;
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  const owner = await api.user();
  key = owner.key;
  shelf = await givenReadyShelf(api, owner.account, FILES);
});
afterAll(() => api?.stop());

const base = () => `/v1/shelves/${shelf.publicId}/files`;
const get = (path: string, headers: Record<string, string> = {}) => api.as(key)({ url: `${base()}/${path}`, headers });

test.each([
  ['01-five.md?offset=2&limit=2', 'two\nthree\n', '5'],
  ['01-five.md?offset=4', 'four\nfive\n', '5'],
  ['01-five.md?limit=1', 'one\n', '5'],
  ['01-five.md?offset=5&limit=10000', 'five\n', '5'],
  ['01-five.md?offset=6', '', '5'],
  ['01-five.md?offset=999999999&limit=3', '', '5'],
  ['02-open.md?offset=2&limit=1', 'last', '2'],
  ['03-windows.md?offset=2&limit=1', 'two\r\n', '3'],
  ['04-empty.md?offset=1&limit=10', '', '0'],
])('%s is the lines %j of %s', async (path, text, total) => {
  const response = await get(path);
  expect([response.statusCode, response.body]).toEqual([200, text]);
  expect(response.headers).toMatchObject({
    'x-total-lines': total,
    'content-length': String(Buffer.byteLength(text)),
    'content-type': 'text/markdown; charset=utf-8',
  });
});

describe('the link to the next lines', () => {
  test('leads through the whole file, and the last reply has none', async () => {
    const read: string[] = [];
    for (let next: string | undefined = `${base()}/06-book.md?limit=7`; next;) {
      const response = await api.as(key)({ url: next });
      read.push(response.body);
      next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(read.length).toBeGreaterThan(2);
    expect(read.join('')).toBe(BOOK);
  });

  test.each([
    "05-a%20part/what's%20%3Cthis%3E%20%26%20why%3F.md",
    '05-a%20part%2Fwhat%27s%20%3cthis%3e%20%26%20why%3F.md',
  ])('keeps the encoding of %s', async (path) => {
    const { headers } = await get(`${path}?limit=1`);
    expect(headers.link).toBe(`<${base()}/${path}?offset=2&limit=1>; rel="next"`);
  });

  test.each(['01-five.md?offset=2', '01-five.md?offset=1&limit=5', '01-five.md?offset=9&limit=1', '01-five.md'])(
    'is not in the reply to %s',
    async (path) => expect((await get(path)).headers.link).toBeUndefined(),
  );
});

describe('caching', () => {
  test('tags lines apart from the file and from other lines', async () => {
    const tags = await Promise.all(
      ['', '?offset=1', '?limit=2', '?offset=1&limit=2', '?offset=2&limit=2'].map(
        async (query) => (await get(`01-five.md${query}`)).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(5);
  });

  test('answers 304 to who has these lines, not to who has others', async () => {
    const { etag } = (await get('01-five.md?offset=2&limit=2')).headers;
    const known = { 'if-none-match': String(etag) };
    const again = await get('01-five.md?offset=2&limit=2', known);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect((await get('01-five.md?offset=3&limit=2', known)).statusCode).toBe(200);
    expect((await get('01-five.md', known)).statusCode).toBe(200);
  });
});

describe('lines of a version', () => {
  const numbered = (number: number, query: string) =>
    api.as(key)({ url: `/v1/shelves/${shelf.publicId}/versions/${number}/files/01-five.md${query}` });

  test('are read like those of the shelf, link on within the version and may be kept for ever', async () => {
    const response = await numbered(1, '?offset=2&limit=2');
    expect([response.statusCode, response.body]).toEqual([200, 'two\nthree\n']);
    expect(response.headers).toMatchObject({
      'x-total-lines': '5',
      'cache-control': expect.stringContaining('immutable'),
      link: `</v1/shelves/${shelf.publicId}/versions/1/files/01-five.md?offset=4&limit=2>; rel="next"`,
    });
  });

  test('are refused by the same rules', async () => {
    expect((await numbered(1, '?offset=0')).json()).toMatchObject({
      details: { field: 'offset', reason: 'too_small' },
    });
    expect((await numbered(2, '?offset=1')).statusCode).toBe(404);
  });
});

test('HEAD has the headers of GET, without the body', async () => {
  const url = `${base()}/01-five.md?offset=2&limit=2`;
  const [head, full] = [await api.as(key)({ method: 'HEAD', url }), await api.as(key)({ url })];
  expect([head.statusCode, head.body]).toEqual([200, '']);
  for (const name of ['content-length', 'content-type', 'etag', 'x-total-lines', 'link'])
    expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
});

test.each([
  ['offset=0', 'offset', 'too_small'],
  ['offset=-1', 'offset', 'too_small'],
  ['offset=abc', 'offset', 'invalid_type'],
  ['offset=', 'offset', 'invalid_type'],
  ['offset=1.5', 'offset', 'invalid_type'],
  ['offset=1&offset=2', 'offset', 'invalid_type'],
  ['limit=0', 'limit', 'too_small'],
  ['limit=10001', 'limit', 'too_large'],
  ['limit=1e3', 'limit', 'invalid_type'],
  ['limit=99999999999999999999', 'limit', 'too_large'],
])('refuses %s with 400', async (query, field, reason) => {
  const response = await get(`01-five.md?${query}`);
  expect([response.statusCode, response.json<{ details: unknown }>().details]).toEqual([400, { field, reason }]);
});

test('answers 404 for lines of a file that is not there', async () => {
  expect((await get('none.md?offset=1&limit=1')).statusCode).toBe(404);
});
