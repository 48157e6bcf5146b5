/** The queries of docs/metrics.md, asked of a real server with runs in the states that they are about. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { activity } from '../../activities/activity.js';
import { StorageError } from '../../infra/storage.js';
import { DocumentError } from '../../engine/document-error.js';
import { createLogger } from '../../infra/logger.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { reportFailedAttempts } from '../../worker/failed-attempts.js';
import {
  ATTEMPT_FAILED,
  reconcileId,
  REFUSALS,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WORKFLOWS,
} from '../../workflows/messages.js';
import { PROGRESS } from '../../workflows/progress.js';
import { deleteWorkflowStart, deliveryWorkflowStart, shelfRunStart } from '../../workflows/starts.js';
import { poll } from '../support/poll.js';
import { approve, detailsOf, inReview, refusedWith, REVIEWED_RUN, reviewed } from '../support/reviews.js';
import { failureType, fakeActivities, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';
import { until } from '../support/until.js';

const ACCOUNT = 'usr_0123456789abcdef01234567';
const ENDPOINT = 'wh_0123456789abcdef01234567';
const [parsing, structuring, review, failed] = [1, 2, 3, 4].map(newShelfRun) as [Run, Run, Run, Run];
type Run = ReturnType<typeof newShelfRun>;
const waitsForOf = async (handle: WorkflowHandle) =>
  (await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.waitsFor);
const idOf = ({ shelfPublicId }: Run) => `shelf/${shelfPublicId}/1`;

let env: TestWorkflowEnvironment;
let temporal: Temporal;
afterAll(() => temporal?.close());
setUpTemporal((started) => {
  env = started;
  temporal = createTemporal({ address: env.address, namespace: 'default' });
});

/** Rows `[question, query]` of the table. */
function documented(): [string, string][] {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/metrics.md'), 'utf8');
  const [, section = ''] = /\n## Questions and queries\n(.*?)(?:\n## |$)/s.exec(text) ?? [];
  return Array.from(section.matchAll(/^\| ([^|]+) \| `([^|]+)` \|$/gm), ([, question, query]) => [question!, query!]);
}

/** What each question is to find. */
const deletion = 'delete/shf_0123456789abcdef01234567';
const delivery = 'delivery/dlv_0123456789abcdef01234567';
const EXPECTED: [RegExp, string[]][] = [
  [/^which shelves are being processed$/, [idOf(parsing), idOf(structuring)]],
  [/^which are stuck/, [idOf(parsing), idOf(structuring)]],
  [/^which are in a given step/, [idOf(structuring)]],
  [/^which wait for something/, [idOf(structuring)]],
  [/^which wait for the object store/, [idOf(structuring)]],
  [/^which runs belong to an account/, [idOf(review)]],
  [/^all runs of one shelf/, [idOf(parsing)]],
  [/^which have been in review for more/, [idOf(review)]],
  [/^what failed today$/, [idOf(failed)]],
  [/^what failed today, by step/, [idOf(failed)]],
  [/^what failed, by template/, [idOf(failed)]],
  [/^which deliveries are pending/, [delivery]],
  [/^which deliveries failed/, [delivery]],
  [/^is the reconciler overdue/, [reconcileId('processing')]],
  [/^which deletions/, [deletion]],
];

async function ask(query: string): Promise<string[]> {
  const found: string[] = [];
  // a schedule adds the time to the ids of its runs
  for await (const { workflowId } of env.client.workflow.list({ query }))
    found.push(workflowId.replace(/-20\S+Z$/, ''));
  return found.toSorted((a, b) => (a < b ? -1 : 1));
}

