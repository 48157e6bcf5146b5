import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../entities/account.js';
import { findDeletedShelf, removeDeletedShelf } from '../../entities/queries/deletions.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { recordProgress, recordStep } from '../../entities/queries/runs.js';
import { listShelves } from '../../entities/queries/shelf-list.js';
import { claimDelete, createShelf, findShelf } from '../../entities/queries/shelves.js';
import { claimStaleUploads, createUpload, removeUploads } from '../../entities/queries/uploads.js';
import { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { finishedTree, givenAccount, givenEndpoint, givenShelf, publicationOf, sha256 } from '../support/rows.js';
import { setUpAccount } from '../support/set-up-database.js';

let manager: EntityManager;
let account: Account;
setUpAccount((given) => ({ manager, account } = given));

const pdf = (objectKey: string) => ({
  accountId: account.id,
  objectKey,
  fileName: 'a.pdf',
  mimeType: 'application/pdf',
});

function newShelf(uploadId: string) {
  return {
    accountId: account.id,
    uploadId,
    stored: { sizeBytes: 10, sha256: sha256('pdf') },
    name: 'A',
    template: 'book' as const,
    acceptancePolicy: 'strict' as const,
    reviewMode: false,
    requestId: null,
  };
}

test('a new shelf is uploading at run 1, and its upload committed', async () => {
  const upload = await createUpload(manager, pdf('new-shelf'));
  const shelf = await createShelf(manager, newShelf(upload.id));
  expect(shelf).toMatchObject({
    publicId: expect.stringMatching(/^shf_[0-9a-f]{24}$/),
    run: 1,
    status: 'uploading',
    template: 'book',
    originalFileName: 'a.pdf',
    pageCount: null,
    currentVersionNumber: null,
    qualityFallbackApplied: false,
  });
  const committed = await manager.findOneByOrFail(Upload, { id: upload.id });
  expect(committed).toMatchObject({ shelfId: shelf.id, sizeBytes: 10, sha256: sha256('pdf') });
  expect(committed.committedAt).not.toBeNull();
});

test('an upload makes one shelf only, also for two requests at once', async () => {
  const upload = await createUpload(manager, pdf('one-shelf'));
  const both = await Promise.allSettled([
    createShelf(manager, newShelf(upload.id)),
    createShelf(manager, newShelf(upload.id)),
  ]);
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await listShelves(manager, { accountId: account.id, page: 1, limit: 10 })).total).toBe(1);
});

test('an upload that the sweeper has given up can no longer be committed, and leaves no shelf', async () => {
  const upload = await createUpload(manager, pdf('given-up'));
  await expect(claimStaleUploads(manager, { olderThanMs: 60_000, limit: 10 })).resolves.toEqual([]);
  const claimed = await claimStaleUploads(manager, { olderThanMs: 0, limit: 10 });
  expect(claimed).toEqual([{ id: upload.id, objectKey: 'given-up' }]);
  await expect(createShelf(manager, newShelf(upload.id))).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  expect((await listShelves(manager, { accountId: account.id, page: 1, limit: 10 })).total).toBe(0);
  // a sweeper that crashed before it removed the row finds it again
  await expect(claimStaleUploads(manager, { olderThanMs: 0, limit: 10 })).resolves.toEqual(claimed);
  await removeUploads(manager, [upload.id]);
  await expect(claimStaleUploads(manager, { olderThanMs: 0, limit: 10 })).resolves.toEqual([]);
});

test("refuses another account's upload", async () => {
  const upload = await createUpload(manager, pdf('foreign'));
  const other = await givenAccount(manager);
  const attempt = createShelf(manager, { ...newShelf(upload.id), accountId: other.id });
  await expect(attempt).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  await removeUploads(manager, [upload.id]);
});

test('a committed upload is not removed as an unfinished one', async () => {
  const shelf = await givenShelf(manager, account.id);
  await removeUploads(manager, [shelf.uploadId]);
  expect(await manager.existsBy(Upload, { id: shelf.uploadId })).toBe(true);
});

test('lists newest first in pages that neither overlap nor leave out', async () => {
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.unshift((await givenShelf(manager, account.id)).publicId);
  await givenShelf(manager, (await givenAccount(manager)).id);
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => listShelves(manager, { accountId: account.id, page, limit: 2 })),
  );
  expect(pages.map((page) => page.total)).toEqual([5, 5, 5, 5]);
  expect(pages.flatMap((page) => page.shelves.map((shelf) => shelf.publicId))).toEqual(made);
});

test('shelves of one moment are listed in a stable order', async () => {
  for (let i = 0; i < 6; i++) await givenShelf(manager, account.id);
  await manager.query("UPDATE shelves SET created_at = '2026-01-01' WHERE account_id = $1", [account.id]);
  const all = await listShelves(manager, { accountId: account.id, page: 1, limit: 6 });
  const pages = await Promise.all(
    [1, 2, 3].map((page) => listShelves(manager, { accountId: account.id, page, limit: 2 })),
  );
  expect(pages.flatMap((page) => page.shelves.map((shelf) => shelf.id))).toEqual(all.shelves.map((shelf) => shelf.id));
});

test('finds a shelf for its owner only', async () => {
  const shelf = await givenShelf(manager, account.id);
  const other = await givenAccount(manager);
  expect(await findShelf(manager, { accountId: account.id, publicId: shelf.publicId })).toEqual(shelf);
  expect(await findShelf(manager, { accountId: other.id, publicId: shelf.publicId })).toBeNull();
});

