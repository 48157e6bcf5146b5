/** Waits and streams of the api as a process: its end, clients that do not read, a database that is away. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Account } from '../../entities/account.js';
import { RateLimit } from '../../entities/rate-limit.js';
import { recordFailure, recordStep } from '../../entities/queries/runs.js';
import type { Shelf } from '../../entities/shelf.js';
import { suspend } from '../support/suspend.js';
import { listening, startApiProcess, type ApiProcess } from '../support/api-process.js';
import { ownDatabase } from '../support/own-database.js';
import { openEvents } from '../support/event-source.js';
import { givenAccount, givenApiKey, givenShelf } from '../support/rows.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;
/** Of 281 MiB that the three do not read: garbage that is not collected yet is resident too. */
const MAX_GROWTH_BYTES = 128 * MIB;
/** Less than what a process gives to requests that do not end, however loaded the machine is. */
const PROMPT_MS = 15_000;
/** Nothing listens there: following needs no object store. */
const NO_STORE = { endpoint: 'http://127.0.0.1:1', publicEndpoint: 'http://127.0.0.1:1', region: 'us-east-1' };

let database: Awaited<ReturnType<typeof ownDatabase>>;
let account: Account;
let key: string;
let shelf: Shelf;
beforeAll(async () => {
  database = await ownDatabase();
});
beforeEach(async () => {
  account = await givenAccount(database.manager);
  key = await givenApiKey(database.manager, account.id);
  shelf = await givenShelf(database.manager, account.id);
});
afterAll(() => database?.stop());

async function start(): Promise<ApiProcess> {
  const s3 = { ...NO_STORE, bucket: 'shelfwright', accessKey: 'none', secretKey: 'none-at-all' };
  const api = await startApiProcess({ databaseUrl: database.url, s3 });
  await listening(api);
  return api;
}
const urlOf = ({ url }: ApiProcess) => `${url}/v1/shelves/${shelf.publicId}`;
const wait = (api: ApiProcess, seconds: number) =>
  fetch(`${urlOf(api)}?wait=${seconds}`, { headers: { authorization: `Bearer ${key}` } });
const read = (api: ApiProcess) => fetch(urlOf(api), { headers: { authorization: `Bearer ${key}` } });
const follow = (api: ApiProcess) => openEvents(`${urlOf(api)}/events`, { key });
const run = () => ({ publicId: shelf.publicId, run: 1 });

/** A connection that asks for the stream and takes nothing of it but what the system takes by itself. */
async function followWithoutReading({ port }: ApiProcess, lastEventId: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.pause();
  const head = [`GET /v1/shelves/${shelf.publicId}/events HTTP/1.1`, 'host: x', `authorization: Bearer ${key}`];
  socket.write([...head, `last-event-id: ${lastEventId}`, '', ''].join('\r\n'));
  return socket;
}

/** Events of 64 KiB each that nobody has seen. */
async function givenEvents(count: number): Promise<void> {
  await database.manager.query(
    `INSERT INTO events (id, account_id, shelf_id, run, type, body, created_at)
     SELECT 'evt_' || lpad(n::text, 24, '0'), $1, $2, 1, 'shelf.review', to_json(repeat('x', 65536))::text,
            $3::timestamptz + n * interval '1 millisecond'
     FROM generate_series(1, $4::int) n`,
    [account.id, shelf.id, shelf.updatedAt, count],
  );
  await pause(count);
  await recordStep(database.manager, { ...run(), status: 'parsing' });
}

test('a client that does not read costs neither memory nor the end of the process', async () => {
  const api = await start();
  try {
    await givenEvents(1_500);
    const reader = await follow(api);
    await reader.next('shelf');
    const before = api.residentBytes();
    let peak = before;
    const sockets = await Promise.all([1, 2, 3].map(() => followWithoutReading(api, shelf.updatedAt.toISOString())));
    for (let look = 0; look < 60; look += 1, await pause(50)) peak = Math.max(peak, api.residentBytes());
    process.stdout.write(`resident memory: ${Math.round(before / MIB)} MiB, at most ${Math.round(peak / MIB)} MiB\n`);
    expect(peak - before).toBeLessThan(MAX_GROWTH_BYTES);
    // the others are served meanwhile
    await recordFailure(database.manager, { ...run(), step: 'parsing', message: 'no' });
    await reader.next('shelf.failed');
    const told = performance.now();
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe(0);
    expect(performance.now() - told).toBeLessThan(PROMPT_MS);
    for (const socket of sockets) socket.destroy();
  } finally {
    await api.kill();
  }
});

test('after a stop signal a process answers long polls, ends streams and exits within seconds', async () => {
  const api = await start();
  const waiting = wait(api, 60);
  const streams = [await follow(api), await follow(api)];
  for (const stream of streams) await stream.next('shelf');
  const told = performance.now();
  api.child.kill('SIGTERM');
  const response = await waiting;
  expect([response.status, await response.json()]).toMatchObject([200, { status: 'uploading' }]);
  for (const stream of streams) expect(await stream.ended).toBe('in order');
  expect(await api.ended).toBe(0);
  expect(performance.now() - told).toBeLessThan(PROMPT_MS);
});

test('waits and streams outlast a database that says nothing for a while', async () => {
  const api = await start();
  let silent: number[] = [];
  try {
    const stream = await follow(api);
    await stream.next('shelf');
    const waiting = wait(api, 60);
    const reads = async () =>
      (await database.manager.findBy(RateLimit, { key: `reads:${account.publicId}` })).flatMap(({ hits }) => hits);
    await until(async () => (await reads()).reduce((sum, hits) => sum + hits, 0) === 2, 'the wait has been let in');
    await read(api); // and this one after it
    const backends = (await database.manager.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'shelfwright-api'`,
    )) as { pid: number }[];
    silent = [...backends.map(({ pid }) => pid), database.pid];
    await suspend(...silent);
    await pause(17_000);
    await until(() => /\n:\n\n$/.test(stream.text()), 'the stream is kept alive');
    expect(stream.isOpen()).toBe(true);
    for (const pid of silent.splice(0)) process.kill(pid, 'SIGCONT');
    await recordFailure(database.manager, { ...run(), step: 'uploading', message: 'no' });
    expect((await (await waiting).json()) as object).toMatchObject({ status: 'failed' });
    await stream.next('shelf.failed');
    await stream.close();
  } finally {
    for (const pid of silent) process.kill(pid, 'SIGCONT');
    await api.kill();
  }
});

test('a wait ends with 503, a stream stays open and the process lives when the database is gone', async () => {
  const api = await start();
  try {
    const stream = await follow(api);
    await stream.next('shelf');
    const waiting = wait(api, 4);
    process.kill(database.pid, 'SIGKILL');
    const response = await waiting;
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(stream.isOpen()).toBe(true);
    await until(() => api.output().includes('cannot look for changes of shelves'), 'the log says so');
    await pause(1_500);
    expect(api.output().match(/cannot look for changes of shelves/g)).toHaveLength(1);
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    await stream.close();
  } finally {
    await api.kill();
  }
});
