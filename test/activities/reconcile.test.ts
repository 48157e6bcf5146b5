/** Rows, runs and objects that have lost each other, over a real database, object store and Temporal without workers. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listedAsRunning } from '../../activities/executions.js';
import { workFiles } from '../../infra/object-keys.js';
import { newPublicId } from '../../entities/ids.js';
import { Event } from '../../entities/event.js';
import { createMail } from '../../entities/queries/mails.js';
import { createSession } from '../../entities/queries/sessions.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Session } from '../../entities/session.js';
import { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { deleteRunId, mailRunId, shelfRunId, shelfRunStart } from '../../workflows/starts.js';
import { HOUR_MS, inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { poll } from '../support/poll.js';
import { sha256 } from '../support/rows.js';
import { startTemporal } from '../support/servers.js';

const NOW = { intentMs: -60_000, workMs: -60_000 }; // every age counts as old
const PDF = Buffer.from('%PDF-1.7 not read here');
let env: ActivityTest;
let temporal: Temporal;
let stopTemporal: () => Promise<void>;

beforeAll(async () => {
  const server = await startTemporal();
  stopTemporal = () => server.stop();
  temporal = createTemporal(server);
  env = await startActivities({ temporal });
});
afterAll(async () => {
  await env?.stop();
  await temporal?.close();
  await stopTemporal?.();
});

/** Makes rows look as if nobody had touched them for two minutes; the trigger would set the time anew. */
async function age(table: 'shelves' | 'mails', publicId: string): Promise<void> {
  const [id, time] = table === 'shelves' ? ['public_id', 'updated_at'] : ['id', 'created_at'];
  await env.manager.transaction(async (tx) => {
    await tx.query(`SET LOCAL session_replication_role = replica`);
    await tx.query(`UPDATE ${table} SET ${time} = now() - interval '2 minutes' WHERE ${id} = $1`, [publicId]);
    if (table === 'shelves') {
      const deleted = `UPDATE shelves SET deleted_at = deleted_at - interval '2 minutes' WHERE public_id = $1`;
      await tx.query(deleted, [publicId]);
    }
  });
}

async function agedShelf(): Promise<Shelf> {
  const shelf = await env.givenStoredShelf(PDF);
  await age('shelves', shelf.publicId);
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
  await temporal.within(30_000, () => run.terminate('enough'));
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
  const run = await start(broken);
  await temporal.within(30_000, () => run.terminate('enough'));
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
  await age('shelves', shelf.publicId);
  const mailId = await createMail(env.manager, MAIL);
  await age('mails', mailId);
  await runActivity(env.activities.shelves.startDeletes, { after: null });
  await runActivity(env.activities.shelves.startMails, undefined);
  expect((await describe(deleteRunId(shelf.publicId))).type).toBe('deleteShelfWorkflow');
  expect((await describe(mailRunId(mailId))).taskQueue).toBe('deliveries');
});

test('a deletion that failed is tried again an hour later, and counts as a repair', async () => {
  const shelf = await env.givenStoredShelf(PDF);
  await claimDelete(env.manager, { accountId: env.account.id, publicId: shelf.publicId });
  await age('shelves', shelf.publicId);
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
  expect(starts).toContain(deleteRunId(shelf.publicId));
  expect(env.repairs.slice(before)).toContain('delete_started');
});

test('a mail whose run failed is tried again an hour later', async () => {
  const mailId = await createMail(env.manager, MAIL);
  await age('mails', mailId);
  const ended = { status: { name: 'FAILED' }, closeTime: new Date() };
  const starts: string[] = [];
  const workflow = {
    count: async () => ({ count: 0 }),
    getHandle: () => ({ describe: async () => ended }),
    start: async (_: string, { workflowId }: { workflowId: string }) => void starts.push(workflowId),
  };
  const of = { within: (_: number, call: (client: never) => unknown) => call({ workflow } as never) };
  const { startMails } = env.build({ temporal: of as never }).shelves;
  await runActivity(startMails, undefined);
  expect(starts).toEqual([]);
  ended.closeTime = new Date(Date.now() - HOUR_MS);
  await runActivity(startMails, undefined);
  expect(starts).toContain(mailRunId(mailId));
});

