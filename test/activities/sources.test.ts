/** What becomes of the PDFs of a shelf that has had several. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimRestore, claimUpload } from '../../entities/queries/claims.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { createUpload } from '../../entities/queries/uploads.js';
import type { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { Version } from '../../entities/version.js';
import { runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { finishedTree, publicationOf, sha256 } from '../support/rows.js';

const PDF = Buffer.from('%PDF-1.7 not read here');
let env: ActivityTest;
beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());

const keyOf = ({ publicId }: Shelf) => ({ accountId: env.account.id, publicId, requestId: null });
const failure = { step: 'parsing', message: 'The PDF is damaged and cannot be read.' } as const;
const fail = ({ publicId, run }: Shelf) => recordFailure(env.manager, { publicId, run, ...failure });

/** Claims the shelf for a new PDF that is stored; answers the shelf as claimed. */
async function upload(shelf: Shelf): Promise<Shelf> {
  const objectKey = `users/${env.account.publicId}/uploads/${crypto.randomUUID()}.pdf`;
  const source = { objectKey, fileName: 'next.pdf', mimeType: 'application/pdf' };
  const { id } = await createUpload(env.manager, { accountId: env.account.id, ...source });
  await env.storage.put(objectKey, PDF, 'application/pdf');
  const stored = { sizeBytes: PDF.length, sha256: sha256(objectKey) };
  const claim = await claimUpload(env.manager, { ...keyOf(shelf), uploadId: id, stored });
  if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
  return claim.shelf;
}

async function objectKeyOf({ uploadId }: Shelf): Promise<string> {
  return (await env.manager.findOneByOrFail(Upload, { id: uploadId })).objectKey;
}

/** Which of these objects are there, and the ids of the shelf's rows of uploads. */
async function kept(shelf: Shelf, keys: string[]) {
  const there = await env.keys(`users/${env.account.publicId}/uploads/`);
  const rows = await env.manager.findBy(Upload, { shelfId: shelf.id });
  return {
    objects: keys.filter((key) => there.includes(key)),
    rows: rows.map(({ objectKey }) => objectKey).toSorted(),
  };
}

const sweep = () => runActivity(env.activities.shelves.sweepUploads, undefined);

test('the PDFs of versions and of the run at work are kept; those of failed runs that were given up go at once', async () => {
  const first = await env.givenStoredShelf(PDF);
  const firstKey = await objectKeyOf(first);
  await publishVersion(env.manager, publicationOf(first));
  const failed = await upload(first);
  const failedKey = await objectKeyOf(failed);
  await fail(failed);
  // it may be retried yet
  await sweep();
  expect((await kept(first, [firstKey, failedKey])).objects).toEqual([firstKey, failedKey]);

  await claimRestore(env.manager, keyOf(first));
  await sweep();
  expect(await kept(first, [firstKey, failedKey])).toEqual({ objects: [firstKey], rows: [firstKey] });

  const second = await upload(first);
  const secondKey = await objectKeyOf(second);
  await sweep();
  await publishVersion(env.manager, publicationOf(second, finishedTree(['README.md'])));
  const third = await upload(second);
  const keys = [firstKey, secondKey, await objectKeyOf(third)];
  await sweep();
  expect(await kept(first, keys)).toEqual({ objects: keys, rows: keys.toSorted() });
});

test('the PDF of a draft goes with the draft, unless a version was made of it', async () => {
  const shelf = await env.givenStoredShelf(PDF, { reviewMode: true });
  const draftKey = await objectKeyOf(shelf);
  await publishVersion(env.manager, publicationOf(shelf));
  await sweep();
  expect((await kept(shelf, [draftKey])).objects).toEqual([draftKey]);
  const next = await upload(shelf);
  const nextKey = await objectKeyOf(next);
  await sweep();
  expect(await kept(shelf, [draftKey, nextKey])).toEqual({ objects: [nextKey], rows: [nextKey] });
  expect(await env.manager.countBy(Version, { shelfId: shelf.id })).toBe(0);
});

test('the files of a draft that a new PDF dropped go with the work of its run, those of versions stay', async () => {
  const shelf = await env.givenStoredShelf(PDF, { reviewMode: true });
  const root = `users/${env.account.publicId}/shelves/${shelf.publicId}/`;
  const tree = finishedTree(['README.md']);
  const stored = [`${root}files/${tree.publicId}/README.md`, `${root}archives/${tree.publicId}.tar.gz`];
  const work = [`${root}runs/1/info.json`, `${root}runs/1/version.json`];
  for (const key of [...stored, ...work]) {
    await env.storage.put(key, JSON.stringify({ publicId: tree.publicId }), 'application/json');
  }
  await publishVersion(env.manager, publicationOf(shelf, tree));
  const input = { shelfPublicId: shelf.publicId, run: 1, requestId: null };
  await runActivity(env.activities.shelves.sweepObjects, { after: null });
  expect((await env.keys(root)).toSorted()).toEqual([...stored, ...work].toSorted());
  await upload(shelf);
  await runActivity(env.activities.shelves.removeWork, input);
  await runActivity(env.activities.shelves.removeWork, input);
  expect(await env.keys(root)).toEqual([]);
});
