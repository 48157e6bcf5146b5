/** GET /v1/shelves/{id}/outline and /cite. What they say of lines is tested in test/unit/reading. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Outline } from '../../contract/outline.js';
import type { Citation } from '../../contract/reading.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { givenShelf } from '../support/rows.js';

const FOLDER = join('test', 'golden', 'trees', 'book');
const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8');
const CONTENTS = readdirSync(FOLDER).filter((path) => /^\d/.test(path));
const FILES = Object.fromEntries(
  ['README.md', ...CONTENTS, 'metadata.json', 'source-map.json'].map((path) => [path, read(path)]),
);
const TOWER = '02-chapter-1-the-tower.md';

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  shelf = await givenReadyShelf(api, owner.account, FILES);
});
afterAll(() => api?.stop());

const get = (path: string, headers: Record<string, string> = {}, id = shelf.publicId) =>
  api.as(owner.key)({ url: `/v1/shelves/${id}/${path}`, headers });

test('an outline leads to the lines of each section, and a citation to where they are printed', async () => {
  const outline = (await get('outline')).json<Outline>();
  expect(outline).toMatchObject({
    name: 'Report',
    title: 'The Lighthouse Keepers',
    template: 'book',
    versionNumber: 1,
  });
  const file = outline.files.find(({ path }) => path === TOWER)!;
  const [{ line, endLine, page }] = file.sections as [(typeof file.sections)[0]];
  const { body } = await get(`files/${TOWER}?offset=${line}&limit=${endLine - line + 1}`);
  expect(body).toBe(
    read(TOWER)
      .split('\n')
      .slice(line - 1)
      .join('\n'),
  );
  const cited = (await get(`cite?path=${TOWER}&start=${line}&end=${endLine}`)).json<Citation>();
  const entries = (JSON.parse(read('source-map.json')) as { path: string }[]).filter(({ path }) => path === TOWER);
  expect(cited.passages).toHaveLength(entries.length);
  expect(cited.passages[0]).toMatchObject({ startLine: line, page, text: 'Chapter 1 The Tower' });
  expect(cited).toMatchObject({ path: TOWER, start: line, end: endLine, unmapped: [], totalLines: file.lines });
});

test.each(['metadata.json', 'source-map.json'])('%s keeps to the schema that is served for it', async (name) => {
  const response = await api.request({ url: `/v1/helpers/schemas/${name}` });
  expect(response.headers['content-type']).toBe('application/schema+json; charset=utf-8');
  const validate = new Ajv2020({ strict: false }).compile(response.json<object>());
  validate(JSON.parse(read(name)));
  expect(validate.errors).toBeNull();
});

test.each(['boxes.json', 'definitions.json'])('the schema of %s is public', async (name) =>
  expect((await api.request({ url: `/v1/helpers/schemas/${name}` })).json()).toMatchObject({
    $id: name,
    type: 'object',
  }),
);

test.each(['none.json', 'README.md', '..%2Fmetadata.json'])('there is no schema %s', async (name) =>
  expect((await api.request({ url: `/v1/helpers/schemas/${name}` })).statusCode).toBe(404),
);

test('a citation says what no page is known of', async () => {
  expect((await get(`cite?path=${TOWER}&start=1&end=4`)).json()).toMatchObject({
    passages: [],
    unmapped: [{ startLine: 2, endLine: 3, reason: 'front_matter' }],
  });
  expect((await get('cite?path=README.md&start=1')).json()).toMatchObject({
    passages: [],
    unmapped: [{ startLine: 1, endLine: 1, reason: 'not_in_pdf' }],
  });
});

test('an outline can be cut at a depth', async () => {
  const levels = (await get('outline?depth=1'))
    .json<Outline>()
    .files.flatMap(({ sections }) => sections.map(({ level }) => level));
  expect(new Set(levels)).toEqual(new Set([1]));
});

test('a draft in review is read without a number; its versions are not', async () => {
  const draft = await givenShelfInReview(api, owner.account, {
    ...FILES,
    '99-added.md': '# Added\n\nA lamp by hand.\n',
  });
  const of = (path: string) => get(path, {}, draft.publicId);
  const outline = (await of('outline')).json<Outline>();
  expect([outline.versionNumber, outline.files.at(-1)]).toMatchObject([
    null,
    { path: '99-added.md', title: 'Added', words: 5 },
  ]);
  expect((await of('search?q=lamp%20by%20hand')).json()).toMatchObject({
    versionNumber: null,
    results: [{ path: '99-added.md', line: 3, page: null, heading: 'Added' }],
  });
  expect((await of('cite?path=99-added.md&start=3')).json()).toMatchObject({
    passages: [],
    unmapped: [{ reason: 'not_in_pdf' }],
  });
  for (const path of ['outline?version=1', 'search?q=a&version=1', 'cite?path=README.md&start=1&version=1'])
    expect((await of(path)).json()).toMatchObject({ code: 'CONFLICT', details: { status: 'review' } });
});

describe.each(['outline', `cite?path=${TOWER}&start=8`])('%s', (path) => {
  const withVersion = (number: number) => `${path}${path.includes('?') ? '&' : '?'}version=${number}`;

  test('is answered by 304 to who has it', async () => {
    const { etag } = (await get(path)).headers;
    expect((await get(path, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect(
      (await get(`${path}${path.includes('?') ? '&end=9' : '?depth=2'}`, { 'if-none-match': String(etag) })).statusCode,
    ).toBe(200);
  });

  test('may be kept for ever where a version is named', async () => {
    const response = await get(withVersion(1));
    expect([response.statusCode, response.headers['cache-control']]).toEqual([
      200,
      expect.stringContaining('immutable'),
    ]);
  });

  test('is 404 for an absent version, a foreign shelf and none', async () => {
    expect((await get(withVersion(2))).statusCode).toBe(404);
    const stranger = await api.user();
    expect((await api.as(stranger.key)({ url: `/v1/shelves/${shelf.publicId}/${path}` })).statusCode).toBe(404);
    expect((await get(path, {}, `shf_${'0'.repeat(24)}`)).statusCode).toBe(404);
  });

  test('is 409 while the shelf is in work, 400 before that for a bad query, 401 without a key', async () => {
    const { publicId } = await givenShelf(api.database.manager, owner.account.id);
    expect((await get(path, {}, publicId)).json()).toMatchObject({
      code: 'CONFLICT',
      details: { status: 'uploading' },
    });
    expect((await get(withVersion(1), {}, publicId)).statusCode).toBe(409);
    expect((await get(withVersion(0), {}, publicId)).statusCode).toBe(400);
    expect((await api.request({ url: `/v1/shelves/${publicId}/${path}` })).statusCode).toBe(401);
  });
});

test.each(['none.md', '../README.md', '%2FREADME.md', 'a%00b', 'a%5Cb', '02-chapter-1-the-tower'])(
  'cite answers 404 to the path %s',
  async (path) => expect((await get(`cite?path=${path}&start=1`)).statusCode).toBe(404),
);

test.each([
  ['cite?start=1', 'path', 'required'],
  ['cite?path=&start=1', 'path', 'too_short'],
  [`cite?path=${'x'.repeat(401)}&start=1`, 'path', 'too_long'],
  ['cite?path=README.md', 'start', 'required'],
  ['cite?path=README.md&start=0', 'start', 'too_small'],
  ['cite?path=README.md&start=one', 'start', 'invalid_type'],
  ['cite?path=README.md&start=5&end=4', 'end', 'too_small'],
  ['cite?path=README.md&start=1&end=1001', 'end', 'too_large'],
  ['cite?path=README.md&start=900000', 'start', 'too_large'],
  ['cite?path=README.md&path=README.md&start=1', 'path', 'invalid_type'],
  ['outline?depth=0', 'depth', 'too_small'],
  ['outline?depth=7', 'depth', 'too_large'],
  ['outline?depth=x', 'depth', 'invalid_type'],
])('%s is refused with 400', async (path, field, reason) => {
  const response = await get(path);
  expect([response.statusCode, response.json<{ details: unknown }>().details]).toMatchObject([400, { field, reason }]);
});
