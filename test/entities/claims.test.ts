import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { GATES, SHELF_STATUSES, type ShelfStatus } from '../../contract/vocabulary.js';
import type { Account } from '../../entities/account.js';
import { Event } from '../../entities/event.js';
import { claimRestore, claimRetry, claimUpload, type Claim } from '../../entities/queries/claims.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { approveDraft, approvedShelf } from '../../entities/queries/review.js';
import { recordFailure, recordStep } from '../../entities/queries/runs.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import { claimStaleUploads, createUpload, removeUploads } from '../../entities/queries/uploads.js';
import { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { Version } from '../../entities/version.js';
import { finishedTree, givenAccount, givenShelf, publicationOf, sha256 } from '../support/rows.js';
import { setUpAccount } from '../support/set-up-database.js';

let manager: EntityManager;
let account: Account;
setUpAccount((given) => ({ manager, account } = given));

const reload = (shelf: Shelf) => manager.findOneByOrFail(Shelf, { id: shelf.id });
const failure = { step: 'parsing', message: 'The PDF is damaged and cannot be read.' } as const;
const keyOf = (shelf: Shelf, requestId: string | null = 'request-2') => ({
  accountId: account.id,
  publicId: shelf.publicId,
  requestId,
});

async function upload(shelf: Shelf, fileName = 'second.pdf'): Promise<Claim> {
  const objectKey = `users/test/uploads/${crypto.randomUUID()}.pdf`;
  const { id } = await createUpload(manager, {
    accountId: account.id,
    objectKey,
    fileName,
    mimeType: 'application/pdf',
  });
  return claimUpload(manager, { ...keyOf(shelf), uploadId: id, stored: { sizeBytes: 99, sha256: sha256(fileName) } });
}

async function claimed(claiming: Promise<Claim>): Promise<Shelf> {
  const claim = await claiming;
  if (claim.outcome !== 'claimed') throw new Error(`not claimed: ${claim.outcome}`);
  return claim.shelf;
}

async function readyShelf(): Promise<Shelf> {
  const shelf = await givenShelf(manager, account.id);
  await publishVersion(manager, publicationOf(shelf));
  return reload(shelf);
}

/** A shelf in review at run 1, with a draft of two files. */
async function reviewShelf(): Promise<Shelf> {
  const shelf = await givenShelf(manager, account.id, { reviewMode: true });
  await publishVersion(manager, publicationOf(shelf, finishedTree(['README.md', 'a.md'])));
  return reload(shelf);
}

async function failedShelf(): Promise<Shelf> {
  const shelf = await givenShelf(manager, account.id);
  await recordFailure(manager, { publicId: shelf.publicId, run: 1, ...failure });
  return reload(shelf);
}

async function shelfIn(status: ShelfStatus): Promise<Shelf> {
  if (status === 'ready') return readyShelf();
  if (status === 'review') return reviewShelf();
  if (status === 'failed') return failedShelf();
  const shelf = await givenShelf(manager, account.id);
  if (status !== 'uploading') await recordStep(manager, { publicId: shelf.publicId, run: 1, status });
  return reload(shelf);
}

const NOTHING_KNOWN = {
  pageCount: null,
  storageSizeBytes: null,
  qualityTier: null,
  qualityGranularity: null,
  qualityFallbackApplied: false,
  auditStatus: null,
  auditSummary: null,
  auditFindings: null,
  repairAttempts: null,
  errorMessage: null,
  failedAtStep: null,
  draftVersionId: null,
};

test.each(SHELF_STATUSES)('a claim in %s is granted or refused by the table of gates alone', async (status) => {
  const shelf = await shelfIn(status);
  const before = await reload(shelf);
  const tries = { upload: () => upload(shelf), retry: () => claimRetry(manager, keyOf(shelf)) };
  for (const action of ['upload', 'retry'] as const) {
    if ((GATES[action] as readonly ShelfStatus[]).includes(status)) continue;
    expect(await tries[action]()).toEqual({ outcome: 'refused', status });
  }
  const { claim: restored } = await claimRestore(manager, keyOf(shelf));
  expect(restored).toEqual({ outcome: status === 'failed' ? 'no_version' : 'refused', status });
  expect(await reload(shelf)).toEqual(before);
  for (const action of ['upload', 'retry'] as const) {
    if (!(GATES[action] as readonly ShelfStatus[]).includes(status)) continue;
    expect(await claimed(tries[action]())).toMatchObject({ status: 'uploading', run: 2, requestId: 'request-2' });
  }
});

test('an upload takes the shelf over: its PDF, its name, its source; what the old PDF told is forgotten', async () => {
  const ready = await readyShelf();
  const shelf = await claimed(upload(ready));
  expect(shelf).toMatchObject({
    ...NOTHING_KNOWN,
    status: 'uploading',
    run: 2,
    versionSource: 'upload',
    originalFileName: 'second.pdf',
    currentVersionNumber: 1,
    currentVersionId: ready.currentVersionId,
    name: 'Report',
  });
  expect(await manager.findOneByOrFail(Upload, { id: shelf.uploadId })).toMatchObject({ shelfId: shelf.id });
  await publishVersion(manager, publicationOf(shelf));
  const versions = await manager.find(Version, { where: { shelfId: shelf.id }, order: { versionNumber: 'ASC' } });
  expect(versions).toMatchObject([
    { versionNumber: 1, source: 'initial', run: 1, uploadId: ready.uploadId },
    { versionNumber: 2, source: 'upload', run: 2, uploadId: shelf.uploadId },
  ]);
});

test('of many claims at once one wins, and the others leave no trace', async () => {
  const shelf = await readyShelf();
  const claims = await Promise.all(Array.from({ length: 8 }, (_, index) => upload(shelf, `${index}.pdf`)));
  expect(claims.filter((claim) => claim.outcome === 'claimed')).toHaveLength(1);
  expect(claims.filter((claim) => claim.outcome !== 'claimed')).toEqual(
    Array(7).fill({ outcome: 'refused', status: 'uploading' }),
  );
  expect((await reload(shelf)).run).toBe(2);
  expect(await manager.countBy(Upload, { shelfId: shelf.id })).toBe(2);
});

test('a retry works on the PDF that failed, and states the source that the failed run would have', async () => {
  const first = await failedShelf();
  expect(await claimed(claimRetry(manager, keyOf(first)))).toMatchObject({
    ...NOTHING_KNOWN,
    uploadId: first.uploadId,
    versionSource: 'initial',
    originalFileName: 'report.pdf',
  });
  const again = await claimed(upload(await readyShelf()));
  await recordFailure(manager, { publicId: again.publicId, run: 2, ...failure });
  expect(await claimed(claimRetry(manager, keyOf(again)))).toMatchObject({
    uploadId: again.uploadId,
    versionSource: 'upload',
    originalFileName: 'second.pdf',
    run: 3,
  });
});

test('a restore brings back all that belongs to the current version, without a version, and says so by an event', async () => {
  const ready = await readyShelf();
  const failed = await claimed(upload(ready));
  await recordFailure(manager, { publicId: ready.publicId, run: 2, ...failure });
  const events = await manager.countBy(Event, { shelfId: ready.id });
  const { claim, deliveries } = await claimRestore(manager, keyOf(ready, null));
  const shelf = await claimed(Promise.resolve(claim));
  const { updatedAt, ...same } = ready;
  expect(shelf).toMatchObject({ ...same, run: 3, requestId: null, versionSource: 'upload' });
  expect(shelf.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
  expect(await manager.countBy(Version, { shelfId: ready.id })).toBe(1);
  expect(await manager.countBy(Event, { shelfId: ready.id })).toBe(events + 1);
  const event = await manager.findOneByOrFail(Event, { shelfId: ready.id, run: 3 });
  expect(event).toMatchObject({ type: 'shelf.ready', createdAt: shelf.updatedAt });
  expect(JSON.parse(event.body)).toMatchObject({
    data: { status: 'ready', errorMessage: null, currentVersionNumber: 1 },
  });
  expect(deliveries).toEqual([]); // nobody has subscribed
  expect(await manager.findOneByOrFail(Upload, { id: failed.uploadId })).toMatchObject({ committedAt: null });
});

test('a run that was superseded writes nothing, whatever the shelf has become', async () => {
  const restored = await readyShelf();
  await upload(restored);
  await recordFailure(manager, { publicId: restored.publicId, run: 2, ...failure });
  await claimRestore(manager, keyOf(restored));
  const inWork = await claimed(upload(await reviewShelf()));
  for (const [{ id }, run] of [
    [restored, 2],
    [inWork, 1],
  ] as const) {
    const before = await manager.findOneByOrFail(Shelf, { id });
    const stale = { publicId: before.publicId, run };
    const events = await manager.countBy(Event, { shelfId: id });
    expect(await recordStep(manager, { ...stale, status: 'verifying' })).toBe(false);
    expect(await recordFailure(manager, { ...stale, ...failure })).toEqual({ recorded: false, deliveries: [] });
    expect(await publishVersion(manager, publicationOf(before, undefined, run))).toEqual({ outcome: 'superseded' });
    expect(await manager.findOneByOrFail(Shelf, { id })).toEqual(before);
    expect(await manager.countBy(Event, { shelfId: id })).toBe(events);
  }
});

test('an upload in review drops the draft and its PDF; the PDF of a version stays', async () => {
  const review = await reviewShelf();
  const draftId = review.draftVersionId as string;
  const shelf = await claimed(upload(review));
  expect(await manager.existsBy(Version, { id: draftId })).toBe(false);
  expect(await manager.query('SELECT path FROM version_files WHERE version_id = $1', [draftId])).toEqual([]);
  const given = await claimStaleUploads(manager, { olderThanMs: 3_600_000, limit: 100 });
  expect(given.map(({ id }) => id)).toContain(review.uploadId);
  expect(given.map(({ id }) => id)).not.toContain(shelf.uploadId);
  await removeUploads(manager, [review.uploadId]);
  expect(await manager.existsBy(Upload, { id: review.uploadId })).toBe(false);

  const ready = await readyShelf();
  const second = await claimed(upload(ready));
  await recordFailure(manager, { publicId: ready.publicId, run: 2, ...failure });
  await claimRestore(manager, keyOf(ready));
  await claimed(upload(ready, 'third.pdf'));
  const released = await claimStaleUploads(manager, { olderThanMs: 3_600_000, limit: 100 });
  expect(released.map(({ id }) => id)).toContain(second.uploadId);
  expect(released.map(({ id }) => id)).not.toContain(ready.uploadId);
});

test('an approval shows the shelf as it left it, also when a new PDF came at once', async () => {
  const review = await reviewShelf();
  const { publicId: draft } = await manager.findOneByOrFail(Version, { id: review.draftVersionId as string });
  const approval = { publicId: review.publicId, run: 1, draft, edited: finishedTree(['README.md', 'notes.md']) };
  expect(await approveDraft(manager, approval)).toMatchObject({ outcome: 'approved', versionNumber: 2 });
  const { updatedAt: _, ...approved } = await reload(review);
  await claimed(upload(review));
  expect(await approvedShelf(manager, review)).toMatchObject(approved);
});

test("another account's shelf, and a deleted one, cannot be claimed", async () => {
  const shelf = await readyShelf();
  const stranger = { ...keyOf(shelf), accountId: (await givenAccount(manager)).id };
  expect(await claimRetry(manager, stranger)).toEqual({ outcome: 'absent' });
  await claimDelete(manager, { accountId: account.id, publicId: shelf.publicId });
  expect(await upload(shelf)).toEqual({ outcome: 'absent' });
  expect((await claimRestore(manager, keyOf(shelf))).claim).toEqual({ outcome: 'absent' });
});

test('an upload that the sweeper has given up can no longer be claimed with, and the shelf stays', async () => {
  const shelf = await readyShelf();
  const { id } = await createUpload(manager, {
    accountId: account.id,
    objectKey: `users/test/uploads/${crypto.randomUUID()}.pdf`,
    fileName: 'late.pdf',
    mimeType: 'application/pdf',
  });
  await claimStaleUploads(manager, { olderThanMs: -1, limit: 100 });
  const late = claimUpload(manager, { ...keyOf(shelf), uploadId: id, stored: { sizeBytes: 1, sha256: sha256('') } });
  await expect(late).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  expect(await reload(shelf)).toEqual(shelf);
});
