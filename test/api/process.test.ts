/** The api as a process: without what it depends on, its end, and its start where it cannot start. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Upload } from '../../entities/upload.js';
import { createStorage } from '../../infra/storage.js';
import { suspend } from '../support/suspend.js';
import { listening, startApiProcess, type ApiProcess } from '../support/api-process.js';
import { freshBucket } from '../support/bucket.js';
import { ownDatabase } from '../support/own-database.js';
import { FORM_END, FORM_TYPE, partHead } from '../support/forms.js';
import { givenAccount, givenApiKey } from '../support/rows.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;

let database: Awaited<ReturnType<typeof ownDatabase>>;
let store: Awaited<ReturnType<typeof freshBucket>>;
let key: string;
beforeAll(async () => {
  [database, store] = await Promise.all([ownDatabase(), freshBucket()]);
  const storage = createStorage(store.config);
  await storage.ensureBucket();
  storage.close();
  const account = await givenAccount(database.manager);
  key = await givenApiKey(database.manager, account.id);
});
afterAll(() => database?.stop());

const start = (more: { port?: number; env?: Record<string, string> } = {}) =>
  startApiProcess({ databaseUrl: database.url, s3: store.config, ...more });

function* pdfOf(sizeBytes: number): Generator<Buffer> {
  yield partHead('file', 'large.pdf', 'application/pdf');
  const mark = Buffer.from('%PDF-1.7\n');
  yield mark;
  const filling = Buffer.alloc(64 * 1024, 'x');
  for (let left = sizeBytes - mark.length; left > 0; left -= filling.length) yield filling.subarray(0, left);
  yield FORM_END;
}

/** Uploads a PDF, the end of its form only once `mayEnd`. */
async function upload(
  { port }: ApiProcess,
  sizeBytes: number,
  mayEnd: Promise<void> = Promise.resolve(),
): Promise<{ status: number; body: string }> {
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port,
    path: '/v1/shelves',
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...FORM_TYPE },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  const parts = async function* (): AsyncGenerator<Buffer> {
    for (const part of pdfOf(sizeBytes)) {
      if (part === FORM_END) await mayEnd;
      yield part;
    }
  };
  await pipeline(Readable.from(parts()), outgoing);
  const [response] = await answered;
  let body = '';
  for await (const text of response.setEncoding('utf8')) body += text as string;
  return { status: response.statusCode as number, body };
}

test('answers 201 with Temporal away, and says in readyz what is missing', async () => {
  const api = await start();
  try {
    await listening(api);
    expect((await upload(api, 1000)).status).toBe(201);
    const ready = await fetch(`${api.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(ready.headers.get('retry-after')).not.toBeNull();
    expect(await ready.json()).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { dependencies: { postgres: 'ok', s3: 'ok', temporal: 'unavailable' } },
    });
  } finally {
    await api.kill();
  }
});

test('answers 503 while a client still waits when the database says nothing', async () => {
  const api = await start();
  let silent: number[] = [];
  try {
    await listening(api);
    const list = () => fetch(`${api.url}/v1/shelves`, { headers: { authorization: `Bearer ${key}` } });
    expect((await list()).status).toBe(200);
    const backends = (await database.manager.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'shelfwright-api'`,
    )) as { pid: number }[];
    silent = [...backends.map(({ pid }) => pid), database.pid];
    await suspend(...silent);
    const startedAt = performance.now();
    const response = await list();
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
    expect(response.headers.get('retry-after')).not.toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(28_000);
  } finally {
    for (const pid of silent) process.kill(pid, 'SIGCONT');
    await api.kill();
  }
});

test('does not start with a folder to watch that is not there, whose name it does not tell', async () => {
  const api = await start({ env: { DISK_FLOOR_PATHS: `${tmpdir()},/var/lib/typo` } });
  try {
    expect(await api.ended).toBe(1);
    expect(api.output()).toContain('DISK_FLOOR_PATHS: the api cannot see folder 2 of 2');
    expect(api.output()).not.toContain('/var/lib/typo');
  } finally {
    await api.kill();
  }
});

test('finishes requests in progress after a stop signal, then exits with 0', async () => {
  const api = await start();
  await listening(api);
  const uploads = () => database.manager.count(Upload);
  const before = await uploads();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const uploading = upload(api, 40 * MIB, mayEnd);
  await until(async () => (await uploads()) > before, 'the upload is in progress');
  api.child.kill('SIGTERM');
  await until(() => api.output().includes('api stops'), 'the api stops');
  end();
  expect((await uploading).status).toBe(201);
  expect(await api.ended).toBe(0);
});

test('serves requests that still arrive over an open connection after a stop signal, even after two', async () => {
  const api = await start();
  await listening(api);
  const socket = connect(api.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => (received += part));
  const ended = once(socket, 'end');
  const head = ['POST /v1/auth/verify-email HTTP/1.1', 'host: x', 'content-type: application/json'];
  socket.write([...head, 'content-length: 2', 'expect: 100-continue', '', '{'].join('\r\n'));
  await until(() => received.includes('100 Continue'), 'the request is under way');
  api.child.kill('SIGTERM');
  api.child.kill('SIGINT');
  await until(() => api.output().includes('api stops'), 'the api stops');
  socket.write(`}GET /v1/nothing HTTP/1.1\r\nhost: x\r\n\r\n`);
  await ended;
  expect(received).toMatch(/"code":"VALIDATION_ERROR".*HTTP\/1\.1 404 .*"code":"NOT_FOUND"/s);
  expect(await api.ended).toBe(0);
  expect(api.output()).not.toContain('did not stop in order');
});

test('says so and ends with 1 when its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const api = await start({ port });
  expect(await api.ended).toBe(1);
  expect(api.output()).toContain(`port ${port} is taken: set PORT to another one`);
  other.close();
});

test('the repeat of a request whose process was killed is refused for less than a minute, then takes its place', async () => {
  const [first, second] = [await start(), await start()];
  const payload = Buffer.concat([...pdfOf(1000)]);
  const headers = { authorization: `Bearer ${key}`, ...FORM_TYPE, 'idempotency-key': 'killed' };
  const repeat = async () => {
    const reply = await fetch(`${second.url}/v1/shelves`, { method: 'POST', headers, body: new Uint8Array(payload) });
    return [reply.status, await reply.text()] as const;
  };
  try {
    await Promise.all([listening(first), listening(second)]);
    const cut = httpRequest({ host: '127.0.0.1', port: first.port, path: '/v1/shelves', method: 'POST', headers });
    cut.on('error', () => undefined).write(payload.subarray(0, 500));
    const taken = async () =>
      (await database.manager.query(`SELECT 1 FROM idempotency_keys WHERE key = 'killed'`)).length === 1;
    await until(taken, 'the key is taken');
    await first.kill();
    expect(await repeat()).toEqual([409, expect.stringContaining('in_progress')]);
    await database.manager.query(`UPDATE idempotency_keys SET renewed_at = renewed_at - interval '50 seconds'`);
    const [status, body] = await repeat();
    expect([status, await repeat()]).toEqual([201, [201, body]]);
  } finally {
    await Promise.all([first.kill(), second.kill()]);
  }
});
