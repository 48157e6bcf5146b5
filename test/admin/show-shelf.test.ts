/** `shelf show` over a real database and a real Temporal. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { activity } from '../../activities/activity.js';
import { toJson, toTable } from '../../admin/output.js';
import { readRequest } from '../../admin/request.js';
import { newPublicId } from '../../entities/ids.js';
import { recordFailure, recordProgress, recordStep } from '../../entities/queries/runs.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import { StorageError } from '../../infra/storage.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { TASK_QUEUES, WORKFLOWS } from '../../workflows/messages.js';
import { shelfRunStart } from '../../workflows/starts.js';
import { answerOf, startAdminSystems, type AdminSystems } from '../support/admin.js';
import { poll } from '../support/poll.js';
import { givenAccount, givenEndpoint, givenShelf } from '../support/rows.js';
import { fakeActivities, withWorkers } from '../support/workflows.js';

let systems: AdminSystems;
let database: AdminSystems['database'];
let env: AdminSystems['env'];
let temporal: AdminSystems['temporal'];
beforeAll(async () => {
  systems = await startAdminSystems();
  ({ database, env, temporal } = systems);
});
afterAll(() => systems?.stop());

async function show(id: string, where: Temporal | null = temporal) {
  const places = { manager: database.manager, temporal: where, temporalUiUrl: 'http://127.0.0.1:8233' };
  const answer = await answerOf(['shelf', 'show', id], places);
  return { json: JSON.parse(toJson(answer)) as Record<string, Record<string, unknown>>, table: toTable(answer) };
}

test('a shelf in work: its progress, and the attempts and last failure of what its run waits for', async () => {
  const { manager } = database;
  const account = await givenAccount(manager);
  const shelf = await givenShelf(manager, account.id);
  const { publicId: shelfPublicId } = shelf;
  const id = `shelf/${shelfPublicId}/1`;
  await recordStep(manager, { publicId: shelfPublicId, run: 1, status: 'parsing' });
  await recordProgress(manager, { publicId: shelfPublicId, run: 1, pageCount: 640, pagesDone: 96 });
  const fakes = fakeActivities({
    parsePages: activity(async () => {
      throw new StorageError('STORAGE_TIMEOUT', `users/${account.publicId}/secret.pdf fell silent`);
    }),
  });
  const queuesOf = (shown: Awaited<ReturnType<typeof show>>) =>
    (shown.json['queues'] as unknown as { queue: string; workers: number; state: string }[]).map(
      ({ queue, workers, state }) => [queue, workers, state],
    );
  const queues = Object.values(TASK_QUEUES);
  expect(queuesOf(await show(shelfPublicId))).toEqual(queues.map((queue) => [queue, 0, 'NO WORKER POLLS IT']));
  await withWorkers(env, fakes, async () => {
    const labels = { accountPublicId: account.publicId, template: null };
    const handle = await env.client.workflow.start(
      WORKFLOWS.shelf,
      shelfRunStart({ shelfPublicId, run: 1, requestId: null }, labels),
    );
    const { json, table } = await poll(async () => {
      const shown = await show(shelfPublicId);
      const pending = shown.json['pendingActivities'] as unknown as { attempt: number; nextAttemptAt: string | null }[];
      // one that waits: between being taken and failing again it has no next attempt
      const waits = pending.some(({ attempt, nextAttemptAt }) => attempt > 1 && nextAttemptAt !== null);
      // another activity may just have ended, and then a workflow task is pending
      return waits && shown.json['workflow']!['workflowTaskAttempt'] === null ? shown : null;
    });
    expect(json['shelf']).toMatchObject({
      account: account.publicId,
      status: 'parsing',
      step: 'parsing',
      run: 1,
      pagesDone: 96,
      pageCount: 640,
      lastError: null,
    });
    const url = `http://127.0.0.1:8233/namespaces/default/workflows/shelf%2F${shelfPublicId}%2F1`;
    expect(json['workflow']).toEqual({ id, state: 'RUNNING', workflowTaskAttempt: null, url });
    expect(json['pendingActivities']).toContainEqual({
      activity: 'parsePages',
      attempt: expect.any(Number),
      lastFailure: 'the object store does not answer (STORAGE_TIMEOUT)',
      nextAttemptAt: expect.any(String),
    });
    const polled = queues.map((queue) => [queue, 1, 'polled']);
    await poll(async () => (isDeepStrictEqual(queuesOf(await show(shelfPublicId)), polled) ? true : null));
    expect(table).toMatch(
      /^SHELF\n {2}public id +shf_.*WORKFLOW\n {2}id +shelf\/shf_.*\nPENDING ACTIVITIES\n {2}ACTIVITY/s,
    );
    expect(table).not.toContain('secret');
    await handle.terminate();
  });
});

test('a failed shelf: its last error, and its deliveries by endpoint', async () => {
  const { manager } = database;
  const account = await givenAccount(manager);
  const endpoint = await givenEndpoint(manager, account.id, { events: ['shelf.failed'] });
  const { publicId } = await givenShelf(manager, account.id);
  await recordFailure(manager, { publicId, run: 1, step: 'uploading', message: 'The PDF is damaged.' });
  await manager.query(`UPDATE deliveries SET attempt_count = 1, next_attempt_at = now()`);
  await manager.query(
    `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, status_code)
     SELECT id, 1, now(), 12, 500 FROM deliveries`,
  );
  const { json } = await show(publicId);
  expect(json['shelf']).toMatchObject({
    status: 'failed',
    failedAtStep: 'uploading',
    lastError: 'The PDF is damaged.',
  });
  expect(json['workflow']).toMatchObject({ state: 'Temporal knows no such run' });
  expect(json['deliveries']).toEqual([
    expect.objectContaining({
      endpoint,
      event: 'shelf.failed',
      status: 'pending',
      attempts: 1,
      lastStatusCode: 500,
      nextAttemptAt: expect.any(String),
    }),
  ]);
});

test('without Temporal it says so and shows the rest; so for a shelf that is being deleted', async () => {
  const account = await givenAccount(database.manager);
  const { publicId } = await givenShelf(database.manager, account.id);
  await claimDelete(database.manager, { accountId: account.id, publicId });
  const away = createTemporal({ address: '127.0.0.1:1', namespace: 'default' });
  const { json } = await show(publicId, away);
  await away.close();
  expect(json['queues']).toEqual([]);
  expect(json['workflow']).toMatchObject({ state: 'not known: Temporal cannot be reached' });
  expect(json['shelf']).toMatchObject({ publicId, deletedAt: expect.any(String) });
  expect((await show(publicId, null)).json['workflow']).toMatchObject({ state: 'not known: set TEMPORAL_ADDRESS' });
});

test('an unknown id is said to be so, a malformed one is not understood', async () => {
  await expect(show(newPublicId('shf'))).rejects.toMatchObject({ name: 'CommandError' });
  for (const id of ['shf_1', 'lighthouse', "' OR 1=1"])
    expect(() => readRequest(['shelf', 'show', id])).toThrow('shf_ and 24 hex digits');
});
