/** What the sweeper removes, and what it leaves, over a real database and object store. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newPublicId } from '../../entities/ids.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Upload } from '../../entities/upload.js';
import { inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';

const NOW = { intentMs: -60_000, workMs: -60_000 }; // every age counts as old
const PDF = Buffer.from('%PDF-1.7 not read here');
let env: ActivityTest;
beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());

test('gives up an upload that was begun and never became a shelf, once it is old', async () => {
  const objectKey = `users/${env.account.publicId}/uploads/broken.pdf`;
  const source = { objectKey, fileName: 'a.pdf', mimeType: 'application/pdf' };
  const { id } = await createUpload(env.manager, { accountId: env.account.id, ...source });
  await env.storage.put(objectKey, PDF, 'application/pdf');
  await runActivity(env.activities.shelves.sweepUploads, undefined);
  expect(await env.keys(objectKey)).toEqual([objectKey]);
  await runActivity(env.build({ sweep: NOW }).shelves.sweepUploads, undefined);
  expect(await env.keys(objectKey)).toEqual([]);
  expect(await env.manager.countBy(Upload, { id })).toBe(0);
});

test('sweeps objects that no row speaks for once they are old, and nothing else', async () => {
  const [working, failed] = [await env.givenStoredShelf(PDF), await env.givenStoredShelf(PDF)];
  const failure = { ...inputOf(failed), step: 'uploading' as const, reason: 'unreadable' as const };
  await runActivity(env.activities.shelves.recordFailure, failure);
  const account = `users/${env.account.publicId}/`;
  const sources = await env.manager.find(Upload, { where: [{ id: working.uploadId }, { id: failed.uploadId }] });
  const live = [`${account}shelves/${working.publicId}/runs/1/info.json`, ...sources.map((row) => row.objectKey)];
  const dead = [
    `${account}shelves/${working.publicId}/runs/0/info.json`,
    `${account}shelves/${failed.publicId}/runs/1/info.json`,
    `${account}shelves/${failed.publicId}/files/${newPublicId('ver')}/README.md`,
    // drawn after the version's files were removed
    `${account}shelves/${failed.publicId}/pages/${newPublicId('ver')}/1/800.png`,
    `${account}shelves/${newPublicId('shf')}/runs/1/info.json`,
    `${account}uploads/nobody.pdf`,
  ];
  for (const key of [live[0] as string, ...dead]) await env.storage.put(key, '{}', 'application/json');

  await runActivity(env.activities.shelves.sweepObjects, { after: null });
  expect(await env.keys(account)).toEqual(expect.arrayContaining([...live, ...dead]));

  expect(await runActivity(env.build({ sweep: NOW }).shelves.sweepObjects, { after: null })).toEqual({ after: null });
  const left = await env.keys(account);
  expect(left).toEqual(expect.arrayContaining(live));
  expect(left.filter((key) => dead.includes(key))).toEqual([]);
});
