/** Shelves and runs that have lost each other, over a real database, object store and Temporal without workers. */
import { afterAll, expect, test } from '@jest/globals';
import { listedAsRunning } from '../../activities/executions.js';
import { workFiles } from '../../infra/object-keys.js';
import { newPublicId } from '../../entities/ids.js';
import { Event } from '../../entities/event.js';
import { createMail } from '../../entities/queries/mails.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import type { Temporal } from '../../infra/temporal.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { deleteWorkflowId, mailWorkflowId, shelfRunId, shelfRunStart } from '../../workflows/starts.js';
import { HOUR_MS, inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { ageMail, ageShelf } from '../support/aged-rows.js';
import { poll } from '../support/poll.js';
import { setUpTemporalClient } from '../support/set-up.js';
import { terminate } from '../support/terminate.js';

const PDF = Buffer.from('%PDF-1.7 not read here');
let env: ActivityTest;
let temporal: Temporal;
setUpTemporalClient(async (started) => {
  temporal = started;
  env = await startActivities({ temporal });
});
afterAll(() => env?.stop());

async function agedShelf(): Promise<Shelf> {
  const shelf = await env.givenStoredShelf(PDF);
  await ageShelf(env.manager, shelf.publicId);
  return shelf;
}

const describe = (workflowId: string) =>
  temporal.within(30_000, (client) => client.workflow.getHandle(workflowId).describe());

const start = (shelf: Shelf) =>
  temporal.within(30_000, (client) =>
    client.workflow.start(
      WORKFLOWS.shelf,
      shelfRunStart(inputOf(shelf), { accountPublicId: env.account.publicId, template: null }),
    ),
  );

const reconcileShelves = () => runActivity(env.activities.shelves.reconcileShelves, { after: null });

const MAIL = { recipient: 'ada@example.com', subject: 'Code', body: '123456', ttlSeconds: 900 };

test('starts the run that a shelf in work lacks, once, with what the row says', async () => {
  const shelf = await agedShelf();
  expect(await reconcileShelves()).toEqual({ after: null });
  await reconcileShelves();
  const run = await describe(shelfRunId(shelf.publicId, 1));
  expect(run).toMatchObject({ type: 'shelfWorkflow', taskQueue: 'shelves', historyLength: 2 });
  expect(run.status.name).toBe('RUNNING');
});

test('a walk over one kind of shelves leaves those of the other alone', async () => {
  const shelf = await agedShelf();
  await runActivity(env.activities.shelves.reconcileShelves, { after: null, of: 'review' });
  await expect(describe(shelfRunId(shelf.publicId, 1))).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
  await runActivity(env.activities.shelves.reconcileShelves, { after: null, of: 'processing' });
  expect((await describe(shelfRunId(shelf.publicId, 1))).status.name).toBe('RUNNING');
});

test('Temporal’s list tells which of many runs are open, whatever else there is', async () => {
  const shelves = [await agedShelf(), await agedShelf(), await agedShelf()];
  const ids = shelves.map(({ publicId }) => shelfRunId(publicId, 1));
  const [open, ended] = await Promise.all(shelves.slice(0, 2).map(start));
  await temporal.within(30_000, () => ended!.terminate('enough'));
  const many = [...ids, ...Array.from({ length: 300 }, () => shelfRunId(newPublicId('shf'), 1))];
  await poll(async () => {
    const listed = await listedAsRunning(temporal, many);
    return listed.size === 1 && listed.has(open!.workflowId) ? true : null;
  });
  expect(await listedAsRunning(temporal, [open!.workflowId])).toEqual(new Set([open!.workflowId]));
  expect(await listedAsRunning(temporal, [])).toEqual(new Set());
});

test('leaves a shelf alone that was touched a moment ago', async () => {
  const shelf = await env.givenStoredShelf(PDF);
  await reconcileShelves();
  await expect(describe(shelfRunId(shelf.publicId, 1))).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
});

test('fails a shelf whose run an operator has terminated, with its event, and removes its work files', async () => {
  const shelf = await agedShelf();
  const run = await start(shelf);
  const work = `users/${env.account.publicId}/shelves/${shelf.publicId}/runs/1/`;
  await env.storage.put(`${work}info.json`, '{}', 'application/json');
  await terminate(temporal, run);
  await reconcileShelves();
  expect(await env.manager.findOneByOrFail(Shelf, { id: shelf.id })).toMatchObject({
    status: 'failed',
    failedAtStep: 'uploading',
    errorMessage: 'The processing was stopped by an operator.',
  });
  expect(await env.manager.countBy(Event, { shelfId: shelf.id, type: 'shelf.failed' })).toBe(1);
  expect(await env.keys(work)).toEqual([]);
});

test('a shelf that cannot be repaired does not block the next one', async () => {
  const shelves = [await agedShelf(), await agedShelf()].sort((a, b) => (a.publicId < b.publicId ? -1 : 1));
  const [broken, next] = shelves as [Shelf, Shelf];
  await terminate(temporal, await start(broken));
  const note = `users/${env.account.publicId}/shelves/${broken.publicId}/runs/1/${workFiles.version(0)}`;
  await env.storage.put(note, 'not JSON', 'application/json');
  await reconcileShelves();
  expect((await describe(shelfRunId(next.publicId, 1))).status.name).toBe('RUNNING');
  await env.storage.remove([note]);
});

test('ends an open run that is no longer its shelf’s, and no other', async () => {
  const [moved, kept] = [await agedShelf(), await agedShelf()];
  await Promise.all([start(moved), start(kept)]);
  await env.manager.update(Shelf, { id: moved.id }, { run: 2 });
  const open = `WorkflowId = '${shelfRunId(moved.publicId, 1)}' OR WorkflowId = '${shelfRunId(kept.publicId, 1)}'`;
  await poll(async () => {
    const { count } = await temporal.within(30_000, (client) => client.workflow.count(open));
    return Number(count) === 2 ? true : null;
  });
  const soon = new Date(Date.now() + 60_000).toISOString(); // else only runs older than a minute are looked at
  await runActivity(env.activities.shelves.reconcileRuns, { after: soon });
  expect(await cancelRequested(moved)).toBe(true);
  expect(await cancelRequested(kept)).toBe(false);
});

async function cancelRequested(shelf: Shelf): Promise<boolean> {
  const handle = temporal.within(30_000, (client) =>
    client.workflow.getHandle(shelfRunId(shelf.publicId, 1)).fetchHistory(),
  );
  const { events } = await handle;
  return (events ?? []).some((event) => event.workflowExecutionCancelRequestedEventAttributes);
}

test('starts the deletion of a deleted shelf and the sending of a mail that wait for theirs', async () => {
  const shelf = await env.givenStoredShelf(PDF);
  await claimDelete(env.manager, { accountId: env.account.id, publicId: shelf.publicId });
  await ageShelf(env.manager, shelf.publicId);
  const mailId = await createMail(env.manager, MAIL);
  await ageMail(env.manager, mailId);
  await runActivity(env.activities.shelves.startDeletes, { after: null });
  await runActivity(env.activities.shelves.startMails, undefined);
  expect((await describe(deleteWorkflowId(shelf.publicId))).type).toBe('deleteShelfWorkflow');
  expect((await describe(mailWorkflowId(mailId))).taskQueue).toBe('deliveries');
});

test('a deletion that failed is tried again an hour later, and counts as a repair', async () => {
  const shelf = await env.givenStoredShelf(PDF);
  await claimDelete(env.manager, { accountId: env.account.id, publicId: shelf.publicId });
  await ageShelf(env.manager, shelf.publicId);
  const ended = { status: { name: 'FAILED' }, closeTime: new Date() };
  const starts: string[] = [];
  const workflow = {
    count: async () => ({ count: 0 }),
    getHandle: () => ({ describe: async () => ({ ...ended, raw: {} }) }),
    start: async (_: string, { workflowId }: { workflowId: string }) => void starts.push(workflowId),
  };
  const of = { within: (_: number, call: (client: never) => unknown) => call({ workflow } as never) };
  const before = env.repairs.length;
  const { startDeletes } = env.build({ temporal: of as never }).shelves;
  await runActivity(startDeletes, { after: null });
  expect([starts, env.repairs.slice(before)]).toEqual([[], []]);
  ended.closeTime = new Date(Date.now() - HOUR_MS);
  await runActivity(startDeletes, { after: null });
  expect(starts).toContain(deleteWorkflowId(shelf.publicId));
  expect(env.repairs.slice(before)).toContain('delete_started');
});

test('waits for runs to close leave room for the runs to record their end', async () => {
  let isClosed = false;
  const handle = {
    cancel: async () => undefined,
    describe: async () => ({ status: { name: isClosed ? 'CANCELLED' : 'RUNNING' }, raw: {} }),
  };
  const client = { workflow: { getHandle: () => handle } };
  const of = { within: (_: number, call: (client: never) => unknown) => call(client as never) };
  const { endRun } = env.build({ temporal: of as never }).shelves;
  const end = (attempt = 1) =>
    runActivity(endRun, { shelfPublicId: 'shf_000000000000000000000001', lastRun: 1, requestId: null }, attempt);
  const first = Array.from({ length: 20 }, () => end());
  await expect(end()).rejects.toMatchObject({ type: 'Busy', nextRetryDelay: '1 second' });
  const last = end(100); // has been put off often enough
  isClosed = true;
  await Promise.all([...first, last]);
  await end();
});

test('a deletion removes the run, the objects and the rows of its shelf', async () => {
  const shelf = await env.givenStoredShelf(PDF);
  const { objectKey } = await env.manager.findOneByOrFail(Upload, { id: shelf.uploadId });
  await claimDelete(env.manager, { accountId: env.account.id, publicId: shelf.publicId });
  const prefix = `users/${env.account.publicId}/shelves/${shelf.publicId}/`;
  await env.storage.put(`${prefix}runs/1/info.json`, '{}', 'application/json');
  const input = { shelfPublicId: shelf.publicId, lastRun: 1, requestId: null };
  const { endRun, removeShelfObjects, removeShelfRows } = env.activities.shelves;
  await runActivity(endRun, input); // which was never started
  expect(await runActivity(removeShelfObjects, input)).toMatchObject({ prefix });
  await runActivity(removeShelfRows, input);
  expect(await env.keys(prefix)).toEqual([]);
  expect(await env.keys(objectKey)).toEqual([]);
  expect(await env.manager.countBy(Shelf, { id: shelf.id })).toBe(0);
  expect(await env.manager.countBy(Upload, { objectKey })).toBe(0);
  expect(await runActivity(removeShelfObjects, input)).toMatchObject({ prefix: null });
});
