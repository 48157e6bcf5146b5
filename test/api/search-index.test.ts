/** The index of full-text search: what is in it, and when. */
import { describe, expect, test } from '@jest/globals';
import { claimRestore, claimRetry, claimUpload } from '../../entities/queries/claims.js';
import { removeDeletedShelf } from '../../entities/queries/deletions.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { checkIndexes, countIndexed, markForReindex } from '../../entities/queries/search-index.js';
import { createUpload } from '../../entities/queries/uploads.js';
import type { Shelf } from '../../entities/shelf.js';
import { runActivity } from '../support/activities.js';
import { givenNextVersion, givenReadyShelf, givenShelfInReview } from '../support/app.js';
import { setUpIndexing, type Indexing } from '../support/indexed-shelves.js';
import { sha256 } from '../support/rows.js';

let api: Indexing['api'];
let activities: Indexing['activities'];
let index: Indexing['index'];
let given: Indexing['given'];
let searcher: Indexing['searcher'];
setUpIndexing((started) => ({ api, activities, index, given, searcher } = started));

const rows = async (table: 'search_documents' | 'search_passages') =>
  (await api.database.manager.query<[{ count: number }]>(`SELECT count(*)::int AS count FROM ${table}`))[0].count;

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