test('mails that wait for a mail server keep none behind them from being looked at, in the same turn', async () => {
  const behind = await createMail(env.manager, MAIL);
  const waiting = await env.manager.query<{ id: string }[]>(
    `INSERT INTO mails (recipient, subject, body, created_at, expires_at)
     SELECT 'a@example.com', 'Code', 'Code', now() - interval '2 days', now() + interval '1 hour'
     FROM generate_series(1, 500) RETURNING id`,
  );
  await age('mails', behind);
  const looked = new Set<string>();
  const workflow = {
    count: async () => ({ count: 0 }),
    getHandle: (id: string) => ({ describe: async () => (looked.add(id), { status: { name: 'RUNNING' } }) }),
  };
  const of = { within: (_: number, call: (client: never) => unknown) => call({ workflow } as never) };
  const { startMails } = env.build({ temporal: of as never }).shelves;
  expect(await runActivity(startMails, { after: null })).toEqual({ after: null });
  expect(looked.size).toBeGreaterThan(500);
  expect(looked.has(mailRunId(behind))).toBe(true);
  looked.clear();
  await runActivity(startMails, { after: waiting[0]!.id });
  expect(looked.has(mailRunId(waiting[0]!.id))).toBe(false);
  expect(looked.has(mailRunId(behind))).toBe(true);
  expect(await runActivity(startMails, { after: crypto.randomUUID() })).toEqual({ after: null });
  await env.manager.query('DELETE FROM mails WHERE id = ANY ($1)', [waiting.map(({ id }) => id)]);
});

test('a mail whose run was ended is not tried again', async () => {
  const mailId = await createMail(env.manager, MAIL);
  await age('mails', mailId);
  await runActivity(env.activities.shelves.startMails, undefined);
  const { runId } = await describe(mailRunId(mailId));
  await temporal.within(30_000, (client) => client.workflow.getHandle(mailRunId(mailId)).terminate());
  await runActivity(env.activities.shelves.startMails, undefined);
  expect(await describe(mailRunId(mailId))).toMatchObject({ runId, status: { name: 'TERMINATED' } });
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

test('sends a mail once and forgets its text', async () => {
  const mailId = await createMail(env.manager, MAIL);
  const { sendMail } = env.activities.deliveries;
  await runActivity(sendMail, { mailId, requestId: null });
  await runActivity(sendMail, { mailId, requestId: null });
  expect(env.mails.filter((mail) => mail.id === mailId)).toHaveLength(1);
  const [row] = await env.manager.query('SELECT body, sent_at FROM mails WHERE id = $1', [mailId]);
  expect(row).toMatchObject({ body: null, sent_at: expect.anything() });
});

test('does not send a mail that has expired', async () => {
  const mailId = await createMail(env.manager, { ...MAIL, ttlSeconds: 0 });
  await runActivity(env.activities.deliveries.sendMail, { mailId, requestId: null });
  expect(env.mails.filter((mail) => mail.id === mailId)).toEqual([]);
});

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

test('purging rows keeps what is young, and removes sessions that ended long ago', async () => {
  const mailId = await createMail(env.manager, MAIL);
  const [live, ended] = [sha256('live'), sha256('ended')];
  for (const tokenHash of [live, ended]) await createSession(env.manager, { accountId: env.account.id, tokenHash });
  await env.manager.update(Session, { tokenHash: ended }, { expiresAt: () => "now() - interval '31 days'" });
  await runActivity(env.activities.shelves.purgeRows, undefined);
  const mails = await env.manager.query('SELECT id FROM mails WHERE id = $1', [mailId]);
  expect(mails).toHaveLength(1);
  const sessions = await env.manager.findBy(Session, { accountId: env.account.id });
  expect(sessions.map((session) => session.tokenHash)).toEqual([live]);
});

test('a kind of rows that cannot be purged keeps none of the others, and fails the batch', async () => {
  const tokenHash = sha256('long ended');
  await createSession(env.manager, { accountId: env.account.id, tokenHash });
  await env.manager.update(Session, { tokenHash }, { expiresAt: () => "now() - interval '31 days'" });
  await env.manager.query('ALTER TABLE idempotency_keys RENAME TO mislaid'); // of the first in the order of purging
  try {
    await expect(runActivity(env.activities.shelves.purgeRows, undefined)).rejects.toThrow(/^a defect \(.*42P01\)$/);
  } finally {
    await env.manager.query('ALTER TABLE mislaid RENAME TO idempotency_keys');
  }
  expect(await env.manager.countBy(Session, { tokenHash })).toBe(0);
});

test.each([
  ['a statement that took too long keeps none of the others from their turn', '57014', 0],
  ['an outage ends the purging at once: the others would each wait for it', '57P01', 1],
])('%s', async (_, sqlState, left) => {
  const tokenHash = sha256(`long ended before ${sqlState}`);
  await createSession(env.manager, { accountId: env.account.id, tokenHash });
  await env.manager.update(Session, { tokenHash }, { expiresAt: () => "now() - interval '31 days'" });
  await env.manager.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlState}'; END $$`);
  // idempotency keys are the first in the order of purging
  await env.manager.query(`CREATE TRIGGER refuses BEFORE DELETE ON idempotency_keys EXECUTE FUNCTION refuse()`);
  try {
    const purged = runActivity(env.activities.shelves.purgeRows, undefined);
    await expect(purged).rejects.toThrow(`Postgres does not answer (${sqlState})`);
  } finally {
    await env.manager.query('DROP FUNCTION refuse CASCADE');
  }
  expect(await env.manager.countBy(Session, { tokenHash })).toBe(left);
});
