/** GET /v1/search over shelves that the activities have indexed. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchActivities } from '../../activities/search.js';
import type { Account } from '../../entities/account.js';
import { claimRestore, claimRetry, claimUpload } from '../../entities/queries/claims.js';
import { removeDeletedShelf } from '../../entities/queries/deletions.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { checkIndexes, countIndexed, markForReindex } from '../../entities/queries/search-index.js';
import { changeShelf } from '../../entities/queries/shelf-list.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Shelf } from '../../entities/shelf.js';
import type { FoundPassages } from '../../contract/search.js';
import { runActivity } from '../support/activities.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { sha256 } from '../support/rows.js';

let api: TestApp;
let activities: ReturnType<typeof searchActivities>;
beforeAll(async () => {
  api = await buildTestApp();
  activities = searchActivities({ dataSource: api.database.dataSource, storage: api.storage });
});
afterAll(() => api?.stop());

const index = ({ publicId }: Shelf) => runActivity(activities.indexShelf, { shelfPublicId: publicId });

const PROSE =
  'The keeper lit the lamps of the tower at dusk, and it was his duty to be there until they went out in the morning.';

/** A shelf that is indexed, with one file of prose and these lines. */
async function given(account: Account, lines: string[], name = 'Report', intro = PROSE): Promise<Shelf> {
  const content = `---\ntitle: One\npages: [7, 9]\n---\n\n# Duties of the watch\n\n${intro}\n\n${lines.join('\n\n')}\n`;
  const shelf = await givenReadyShelf(api, account, { 'README.md': '# x\n', 'part/01-one.md': content });
  await changeShelf(api.database.manager, { accountId: account.id, publicId: shelf.publicId }, { name });
  await index(shelf);
  return shelf;
}

/** Asks as the owner of a key. */
const searcher =
  (key: string) =>
  async (q: string, more = '') => {
    const response = await api.as(key)({ url: `/v1/search?q=${encodeURIComponent(q)}${more}` });
    expect([q, more, response.statusCode]).toEqual([q, more, 200]);
    return response.json<FoundPassages>();
  };

const rows = async (table: 'search_documents' | 'search_passages') =>
  (await api.database.manager.query<[{ count: number }]>(`SELECT count(*)::int AS count FROM ${table}`))[0].count;

