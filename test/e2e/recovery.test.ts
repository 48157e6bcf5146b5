/**
 * What a shelf in work survives: a killed worker, a stopped one, an api killed before it could start the run, a Temporal
 * that has forgotten everything; and how it ends when an operator ends its run.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ScheduleHandle, WorkflowHandle } from '@temporalio/client';
import type { Shelf as ShelfReply } from '../../contract/shelf.js';
import { Event } from '../../entities/event.js';
import { Shelf } from '../../entities/shelf.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { RECONCILE_JOBS, reconcileId, type ReconcileJob } from '../../workflows/messages.js';
import { shelfRunId } from '../../workflows/starts.js';
import { pageMarks, textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { tryReconciler } from '../support/reconciler.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const PAGES = 36;
const TEMPORAL_MS = 10_000;
let service: Service;
let temporal: Temporal;
let pdf: Buffer;

beforeAll(async () => {
  pdf = await textPdf(PAGES);
  // Small ranges on one process: a shelf is in `parsing` for long enough to be met there.
  service = await startService({ ENGINE_PAGES_PER_RANGE: '6', ENGINE_PROCESSES: '1', RECONCILE_AFTER_SECONDS: '5' });
  temporal = createTemporal(service.temporal);
}, START_MS);
afterAll(async () => {
  await temporal?.close();
  await service?.stop();
}, STOP_MS);

/** A new shelf of which some ranges are parsed and some are not; another one where the test came too late to see that. */
function shelfInParsing(): Promise<string> {
  return poll(async () => {
    const { publicId } = await service.createShelf(pdf);
    const { status } = await poll(async () => {
      const row = await service.database.manager.findOneByOrFail(Shelf, { publicId });
      return (row.pagesDone ?? 0) > 0 || (row.status !== 'uploading' && row.status !== 'parsing') ? row : null;
    }, 60_000);
    return status === 'parsing' ? publicId : null;
  }, 120_000);
}

/** The pages whose text is in the shelf's content files. */
async function pagesOf(publicId: string): Promise<number[]> {
  const reply = await service.request(`/v1/shelves/${publicId}/tree`);
  const { files } = (await reply.json()) as { files: Record<string, string> };
  const contents = Object.entries(files).filter(([path]) => path.endsWith('.md') && path !== 'README.md');
  return pageMarks(contents.map(([, text]) => text));
}

const schedules = <T>(call: (handle: ScheduleHandle) => Promise<T>): Promise<T[]> => {
  const jobs = Object.keys(RECONCILE_JOBS) as ReconcileJob[];
  return temporal.within(TEMPORAL_MS, (client) =>
    Promise.all(jobs.map((job) => call(client.schedule.getHandle(reconcileId(job))))),
  );
};

const run = <T>(publicId: string, call: (handle: WorkflowHandle) => Promise<T>): Promise<T> =>
  temporal.within(TEMPORAL_MS, (client) => call(client.workflow.getHandle(shelfRunId(publicId, 1))));

/** Lets the reconciler run every few seconds, rather than each minute, until the shelf is at its end. */
async function reconciled(publicId: string): Promise<ShelfReply> {
  return poll(
    async () => {
      const shelf = await service.getShelf(publicId);
      if (shelf.status === 'ready' || shelf.status === 'failed') return shelf;
      await tryReconciler(temporal);
      return null;
    },
    150_000,
    2_000,
  );
}

const ALL_PAGES = Array.from({ length: PAGES }, (_, index) => index + 1);

test('a shelf becomes ready, whole, although its worker is killed while it parses', async () => {
  const publicId = await shelfInParsing();
  await service.worker.kill();
  expect((await service.getShelf(publicId)).status).toBe('parsing');
  await service.worker.start();
  const shelf = await service.shelfIn(publicId, ['ready', 'failed'], 150_000);
  expect(shelf).toMatchObject({ status: 'ready', pageCount: PAGES, currentVersionNumber: 1 });
  expect(await pagesOf(publicId)).toEqual(ALL_PAGES);
}, 360_000);

