/** What is written when a draft is approved or given up: one transaction, fenced by the run. */
import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../entities/account.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { approveDraft, approvedShelf, giveUpDraft } from '../../entities/queries/review.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { finishedTree, givenEndpoint, givenShelf, publicationOf } from '../support/rows.js';
import { setUpAccount } from '../support/set-up-database.js';

let manager: EntityManager;
let account: Account;
setUpAccount((given) => ({ manager, account } = given));

async function inReview() {
  const shelf = await givenShelf(manager, account.id, { reviewMode: true });
  const tree = finishedTree(['README.md', 'a.md']);
  expect(await publishVersion(manager, publicationOf(shelf, tree))).toMatchObject({ versionNumber: null });
  return { shelf, key: { publicId: shelf.publicId, run: shelf.run, draft: tree.publicId } };
}

const versionsOf = async ({ id: shelfId }: Shelf) => {
  const versions = await manager.find(Version, { where: { shelfId }, order: { versionNumber: 'ASC' } });
  return versions.map(({ versionNumber, source }) => [versionNumber, source]);
};

test('a draft has no number and no place among the versions, yet the shelf shows what it is', async () => {
  const { shelf } = await inReview();
  expect(await manager.findOneByOrFail(Shelf, { id: shelf.id })).toMatchObject({
    status: 'review',
    currentVersionId: null,
    currentVersionNumber: null,
    qualityTier: 'full',
    auditStatus: 'repaired',
    progressStep: null,
  });
});

test('the same approval, sent at once from many attempts, is one version and one event', async () => {
  const { shelf, key } = await inReview();
  await manager.update(Version, { publicId: key.draft }, { engineVersion: '0.4.2' });
  const edited = finishedTree(['README.md', 'b.md']);
  const answers = await Promise.all([1, 2, 3].map(() => approveDraft(manager, { ...key, edited })));
  expect(answers).toEqual(Array(3).fill({ outcome: 'approved', versionNumber: 2, deliveries: [] }));
  expect(await versionsOf(shelf)).toEqual([
    [1, 'initial'],
    [2, 'approval'],
  ]);
  const engines = await manager.find(Version, { where: { shelfId: shelf.id }, select: { engineVersion: true } });
  expect(engines.map(({ engineVersion }) => engineVersion)).toEqual(['0.4.2', '0.4.2']);
  const events = await manager.query<{ type: string }[]>('SELECT type FROM events WHERE shelf_id = $1 ORDER BY type', [
    shelf.id,
  ]);
  expect(events.map(({ type }) => type)).toEqual(['shelf.ready', 'shelf.review']);
});

test('an approval that cannot be written whole is not written at all', async () => {
  const { shelf, key } = await inReview();
  const twice = finishedTree(['a.md', 'a.md']);
  await expect(approveDraft(manager, { ...key, edited: twice })).rejects.toThrow(/duplicate key/);
  expect(await versionsOf(shelf)).toEqual([[null, 'initial']]);
  expect(await manager.findOneByOrFail(Shelf, { id: shelf.id })).toMatchObject({ status: 'review' });
});

test('of an approval and giving the draft up at the same moment one happens', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { shelf, key } = await inReview();
    const [approved, givenUp] = await Promise.all([
      approveDraft(manager, { ...key, edited: null }),
      giveUpDraft(manager, key),
    ]);
    expect(approved.outcome === 'approved').toBe(givenUp === null);
    expect(await versionsOf(shelf)).toEqual(givenUp === null ? [[1, 'initial']] : []);
  }
});

test('of an approval and a later claim at the same moment one happens, and what lost wrote nothing', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { shelf, key } = await inReview();
    const claim = manager.query<[unknown[], number]>(
      `UPDATE shelves SET run = run + 1, status = 'uploading', draft_version_id = NULL
       WHERE id = $1 AND run = 1 AND status = 'review'`,
      [shelf.id],
    );
    const [{ outcome }, [, claimed]] = await Promise.all([approveDraft(manager, { ...key, edited: null }), claim]);
    expect(outcome).toBe(claimed === 1 ? 'superseded' : 'approved');
    expect(await versionsOf(shelf)).toEqual([[claimed === 1 ? null : 1, 'initial']]);
  }
});

test('a draft that was given up is counted once and is not published again, however late', async () => {
  const shelf = await givenShelf(manager, account.id, { reviewMode: true });
  const publication = publicationOf(shelf);
  await publishVersion(manager, publication);
  const key = { publicId: shelf.publicId, run: shelf.run, draft: publication.version.publicId };
  await Promise.all([1, 2, 3].map(() => giveUpDraft(manager, key)));
  expect(await publishVersion(manager, publication)).toEqual({ outcome: 'superseded' });
  const after = await manager.findOneByOrFail(Shelf, { id: shelf.id });
  expect(after).toMatchObject({ status: 'structuring', draftVersionId: null, draftsGivenUp: 1 });
  expect(await versionsOf(shelf)).toEqual([]);
  expect(await publishVersion(manager, publicationOf(after))).toMatchObject({ outcome: 'published' });
});

test('a review that fails takes its draft along, and what the shelf said of it', async () => {
  const { shelf, key } = await inReview();
  expect(await recordFailure(manager, { ...key, step: 'verifying', message: 'stopped' })).toMatchObject({
    recorded: true,
  });
  expect(await versionsOf(shelf)).toEqual([]);
  expect(await manager.findOneByOrFail(Shelf, { id: shelf.id })).toMatchObject({
    status: 'failed',
    draftVersionId: null,
    storageSizeBytes: null,
    qualityTier: null,
    auditStatus: null,
    auditFindings: null,
  });
});

test('an approval is shown as it was though a later claim came at once, on a row of its own', async () => {
  const { shelf, key } = await inReview();
  const read = await manager.findOneByOrFail(Shelf, { id: shelf.id });
  await approveDraft(manager, { ...key, edited: finishedTree(['README.md', 'b.md']) });
  await manager.query(`UPDATE shelves SET run = run + 1, status = 'uploading' WHERE id = $1`, [shelf.id]);
  expect(await approvedShelf(manager, read)).toMatchObject({ status: 'ready', run: 1, currentVersionNumber: 2 });
  expect(read.status).toBe('review');
});

test('receivers of shelf.review and of shelf.ready each get their event', async () => {
  await givenEndpoint(manager, account.id, { events: ['shelf.review'] });
  await givenEndpoint(manager, account.id, { events: ['shelf.ready'] });
  const { shelf, key } = await inReview();
  expect(await approveDraft(manager, { ...key, edited: null })).toMatchObject({ deliveries: [expect.any(Object)] });
  const deliveries = await manager.query<{ type: string }[]>(
    `SELECT events.type FROM deliveries JOIN events ON events.id = event_id WHERE shelf_id = $1 ORDER BY 1`,
    [shelf.id],
  );
  expect(deliveries.map(({ type }) => type)).toEqual(['shelf.ready', 'shelf.review']);
});