describe('what is found', () => {
  test('is told with shelf, version, path, line, page, heading and a snippet of the best line', async () => {
    const { account, key } = await api.user();
    const lines = [
      'Lamps.',
      '<!-- page 8 -->',
      'A **force majeure** event &amp; its notices: see [5.2](#x).',
      'Force.',
    ];
    const shelf = await given(account, lines, 'Lease');
    const { results, pagination, truncated } = await searcher(key)('"force majeure" notice');
    const snippet = 'A force majeure event & its notices: see 5.2.';
    expect(results).toEqual([
      {
        shelfPublicId: shelf.publicId,
        shelfName: 'Lease',
        version: 1,
        path: 'part/01-one.md',
        line: 14,
        page: 8,
        heading: 'Duties of the watch',
        snippet,
        match: { start: 2, end: 15 },
        score: expect.any(Number),
      },
    ]);
    expect([pagination, truncated]).toEqual([{ limit: 20, page: 1, total: 1, totalPages: 1 }, false]);
  });

  test('has the words in any form, and in the heading too; a phrase stands together; others are left out', async () => {
    const { account, key } = await api.user();
    await given(account, ['Notices are sent by the suppliers.']);
    const found = async (q: string) => (await searcher(key)(q)).results.length;
    for (const q of ['notice', 'supplier sent', 'NOTICED', 'duty notices', 'lamp or whale', '"sent by the suppliers"'])
      expect([q, await found(q)]).toEqual([q, 1]);
    for (const q of ['whale', 'notice whale', '"suppliers sent"', 'notice -supplier'])
      expect([q, await found(q)]).toEqual([q, 0]);
  });

  test('is ranked: a passage that says more of it comes first', async () => {
    const { account, key } = await api.user();
    const [once, often] = [
      await given(account, ['A whale was seen.']),
      await given(account, ['Whale, whale and whales.']),
    ];
    const { results } = await searcher(key)('whale');
    expect(results.map(({ shelfPublicId }) => shelfPublicId)).toEqual([often.publicId, once.publicId]);
    expect(results[0]!.score).toBeGreaterThan(results[1]!.score);
  });

  test('is of the language of each document, and found beside those of others', async () => {
    const { account, key } = await api.user();
    const german =
      'Der Wärter hat die Lampen in dem Turm bei der Dämmerung zu entzünden, und das ist auch nicht von ihm zu ändern.';
    const de = await given(account, ['Die Verträge der Häuser.'], 'de', german);
    const zh = await given(account, ['合同双方应当按照本合同的约定履行义务。'], 'zh', '灯塔看守人的职责。');
    const ru = await given(
      account,
      ['Договоры № 7 и их сроки.'],
      'ru',
      'Это было не так, как он и все его люди от него и для него в порту на море.',
    );
    const en = await given(account, ['The contracts of houses.'], 'en');
    const found = async (q: string) => (await searcher(key)(q)).results.map(({ shelfName }) => shelfName).sort();
    expect(await found('Vertrag')).toEqual(['de']);
    expect(await found('Haus')).toEqual(['de']);
    expect(await found('договор')).toEqual(['ru']);
    expect(await found('合同')).toEqual(['zh']);
    expect(await found('同合')).toEqual([]);
    expect(await found('contract')).toEqual(['en']);
    expect(await found('7 or house or 履行')).toEqual(['en', 'ru', 'zh']);
    const languages = await api.database.manager.query<{ language: string }[]>(
      `SELECT language FROM search_documents WHERE version_id = ANY ($1) ORDER BY 1`,
      [[de, zh, ru, en].map(({ currentVersionId }) => currentVersionId)],
    );
    expect(languages.map(({ language }) => language)).toEqual(['english', 'german', 'russian', 'simple']);
  });

  test('pages without gap or repeat, and is filtered by shelf, tag, template and time', async () => {
    const { account, key } = await api.user();
    const made: Shelf[] = [];
    for (const at of [1, 2, 3, 4, 5]) made.push(await given(account, [`Whale number ${at}.`], `S${at}`));
    const search = searcher(key);
    const names = ({ results }: FoundPassages) => results.map(({ shelfName }) => shelfName);
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(...names(await search('whale', `&limit=2&page=${page}`)));
    expect(pages.toSorted()).toEqual(['S1', 'S2', 'S3', 'S4', 'S5']);
    expect((await search('whale', '&limit=2&page=9')).pagination).toEqual({
      limit: 2,
      page: 9,
      total: 5,
      totalPages: 3,
    });
    const [one, two, three] = made as [Shelf, Shelf, Shelf];
    const { manager } = api.database;
    await changeShelf(manager, { accountId: account.id, publicId: two.publicId }, { tags: ['sea', 'log'] });
    await manager.update(Shelf, { id: three.id }, { template: 'book', createdAt: new Date('2020-01-02T00:00:00Z') });
    expect(names(await search('whale', `&shelf=${one.publicId}`))).toEqual(['S1']);
    expect(names(await search('whale', `&shelf=${one.publicId},${two.publicId}`)).toSorted()).toEqual(['S1', 'S2']);
    expect(names(await search('whale', '&tag=sea'))).toEqual(['S2']);
    expect(names(await search('whale', '&template=book'))).toEqual(['S3']);
    expect(names(await search('whale', '&createdBefore=2021-01-01T00:00:00Z'))).toEqual(['S3']);
    expect((await search('whale', '&createdSince=2020-01-02T00:00:01Z')).pagination.total).toBe(4);
    expect(names(await search('whale', '&tag=sea&template=book'))).toEqual([]);
  });

  test('is of the account alone, even by the id of a shelf of another', async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const shelf = await given(owner.account, ['Whale.']);
    await given(stranger.account, ['Nothing.']);
    for (const more of ['', `&shelf=${shelf.publicId}`]) {
      expect((await searcher(owner.key)('whale', more)).pagination.total).toBe(1);
      expect((await searcher(stranger.key)('whale', more)).pagination.total).toBe(0);
    }
  });
});

