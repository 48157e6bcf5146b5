import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../entities/account.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import { findCurrentFile, findCurrentVersion, listVersionFiles } from '../../entities/queries/versions.js';
import { Shelf } from '../../entities/shelf.js';
import { VersionFile } from '../../entities/version-file.js';
import { Version } from '../../entities/version.js';
import { finishedTree, givenAccount, givenShelf, publicationOf, sha256 } from '../support/rows.js';
import { setUpAccount } from '../support/set-up-database.js';

let manager: EntityManager;
let account: Account;
setUpAccount((given) => ({ manager, account } = given));

/** What a claim of a later release does: the next run, at work again. */
async function claimNextRun(shelf: Shelf): Promise<Shelf> {
  await manager.query(
    "UPDATE shelves SET run = run + 1, status = 'uploading', version_source = 'upload' WHERE id = $1",
    [shelf.id],
  );
  return manager.findOneByOrFail(Shelf, { id: shelf.id });
}

test('publishing makes the shelf ready on version 1 with its manifest in order', async () => {
  const shelf = await givenShelf(manager, account.id);
  const tree = finishedTree(['README.md', '1-b.md', '1-a/01.md', 'metadata.json']);
  expect(await publishVersion(manager, publicationOf(shelf, tree))).toEqual({
    outcome: 'published',
    versionNumber: 1,
    deliveries: [],
  });
  const current = await findCurrentVersion(manager, { accountId: account.id, shelfPublicId: shelf.publicId });
  expect(current?.version).toMatchObject({
    publicId: tree.publicId,
    versionNumber: 1,
    source: 'initial',
    run: 1,
    fileCount: 4,
    pageCount: 12,
    storageSizeBytes: tree.files.reduce((sum, file) => sum + file.sizeBytes, 0),
    archiveBuiltAt: tree.archive.builtAt,
  });
  const files = await listVersionFiles(manager, current?.version?.id as string);
  expect(files.map(({ path, sizeBytes, sha256: hash }) => ({ path, sizeBytes, sha256: hash }))).toEqual(tree.files);
  expect(await manager.findOneByOrFail(Shelf, { id: shelf.id })).toMatchObject({
    status: 'ready',
    pageCount: 12,
    currentVersionNumber: 1,
    qualityTier: 'full',
    qualityGranularity: 'numbered_unit',
    auditStatus: 'repaired',
    auditFindings: [{ check: 'content', severity: 'warning', message: 'a page has no text', sourceRef: 'page 3' }],
    repairAttempts: 1,
    progressStep: null,
  });
});

test('a version published twice, even at once, is one version with one event', async () => {
  const shelf = await givenShelf(manager, account.id);
  const publication = publicationOf(shelf);
  const answers = await Promise.all([1, 2, 3].map(() => publishVersion(manager, publication)));
  expect(answers).toEqual(Array(3).fill({ outcome: 'published', versionNumber: 1, deliveries: [] }));
  expect(await manager.countBy(Version, { shelfId: shelf.id })).toBe(1);
  expect(await manager.query('SELECT type FROM events WHERE shelf_id = $1', [shelf.id])).toEqual([
    { type: 'shelf.ready' },
  ]);
});

test('one run publishes one version: another of the same run is superseded', async () => {
  const shelf = await givenShelf(manager, account.id);
  const answers = await Promise.all([1, 2].map(() => publishVersion(manager, publicationOf(shelf))));
  expect(answers.map((answer) => answer.outcome).toSorted()).toEqual(['published', 'superseded']);
});

test('numbers run from 1 without gaps, also past a publishing that was rolled back', async () => {
  let shelf = await givenShelf(manager, account.id);
  const sources: string[] = [];
  for (const versionNumber of [1, 2, 3]) {
    const lost = manager.transaction(async (tx) => {
      await publishVersion(tx, publicationOf(shelf));
      throw new Error('connection lost');
    });
    await expect(lost).rejects.toThrow('connection lost');
    expect(await publishVersion(manager, publicationOf(shelf))).toMatchObject({ versionNumber });
    const current = await findCurrentVersion(manager, { accountId: account.id, shelfPublicId: shelf.publicId });
    sources.push(current?.version?.source ?? 'none');
    shelf = await claimNextRun(shelf);
  }
  expect(sources).toEqual(['initial', 'upload', 'upload']);
});

test('a manifest of 5,000 files is published', async () => {
  const shelf = await givenShelf(manager, account.id);
  const tree = finishedTree(Array.from({ length: 5_000 }, (_, i) => `part-${i % 20}/${i}-section.md`));
  await publishVersion(manager, publicationOf(shelf, tree));
  const found = await findCurrentFile(manager, {
    accountId: account.id,
    shelfPublicId: shelf.publicId,
    path: 'part-19/4999-section.md',
  });
  expect(found?.file).toMatchObject({ position: 4_999, sha256: sha256('part-19/4999-section.md') });
  expect(found?.version?.fileCount).toBe(5_000);
});

test('a manifest that names a path twice publishes nothing', async () => {
  const shelf = await givenShelf(manager, account.id);
  const attempt = publishVersion(manager, publicationOf(shelf, finishedTree(['a.md', 'a.md'])));
  await expect(attempt).rejects.toMatchObject({ code: '23505' });
  expect((await manager.findOneByOrFail(Shelf, { id: shelf.id })).status).toBe('uploading');
  expect(await manager.countBy(Version, { shelfId: shelf.id })).toBe(0);
});