test('a shelf becomes ready although Temporal’s database is wiped while it is in work', async () => {
  const publicId = await shelfInParsing();
  await service.temporal.wipe();
  expect(await reconciled(publicId)).toMatchObject({ status: 'ready', currentVersionNumber: 1 });
  expect(await pagesOf(publicId)).toEqual(ALL_PAGES);
  const described = await schedules((handle) => handle.describe());
  expect(described.map(({ spec }) => spec.intervals?.[0]?.every)).toEqual(
    Object.values(RECONCILE_JOBS).map(({ everyMs }) => everyMs),
  );
  for (const { policies, state } of described)
    expect({ ...policies, ...state }).toMatchObject({ overlap: 'SKIP', paused: false });
}, 360_000);

test('a shelf whose api was killed between its row and the start of its run becomes ready, once', async () => {
  // An api that has never spoken to Temporal: no start of it can lie in a socket until the server goes on.
  await service.api.stop();
  await service.api.start();
  await schedules((handle) => handle.pause());
  const name = 'Cut off';
  await service.temporal.suspend();
  let row: Shelf;
  try {
    const answer = service.createShelf(pdf, { name }).then(
      () => 'answered',
      () => 'cut off',
    );
    row = await poll(() => service.database.manager.findOneBy(Shelf, { name }));
    await service.api.kill();
    expect(await answer).toBe('cut off');
  } finally {
    service.temporal.resume();
  }
  await service.api.start();
  const { publicId } = row;
  await expect(run(publicId, (handle) => handle.describe())).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
  expect((await service.getShelf(publicId)).status).toBe('uploading');

  await schedules((handle) => handle.unpause());
  expect(await reconciled(publicId)).toMatchObject({ status: 'ready', currentVersionNumber: 1 });
  expect(await pagesOf(publicId)).toEqual(ALL_PAGES);
  expect(await service.database.manager.countBy(Shelf, { name })).toBe(1);
  expect(await service.database.manager.countBy(Event, { shelfId: row.id, type: 'shelf.ready' })).toBe(1);
}, 360_000);

test('a shelf whose run an operator terminates fails with words that its owner understands', async () => {
  const publicId = await shelfInParsing();
  await run(publicId, (handle) => handle.terminate('by hand'));
  expect(await reconciled(publicId)).toMatchObject({
    status: 'failed',
    failedAtStep: 'parsing',
    errorMessage: 'The processing was stopped by an operator.',
    currentVersionNumber: null,
  });
}, 300_000);

test('a worker that is stopped ends in order, and its shelf is taken up by the next', async () => {
  const publicId = await shelfInParsing();
  await service.worker.stop();
  await service.worker.start();
  expect(await service.shelfIn(publicId, ['ready', 'failed'], 150_000)).toMatchObject({ status: 'ready' });
}, 300_000);

test('a shelf that is deleted while it is parsed leaves neither objects nor rows', async () => {
  const publicId = await shelfInParsing();
  const { uploadId } = await service.database.manager.findOneByOrFail(Shelf, { publicId });
  const reply = await service.request(`/v1/shelves/${publicId}`, { method: 'DELETE' });
  expect(reply.status).toBe(200);
  await poll(async () => ((await service.database.manager.countBy(Shelf, { publicId })) === 0 ? true : null), 60_000);
  const keys: string[] = [];
  for await (const { key } of service.storage.list('users/')) keys.push(key);
  expect(keys.filter((key) => key.includes(publicId))).toEqual([]);
  const left = await service.database.manager.query('SELECT id FROM uploads WHERE id = $1', [uploadId]);
  expect(left).toEqual([]);
}, 240_000);

test('no work files are left of shelves that are ready', async () => {
  await poll(async () => {
    for await (const { key } of service.storage.list('users/')) if (key.includes('/runs/')) return null;
    return true;
  }, 60_000);
});
