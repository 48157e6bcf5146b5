/** Shelves in review whose run was lost or ended, over a real database, object store and Temporal without workers. */
import { afterAll, expect, test } from '@jest/globals';
import { runPrefix, workFiles } from '../../infra/object-keys.js';
import { Event } from '../../entities/event.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import type { Temporal } from '../../infra/temporal.js';
import { shelfRunId } from '../../workflows/starts.js';
import { inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { ageShelf } from '../support/aged-rows.js';
import { finishedTree, publicationOf } from '../support/rows.js';
import { setUpTemporalClient } from '../support/set-up.js';
import { terminate } from '../support/terminate.js';

const NOW = { intentMs: -60_000, workMs: -60_000 }; // every age counts as old
let env: ActivityTest;
let temporal: Temporal;
setUpTemporalClient(async (started) => {
  temporal = started;
  env = await startActivities({ temporal, sweep: NOW });
});
afterAll(() => env?.stop());

/** A shelf in review that nobody has touched for two minutes, with a work file and a file of its draft. */
async function waiting(): Promise<{ shelf: Shelf; work: string; draft: string }> {
  const shelf = await env.givenStoredShelf(Buffer.from('%PDF-1.7 not read here'), { reviewMode: true });
  const work = runPrefix(env.account.publicId, shelf.publicId, 1) + workFiles.info;
  const tree = finishedTree(['README.md']);
  const prefix = `users/${env.account.publicId}/shelves/${shelf.publicId}/files/${tree.publicId}/`;
  await publishVersion(env.manager, publicationOf(shelf, { ...tree, prefix }));
  await env.storage.put(work, '{}', 'application/json');
  await env.storage.put(`${prefix}README.md`, '# Report\n', 'text/markdown');
  await ageShelf(env.manager, shelf.publicId);
  return { shelf, work, draft: `${prefix}README.md` };
}

const reconcile = () => runActivity(env.activities.shelves.reconcileShelves, { after: null });
const handleOf = (shelf: Shelf) =>
  temporal.within(30_000, async (client) => client.workflow.getHandle(shelfRunId(shelf.publicId, 1)));
const rowOf = ({ id }: Shelf) => env.manager.findOneByOrFail(Shelf, { id });

test('a shelf in review without an open run gets it started, once', async () => {
  const { shelf } = await waiting();
  await reconcile();
  await reconcile();
  const run = await handleOf(shelf);
  const described = await temporal.within(30_000, () => run.describe());
  expect(described).toMatchObject({ type: 'shelfWorkflow', historyLength: 2 });
  expect(described.status.name).toBe('RUNNING');
  expect(await rowOf(shelf)).toMatchObject({ status: 'review' });
});

test('a review whose run an operator has terminated fails in verifying, and its draft goes', async () => {
  const { shelf, work, draft } = await waiting();
  await reconcile();
  await terminate(temporal, await handleOf(shelf));
  await reconcile();
  expect(await rowOf(shelf)).toMatchObject({
    status: 'failed',
    failedAtStep: 'verifying',
    errorMessage: 'The processing was stopped by an operator.',
    draftVersionId: null,
  });
  expect(await env.manager.countBy(Event, { shelfId: shelf.id, type: 'shelf.failed' })).toBe(1);
  expect(await env.manager.countBy(Version, { shelfId: shelf.id })).toBe(0);
  expect(await env.keys(work)).toEqual([]);
  await runActivity(env.activities.shelves.sweepObjects, { after: null });
  expect(await env.keys(draft)).toEqual([]);
});

test('work files and draft of a shelf in review stay as long as it waits', async () => {
  const { shelf, work, draft } = await waiting();
  await runActivity(env.activities.shelves.sweepObjects, { after: null });
  expect([...(await env.keys(work)), ...(await env.keys(draft))]).toEqual([work, draft]);
  await runActivity(env.activities.shelves.giveUpDraft, {
    ...inputOf(shelf),
    draft: draft.split('/').at(-2) as string,
  });
  expect(await env.keys(work)).toEqual([work]);
});
