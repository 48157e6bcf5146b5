/** Filters and sorts of GET /v1/shelves, parameters that lists do not know, and PATCH /v1/shelves/{id}. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../../entities/account.js';
import { changeShelf } from '../../entities/queries/shelf-list.js';
import { recordFailure, recordStep } from '../../entities/queries/runs.js';
import type { Shelf } from '../../entities/shelf.js';
import type { Template } from '../../contract/vocabulary.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { givenEndpoint, givenShelf } from '../support/rows.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const JSON_TYPE = { 'content-type': 'application/json' };

/** A shelf with these fields, of the account. */
async function given(
  account: Account,
  { name, template = null, tags = [] }: { name: string; template?: Template | null; tags?: string[] },
): Promise<Shelf> {
  const shelf = await givenShelf(api.database.manager, account.id, { name, template });
  return (await changeShelf(api.database.manager, { accountId: account.id, publicId: shelf.publicId }, { tags }))!;
}

/** Asks as the owner of a key; answers the names in order. */
const lister = (key: string) => async (query: string) => {
  const response = await api.as(key)({ url: `/v1/shelves?${query}` });
  expect([query, response.statusCode]).toEqual([query, 200]);
  const { data, pagination } = response.json<{ data: { name: string }[]; pagination: { total: number } }>();
  expect(pagination.total).toBeGreaterThanOrEqual(data.length);
  return data.map(({ name }) => name);
};

const patcher = (key: string) => (id: string, change: unknown) =>
  api.as(key)({
    method: 'PATCH',
    url: `/v1/shelves/${id}`,
    headers: JSON_TYPE,
    payload: typeof change === 'string' ? change : JSON.stringify(change),
  });

describe('GET /v1/shelves', () => {
  test('filters by status, name, template, tag and time, all at once, within the account', async () => {
    const [{ account, key }, other] = [await api.user(), await api.user()];
    const { manager } = api.database;
    await given(other.account, { name: 'Lease of another', tags: ['legal'] });
    const lease = await given(account, { name: 'Lease 100%', template: 'legal-contract', tags: ['legal', 'Straße 1'] });
    const manual = await given(account, { name: 'ÜBERSICHT', tags: ['tech'] });
    await given(account, { name: 'Atlas_1', template: 'book', tags: ['legal'] });
    await recordStep(manager, { publicId: manual.publicId, run: 1, status: 'parsing' });
    await recordFailure(manager, { publicId: lease.publicId, run: 1, step: 'uploading', message: 'no' });
    const list = lister(key);
    expect(await list('')).toEqual(['Atlas_1', 'ÜBERSICHT', 'Lease 100%']);
    expect(await list('status=failed')).toEqual(['Lease 100%']);
    expect(await list('status=failed,parsing')).toEqual(['ÜBERSICHT', 'Lease 100%']);
    expect(await list('status=ready')).toEqual([]);
    expect(await list(`q=${encodeURIComponent('übersicht')}`)).toEqual(['ÜBERSICHT']);
    // in two characters on the way, one in the row
    expect(await list(`q=${encodeURIComponent('U\u0308bersicht')}`)).toEqual(['ÜBERSICHT']);
    for (const [q, found] of [
      ['%25', 'Lease 100%'],
      ['_', 'Atlas_1'],
      ['LEASE 1', 'Lease 100%'],
    ] as const)
      expect(await list(`q=${q}`)).toEqual([found]);
    for (const length of [10, 28]) expect(await list(`q=${lease.publicId.slice(0, length)}`)).toEqual(['Lease 100%']);
    expect(await list(`q=${lease.publicId.slice(1)}`)).toEqual([]);
    // of every id, so that it can only be a name
    expect(await list('q=shf_')).toEqual([]);
    expect(await list('template=book')).toEqual(['Atlas_1']);
    expect(await list('tag=legal')).toEqual(['Atlas_1', 'Lease 100%']);
    expect(await list(`tag=${encodeURIComponent('Straße 1')}`)).toEqual(['Lease 100%']);
    expect(await list('tag=leg')).toEqual([]);
    const { updatedAt } = (await api.as(key)({ url: `/v1/shelves/${lease.publicId}` })).json<{ updatedAt: string }>();
    expect(await list(`updatedSince=${updatedAt}`)).toEqual(['Lease 100%']);
    expect(await list('status=failed&tag=legal&template=legal-contract&q=lease')).toEqual(['Lease 100%']);
    expect(await list('status=failed&tag=tech')).toEqual([]);
  });

  test('sorts by each column in both directions, and pages through any of them without gap or repeat', async () => {
    const { account, key } = await api.user();
    for (const name of ['beta', 'Alpha', 'gamma', 'alpha', 'Delta']) await given(account, { name });
    const list = lister(key);
    expect(await list('sort=createdAt')).toEqual(['beta', 'Alpha', 'gamma', 'alpha', 'Delta']);
    expect(await list('sort=-createdAt')).toEqual(await list(''));
    expect((await list('sort=name')).map((name) => name.toLowerCase())).toEqual(
      ['alpha', 'alpha', 'beta', 'delta', 'gamma'], // prettier-ignore
    );
    expect((await list('sort=-name'))[0]).toBe('gamma');
    expect(await list('sort=updatedAt')).toEqual(['beta', 'Alpha', 'gamma', 'alpha', 'Delta']);
    for (const sort of ['name', '-name', 'updatedAt', '-updatedAt', 'createdAt', '-createdAt']) {
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(...(await list(`sort=${sort}&limit=2&page=${page}`)));
      expect([sort, pages]).toEqual([sort, await list(`sort=${sort}`)]);
    }
  });

  test.each([
    ['status=done', { field: 'status', reason: 'invalid_format' }],
    ['status=ready,', { field: 'status', reason: 'invalid_format' }],
    ['sort=size', { field: 'sort', reason: 'invalid_value' }],
    ['template=novel', { field: 'template', reason: 'invalid_value' }],
    ['tag=', { field: 'tag', reason: 'too_short' }],
    ['q=%00', { field: 'q', reason: 'invalid_characters' }],
    ['updatedSince=2026-06-30T23:59:60Z', { field: 'updatedSince', reason: 'invalid_format' }],
  ])('refuses %s', async (query, details) => {
    const { key } = await api.user();
    const response = await api.as(key)({ url: `/v1/shelves?${query}` });
    expect([response.statusCode, response.json()]).toMatchObject([400, { details }]);
  });

  test('lists refuse parameters that they do not know, and name those that they do', async () => {
    const { account, key } = await api.user();
    const shelf = await givenReadyShelf(api, account);
    const webhook = await givenEndpoint(api.database.manager, account.id, { events: ['shelf.ready'] });
    const lists = {
      '/v1/shelves?': 'updatedSince',
      [`/v1/shelves/${shelf.publicId}/versions?`]: 'page',
      [`/v1/shelves/${shelf.publicId}/search?q=what&`]: 'regex',
      [`/v1/webhooks/${webhook}/deliveries?`]: 'status',
    };
    for (const [url, known] of Object.entries(lists)) {
      expect([url, (await api.as(key)({ url })).statusCode]).toEqual([url, 200]);
      for (const unknown of ['states', '__proto__', 'x'.repeat(500)]) {
        const response = await api.as(key)({ url: `${url}${unknown}=ready` });
        const details = { field: unknown.slice(0, 100), reason: 'unknown', known: expect.arrayContaining([known]) };
        expect([url, response.statusCode, response.json()]).toMatchObject([url, 400, { details }]);
        expect(response.json<{ message: string }>().message).toContain(known);
      }
    }
    // what is no list still takes them: clients add parameters of their own to avoid caches
    expect((await api.as(key)({ url: `/v1/shelves/${shelf.publicId}?nocache=1` })).statusCode).toBe(200);
  });
});

