/** GET /v1/search over shelves that the activities have indexed. */
import { describe, expect, test } from '@jest/globals';
import { changeShelf } from '../../entities/queries/shelf-list.js';
import { Shelf } from '../../entities/shelf.js';
import type { FoundPassages } from '../../contract/search.js';
import { setUpIndexing, type Indexing } from '../support/indexed-shelves.js';

let api: Indexing['api'];
let given: Indexing['given'];
let searcher: Indexing['searcher'];
setUpIndexing((started) => ({ api, given, searcher } = started));

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
