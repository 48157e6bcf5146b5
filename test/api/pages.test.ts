/** GET /v1/shelves/{id}/pages/{n} and its picture, drawn by the engine in a process of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PageInfo, PageList } from '../../contract/pages.js';
import type { PageViews } from '../../api/page-views.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { colouredPdf, pixelsOf, RED, startDrawing } from '../support/drawing.js';
import { pdf } from '../support/pdf.js';
import { poll } from '../support/poll.js';
import { givenApiKey, givenShelf } from '../support/rows.js';
import { storeSource } from '../support/sources.js';

const FOLDER = join('test', 'golden', 'trees', 'figure');
const FILES = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((path) => path !== 'audit.json')
    .map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')]),
);
const [WHITE, RED_COLOUR] = ['#ffffff', '#ff0000'];
const LIMIT = 40;
/** Of an account, waiting ones included. */
const AT_ONCE = 36;

let api: TestApp;
let drawing: Awaited<ReturnType<typeof startDrawing>>;
let views: PageViews;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  const viewPage: PageViews['viewPage'] = (...asked) => views.viewPage(...asked);
  api = await buildTestApp({ workflows: { viewPage }, limits: { picturesPerMinute: LIMIT } });
  drawing = await startDrawing(api);
  ({ views } = drawing);
  owner = await api.user();
  shelf = await given(owner.account, await colouredPdf());
});
afterAll(async () => {
  await drawing?.stop();
  await api?.stop();
});

/** A ready shelf of this PDF, with as many pages as it is told. */
async function given(account: Account, bytes: Buffer, pageCount = 2): Promise<Shelf> {
  const made = await givenReadyShelf(api, account, FILES);
  await storeSource(api, made, bytes);
  await setPages(made, pageCount);
  return made;
}

/** Numbered versions are immutable, so that it is the trigger that has to be passed by. */
async function setPages({ id }: Shelf, pageCount: number): Promise<void> {
  await api.database.manager.transaction(async (tx) => {
    await tx.query(`SET LOCAL session_replication_role = replica`);
    await tx.update(Version, { shelfId: id }, { pageCount });
  });
}

const get = (path: string, { key = owner.key, id = shelf.publicId, headers = {} } = {}) =>
  api.as(key)({ url: `/v1/shelves/${id}/pages/${path}`, headers });

describe('the list of pages', () => {
  const list = (query = '') => api.as(owner.key)({ url: `/v1/shelves/${shelf.publicId}/pages${query}` });

  test('tells of each page what the page itself tells, without what is printed on it', async () => {
    const reply = await list('?limit=1&page=2');
    expect(reply.statusCode).toBe(200);
    const { data, pagination } = reply.json<PageList>();
    const { passages, figures, shelfPublicId, versionNumber, ...second } = (await get('2')).json<PageInfo>();
    expect([passages, figures]).toEqual([expect.any(Array), expect.any(Array)]);
    expect([shelfPublicId, versionNumber]).toEqual([shelf.publicId, 1]);
    expect(data).toEqual([second]);
    expect(pagination).toEqual({ limit: 1, page: 2, total: 2, totalPages: 2 });
    expect((await list()).json<PageList>().data.map(({ number }) => number)).toEqual([1, 2]);
    expect((await list('?page=3')).json<PageList>().data).toEqual([]);
  });

  test('refuses what it does not know', async () => {
    for (const query of ['?page=0', '?limit=101', '?version=0', '?colour=red'])
      expect((await list(query)).statusCode).toBe(400);
  });
});

