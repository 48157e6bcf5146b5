/** Drafts and their approval, over a real database, object store and engine; every attempt may be repeated. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operationsKey, versionKeys } from '../../infra/object-keys.js';
import type { Operation } from '../../contract/vocabulary.js';
import { documentActivity } from '../../activities/activity.js';
import { newPublicId } from '../../entities/ids.js';
import { findCurrentVersion, listVersionFiles } from '../../entities/queries/versions.js';
import type { Version } from '../../entities/version.js';
import type { EnginePool } from '../../worker/engine-pool.js';
import { BUSY, REFUSALS, STALE_RUN } from '../../workflows/messages.js';
import { attemptOf, inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { draftsOf } from '../support/drafts.js';
import { startEngine } from '../support/engine.js';
import { givenEndpoint } from '../support/rows.js';

let env: ActivityTest;
let pool: EnginePool;

beforeAll(async () => {
  pool = startEngine({ startAhead: false });
  env = await startActivities({ engine: pool });
});
afterAll(async () => {
  await pool?.close();
  await env?.stop();
});

const { rowOf, eventsOf, versionsOf, publish, inReview, approve } = draftsOf(() => env);

test('an approval as it is waits for no work on documents, not for one either that has to be alone', async () => {
  const { shelf, draft } = await inReview();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const suspect = attemptOf(3, { defects: 0, deaths: 2, atWork: null }).run(
    documentActivity(() => over),
    undefined,
  );
  await approve(shelf, draft);
  end();
  await suspect;
  expect((await rowOf(shelf)).status).toBe('ready');
});

test('a draft is published once, with its event, however often the attempt is repeated', async () => {
  const { shelf, draft } = await inReview();
  expect(await publish(shelf)).toBe(draft);
  expect(await rowOf(shelf)).toMatchObject({ status: 'review', currentVersionNumber: null, pageCount: 2 });
  expect(await versionsOf(shelf)).toMatchObject([{ publicId: draft, versionNumber: null, source: 'initial' }]);
  expect(await eventsOf(shelf)).toEqual(['shelf.review']);
});

test('a run that is opened again finds the draft that waits', async () => {
  const { shelf, draft } = await inReview();
  const opened = await runActivity(env.activities.shelves.openRun, inputOf(shelf));
  expect(opened).toMatchObject({ step: 'verifying', reviewMode: true, draft });
});

test('an approval without operations numbers the draft and writes no objects', async () => {
  const { shelf, draft } = await inReview();
  const before = await env.keys();
  await approve(shelf, draft);
  await approve(shelf, draft); // as after an answer that was lost
  expect(await env.keys()).toEqual(before);
  expect(await rowOf(shelf)).toMatchObject({ status: 'ready', currentVersionNumber: 1, draftVersionId: null });
  expect(await versionsOf(shelf)).toMatchObject([{ publicId: draft, versionNumber: 1, source: 'initial' }]);
  expect(await eventsOf(shelf)).toEqual(['shelf.review', 'shelf.ready']);
});

test('an approval with operations makes version 1 as reviewed and a further one with what they made of it', async () => {
  const { shelf, draft } = await inReview();
  const operations: Operation[] = [
    { type: 'rename', from: '2-two.md', to: 'part/2-two.md' },
    { type: 'write', path: '3-note.md', content: '# Note\n' },
  ];
  const edited = await approve(shelf, draft, operations);
  expect(await versionsOf(shelf)).toMatchObject([
    { publicId: draft, versionNumber: 1, source: 'initial', fileCount: 4 },
    { publicId: edited, versionNumber: 2, source: 'approval', fileCount: 6, pageCount: 2, run: 1 },
  ]);
  const where = { accountId: env.account.id, shelfPublicId: shelf.publicId };
  const current = (await findCurrentVersion(env.manager, where))?.version as Version;
  expect(current.publicId).toBe(edited);
  const files = await listVersionFiles(env.manager, current.id);
  expect(files.map(({ path }) => path)).toEqual([
    'README.md',
    '1-one.md',
    '3-note.md',
    'part/2-two.md',
    'metadata.json',
    'source-map.json',
  ]);
  expect((await env.storage.get(`${current.prefix}3-note.md`)).toString()).toBe('# Note\n');
  expect(await rowOf(shelf)).toMatchObject({
    status: 'ready',
    currentVersionNumber: 2,
    storageSizeBytes: current.storageSizeBytes,
  });
  expect(await eventsOf(shelf)).toEqual(['shelf.review', 'shelf.ready']);
});

test('an attempt with operations that committed without its answer is not made again', async () => {
  const { shelf, draft } = await inReview();
  const versionPublicId = await approve(shelf, draft, [{ type: 'delete', path: '2-two.md' }]);
  // the operations are gone by now: nothing is read again
  const input = { ...inputOf(shelf), draft, operationsKey: 'gone', versionPublicId };
  await runActivity(env.activities.shelves.approveShelf, input, 2);
  expect((await versionsOf(shelf)).map(({ versionNumber }) => versionNumber)).toEqual([1, 2]);
});

test('a bad operation is named by its index, nothing is written and the shelf stays in review', async () => {
  const { shelf, draft } = await inReview();
  const refused = approve(shelf, draft, [
    { type: 'mkdir', path: 'part' },
    { type: 'delete', path: '9-nowhere.md' },
  ]);
  await expect(refused).rejects.toMatchObject({
    type: REFUSALS.badOperation,
    nonRetryable: true,
    details: [{ index: 1, reason: 'not_found', member: 'path' }],
  });
  expect(await rowOf(shelf)).toMatchObject({ status: 'review' });
  const { prefix } = versionKeys(env.account.publicId, shelf.publicId, draft);
  const keys = await env.keys(`users/${env.account.publicId}/shelves/${shelf.publicId}/files/`);
  expect(keys.every((key) => key.startsWith(prefix))).toBe(true);
});

test('an edit that no process is free for leaves its worker within a second, but waits once no client can any more', async () => {
  const { promise: goOn, resolve: free } = Promise.withResolvers<void>();
  const files = {
    archivePath: '/none',
    operationsPath: '/none',
    outPath: '/none',
    signal: new AbortController().signal,
  };
  // two are applied at once
  const others = [1, 2].map(() =>
    pool.edit({ ...files, prepare: () => goOn.then(() => Promise.reject(new Error('over'))) }),
  );
  const ended = Promise.all(others.map((other) => expect(other).rejects.toThrow('over')));
  const { shelf, draft } = await inReview();
  const versionPublicId = newPublicId('ver');
  const operations = operationsKey(
    { accountPublicId: env.account.publicId, shelfPublicId: shelf.publicId, run: shelf.run },
    versionPublicId,
  );
  const input = { ...inputOf(shelf), draft, operationsKey: operations, versionPublicId };
  // the operations are not there yet: nothing is fetched by one that waits
  const busy = { type: BUSY, nonRetryable: false, nextRetryDelay: '1 second', category: 'BENIGN' };
  await expect(runActivity(env.activities.shelves.approveShelf, input)).rejects.toMatchObject(busy);
  await env.storage.put(operations, JSON.stringify([{ type: 'delete', path: '2-two.md' }]), 'application/json');
  const patient = runActivity(env.activities.shelves.approveShelf, input, 30);
  expect(await Promise.race([patient.then(() => 'over'), pause(1_500, 'waits')])).toBe('waits');
  free();
  await patient;
  await ended;
  expect(await rowOf(shelf)).toMatchObject({ status: 'ready', currentVersionNumber: 2 });
});

test('an approval that others have kept operations before is refused by type, and the shelf stays in review', async () => {
  const { shelf, draft } = await inReview();
  // nothing was kept in this review, which is revision 0
  const input = { ...inputOf(shelf), draft, operationsKey: null, versionPublicId: newPublicId('ver') };
  await expect(runActivity(env.activities.shelves.approveShelf, { ...input, revision: 1 })).rejects.toMatchObject({
    type: REFUSALS.revisionChanged,
    nonRetryable: true,
  });
  expect(await rowOf(shelf)).toMatchObject({ status: 'review' });
  await runActivity(env.activities.shelves.approveShelf, { ...input, revision: 0 });
  expect(await rowOf(shelf)).toMatchObject({ status: 'ready' });
});

test('a superseded run neither approves nor gives up', async () => {
  const { shelf, draft } = await inReview();
  await env.manager.query('UPDATE shelves SET run = run + 1 WHERE id = $1', [shelf.id]);
  await expect(approve(shelf, draft)).rejects.toMatchObject({ type: STALE_RUN });
  const givenUp = runActivity(env.activities.shelves.giveUpDraft, { ...inputOf(shelf), draft });
  await expect(givenUp).rejects.toMatchObject({ type: STALE_RUN });
  expect(await rowOf(shelf)).toMatchObject({ status: 'review' });
  expect(await versionsOf(shelf)).toMatchObject([{ versionNumber: null }]);
});

test('a run is told which deliveries to start; one of a release that starts none does not ask and is told none', async () => {
  const { recordFailure, approveShelf, publishVersion } = env.activities.shelves;
  const asked = { startsDeliveries: true };
  const events = ['shelf.review', 'shelf.ready', 'shelf.failed'] as const;
  const endpointPublicId = await givenEndpoint(env.manager, env.account.id, { events: [...events] });
  const one = [expect.objectContaining({ endpointPublicId })];

  const { shelf, draft } = await inReview();
  const publication = { ...inputOf(shelf), versionPublicId: draft, pageCount: 2 };
  expect(await runActivity(publishVersion, publication)).toEqual({ draft });
  expect(await runActivity(publishVersion, { ...publication, ...asked })).toEqual({ draft, deliveries: one });
  const approval = { ...inputOf(shelf), draft, operationsKey: null, versionPublicId: newPublicId('ver') };
  expect(await runActivity(approveShelf, approval)).toEqual({});
  expect(await runActivity(approveShelf, { ...approval, ...asked })).toEqual({ deliveries: one });

  const { shelf: other } = await inReview();
  const failure = { ...inputOf(other), step: 'verifying', reason: 'stopped' } as const;
  expect(await runActivity(recordFailure, failure)).toEqual({ recorded: true });
  expect(await runActivity(recordFailure, { ...failure, ...asked })).toEqual({ recorded: true, deliveries: one });
});