test('findings may quote text that Postgres cannot hold', async () => {
  const shelf = await givenShelf(manager, account.id);
  const publication = publicationOf(shelf);
  publication.audit = {
    ...publication.audit,
    summary: 'a\0b',
    findings: [{ check: 'content', severity: 'review', message: 'lost: "\0\uD83D x\uDE00 😀"', file: 'a.md' }],
  };
  expect(await publishVersion(manager, publication)).toMatchObject({ outcome: 'published' });
  expect(await manager.findOneByOrFail(Shelf, { id: shelf.id })).toMatchObject({
    auditSummary: 'a\uFFFDb',
    auditFindings: [{ check: 'content', severity: 'review', message: 'lost: "\uFFFD\uFFFD x\uFFFD 😀"', file: 'a.md' }],
  });
});

test('one query tells no shelf, no readable content and no file apart', async () => {
  const shelf = await givenShelf(manager, account.id);
  const key = { accountId: account.id, shelfPublicId: shelf.publicId, path: 'README.md' };
  expect(await findCurrentFile(manager, key)).toMatchObject({
    shelf: { status: 'uploading' },
    version: null,
    file: null,
  });
  await publishVersion(manager, publicationOf(shelf));
  expect(await findCurrentFile(manager, key)).toMatchObject({
    version: { versionNumber: 1 },
    file: { path: 'README.md' },
  });
  expect(await findCurrentFile(manager, { ...key, path: 'readme.md' })).toMatchObject({
    shelf: { status: 'ready', name: 'Report' },
    version: { versionNumber: 1 },
    file: null,
  });
  const stranger = await givenAccount(manager);
  expect(await findCurrentFile(manager, { ...key, accountId: stranger.id })).toBeNull();
  // at work again on a new PDF: earlier content is kept, but not read as the current state
  await claimNextRun(shelf);
  expect(await findCurrentFile(manager, key)).toMatchObject({
    shelf: { status: 'uploading' },
    version: null,
    file: null,
  });
  await claimDelete(manager, { accountId: account.id, publicId: shelf.publicId });
  expect(await findCurrentFile(manager, key)).toBeNull();
});

test('readers of a shelf in review see its draft', async () => {
  const shelf = await givenShelf(manager, account.id);
  const { quality, audit, version } = publicationOf(shelf);
  const { publicId, prefix, archive } = version;
  const draft = await manager.insert(Version, {
    publicId,
    shelfId: shelf.id,
    uploadId: shelf.uploadId,
    outcome: { quality, audit },
    source: 'initial',
    run: 1,
    prefix,
    fileCount: 1,
    pageCount: 1,
    storageSizeBytes: 1,
    archiveKey: archive.key,
    archiveSha256: archive.sha256,
    archiveSizeBytes: 1,
    archiveBuiltAt: archive.builtAt,
  });
  const draftVersionId = draft.identifiers[0]?.['id'] as string;
  await manager.insert(VersionFile, {
    versionId: draftVersionId,
    path: 'a.md',
    position: 0,
    sizeBytes: 1,
    sha256: sha256('a'),
  });
  await manager.update(Shelf, { id: shelf.id }, { status: 'review', draftVersionId });
  const found = await findCurrentFile(manager, { accountId: account.id, shelfPublicId: shelf.publicId, path: 'a.md' });
  expect(found).toMatchObject({ version: { publicId, versionNumber: null }, file: { path: 'a.md' } });
});

const CHANGES = [
  'UPDATE versions SET version_number = 7 WHERE id = $1',
  'UPDATE versions SET version_number = NULL WHERE id = $1',
  "UPDATE versions SET prefix = 'elsewhere/' WHERE id = $1",
  'DELETE FROM versions WHERE id = $1',
  "UPDATE version_files SET sha256 = repeat('0', 64) WHERE version_id = $1",
  'DELETE FROM version_files WHERE version_id = $1',
  "INSERT INTO version_files VALUES ($1, 'late.md', 99, 1, repeat('0', 64))",
];

test.each(CHANGES)('the database itself refuses to change a numbered version: %s', async (sql) => {
  const shelf = await givenShelf(manager, account.id);
  await publishVersion(manager, publicationOf(shelf));
  const { id } = await manager.findOneByOrFail(Version, { shelfId: shelf.id });
  // the shelf points at its version: without that the reference would already hold it
  await manager.query(
    "UPDATE shelves SET status = 'uploading', current_version_id = NULL, current_version_number = NULL WHERE id = $1",
    [shelf.id],
  );
  await expect(manager.query(sql, [id])).rejects.toMatchObject({ code: '23001' });
});

test('two versions of a shelf cannot have the same number', async () => {
  const shelf = await givenShelf(manager, account.id);
  await publishVersion(manager, publicationOf(shelf));
  const copy = manager.query(
    `INSERT INTO versions (public_id, shelf_id, upload_id, outcome, version_number, source, run, prefix, file_count, page_count, storage_size_bytes,
       archive_key, archive_sha256, archive_size_bytes, archive_built_at)
     SELECT 'ver_' || substr(md5(public_id), 1, 24), shelf_id, upload_id, outcome, version_number, source, run, prefix, file_count, page_count,
       storage_size_bytes, archive_key, archive_sha256, archive_size_bytes, archive_built_at FROM versions WHERE shelf_id = $1`,
    [shelf.id],
  );
  await expect(copy).rejects.toMatchObject({ code: '23505' });
});