/** One run in each state; those at work stay there until `goOn`. */
function fakes(goOn: Promise<void>) {
  const of =
    (run: Run) =>
    ({ shelfPublicId }: { shelfPublicId: string }) =>
      shelfPublicId === run.shelfPublicId;
  return fakeActivities({
    openRun: async (input) => ({ ...REVIEWED_RUN, reviewMode: of(review)(input) }),
    publishVersion: async (input) => ({ draft: of(review)(input) ? input.versionPublicId : null }),
    inspectDocument: activity(async (input) => {
      if (of(failed)(input)) throw new DocumentError('unreadable', 'no');
      return { pageCount: 10, workMs: 1 };
    }),
    parsePages: async (input) => {
      if (of(parsing)(input)) await goOn;
      return { workMs: 1, tally: { pages: 4, withText: 4, timedOut: 0, tooLarge: 0, damaged: 0 }, toRecognise: [] };
    },
    structureShelf: activity(async (input) => {
      if (of(structuring)(input)) throw new StorageError('STORAGE_TIMEOUT', `users/${ACCOUNT}/secret.pdf fell silent`);
      return { workMs: 1 };
    }),
    endRun: () => goOn.then(() => undefined),
    attemptDelivery: async () => ({ outcome: 'retry', number: 1, statusCode: 500, waitMs: 3_600_000 }),
  });
}

async function startAll(): Promise<WorkflowHandle[]> {
  const { workflow } = env.client;
  const of = (run: Run) => ({ accountPublicId: run === review ? ACCOUNT : 'usr_1', template: 'book' as const });
  const ids = { deliveryId: delivery.split('/')[1]!, endpointPublicId: ENDPOINT, accountPublicId: ACCOUNT };
  return Promise.all([
    ...[parsing, structuring, review, failed].map((run) =>
      workflow.start(WORKFLOWS.shelf, shelfRunStart(run, of(run))),
    ),
    workflow.start(WORKFLOWS.deliverWebhook, deliveryWorkflowStart(ids)),
    workflow.start(WORKFLOWS.deleteShelf, {
      ...deleteWorkflowStart({ shelfPublicId: deletion.split('/')[1]!, lastRun: 1, requestId: null }),
    }),
  ]);
}

/** A turn of each of two jobs, of which the one does not tell that the other is done. */
async function startTurns(): Promise<void> {
  for (const job of ['processing', 'mails'] as const)
    await env.client.schedule.create({
      scheduleId: reconcileId(job),
      spec: {},
      action: {
        type: 'startWorkflow',
        workflowType: WORKFLOWS.reconcile,
        workflowId: reconcileId(job),
        taskQueue: TASK_QUEUES.shelves,
        args: [job],
      },
      state: { triggerImmediately: true },
    });
}

async function areTurnsOver(): Promise<boolean> {
  const schedules = (['processing', 'mails'] as const).map((job) => env.client.schedule.getHandle(reconcileId(job)));
  const all = await Promise.all(schedules.map((schedule) => schedule.describe()));
  return all.every(({ info }) => info.recentActions.length === 1 && info.runningActions.length === 0);
}