describe('a picture', () => {
  test('shows the page in the width asked for, upright as it is displayed', async () => {
    const reply = await get('1.png?width=800');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
    const page = await pixelsOf(reply.rawPayload);
    expect([page.width, page.height]).toEqual([800, 400]);
    const [x0, y0, x1, y1] = RED;
    expect([page.at(x0 + 0.02, y0 + 0.02), page.at(x1 - 0.02, y1 - 0.02)]).toEqual([RED_COLOUR, RED_COLOUR]);
    expect([page.at(x0 - 0.02, y0), page.at(x1 + 0.02, y1)]).toEqual([WHITE, WHITE]);
    const turned = await pixelsOf((await get('2.png?width=100')).rawPayload);
    expect([turned.width, turned.height]).toEqual([100, 200]);
    // a quarter turn clockwise: what was below on the left is above on the left
    expect([turned.at(1 - y1 + 0.05, x0 + 0.05), turned.at(0.9, 0.9)]).toEqual([RED_COLOUR, WHITE]);
  });

  test('of a part is that part alone, in the width asked for, also on a turned page', async () => {
    const part = await pixelsOf((await get(`1.png?width=200&box=${RED.join(',')}`)).rawPayload);
    expect([part.width, part.height]).toEqual([200, 100]);
    for (const place of [0.02, 0.5, 0.98]) expect(part.at(place, place)).toBe(RED_COLOUR);
    const [x0, y0, x1, y1] = RED;
    const turned = await pixelsOf((await get(`2.png?width=200&box=${[1 - y1, x0, 1 - y0, x1].join(',')}`)).rawPayload);
    expect([turned.width, turned.height]).toEqual([200, 400]);
    for (const place of [0.02, 0.5, 0.98]) expect(turned.at(place, place)).toBe(RED_COLOUR);
  });

  test('is no finer than 600 dpi, however small the part', async () => {
    const tiny = await pixelsOf((await get('1.png?width=1600&box=0.3,0.6,0.31,0.61')).rawPayload);
    expect([tiny.width, tiny.at(0.5, 0.5)]).toEqual([33, RED_COLOUR]);
  });

  test('is drawn once; then it comes from the object store, also to another instance', async () => {
    const before = drawing.asked.length;
    const first = await get('1.png?width=321');
    expect(drawing.asked.slice(before)).toEqual([
      { versionPublicId: expect.any(String), picture: { page: 1, width: 321, box: null } },
    ]);
    views = { viewPage: () => Promise.reject(new Error('not asked for')) };
    const other = await api.anotherInstance();
    try {
      const headers = { authorization: `Bearer ${owner.key}` };
      const again = await other.inject({
        url: `/v1/shelves/${shelf.publicId}/pages/1.png?width=321&version=1`,
        headers,
      });
      expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
      expect(again.headers).toMatchObject({
        etag: first.headers.etag,
        'cache-control': expect.stringContaining('immutable'),
      });
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const known = await get('1.png?width=321', { headers: { 'if-none-match': String(first.headers.etag) } });
      expect([known.statusCode, known.body]).toEqual([304, '']);
    } finally {
      ({ views } = drawing);
      await other.close();
    }
  });

  test.each([
    ['width=0', 'width', 'too_small'],
    ['width=63', 'width', 'too_small'],
    ['width=9999', 'width', 'too_large'],
    ['width=a', 'width', 'invalid_type'],
    ['box=0,0,1.5,1', 'box', 'too_large'],
    ['box=0,0,612,792', 'box', 'too_large'],
    ['box=0.5,0.5,0.5,0.9', 'box', 'empty'],
    ['box=0.9,0.1,0.1,0.9', 'box', 'empty'],
    ['box=-0.1,0,1,1', 'box', 'invalid_format'],
    ['box=0,0,1', 'box', 'invalid_format'],
    ['box=0,0,1,NaN', 'box', 'invalid_format'],
  ])('is refused with 400 for %s', async (query, field, reason) => {
    const before = drawing.asked.length;
    expect((await get(`1.png?${query}`)).json()).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    });
    expect(drawing.asked.length).toBe(before);
  });

  test('of the version that is named', async () => {
    const first = await given(owner.account, await colouredPdf());
    const next = await givenNextVersion(api, owner.account, { shelf: first, files: FILES });
    await storeSource(api, next, await pdf(() => undefined, { size: [100, 100] }));
    const of = async (query: string) =>
      (await pixelsOf((await get(`1.png?width=100${query}`, { id: next.publicId })).rawPayload)).height;
    expect([await of(''), await of('&version=1'), await of('&version=2')]).toEqual([100, 50, 100]);
  });
});

describe('a page', () => {
  test('has its size, and what of the shelf is printed on it', async () => {
    const info = (await get('1')).json<PageInfo>();
    expect(info).toMatchObject({
      ...{ number: 1, label: null, width: 400, height: 200, rotation: 0, source: 'text', confidence: 1, tables: [] },
      picture: `/v1/shelves/${shelf.publicId}/pages/1.png`,
      figures: [{ box: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)] }],
    });
    expect(info.passages.length).toBeGreaterThan(2);
    for (const { path, startLine, endLine } of info.passages) {
      const lines = FILES[path]!.split('\n').slice(startLine - 1, endLine);
      expect([lines.length, lines.join('').trim()]).toEqual([endLine - startLine + 1, expect.stringMatching(/./)]);
    }
    const before = drawing.asked.length;
    expect((await get('2?version=1')).json<PageInfo>()).toMatchObject({
      ...{ number: 2, width: 200, height: 400, rotation: 90, passages: [], figures: [] },
      picture: `/v1/shelves/${shelf.publicId}/pages/2.png?version=1`,
    });
    expect(drawing.asked.length).toBe(before);
  });
});

