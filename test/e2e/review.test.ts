/** A shelf in review over real processes: approved, regenerated, and everything that can die dying in between. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { PendingOperations, Review } from '../../contract/review.js';
import type { Shelf as ShelfReply } from '../../contract/shelf.js';
import type { Operation } from '../../contract/vocabulary.js';
import { Shelf } from '../../entities/shelf.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { shelfRunId } from '../../workflows/starts.js';
import { claimClient, type Claims } from '../support/claims.js';
import { textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { until } from '../support/until.js';
import { tryReconciler } from '../support/reconciler.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const TEMPORAL_MS = 10_000;
const JSON_TYPE = { 'content-type': 'application/json' };
let service: Service;
let temporal: Temporal;
let claims: Claims;
let pdf: Buffer;

beforeAll(async () => {
  pdf = await textPdf(3);
  service = await startService({
    ENGINE_PROCESSES: '1',
    RECONCILE_AFTER_SECONDS: '5',
    LIMIT_WRITES_PER_MINUTE: '1000',
    LIMIT_CREATES_PER_HOUR: '1000',
  });
  temporal = createTemporal(service.temporal);
  claims = claimClient(service, temporal);
}, START_MS);
afterAll(async () => {
  await temporal?.close();
  await service?.stop();
}, STOP_MS);

const run = <T>(publicId: string, call: (handle: WorkflowHandle) => Promise<T>): Promise<T> =>
  temporal.within(TEMPORAL_MS, (client) => call(client.workflow.getHandle(shelfRunId(publicId, 1))));

const versionsOf = async (publicId: string) =>
  (await claims.versions(publicId)).map(({ number, source }) => [number, source]);

async function inReview(): Promise<string> {
  const publicId = await claims.createReviewed(pdf);
  expect(await service.shelfIn(publicId, ['review', 'failed'])).toMatchObject({ status: 'review' });
  return publicId;
}

function approve(publicId: string, operations: Operation[] = [], headers: Record<string, string> = {}) {
  return service.request(`/v1/shelves/${publicId}/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ operations }),
  });
}

/** An approval that takes long enough for something to happen in the middle of it. */
const manyWrites = (): Operation[] =>
  Array.from({ length: 900 }, (_, i) => ({ type: 'write', path: `n/${i}.md`, content: `${i}` }));

/** Lets the reconciler run every few seconds until the shelf is in one of the statuses. */
const reconciled = (publicId: string, statuses: string[]): Promise<ShelfReply> =>
  poll(
    async () => {
      const shelf = await service.getShelf(publicId);
      if (statuses.includes(shelf.status)) return shelf;
      await tryReconciler(temporal);
      return null;
    },
    120_000,
    2_000,
  );

test('a client that has just read review for the first time approves at once', async () => {
  const publicId = await claims.createReviewed(pdf);
  const { manager } = service.database;
  // in the row itself, which is written before the run hears of it
  await poll(
    async () => ((await manager.findOneByOrFail(Shelf, { publicId })).status === 'review' ? true : null),
    60_000,
    1,
  );
  const reply = await approve(publicId);
  expect([reply.status, await reply.json()]).toMatchObject([200, { status: 'ready', currentVersionNumber: 1 }]);
  expect(await versionsOf(publicId)).toEqual([[1, 'initial']]);
}, 240_000);

test('operations make a further version; a bad one is named and leaves everything as it was', async () => {
  const publicId = await inReview();
  const note: Operation = { type: 'write', path: '9-note.md', content: '# Note\n' };
  const refused = await approve(publicId, [note, { type: 'delete', path: 'nowhere.md' }]);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { details: { field: 'operations', index: 1, reason: 'not_found' } },
  ]);
  expect((await service.getShelf(publicId)).status).toBe('review');
  const reply = await approve(publicId, [note]);
  expect([reply.status, await reply.json()]).toMatchObject([200, { status: 'ready', currentVersionNumber: 2 }]);
  expect(await versionsOf(publicId)).toEqual([
    [1, 'initial'],
    [2, 'approval'],
  ]);
  expect(await (await service.request(`/v1/shelves/${publicId}/files/9-note.md`)).text()).toBe('# Note\n');
  expect((await service.request(`/v1/shelves/${publicId}/versions/1/files/9-note.md`)).status).toBe(404);
}, 240_000);

