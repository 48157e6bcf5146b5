import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { claimRestore, claimUpload } from '../../entities/queries/claims.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { approveDraft, giveUpDraft } from '../../entities/queries/review.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { listChangedFiles, listVersions } from '../../entities/queries/versions.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { finishedTree, givenAccount, givenShelf, publicationOf, sha256 } from '../support/rows.js';
import { setUpDatabase } from '../support/set-up-database.js';

let manager: EntityManager;
let shelf: Shelf;
setUpDatabase(async (database) => {
  ({ manager } = database);
  shelf = await givenShelf(manager, (await givenAccount(manager)).id, { reviewMode: true });
});

const reload = async () => (shelf = await manager.findOneByOrFail(Shelf, { id: shelf.id }));
const key = () => ({ accountId: shelf.accountId, publicId: shelf.publicId, requestId: null });

/** The next run of the shelf comes to a draft of these paths. */
async function draftOf(...paths: string[]): Promise<string> {
  const version = finishedTree(paths);
  await publishVersion(manager, publicationOf(await reload(), version));
  return version.publicId;
}

async function approve(draft: string, edited: string[] | null): Promise<void> {
  const { publicId, run } = await reload();
  const tree = edited && finishedTree(edited);
  expect(await approveDraft(manager, { publicId, run, draft, edited: tree })).toMatchObject({ outcome: 'approved' });
}

async function upload(): Promise<void> {
  const objectKey = `users/test/uploads/${crypto.randomUUID()}.pdf`;
  const file = { accountId: shelf.accountId, objectKey, fileName: 'next.pdf', mimeType: 'application/pdf' };
  const { id: uploadId } = await createUpload(manager, file);
  const claim = await claimUpload(manager, { ...key(), uploadId, stored: { sizeBytes: 9, sha256: sha256(objectKey) } });
  expect(claim.outcome).toBe('claimed');
  await reload();
}

/** All numbered versions with their manifests, as they are stored. */
function stored(): Promise<{ version_number: number }[]> {
  return manager.query(
    `SELECT v.*, array_agg(f ORDER BY f.position) AS files FROM versions v JOIN version_files f ON f.version_id = v.id
     WHERE v.shelf_id = $1 AND v.version_number IS NOT NULL GROUP BY v.id ORDER BY v.version_number`,
    [shelf.id],
  );
}

test('versions stay as they are through approvals, uploads, failures and restores, and number 1 to n', async () => {
  const history: unknown[][] = [];
  const note = async () => void history.push(await stored());

  await approve(await draftOf('README.md', 'a.md'), null);
  await note();
  await upload();
  await approve(await draftOf('README.md', 'a.md', 'b.md'), ['README.md', 'c.md']);
  await note();
  await upload();
  await recordFailure(manager, { publicId: shelf.publicId, run: shelf.run, step: 'parsing', message: 'no' });
  expect((await claimRestore(manager, key())).claim.outcome).toBe('claimed');
  await note();
  await upload();
  const { publicId, run } = shelf;
  await giveUpDraft(manager, { publicId, run, draft: await draftOf('never.md') });
  await approve(await draftOf('README.md'), null);
  await note();

  const last = history.at(-1) ?? [];
  expect(history.map((versions) => versions.length)).toEqual([1, 3, 3, 4]);
  for (const earlier of history) expect(last.slice(0, earlier.length)).toEqual(earlier);
  const { versions, total } = await listVersions(manager, { shelfId: shelf.id, page: 1, limit: 10 });
  expect(total).toBe(4);
  expect(versions.map(({ versionNumber, source }) => [versionNumber, source])).toEqual([
    [4, 'upload'],
    [3, 'approval'],
    [2, 'upload'],
    [1, 'initial'],
  ]);
});

test('the database refuses to change any of them, current or past', async () => {
  for (const { id, versionNumber } of await manager.findBy(Version, { shelfId: shelf.id })) {
    for (const sql of [
      "UPDATE versions SET source = 'initial' WHERE id = $1",
      'UPDATE versions SET version_number = 9 WHERE id = $1',
      'DELETE FROM versions WHERE id = $1',
      "UPDATE version_files SET path = 'x' || path WHERE version_id = $1",
      'DELETE FROM version_files WHERE version_id = $1',
      "INSERT INTO version_files VALUES ($1, 'late.md', 99, 1, repeat('0', 64))",
    ])
      expect([versionNumber, sql, await refusal(sql, id)]).toEqual([versionNumber, sql, '23001']);
  }
});

async function refusal(sql: string, id: string): Promise<string> {
  return manager.query(sql, [id]).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
}

test('what differs between two is told by their manifests, in code point order', async () => {
  const numbered = await manager.findBy(Version, { shelfId: shelf.id });
  const idOf = (number: number) => numbered.find(({ versionNumber }) => versionNumber === number)?.id ?? null;
  const changes = async (from: number, to: number) =>
    (await listChangedFiles(manager, { fromId: idOf(from), toId: idOf(to) })).map(({ path }) => path);
  expect(await changes(2, 3)).toEqual(['a.md', 'b.md', 'c.md']);
  expect(await changes(0, 2)).toEqual(['README.md', 'a.md', 'b.md']);
  expect(await changes(1, 1)).toEqual([]);
  await upload();
  // of the two last the second has the smaller UTF-16 units
  await approve(await draftOf('b.md', 'B.md', 'ä.md', '\uFF5E.md', '\u{1F600}.md'), null);
  const { id } = await manager.findOneByOrFail(Version, { shelfId: shelf.id, versionNumber: 5 });
  const added = await listChangedFiles(manager, { fromId: null, toId: id });
  expect(added.map(({ path }) => path)).toEqual(['B.md', 'b.md', 'ä.md', '\uFF5E.md', '\u{1F600}.md']);
});