describe('PATCH /v1/shelves/{id}', () => {
  test('changes name and tags, each alone or both; what is the same changes nothing', async () => {
    const { account, key } = await api.user();
    const shelf = await givenReadyShelf(api, account);
    const patch = patcher(key);
    const events = () => api.database.manager.query(`SELECT id FROM events WHERE shelf_id = '${shelf.id}'`);
    const before: unknown = await events();
    const named = (await patch(shelf.publicId, { name: '  Lease of the tower ' })).json<{ updatedAt: string }>();
    expect(named).toMatchObject({ name: 'Lease of the tower', tags: [], status: 'ready', currentVersionNumber: 1 });
    const tagged = await patch(shelf.publicId, { tags: [' legal ', 'a  b', 'legal', 'u\u0308', '👩‍🚀'] });
    expect(tagged.json()).toMatchObject({ name: 'Lease of the tower', tags: ['legal', 'a b', 'ü', '👩‍🚀'] });
    const both = (await patch(shelf.publicId, { name: 'Lease', tags: ['legal'] })).json<object>();
    expect(both).toMatchObject({ name: 'Lease', tags: ['legal'] });
    for (const same of [{}, { name: 'Lease' }, { tags: ['legal'] }])
      expect((await patch(shelf.publicId, same)).json()).toEqual(both);
    expect((await patch(shelf.publicId, { tags: [] })).json()).toMatchObject({ tags: [] });
    expect(await events()).toEqual(before);
  });

  test('a tag of an earlier release that is refused by now stays with its shelf, and is taken for no other', async () => {
    const { account, key } = await api.user();
    const [shelf, other] = [
      await given(account, { name: 'a', tags: ['\u2066a'] }),
      await given(account, { name: 'b' }),
    ];
    const tags = ['\u2066a', 'legal'];
    expect((await patcher(key)(shelf.publicId, { tags })).json()).toMatchObject({ tags });
    expect((await patcher(key)(other.publicId, { tags })).statusCode).toBe(400);
  });

  test('takes 20 tags of 40 characters', async () => {
    const { account, key } = await api.user();
    const { publicId } = await givenShelf(api.database.manager, account.id);
    const tags = Array.from({ length: 20 }, (_, at) => `${String(at).padStart(2, '0')}${'🏷'.repeat(38)}`);
    expect((await patcher(key)(publicId, { tags })).json()).toMatchObject({ tags });
    const listed = await api.as(key)({ url: `/v1/shelves?tag=${encodeURIComponent(tags[19]!)}` });
    expect(listed.json()).toMatchObject({ data: [{ publicId }] });
  });

  test.each([
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, { field: 'tags', reason: 'too_many' }],
    [{ tags: ['ok', 'x'.repeat(41)] }, { field: 'tags', reason: 'too_long', index: 1, maxLength: 40 }],
    [{ tags: ['ok', '  '] }, { field: 'tags', reason: 'too_short', index: 1 }],
    [{ tags: ['a\u2066b'] }, { field: 'tags', reason: 'invalid_characters', index: 0 }],
    [{ tags: ['a\nb'] }, { field: 'tags', reason: 'invalid_characters', index: 0 }],
    [{ tags: ['a\0b'] }, { field: 'tags', reason: 'invalid_characters' }],
    ['{"tags":["\\ud800"]}', { field: 'tags', reason: 'invalid_characters' }],
    [{ tags: 'legal' }, { field: 'tags', reason: 'invalid_type' }],
    [{ tags: [1] }, { field: 'tags', reason: 'invalid_type', index: 0 }],
    [{ name: '' }, { field: 'name', reason: 'too_short' }],
    [{ name: 'x'.repeat(101) }, { field: 'name', reason: 'too_long' }],
    [{ name: null }, { field: 'name', reason: 'invalid_type' }],
    [{ status: 'ready' }, { field: 'status', reason: 'unknown' }],
    [[], { field: 'body' }],
    ['{', { field: 'body', reason: 'invalid_json' }],
  ])('refuses %j', async (change, details) => {
    const { account, key } = await api.user();
    const { publicId } = await givenShelf(api.database.manager, account.id);
    const response = await patcher(key)(publicId, change);
    expect([response.statusCode, response.json()]).toMatchObject([400, { details }]);
    const shown = await api.as(key)({ url: `/v1/shelves/${publicId}` });
    expect(shown.json()).toMatchObject({ name: 'Report', tags: [] });
  });

  test('is 404 for the shelf of another and for one that is deleted, whatever the body', async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const { publicId } = await givenShelf(api.database.manager, owner.account.id);
    for (const body of [{ name: 'Mine' }, '{', { tags: [1] }])
      expect((await patcher(stranger.key)(publicId, body)).statusCode).toBe(404);
    await api.as(owner.key)({ method: 'DELETE', url: `/v1/shelves/${publicId}` });
    expect((await patcher(owner.key)(publicId, { name: 'Gone' })).statusCode).toBe(404);
  });

  test('is told to who waits for the shelf', async () => {
    const { account, key } = await api.user();
    const { publicId } = await givenShelf(api.database.manager, account.id);
    const waiting = api.as(key)({ url: `/v1/shelves/${publicId}?wait=20` });
    await patcher(key)(publicId, { tags: ['legal'] });
    expect((await waiting).json()).toMatchObject({ status: 'uploading', tags: ['legal'] });
  });

  test('changes beside the steps and the publishing of a run: neither loses what the other writes', async () => {
    const { account, key } = await api.user();
    const patch = patcher(key);
    const changes = (async () => {
      const shelves: Shelf[] = [];
      for (let made = 0; made < 3; made += 1) shelves.push(await givenReadyShelf(api, account));
      return shelves;
    })();
    let shelves: Shelf[] | null = null;
    void changes.then((made) => (shelves = made));
    // whatever shelf there is in the moment, in any status
    for (let round = 0; shelves === null; round += 1) {
      const { data } = (await api.as(key)({ url: '/v1/shelves' })).json<{ data: { publicId: string }[] }>();
      for (const { publicId } of data) await patch(publicId, { name: `Round ${round}`, tags: [publicId] });
    }
    for (const { publicId } of await changes) {
      await patch(publicId, { tags: [publicId] });
      const shown = await api.as(key)({ url: `/v1/shelves/${publicId}` });
      expect(shown.json()).toMatchObject({ status: 'ready', currentVersionNumber: 1, tags: [publicId] });
    }
  });
});