describe('queries', () => {
  test.each([
    ['', 'too_short'],
    ['x'.repeat(1001), 'too_long'],
    ['\0', 'invalid_characters'],
    ['a\0b', 'invalid_characters'],
    ['   ', 'empty'],
    ['&|!()<->:*', 'empty'],
    ['-whale', 'empty'],
    ['the of and', 'only_common_words'],
    ['"the"', 'only_common_words'],
  ])('%j is 400 %s', async (q, reason) => {
    const { account, key } = await api.user();
    await given(account, ['Whale.']);
    const response = await api.as(key)({ url: `/v1/search?q=${encodeURIComponent(q)}` });
    expect([response.statusCode, response.json()]).toMatchObject([400, { details: { field: 'q', reason } }]);
  });

  test('of any other signs find nothing, and break nothing', async () => {
    const { account, key } = await api.user();
    await given(account, ['Whale.']);
    const hostile = [
      `'; DROP TABLE search_passages; --`,
      `"unclosed whales' & | ! <-> :* \\`,
      `whales:A & x`,
      `${'-'.repeat(400)}x ${'"'.repeat(300)}y`,
      'x'.repeat(1000),
      'ｗｏｒｄ ﷺ 𝔘 \u202e\ufeff😀 x',
      '\ud800x'.toWellFormed(),
      `${'a or -b '.repeat(100)}x`,
    ];
    for (const q of hostile) expect((await searcher(key)(q)).pagination.total).toBeLessThanOrEqual(1);
    expect((await searcher(key)('whale')).pagination.total).toBe(1);
  });

  test('of a megabyte are 400 before anything is asked of the database', async () => {
    const { key } = await api.user();
    const response = await api.as(key)({ url: `/v1/search?q=${'x'.repeat(1_000_000)}` });
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { details: { field: 'q', reason: 'too_long' } },
    ]);
  });

  test('of an account without shelves find nothing', async () => {
    const { key } = await api.user();
    expect(await searcher(key)('whale')).toEqual({
      results: [],
      pagination: { limit: 20, page: 1, total: 0, totalPages: 0 },
      truncated: false,
    });
  });

  test('for what stands everywhere rank a part of it, and say so', async () => {
    const { account, key } = await api.user();
    const lines = Array.from({ length: 2_100 }, (_, at) => `## ${at}\n\nWhale ${at}.`);
    await given(account, lines);
    const { results, pagination, truncated } = await searcher(key)('whale', '&limit=100');
    expect([results.length, pagination.total, truncated]).toEqual([100, 2_001, true]);
    expect(await searcher(key)('whale 1234')).toMatchObject({ truncated: false, pagination: { total: 1 } });
  });
});

