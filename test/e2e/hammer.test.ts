/** Many clients at once on one shelf, over two api processes, with a worker at work: what holds whatever they do. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Event } from '../../entities/event.js';
import { Shelf } from '../../entities/shelf.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { shelfRunId } from '../../workflows/starts.js';
import { claimClient, pagesIn, type Claims } from '../support/claims.js';
import { SMALL_PDF } from '../support/forms.js';
import { textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { tryReconciler } from '../support/reconciler.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const CLIENTS = 8;
const HAMMER_MS = 25_000;
/** On a loaded machine it goes on until so many uploads and approvals were taken, but no longer than this. */
const [UPLOADS, APPROVALS, MOST_MS] = [3, 2, 240_000];
const AT_REST = ['review', 'ready', 'failed'];
// of a length that no client's steps divide: each asks for everything
const ACTIONS = [
  'upload',
  'amend',
  'approve',
  'retry',
  'amend',
  'approve',
  'regenerate',
  'restore',
  'amend',
  'approve',
  'retry',
] as const;
type Action = (typeof ACTIONS)[number];

/** What each action answers with 200. `amend` is an approve with operations. */
const SHOWN: Record<Action, string> = {
  upload: 'uploading',
  retry: 'uploading',
  regenerate: 'structuring',
  approve: 'ready',
  amend: 'ready',
  restore: 'ready',
};
const OPERATIONS = [{ type: 'write', path: 'notes.md', content: '# Notes\n' }];

interface Hit {
  action: Action;
  status: number;
  /** Status of the shelf in the answer. */
  shown: string;
}

let service: Service;
let temporal: Temporal;
let claims: Claims;
let publicId: string;
let pdfs: Buffer[];

beforeAll(async () => {
  // one in three cannot be read: shelves fail, and are retried and restored
  pdfs = [await textPdf(1), await textPdf(2), SMALL_PDF];
  service = await startService({ LIMIT_WRITES_PER_MINUTE: '1000000', LIMIT_READS_PER_MINUTE: '1000000' });
  await service.secondApi.start();
  temporal = createTemporal(service.temporal);
  claims = claimClient(service, temporal);
  await claims.subscribe();
  publicId = await claims.createReviewed(pdfs[1] as Buffer);
}, START_MS);
afterAll(async () => {
  await temporal?.close();
  await service?.stop();
}, STOP_MS);

const row = () => service.database.manager.findOneByOrFail(Shelf, { publicId });