test('of two approvals at the same moment one is 200 and the other 409', async () => {
  const publicId = await inReview();
  const replies = await Promise.all([approve(publicId), approve(publicId)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await versionsOf(publicId)).toEqual([[1, 'initial']]);
}, 240_000);

test('regenerate answers structuring, makes a new draft, and that is approved', async () => {
  const publicId = await inReview();
  const before = (await claims.objectsOf(publicId)).filter((key) => key.includes('/files/'));
  const reply = await service.request(`/v1/shelves/${publicId}/regenerate`, { method: 'POST' });
  expect([reply.status, await reply.json()]).toMatchObject([200, { status: 'structuring' }]);
  await service.shelfIn(publicId, ['review', 'failed']);
  const after = (await claims.objectsOf(publicId)).filter((key) => key.includes('/files/'));
  expect(after).toHaveLength(before.length);
  expect(after.filter((key) => before.includes(key))).toEqual([]);
  expect((await approve(publicId)).status).toBe(200);
  expect(await versionsOf(publicId)).toEqual([[1, 'initial']]);
}, 240_000);

test('edits outlive the page; a template that is regenerated with divides the draft anew, and they are gone', async () => {
  const publicId = await inReview();
  const url = `/v1/dashboard/shelves/${publicId}/review/operations`;
  const [one, two] = [await service.anotherSession(), await service.anotherSession()];
  const json = async <T>(reply: Promise<Response>) => (await reply).json() as Promise<T>;
  const seen = await json<PendingOperations>(one(url));
  const operations: Operation[] = [{ type: 'write', path: '9-note.md', content: '# Note\n' }];
  const put = (send: typeof one, revision: number) =>
    send(url, { method: 'PUT', headers: JSON_TYPE, body: JSON.stringify({ draft: seen.draft, revision, operations }) });
  expect((await put(one, 0)).status).toBe(200);
  expect((await put(two, 0)).status).toBe(409);
  expect(await json(two(url))).toMatchObject({ revision: 1, operations, changedBy: 'another_session' });

  const body = JSON.stringify({ template: 'legal-contract', draft: seen.draft });
  const reply = await one(`/v1/shelves/${publicId}/regenerate`, { method: 'POST', headers: JSON_TYPE, body });
  expect([reply.status, await reply.json()]).toMatchObject([200, { template: 'legal-contract' }]);
  await service.shelfIn(publicId, ['review', 'failed']);
  const review = await json<Review>(two(`/v1/dashboard/shelves/${publicId}/review`));
  expect(review).toMatchObject({ pending: { revision: 0, count: 0 }, shelf: { template: 'legal-contract' } });
  expect(review.draft).not.toBe(seen.draft);
  expect((await put(one, 1)).status).toBe(409);
}, 240_000);

test('with no worker approve is 503 after ten seconds and never takes effect; with the worker back it works', async () => {
  const publicId = await inReview();
  await service.worker.kill();
  const startedMs = Date.now();
  const headers = { 'idempotency-key': 'untaken' };
  const reply = await approve(publicId, [], headers);
  expect(reply.status).toBe(503);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Date.now() - startedMs).toBeGreaterThan(9_000);
  expect(Date.now() - startedMs).toBeLessThan(55_000); // one that was taken is waited for for a minute
  await service.worker.start();
  // the worker is at work on this run, and the approval that nobody waits for any more has had no effect
  const askRun = () => run(publicId, (handle) => handle.query('__temporal_workflow_metadata'));
  await poll(() =>
    askRun().then(
      () => true,
      () => null,
    ),
  );
  expect((await service.getShelf(publicId)).status).toBe('review');
  expect((await approve(publicId, [], headers)).status).toBe(200);
}, 300_000);

test('a worker that is killed in the middle of an approve is replaced, and the client has its answer', async () => {
  const publicId = await inReview();
  const drafted = new Set(await claims.objectsOf(publicId));
  const headers = { 'idempotency-key': 'replaced' };
  const answer = approve(publicId, manyWrites(), headers);
  await poll(async () => {
    const { status } = await service.getShelf(publicId);
    if (status !== 'review') throw new Error(`too late: ${status}`);
    const written = (await claims.objectsOf(publicId)).filter((key) => key.includes('/files/') && !drafted.has(key));
    return written.length > 0 ? true : null;
  }, 30_000);
  await service.worker.kill();
  expect((await service.getShelf(publicId)).status).toBe('review');
  await service.worker.start();
  let reply = await answer;
  // a worker that was not back within the minute of the request
  if (reply.status === 503) reply = await approve(publicId, manyWrites(), headers);
  expect([reply.status, await reply.json()]).toMatchObject([200, { status: 'ready', currentVersionNumber: 2 }]);
  expect(await versionsOf(publicId)).toEqual([
    [1, 'initial'],
    [2, 'approval'],
  ]);
}, 300_000);