describe('the index', () => {
  test('is the same however often it is filled, by two at once too', async () => {
    const { account, key } = await api.user();
    const shelf = await givenReadyShelf(api, account, { 'a.md': '# A\n\nWhale.\n\n# B\n\nWhale.\n' });
    await Promise.all([index(shelf), index(shelf), index(shelf)]);
    await index(shelf);
    expect((await searcher(key)('whale')).pagination.total).toBe(2);
  });

  test('takes a file of a megabyte, a word of two kilobytes, NUL and half characters', async () => {
    const { account, key } = await api.user();
    const words = Array.from({ length: 60_000 }, (_, at) => `word${at}`).join(' ');
    const odd = `nul \0 half \ud800 ${'w'.repeat(2_047)} ${'ü'.repeat(1_500)} end`;
    const shelf = await givenReadyShelf(api, account, { 'a.md': `${words} ${words}\n\n${odd}\n` });
    await index(shelf);
    expect((await searcher(key)('word59999')).results[0]).toMatchObject({ line: 1, path: 'a.md' });
    expect((await searcher(key)('half end')).results[0]).toMatchObject({ line: 3 });
    expect((await searcher(key)('w'.repeat(1_000))).results[0]).toMatchObject({ line: 3 });
  });

  test('has no draft in review, and nothing of a shelf that is deleted or has a new PDF or failed, until it is ready again', async () => {
    const { account, key } = await api.user();
    const found = async () => (await searcher(key)('whale')).pagination.total;
    await index(await givenShelfInReview(api, account, { 'a.md': 'Whale.\n' }));
    expect(await found()).toBe(0);
    const shelf = await given(account, ['Whale.']);
    expect(await found()).toBe(1);
    const { manager } = api.database;
    const claim = { accountId: account.id, publicId: shelf.publicId, requestId: null };
    const file = {
      accountId: account.id,
      objectKey: `users/x/uploads/${shelf.id}.pdf`,
      fileName: 'a.pdf',
      mimeType: 'application/pdf',
    };
    const { id: uploadId } = await createUpload(manager, file);
    await claimUpload(manager, { ...claim, uploadId, stored: { sizeBytes: 1, sha256: sha256('x') } });
    expect(await found()).toBe(0);
    await recordFailure(manager, { publicId: shelf.publicId, run: 2, step: 'uploading', message: 'no' });
    expect(await found()).toBe(0);
    await claimRestore(manager, claim);
    expect(await found()).toBe(1);
    await claimRetry(manager, claim);
    await api.as(key)({ method: 'DELETE', url: `/v1/shelves/${shelf.publicId}` });
    expect(await found()).toBe(0);
    const before = await rows('search_documents');
    await removeDeletedShelf(manager, shelf.publicId);
    expect(await rows('search_documents')).toBe(before - 1);
  });

  test('has the new version of a shelf in place of the one before', async () => {
    const { account, key } = await api.user();
    const shelf = await given(account, ['Whale.']);
    const next = await givenNextVersion(api, account, { shelf, files: { 'b.md': 'Dolphin.\n' } });
    // the new one is not indexed yet, and the old one is not to be read any more
    expect((await searcher(key)('whale or dolphin')).pagination.total).toBe(0);
    const before = await rows('search_documents');
    await index(next);
    expect(await rows('search_documents')).toBe(before);
    expect((await searcher(key)('whale or dolphin')).results).toMatchObject([{ version: 2, path: 'b.md' }]);
  });

  test('is filled and cleaned by the reconciler, shelf by shelf, past one whose archive is broken', async () => {
    const { account, key } = await api.user();
    const { manager } = api.database;
    const broken = await givenReadyShelf(api, account, { 'a.md': 'Whale.\n' });
    await api.storage.put((await archiveOf(broken)).archiveKey, 'no archive', 'application/gzip');
    const gone = await givenReadyShelf(api, account, { 'a.md': 'Whale.\n' });
    await api.storage.remove([(await archiveOf(gone)).archiveKey]);
    const plain = await givenReadyShelf(api, account, { 'a.md': 'Whale.\n' });
    const replaced = await given(account, ['Whale.']);
    await givenNextVersion(api, account, { shelf: replaced, files: { 'b.md': 'Whale.\n' } });
    expect(await runActivity(activities.indexShelves, { after: null })).toEqual({ after: null });
    const found = (await searcher(key)('whale')).results.map(({ shelfPublicId }) => shelfPublicId);
    expect(found.toSorted()).toEqual([plain.publicId, replaced.publicId].toSorted());
    const [left] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM search_documents WHERE NOT EXISTS
       (SELECT FROM shelves WHERE current_version_id = version_id)`,
    );
    expect(left.count).toBe(0);
    expect(await countIndexed(manager)).toMatchObject({ waiting: 2 });
  });

  test('is filled anew on demand, and serves what it has until then', async () => {
    const { account, key } = await api.user();
    const shelf = await given(account, ['Whale.']);
    expect(await markForReindex(api.database.manager, shelf.publicId)).toBe(1);
    expect((await searcher(key)('whale')).pagination.total).toBe(1);
    const isIndexed = async () =>
      (await checkIndexes(api.database.manager, { after: null, limit: 1000 })).find(
        ({ publicId }) => publicId === shelf.publicId,
      )?.isIndexed;
    expect(await isIndexed()).toBe(false);
    await index(shelf);
    expect(await isIndexed()).toBe(true);
    expect((await searcher(key)('whale')).pagination.total).toBe(1);
  });
});

async function archiveOf({ currentVersionId }: Shelf): Promise<{ archiveKey: string }> {
  const [found] = await api.database.manager.query<[{ archiveKey: string }]>(
    `SELECT archive_key AS "archiveKey" FROM versions WHERE id = $1`,
    [currentVersionId],
  );
  return found;
}