test('every change moves updatedAt on, in milliseconds as clients see it', async () => {
  const { publicId, id } = await givenShelf(manager, account.id);
  const times: string[] = [];
  for (let i = 0; i < 20; i++) {
    await recordProgress(manager, { publicId, run: 1, pagesDone: i });
    times.push((await manager.findOneByOrFail(Shelf, { id })).updatedAt.toISOString());
  }
  expect(new Set(times).size).toBe(20);
  expect(times).toEqual(times.toSorted());
});

test('a delete is claimed once, hides the shelf and supersedes its run', async () => {
  const { publicId } = await givenShelf(manager, account.id);
  const key = { accountId: account.id, publicId };
  const claims = await Promise.all([claimDelete(manager, key), claimDelete(manager, key)]);
  expect(claims.filter(Boolean)).toEqual([{ publicId, supersededRun: 1 }]);
  expect(await findShelf(manager, key)).toBeNull();
  expect((await listShelves(manager, { accountId: account.id, page: 1, limit: 10 })).total).toBe(0);
  expect(await recordStep(manager, { publicId, run: 1, status: 'parsing' })).toBe(false);
  expect(await recordStep(manager, { publicId, run: 2, status: 'parsing' })).toBe(false);
});

test("another account's delete finds nothing", async () => {
  const { publicId } = await givenShelf(manager, account.id);
  const other = await givenAccount(manager);
  expect(await claimDelete(manager, { accountId: other.id, publicId })).toBeNull();
});

test('a deleted shelf goes with its versions and uploads; its events stay', async () => {
  await givenEndpoint(manager, account.id, { events: ['shelf.ready'] });
  const shelf = await givenShelf(manager, account.id);
  const { publicId } = shelf;
  await publishVersion(manager, publicationOf(shelf, finishedTree(['README.md', 'a.md'])));
  await removeDeletedShelf(manager, publicId);
  expect(await findDeletedShelf(manager, publicId)).toBeNull();
  expect(await findShelf(manager, { accountId: account.id, publicId })).not.toBeNull();

  await claimDelete(manager, { accountId: account.id, publicId });
  const upload = await manager.findOneByOrFail(Upload, { id: shelf.uploadId });
  expect(await findDeletedShelf(manager, publicId)).toEqual({
    run: 2,
    accountPublicId: account.publicId,
    uploadKeys: [upload.objectKey],
  });
  await removeDeletedShelf(manager, publicId);
  const left = await manager.query(
    `SELECT (SELECT count(*) FROM shelves WHERE id = $1) AS shelves, (SELECT count(*) FROM versions WHERE shelf_id = $1) AS versions,
            (SELECT count(*) FROM uploads WHERE shelf_id = $1) AS uploads,
            (SELECT count(*) FROM events JOIN deliveries ON event_id = events.id WHERE account_id = $2) AS deliveries`,
    [shelf.id, account.id],
  );
  expect(left).toEqual([{ shelves: 0, versions: 0, uploads: 0, deliveries: 1 }]);
  expect(await findDeletedShelf(manager, publicId)).toBeNull();
});

/** Lets a shelf have `count` versions as its one version is. */
async function repeatVersion(shelfId: string, count: number): Promise<void> {
  await manager.query(
    `INSERT INTO versions SELECT (jsonb_populate_record(one, jsonb_build_object(
       'id', gen_random_uuid(), 'public_id', 'ver_' || lpad(to_hex(n), 24, '0'), 'version_number', null))).*
     FROM versions one, generate_series(2, $2::integer) n WHERE one.shelf_id = $1`,
    [shelfId, count],
  );
  await manager.query(
    `INSERT INTO version_files SELECT draft.id, path, position, size_bytes, sha256
     FROM versions draft, version_files JOIN versions one ON version_id = one.id
     WHERE draft.shelf_id = $1 AND draft.version_number IS NULL AND one.shelf_id = $1`,
    [shelfId],
  );
  await manager.query(
    `UPDATE versions SET version_number = ('x' || right(public_id, 8))::bit(32)::integer
     WHERE shelf_id = $1 AND version_number IS NULL`,
    [shelfId],
  );
}

test('the versions of a deleted shelf go bit by bit, so that a long history takes no statement long', async () => {
  const shelf = await givenShelf(manager, account.id);
  await publishVersion(manager, publicationOf(shelf, finishedTree(['README.md', 'a.md'])));
  await repeatVersion(shelf.id, 45);
  await claimDelete(manager, { accountId: account.id, publicId: shelf.publicId });
  await manager.query(`CREATE TABLE gone_at_once (versions integer)`);
  await manager.query(`
    CREATE FUNCTION note_gone() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO gone_at_once SELECT count(*) FROM gone; RETURN NULL; END $$
  `);
  await manager.query(`
    CREATE TRIGGER note_gone AFTER DELETE ON versions
      REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone()
  `);
  try {
    await removeDeletedShelf(manager, shelf.publicId);
    const gone: { versions: number }[] = await manager.query(`SELECT versions FROM gone_at_once`);
    expect(gone.map(({ versions }) => versions)).toEqual([20, 20, 4, 1]); // the last with the shelf that stood on it
    expect(await manager.countBy(Shelf, { id: shelf.id })).toBe(0);
  } finally {
    await manager.query(`DROP TRIGGER note_gone ON versions`);
    await manager.query(`DROP FUNCTION note_gone`);
    await manager.query(`DROP TABLE gone_at_once`);
  }
});