test('an api that is killed in the middle of an approve loses no answer: the repeat by its key gets it, after an outage of Temporal too', async () => {
  const publicId = await inReview();
  const drafted = new Set(await claims.objectsOf(publicId));
  const headers = { 'idempotency-key': 'killed' };
  const answer = approve(publicId, manyWrites(), headers).catch(() => 'cut off');
  await poll(async () => {
    const written = (await claims.objectsOf(publicId)).filter((key) => key.includes('/files/') && !drafted.has(key));
    return written.length > 0 ? true : null;
  }, 30_000);
  await service.api.kill();
  expect(await answer).toBe('cut off');
  await service.api.start();
  await service.shelfIn(publicId, ['ready']);
  await claims.closed(publicId, 1);
  await service.database.manager.query(`UPDATE idempotency_keys SET renewed_at = renewed_at - interval '1 minute'`);
  await service.temporal.suspend();
  try {
    expect((await approve(publicId, manyWrites(), headers)).status).toBe(503);
  } finally {
    service.temporal.resume();
  }
  const repeat = await approve(publicId, manyWrites(), headers);
  expect([repeat.status, await repeat.json()]).toMatchObject([200, { status: 'ready', currentVersionNumber: 2 }]);
  expect((await approve(publicId, manyWrites())).status).toBe(409);
}, 300_000);

test('the repeat of an approve whose api was killed leaves alone the draft of a PDF uploaded since', async () => {
  const publicId = await inReview();
  await claims.subscribe();
  const headers = { 'idempotency-key': 'followed' };
  const answer = approve(publicId, manyWrites(), headers).catch(() => 'cut off');
  await poll(async () => {
    const { history } = await run(publicId, async (handle) => ({ history: await handle.fetchHistory() }));
    return history.events?.some((event) => event.workflowExecutionUpdateAcceptedEventAttributes) || null;
  }, 30_000);
  await service.api.kill();
  expect(await answer).toBe('cut off');
  await service.api.start();
  await service.shelfIn(publicId, ['ready']);
  expect((await claims.upload(publicId, await textPdf(2))).status).toBe(200);
  expect(await service.shelfIn(publicId, ['review', 'failed'])).toMatchObject({ status: 'review' });
  await service.database.manager.query(`UPDATE idempotency_keys SET renewed_at = renewed_at - interval '1 minute'`);
  const repeat = await approve(publicId, manyWrites(), headers);
  expect([repeat.status, await repeat.json()]).toMatchObject([
    409,
    { details: { status: 'review', reason: 'draft_changed' } },
  ]);
  expect((await service.getShelf(publicId)).status).toBe('review');
  expect((await approve(publicId)).status).toBe(200);
}, 300_000);

test('a review whose run Temporal has forgotten waits again', async () => {
  const publicId = await inReview();
  await service.temporal.wipe();
  await poll(
    async () => {
      const { status } = await approve(publicId);
      if (status === 200) return true;
      expect(status).toBe(503); // until the reconciler has been, which its schedule may see to at once
      await tryReconciler(temporal);
      return null;
    },
    120_000,
    2_000,
  );
  expect(await versionsOf(publicId)).toEqual([[1, 'initial']]);
}, 360_000);

test('an operator approves by a Signal, and a review that is terminated fails its shelf', async () => {
  const [first, second] = [await inReview(), await inReview()];
  await run(first, (handle) => handle.signal('approve'));
  await service.shelfIn(first, ['ready']);
  await run(second, (handle) => handle.terminate('by hand'));
  expect(await reconciled(second, ['failed'])).toMatchObject({
    failedAtStep: 'verifying',
    errorMessage: 'The processing was stopped by an operator.',
    currentVersionNumber: null,
  });
  // removed once the failure is recorded
  const hasFiles = async () => (await claims.objectsOf(second)).some((key) => key.includes('/files/'));
  await until(async () => !(await hasFiles()), 'the files of the draft are gone', 60_000);
}, 300_000);
