/** Drafts that are given up, or whose review is stopped: their rows and objects; every attempt may be repeated. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { versionKeys } from '../../infra/object-keys.js';
import { removeVersionObjects } from '../../activities/version-objects.js';
import { inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { draftsOf } from '../support/drafts.js';

let env: ActivityTest;

beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());

const { rowOf, eventsOf, prefixOf, versionsOf, publish, inReview, approve } = draftsOf(() => env);

test('giving a draft up takes its rows, and work files stay for the next', async () => {
  const { shelf, draft } = await inReview();
  const work = await env.keys(prefixOf(shelf));
  const input = { ...inputOf(shelf), draft };
  const first = await runActivity(env.activities.shelves.giveUpDraft, input);
  expect(await runActivity(env.activities.shelves.giveUpDraft, input, 2)).toEqual(first);
  expect(await rowOf(shelf)).toMatchObject({ status: 'structuring', draftVersionId: null, auditStatus: null });
  expect(await versionsOf(shelf)).toEqual([]);
  expect(await env.keys(prefixOf(shelf))).toEqual(work);

  await runActivity(env.activities.shelves.removeDraft, input);
  const keys = await env.keys(`users/${env.account.publicId}/shelves/${shelf.publicId}/`);
  expect(keys.filter((key) => key.includes(draft))).toEqual([]);

  const second = (await publish(shelf)) as string;
  expect(second).not.toBe(draft);
  await approve(shelf, second);
  expect(await versionsOf(shelf)).toMatchObject([{ publicId: second, versionNumber: 1 }]);
  expect(await eventsOf(shelf)).toEqual(['shelf.review', 'shelf.review', 'shelf.ready']);
});

test('a removal that breaks off at the archive leaves the files, by which the sweeper finds the version', async () => {
  const { shelf, draft } = await inReview();
  await runActivity(env.activities.shelves.giveUpDraft, { ...inputOf(shelf), draft });
  const keysOfDraft = async () =>
    (await env.keys(`users/${env.account.publicId}/shelves/${shelf.publicId}/`)).filter((key) => key.includes(draft));
  const before = await keysOfDraft();
  const keys = versionKeys(env.account.publicId, shelf.publicId, draft);
  const { signal } = new AbortController();
  const broken = { ...env.storage, remove: () => Promise.reject(new Error('the store is away')) };
  await expect(removeVersionObjects(broken, keys, signal)).rejects.toThrow('the store is away');
  expect(await keysOfDraft()).toEqual(before);
  const later = { ...env.storage, removePrefix: () => Promise.reject(new Error('the store is away')) };
  await expect(removeVersionObjects(later, keys, signal)).rejects.toThrow('the store is away');
  expect(await keysOfDraft()).toEqual(before.filter((key) => key !== keys.archiveKey));
});

test('giving a draft up may change the template, which the next draft is made with', async () => {
  const { shelf, draft } = await inReview();
  const input = { ...inputOf(shelf), draft, template: 'book' as const };
  const givenUp = await runActivity(env.activities.shelves.giveUpDraft, input);
  expect(givenUp).toMatchObject({ template: 'book' });
  expect(await runActivity(env.activities.shelves.giveUpDraft, { ...input, template: null }, 2)).toEqual(givenUp);
  expect(await rowOf(shelf)).toMatchObject({ status: 'structuring', template: 'book' });
});

test('the objects of a draft that still has its rows are never removed', async () => {
  const { shelf, draft } = await inReview();
  const before = await env.keys();
  await runActivity(env.activities.shelves.removeDraft, { ...inputOf(shelf), draft });
  expect(await env.keys()).toEqual(before);
});

test('a review that is stopped leaves a failed shelf without its draft', async () => {
  const { shelf, draft } = await inReview();
  const input = inputOf(shelf);
  const stopped = { ...input, step: 'verifying' as const, reason: 'stopped' as const };
  expect(await runActivity(env.activities.shelves.recordFailure, stopped)).toEqual({ recorded: true });
  await runActivity(env.activities.shelves.removeWork, input);
  expect(await rowOf(shelf)).toMatchObject({ status: 'failed', failedAtStep: 'verifying', draftVersionId: null });
  expect(await versionsOf(shelf)).toEqual([]);
  const keys = await env.keys(`users/${env.account.publicId}/shelves/${shelf.publicId}/`);
  expect(keys.filter((key) => key.includes(draft))).toEqual([]);
  expect(await eventsOf(shelf)).toEqual(['shelf.review', 'shelf.failed']);
});
