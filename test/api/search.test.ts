/** GET /v1/shelves/{id}/search. What is found where is tested in test/unit/reading. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SearchResults } from '../../contract/reading.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { givenShelf } from '../support/rows.js';

const FILES = {
  'README.md': '# Lamps\n',
  '01-lamps.md':
    '---\ntitle: "Lamps"\npages: [1, 2]\n---\n\n<!-- page 1 -->\n\n# Lamps\n\nA lamp.\n\n<!-- page 2 -->\n\nTwo lamps.\n',
  '02-part/01-oil.md': '# Oil & wicks\n\nFor the lamp.\n',
  'metadata.json': '{}\n',
};

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  shelf = await givenReadyShelf(api, owner.account, FILES);
});
afterAll(() => api?.stop());

type Query = Record<string, string | number>;

const search = (query: Query, headers: Record<string, string> = {}, id = shelf.publicId) => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const url = `/v1/shelves/${id}/search?${new URLSearchParams(pairs).toString()}`;
  return api.as(owner.key)({ url, headers });
};
const found = async (query: Query) => (await search(query)).json<SearchResults>();

test('tells path, line, page, heading and snippet of each line, in the order of the listing', async () => {
  expect(await found({ q: 'LAMP' })).toEqual({
    shelfPublicId: shelf.publicId,
    versionNumber: 1,
    results: [
      {
        path: '01-lamps.md',
        line: 8,
        page: 1,
        endPage: 1,
        pageLabel: null,
        heading: 'Lamps',
        trail: ['Lamps'],
        snippet: '# Lamps',
        match: { start: 2, end: 6 },
      },
      {
        path: '01-lamps.md',
        line: 10,
        page: 1,
        endPage: 1,
        pageLabel: null,
        heading: 'Lamps',
        trail: ['Lamps'],
        snippet: 'A lamp.',
        match: { start: 2, end: 6 },
      },
      {
        path: '01-lamps.md',
        line: 14,
        page: 2,
        endPage: 2,
        pageLabel: null,
        heading: 'Lamps',
        trail: ['Lamps'],
        snippet: 'Two lamps.',
        match: { start: 4, end: 8 },
      },
      {
        path: '02-part/01-oil.md',
        line: 3,
        page: null,
        endPage: null,
        pageLabel: null,
        heading: 'Oil & wicks',
        trail: ['Oil & wicks'],
        snippet: 'For the lamp.',
        match: { start: 8, end: 12 },
      },
    ],
    total: 4,
    truncated: false,
    complete: true,
  });
});

test('takes a pattern, a path, a version and a limit', async () => {
  expect((await found({ regex: '^(A|Two) lamps?' })).results.map(({ line }) => line)).toEqual([10, 14]);
  expect((await found({ q: 'lamp', path: '02-part' })).results.map(({ path }) => path)).toEqual(['02-part/01-oil.md']);
  expect(await found({ q: 'lamp', version: 1, limit: 1 })).toMatchObject({
    results: [{ line: 8 }],
    total: 4,
    truncated: true,
  });
  const second = await found({ q: 'lamp', offset: 2, limit: 2 });
  expect([second.results.map(({ line }) => line), second.total, second.truncated]).toEqual([[10, 14], 4, true]);
  const last = await found({ regex: '(?i)lamp', path: '01-lamps.md', offset: 3, limit: 5 });
  expect([last.results.map(({ line }) => line), last.total, last.truncated]).toEqual([[10, 14], 4, false]);
  expect(await found({ q: 'lamp', offset: 5 })).toMatchObject({ results: [], total: 4, truncated: false });
  expect(await found({ q: 'nowhere' })).toMatchObject({ results: [], total: 0, truncated: false });
});

describe('caching', () => {
  test('answers 304 to who asks the same again, not to who asks something else', async () => {
    const { etag } = (await search({ q: 'lamp' })).headers;
    const known = { 'if-none-match': String(etag) };
    expect((await search({ q: 'lamp' }, known)).statusCode).toBe(304);
    for (const other of [
      { q: 'lamps' },
      { regex: 'lamp' },
      { q: 'lamp', limit: 3 },
      { q: 'lamp', offset: 2 },
      { q: 'lamp', path: '*' },
    ] as Query[])
      expect((await search(other, known)).statusCode).toBe(200);
  });

  test('is for ever where a version is named', async () => {
    expect((await search({ q: 'lamp', version: 1 })).headers['cache-control']).toContain('immutable');
    expect((await search({ q: 'lamp' })).headers['cache-control']).toBe('private, no-cache');
  });
});

test.each([
  [{}, 'q', 'required'],
  [{ q: 'a', regex: 'b' }, 'regex', 'not_both'],
  [{ q: '' }, 'q', 'too_short'],
  [{ q: '  ' }, 'q', 'empty'],
  [{ q: 'x'.repeat(1001) }, 'q', 'too_long'],
  [{ regex: '' }, 'regex', 'too_short'],
  [{ regex: 'x'.repeat(1001) }, 'regex', 'too_long'],
  [{ regex: '(' }, 'regex', 'invalid_regex'],
  [{ regex: '(?=a)' }, 'regex', 'invalid_regex'],
  [{ regex: 'x{1000}{1000}' }, 'regex', 'invalid_regex'],
  [{ regex: '(((a{10}){10}){10}){10}' }, 'regex', 'invalid_regex'],
  [{ q: 'a', path: '' }, 'path', 'too_short'],
  [{ q: 'a', path: 'x'.repeat(401) }, 'path', 'too_long'],
  [{ q: 'a', limit: 0 }, 'limit', 'too_small'],
  [{ q: 'a', offset: 0 }, 'offset', 'too_small'],
  [{ q: 'a', limit: 501 }, 'limit', 'too_large'],
  [{ q: 'a', limit: 'many' }, 'limit', 'invalid_type'],
  [{ q: 'a', version: 0 }, 'version', 'too_small'],
  [{ q: 'a', version: 'one' }, 'version', 'invalid_type'],
] as [Query, string, string][])('refuses %j with 400', async (query, field, reason) => {
  const response = await search(query);
  expect([response.statusCode, response.json<{ details: unknown }>().details]).toMatchObject([400, { field, reason }]);
});

test('refuses what is given twice', async () => {
  const response = await api.as(owner.key)({ url: `/v1/shelves/${shelf.publicId}/search?q=a&q=b` });
  expect(response.json()).toMatchObject({ details: { field: 'q', reason: 'invalid_type' } });
});

describe('gates', () => {
  test('404 for no shelf, for one of another account and for an absent version', async () => {
    expect((await search({ q: 'a' }, {}, `shf_${'0'.repeat(24)}`)).statusCode).toBe(404);
    const stranger = await api.user();
    const url = `/v1/shelves/${shelf.publicId}/search?q=a`;
    expect((await api.as(stranger.key)({ url })).statusCode).toBe(404);
    expect((await search({ q: 'a', version: 2 })).statusCode).toBe(404);
    expect((await search({ q: 'a', version: 3_000_000_000 })).statusCode).toBe(404);
  });

  test('409 while the shelf is in work; a bad query is 400 first, a missing key 401', async () => {
    const { publicId } = await givenShelf(api.database.manager, owner.account.id);
    expect((await search({ q: 'a' }, {}, publicId)).json()).toMatchObject({ details: { status: 'uploading' } });
    expect((await search({ q: 'a', version: 1 }, {}, publicId)).statusCode).toBe(409);
    expect((await search({ regex: '(' }, {}, publicId)).statusCode).toBe(400);
    expect((await api.request({ url: `/v1/shelves/${publicId}/search` })).statusCode).toBe(401);
  });
});