describe.each(['1', '1.png'])('pages/%s', (path) => {
  test('is 404 for pages that there are not, 400 for what is no page', async () => {
    for (const page of ['3', '99999'])
      expect((await get(path.replace('1', page))).json()).toMatchObject({
        code: 'NOT_FOUND',
        details: { pageCount: 2 },
      });
    for (const page of ['0', '-1', 'x', '1.5', '1e3'])
      expect((await get(path.replace('1', page))).statusCode).toBe(400);
  });

  test('is 404 for another account and a deleted shelf, 409 while there is nothing to see', async () => {
    expect((await get(path, { key: (await api.user()).key })).statusCode).toBe(404);
    const gone = await given(owner.account, await colouredPdf());
    await api.as(owner.key)({ url: `/v1/shelves/${gone.publicId}`, method: 'DELETE' });
    expect((await get(path, { id: gone.publicId })).statusCode).toBe(404);
    const fresh = await givenShelf(api.database.manager, owner.account.id);
    expect((await get(path, { id: fresh.publicId })).json()).toMatchObject({ details: { status: 'uploading' } });
    const draft = await givenShelfInReview(api, owner.account, FILES);
    await storeSource(api, draft, await colouredPdf());
    expect((await get(path, { id: draft.publicId })).statusCode).toBe(200);
    expect((await get(`${path}?version=1`, { id: draft.publicId })).statusCode).toBe(409);
  });

  test('is open to a key that may only read, and to a session', async () => {
    const reader = await givenApiKey(api.database.manager, owner.account.id, 'read');
    expect((await get(path, { key: reader })).statusCode).toBe(200);
    const withSession = await api.withSession(owner.account);
    expect((await withSession({ url: `/v1/shelves/${shelf.publicId}/pages/${path}` })).statusCode).toBe(200);
    expect((await api.request({ url: `/v1/shelves/${shelf.publicId}/pages/${path}` })).statusCode).toBe(401);
  });

  test('is 409 for a PDF that cannot be opened', async () => {
    const encrypted = await pdf(() => undefined, { userPassword: 'open', ownerPassword: 'owner' });
    for (const [bytes, cause] of [
      [encrypted, 'password_required'],
      [Buffer.from('%PDF-1.7\nno more'), 'unreadable'],
    ] as const) {
      const { publicId: id } = await given(owner.account, bytes);
      expect((await get(path, { id })).json()).toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'not_drawable', cause },
      });
    }
  });

  test('is 503 while no worker draws', async () => {
    const { publicId: id } = await given(owner.account, await colouredPdf());
    views = {
      viewPage: (_, { signal }) =>
        api.deps.workflows
          .ping(1)
          .then(() => Promise.reject(Object.assign(new Error('late'), { name: 'TimeoutError', signal }))),
    };
    try {
      const reply = await get(path, { id });
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
    } finally {
      ({ views } = drawing);
    }
  });
});

test('pictures that have to be drawn are limited, and the refusal says by what; stored ones are not', async () => {
  const other = await api.user();
  const { publicId: id } = await given(other.account, await colouredPdf());
  const release = Promise.withResolvers<void>();
  views = { viewPage: () => release.promise.then(() => ({ outcome: 'undrawable', reason: 'page' })) };
  try {
    const waiting = Array.from({ length: AT_ONCE + 4 }, (_, at) =>
      get(`1.png?width=${100 + at}`, { key: other.key, id }),
    );
    // those that are too many are refused while the others wait
    const refused: unknown[] = [];
    for (const one of waiting) void one.then((reply) => refused.push(reply.json()));
    await poll(async () => (refused.length === 4 ? true : null), 30_000);
    for (const body of refused)
      expect(body).toMatchObject({ code: 'RATE_LIMITED', details: { limit: 'pictures_at_once', max: AT_ONCE } });
    release.resolve();
    const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect(statuses.filter((status) => status === 409)).toHaveLength(AT_ONCE);
    for (let at = AT_ONCE; at < LIMIT; at++)
      expect((await get(`1.png?width=${200 + at}`, { key: other.key, id })).statusCode).toBe(409);
    const last = await get('1.png?width=99', { key: other.key, id });
    expect([last.statusCode, last.json()]).toMatchObject([
      429,
      { code: 'RATE_LIMITED', details: { limit: 'pictures', max: LIMIT, windowSeconds: 60 } },
    ]);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    ({ views } = drawing);
  }
  expect((await get('1.png?width=800')).statusCode).toBe(200);
});