test('each query of the documentation finds what it says, and only that', async () => {
  await temporal.ping(20_000); // the worker gives the signal that it sends two seconds
  const before = new Date(Date.now() - 1000).toISOString();
  const gate = Promise.withResolvers<void>();
  const interceptors = [reportFailedAttempts(temporal, createLogger({ level: 'silent', name: 'worker' }))];
  const rows = documented();
  expect(rows.map(([question]) => EXPECTED.findIndex(([pattern]) => pattern.test(question)))).toEqual(
    EXPECTED.map((_, at) => at),
  );
  await withWorkers(env, { ...fakes(gate.promise), interceptors }, async () => {
    const handles = await startAll();
    await startTurns();
    const states =
      'ShelfWaitsFor = "object_store" OR ShelfStatus IN ("failed", "review") OR DeliveryState = "retrying"';
    await until(async () => (await ask(states)).length === 4, 'each is in its state');
    expect(await failureType(handles[3]!)).toBe('unreadable');
    await until(areTurnsOver, 'the turns of the jobs are over');
    expect(await detailsOf(handles[0]!)).toMatch(/^parsing 0\/10 pages, since 20\S+Z$/);
    expect(await detailsOf(handles[1]!)).toMatch(
      /^structuring, since \S+Z\n\n\*\*structureShelf waits for object_store\*\*: attempt 3 failed at \S+Z$/,
    );
    await pause(1_100);
    const after = new Date().toISOString();
    for (const [at, [question, text]] of rows.entries()) {
      const query = text
        .replace('shf_...', parsing.shelfPublicId)
        .replace('usr_...', ACCOUNT)
        .replace('wh_...', ENDPOINT);
      const filled = (time: string) => query.replace(/<[^>"]+>/, time);
      const isOfClosed = query.includes('CloseTime');
      const expected = EXPECTED[at]![1].toSorted();
      let found: string[] = [];
      const isFound = async () => isDeepStrictEqual((found = await ask(filled(isOfClosed ? before : after))), expected);
      // Temporal's list lags
      await until(isFound, `"${question}" finds ${expected.join()}`).catch(() => expect(found).toEqual(expected));
      // one second more, or less: nothing is as old or as new
      if (/</.test(text)) expect([question, await ask(filled(isOfClosed ? after : before))]).toEqual([question, []]);
    }
    const { pendingActivities } = (await handles[1]!.describe()).raw;
    expect(pendingActivities?.[0]?.lastFailure?.message).toBe('the object store does not answer (STORAGE_TIMEOUT)');
    expect(JSON.stringify(pendingActivities)).not.toContain('secret');
    await Promise.all(handles.slice(0, 3).map((handle) => handle.terminate()));
    gate.resolve();
  });
}, 240_000);

test('a run that gets on again waits for nothing any more, and what is no word is not shown', async () => {
  const gate = Promise.withResolvers<void>();
  const stuck = fakeActivities({ structureShelf: () => gate.promise.then(() => ({ workMs: 1 })) });
  await withWorkers(env, stuck, async () => {
    const handle = await startShelf(env, newShelfRun());
    try {
      await poll(async () => ((await detailsOf(handle))?.startsWith('structuring') ? true : null));
      await handle.signal(ATTEMPT_FAILED);
      await handle.signal(ATTEMPT_FAILED, { activity: '<b>x</b>', attempt: 3, reason: 'https://hooks.example' });
      expect(await detailsOf(handle)).toMatch(/^structuring, since \S+$/);
      await handle.signal(ATTEMPT_FAILED, { activity: 'structureShelf', attempt: 3, reason: 'postgres' });
      await poll(async () => ((await waitsForOf(handle)) === 'postgres' ? true : null));
    } finally {
      gate.resolve();
    }
    expect(await failureType(handle)).toBeNull();
    expect(await waitsForOf(handle)).toBeUndefined();
    expect(await detailsOf(handle)).toMatch(/^ready, since/);
  });
});

test('a review waits for nothing any more once an approval that waited is refused, and shows the next wait as well', async () => {
  const refusals = [Promise.withResolvers<never>(), Promise.withResolvers<never>()];
  const { badOperation: type } = REFUSALS;
  const fakes = reviewed({ approveShelf: () => refusals[fakes.called('approveShelf').length - 1]!.promise });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    for (const refusal of refusals) {
      const refused = approve(handle, draft).catch(refusedWith);
      await handle.signal(ATTEMPT_FAILED, { activity: 'approveShelf', attempt: 3, reason: 'object_store' });
      await poll(async () => ((await waitsForOf(handle)) === 'object_store' ? true : null));
      expect(await detailsOf(handle)).toContain('**approveShelf waits for object_store**');
      refusal.reject(ApplicationFailure.create({ type, nonRetryable: true, details: [] }));
      expect(await refused).toBe(type);
      expect(await waitsForOf(handle)).toBeUndefined();
      expect(await detailsOf(handle)).toMatch(/^in review: waits for approve or regenerate, since \S+$/);
      expect(await handle.query(PROGRESS)).toMatchObject({ waitsFor: null });
    }
    await handle.terminate();
  });
});
