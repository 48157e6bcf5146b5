/** Api and worker processes that are restarted one after another while clients are served and shelves are worked on. */
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Shelf as ShelfReply } from '../../contract/shelf.js';
import { Shelf } from '../../entities/shelf.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { balance, type Balanced } from '../support/balanced.js';
import { suspendEngines } from '../support/engine-processes.js';
import { FORM_END, FORM_TYPE, partHead } from '../support/forms.js';
import { lossesOf } from '../support/losses.js';
import { textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const PAGES = 12;
/** Long enough to be in parsing still when the test comes to it. */
const LONG_PAGES = 48;
const MANY = '1000000';

let service: Service;
let temporal: Temporal;
let long: Buffer;
let form: Buffer;
let client: Balanced | undefined;

beforeAll(async () => {
  const pdf = await textPdf(PAGES);
  long = await textPdf(LONG_PAGES);
  form = Buffer.concat([partHead('file', 'book.pdf', 'application/pdf'), pdf, FORM_END]);
  service = await startService({
    SHUTDOWN_DRAIN_SECONDS: '2',
    ENGINE_PROCESSES: '1',
    ENGINE_PAGES_PER_RANGE: '3',
    LIMIT_CREATES_PER_HOUR: MANY,
    LIMIT_WRITES_PER_MINUTE: MANY,
    LIMIT_READS_PER_MINUTE: MANY,
  });
  temporal = createTemporal(service.temporal);
}, START_MS);
afterAll(async () => {
  await client?.stop();
  await temporal?.close();
  await service?.stop();
}, STOP_MS);

async function created(to: Balanced): Promise<string> {
  const { status, body } = await to.send('/v1/shelves', { method: 'POST', headers: FORM_TYPE, body: form });
  if (status !== 201) throw new Error(`upload: ${status} ${body}`);
  return (JSON.parse(body) as ShelfReply).publicId;
}

/** Reads with `?wait=` until the shelf is at rest; answers its status. */
async function waitedFor(from: Balanced, publicId: string): Promise<string> {
  for (let since = ''; ;) {
    const { status, body } = await from.send(`/v1/shelves/${publicId}?wait=20${since}`);
    if (status !== 200) throw new Error(`wait: ${status} ${body}`);
    const shelf = JSON.parse(body) as ShelfReply;
    if (['ready', 'failed'].includes(shelf.status)) return shelf.status;
    since = `&since=${encodeURIComponent(shelf.updatedAt)}`;
  }
}

/** Follows the stream of events, again after each of its ends, until the shelf is at rest; answers its status. */
async function followed(from: Balanced, publicId: string): Promise<string> {
  for (let lastId: string | undefined; ;) {
    const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
    let heard = '';
    for await (const chunk of from.follow(`/v1/shelves/${publicId}/events`, headers)) {
      heard += chunk;
      const [, end] = /^event: shelf\.(ready|failed)$/m.exec(heard) ?? [];
      if (end && heard.endsWith('\n\n')) return end;
    }
    lastId = [...heard.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? lastId;
  }
}

interface Traffic {
  /** Milliseconds from each 201 to the shelf's rest, by its id. */
  tookMs: Map<string, number>;
  ends: string[];
}

/** One shelf after another, each followed to its end, and small reads all the time; until `isOver`. */
async function traffic(clients: Balanced, isOver: () => boolean): Promise<Traffic> {
  const tookMs = new Map<string, number>();
  const ends: string[] = [];
  const owner = async (follow: typeof waitedFor): Promise<void> => {
    while (!isOver()) {
      const publicId = await created(clients);
      const since = performance.now();
      ends.push(await follow(clients, publicId));
      tookMs.set(publicId, Math.round(performance.now() - since));
    }
  };
  const reader = async (): Promise<void> => {
    for (; !isOver(); await pause(25)) await clients.send('/v1/shelves?limit=5');
  };
  await Promise.all([owner(waitedFor), owner(followed), reader(), reader()]);
  return { tookMs, ends };
}

async function restartApis(watched: Balanced): Promise<string[]> {
  const ends: string[] = [];
  for (const { api, url } of [
    { api: service.api, url: service.baseUrl },
    { api: service.secondApi, url: service.secondApi.baseUrl },
  ]) {
    ends.push(`api ${await api.stop()}`);
    await api.start();
    await until(() => watched.takes(url), 'the new process is ready', 60_000);
  }
  return ends;
}

async function restartWorkers(): Promise<string[]> {
  const ends: string[] = [];
  for (const worker of [service.worker, service.secondWorker]) {
    ends.push(`worker ${await worker.stop()}`);
    await worker.start();
  }
  return ends;
}

test('a rolling restart resets no request, answers none with 5xx, and loses no shelf', async () => {
  await Promise.all([service.secondApi.start(), service.secondWorker.start()]);
  client = balance([service.baseUrl, service.secondApi.baseUrl], service.apiKey);
  let isOver = false;
  const served = traffic(client, () => isOver);
  served.catch(() => undefined); // awaited once the restarts are done
  try {
    const ends = (await Promise.all([restartApis(client), restartWorkers()])).flat();
    expect(new Set(ends)).toEqual(new Set(['api exit 0', 'worker exit 0']));
  } finally {
    isOver = true;
  }
  const { tookMs, ends } = await served;
  const slowestMs = Math.max(...tookMs.values());
  // A task that the server hands to a poll just as its worker ends it is taken up after its time-out: late, not lost.
  const { activities, workflowTasks } = await lossesOf(temporal);
  const late = [...activities, ...workflowTasks];
  process.stdout.write(
    `${JSON.stringify(client.statuses)}, ${ends.length} shelves, slowest ${slowestMs} ms, ${late.length} tasks late\n`,
  );
  expect(client.faults).toEqual([]);
  expect(Object.keys(client.statuses).toSorted()).toEqual(['200', '201']);
  expect(new Set(ends)).toEqual(new Set(['ready']));
}, 300_000);

test('what a stopping worker cannot end is taken up at once, its engine and its files are gone', async () => {
  await service.secondWorker.stop();
  const { publicId } = await service.createShelf(long);
  await poll(async () => {
    const { pagesDone } = await service.database.manager.findOneByOrFail(Shelf, { publicId });
    return (pagesDone ?? 0) > 0 ? true : null;
  }, 60_000);
  const pid = service.worker.pid();
  const engines = await poll(async () => {
    const suspended = suspendEngines(pid);
    return suspended.length > 0 ? suspended : null; // between two ranges there is none
  });
  await service.secondWorker.start();
  process.kill(pid, 'SIGINT');
  // in order: one that takes longer than its bound of 25 s ends with 1
  expect(await service.worker.stop()).toBe('exit 0');
  await until(() => !engines.some((engine) => existsSync(`/proc/${engine}`)), 'its engine is gone');
  expect(readdirSync(service.workDir).filter((name) => name.startsWith(`worker-${pid}-`))).toEqual([]);
  expect(await service.shelfIn(publicId, ['ready', 'failed'])).toMatchObject({ status: 'ready' });
  // its own workflow tasks may come to another worker late, as above
  expect((await lossesOf(temporal, publicId)).activities).toEqual([]);
}, 360_000);

test('a worker that is told to stop before its servers answer ends in order and leaves nothing', async () => {
  await service.temporal.suspend();
  try {
    const starting = service.worker.start().catch((error: unknown) => error);
    const log = () => (existsSync(service.worker.logPath()) ? service.worker.log() : '');
    await until(() => log().includes('engine pool is open'), 'the worker starts', 60_000);
    const pid = service.worker.pid();
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGTERM');
    expect(String(await starting)).toContain('exit 0');
  } finally {
    service.temporal.resume();
  }
}, 240_000);