/** One request of a client; its turn decides which, and by which api. */
async function hit(turn: number): Promise<Hit> {
  const action = ACTIONS[turn % ACTIONS.length] as Action;
  const base = turn % 3 === 0 ? service.secondApi.baseUrl : service.baseUrl;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdfs[turn % pdfs.length] as Buffer)]), `${turn}.pdf`);
  const body = { upload: form, amend: JSON.stringify({ operations: OPERATIONS }) }[action as string] ?? null;
  const reply = await fetch(`${base}/v1/shelves/${publicId}/${action === 'amend' ? 'approve' : action}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      ...(action === 'amend' && { 'content-type': 'application/json' }),
    },
    body,
  });
  const { status: shown } = (await reply.json()) as { status: string };
  return { action, status: reply.status, shown };
}

/** Clients that ask one thing after the other, each twice at once, until it is enough. */
async function hammer(): Promise<Hit[]> {
  const hits: Hit[] = [];
  const startedMs = Date.now();
  const isEnough = (): boolean => {
    const tookMs = Date.now() - startedMs;
    const won = hits.filter(({ status }) => status === 200).map(({ action }) => action);
    const uploads = won.filter((action) => action === 'upload').length;
    const approvals = won.filter((action) => SHOWN[action] === 'ready' && action !== 'restore').length;
    return tookMs > MOST_MS || (tookMs > HAMMER_MS && uploads >= UPLOADS && approvals >= APPROVALS);
  };
  const client = async (number: number): Promise<void> => {
    for (let turn = number; !isEnough(); turn += CLIENTS + 1) {
      hits.push(...(await Promise.all([hit(turn), hit(turn)])));
      await pause(50 * (1 + (turn % 5)));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return hits;
}

const logs = () => [service.api, service.secondApi].map((api) => readFileSync(api.logPath(), 'utf8')).join('');

test('one claim wins each time, versions are without gaps and whole, one run is open; nobody meets a 500', async () => {
  // with a version a shelf that has failed can always be restored
  await toReady();
  const hits = await hammer();
  await poll(async () => (AT_REST.includes((await row()).status) ? true : null), 120_000);
  const wins = (...actions: Action[]) =>
    hits.filter((one) => actions.includes(one.action) && one.status === 200).length;

  // a loaded worker may not accept a review's message in time: only that may be a 503
  const expected = (one: Hit) =>
    one.status === 200
      ? one.shown === SHOWN[one.action]
      : one.status === 409 || (one.status === 503 && ['approve', 'amend', 'regenerate'].includes(one.action));
  expect(hits.filter((one) => !expected(one))).toEqual([]);
  expect(logs()).not.toContain('INTERNAL_ERROR');
  const shelf = await row();
  expect(shelf.run).toBe(1 + wins('upload', 'retry', 'restore'));
  expect(wins('upload')).toBeGreaterThanOrEqual(UPLOADS);

  const events = await service.database.manager.findBy(Event, { shelfId: shelf.id });
  const ready = events.filter((event) => event.type === 'shelf.ready');
  const failed = events.filter((event) => event.type === 'shelf.failed').map((event) => event.run);
  expect(new Set(failed).size).toBe(failed.length);
  const unanswered = hits.filter((one) => one.status === 503).length;
  const approved = wins('approve', 'amend');
  expect(approved).toBeGreaterThanOrEqual(APPROVALS);
  const readied = 1 + approved + wins('restore');
  expect(ready.length).toBeGreaterThanOrEqual(readied);
  expect(ready.length).toBeLessThanOrEqual(readied + unanswered);

  const numbers = await service.database.manager.query<{ number: number; pages: number }[]>(
    'SELECT version_number AS number, page_count AS pages FROM versions WHERE shelf_id = $1 AND version_number IS NOT NULL ORDER BY 1',
    [shelf.id],
  );
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  expect(shelf.currentVersionNumber ?? 0).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThanOrEqual(1 + approved + wins('amend'));
  expect(numbers.length).toBeLessThanOrEqual(1 + approved + wins('amend') + 2 * unanswered);
  await poll(async () => {
    const open = await claims.openRuns(publicId);
    return open.length === (shelf.status === 'review' ? 1 : 0) ? open : null;
  }, 60_000).then((open) => {
    expect(open).toEqual(shelf.status === 'review' ? [shelfRunId(publicId, shelf.run)] : []);
  });

  await toReady();
  const versions = await claims.versions(publicId);
  expect(versions.map(({ number }) => number)).toEqual(versions.map((_, index) => index + 1));
  for (const [index, { pages }] of numbers.entries()) expect(pagesIn(versions[index]?.files ?? {})).toBe(pages);
  const wonBy = Object.fromEntries(ACTIONS.map((action) => [action, wins(action)]));
  process.stdout.write(`hammered ${hits.length} requests: ${JSON.stringify(wonBy)}, ${unanswered} times 503\n`);
}, 600_000);

/** The shelf in `ready`, by what is open to it. */
async function toReady(): Promise<void> {
  await poll(
    async () => {
      const { status, currentVersionId } = await row();
      if (status === 'ready') return true;
      if (status === 'review') await claims.post(publicId, 'approve');
      else if (status === 'failed' && currentVersionId !== null) await claims.post(publicId, 'restore');
      else if (status === 'failed') throw new Error('no version was ever made');
      return null;
    },
    120_000,
    500,
  );
}

test('of many deletes one wins, beside all else that is asked; then nothing is left of rows, runs or objects', async () => {
  await claims.upload(publicId, pdfs[1] as Buffer);
  const remove = async () => (await service.request(`/v1/shelves/${publicId}`, { method: 'DELETE' })).status;
  const [others, deletes] = await Promise.all([
    Promise.all(Array.from({ length: 16 }, (_, turn) => hit(turn))),
    pause(20).then(() => Promise.all(Array.from({ length: 6 }, remove))),
  ]);
  expect(deletes.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(5).fill(404)]);
  expect(others.filter(({ status }) => ![200, 404, 409, 503].includes(status))).toEqual([]);
  const { manager } = service.database;
  await poll(async () => ((await manager.countBy(Shelf, { publicId })) === 0 ? true : null), 90_000);
  await poll(async () => ((await claims.openRuns(publicId)).length === 0 ? true : null), 60_000);
  // what a run that began late, or an upload that was refused, left is for the reconciler
  await poll(
    async () => {
      const left = await claims.keysUnder('users/');
      if (left.length === 0) return true;
      await tryReconciler(temporal);
      return null;
    },
    120_000,
    2_000,
  );
  expect(await manager.query('SELECT count(*) AS n FROM uploads')).toEqual([{ n: 0 }]);
  expect(await manager.query('SELECT count(*) AS n FROM versions')).toEqual([{ n: 0 }]);
  expect(logs()).not.toContain('INTERNAL_ERROR');
}, 360_000);
