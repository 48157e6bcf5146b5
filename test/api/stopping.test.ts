/** An api process that is told to stop while clients talk to it: who is answered, who is asked to go, and its bounds. */
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { suspend } from '../support/suspend.js';
import { listening, startApiProcess, type ApiProcess } from '../support/api-process.js';
import { ownDatabase } from '../support/own-database.js';
import { until } from '../support/until.js';

/** Nothing listens there: what these tests ask for needs no object store. */
const NO_STORE = { endpoint: 'http://127.0.0.1:1', bucket: 'shelfwright', accessKey: 'none', secretKey: 'none-at-all' };
const STOP_BOUND_MS = 25_000;

let database: Awaited<ReturnType<typeof ownDatabase>>;
/** Has a request that never ends; it stops while the other tests run. */
let held: { api: ApiProcess; toldAt: number; endedAt: Promise<number> };

beforeAll(async () => {
  database = await ownDatabase();
  const api = await start();
  const socket = connect(api.port, '127.0.0.1').on('error', () => undefined);
  socket.write('POST /v1/auth/verify-email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
  socket.write('expect: 100-continue\r\ncontent-length: 2\r\n\r\n{');
  await once(socket, 'data');
  api.child.kill('SIGTERM');
  held = { api, toldAt: performance.now(), endedAt: api.ended.then(() => performance.now()) };
});
afterAll(async () => {
  await held?.api.kill();
  await database?.stop();
});

async function start(drainSeconds = 0): Promise<ApiProcess> {
  const env = { SHUTDOWN_DRAIN_SECONDS: String(drainSeconds) };
  const api = await startApiProcess({ databaseUrl: database.url, s3: NO_STORE, env });
  await listening(api);
  return api;
}

interface Answer {
  status: number;
  connection: string | undefined;
  body: string;
}

/** Whether nothing listens at its port any more. */
const isClosed = ({ port }: ApiProcess): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(false)));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });

/** One request, by an agent that keeps connections, and never a second try. */
function get({ port }: ApiProcess, path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answered = async (response: IncomingMessage): Promise<void> => {
      let body = '';
      for await (const text of response.setEncoding('utf8')) body += text as string;
      resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body });
    };
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, agent }, (response) => {
      answered(response).catch(reject);
    });
    outgoing.on('error', reject).end();
  });
}

const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

async function connected({ port }: ApiProcess): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
}

const ask = (socket: Socket): Promise<unknown[]> => {
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  return once(socket, 'data');
};

const isTold = (api: ApiProcess) => until(() => api.output().includes('api stops'), 'the api stops');

test('while it drains it is not ready, serves everybody, and asks each client to close its connection', async () => {
  const api = await start(10); // what follows takes seconds on a busy machine
  const agent = oneConnection();
  expect(await get(api, '/healthz', agent)).toMatchObject({ status: 200, connection: 'keep-alive' });
  api.child.kill('SIGTERM');
  await isTold(api);
  expect(await get(api, '/healthz', agent)).toMatchObject({ status: 200, connection: 'close' });
  // by a new connection, since the agent has done as it was asked
  const { status, body } = await get(api, '/readyz', agent);
  expect([status, JSON.parse(body)]).toMatchObject([
    503,
    { code: 'SERVICE_UNAVAILABLE', message: 'This process is about to stop.' },
  ]);
  expect(await get(api, '/v1/nothing', agent)).toMatchObject({ status: 404, connection: 'close' });
  expect(await api.ended).toBe(0);
  await expect(get(api, '/healthz', agent)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a connection without a request is not cut: what comes on it just after the port is closed is answered', async () => {
  const api = await start();
  const [early, silent, late] = [await connected(api), await connected(api), await connected(api)];
  await ask(late);
  await ask(early);
  api.child.kill('SIGTERM');
  const told = performance.now();
  while (!(await isClosed(api))) await pause(5); // a connection is cut once it has been idle for a second
  late.write('GET /healthz HTTP/1.1\r\nhost: x\r\n');
  const answered = [ask(early), once(late, 'data')];
  // a request that takes longer than that to arrive is not cut either
  for (let part = 0; part < 15; part += 1, await pause(100)) late.write(`x-part: ${part}\r\n`);
  late.write('\r\n');
  for (const answer of answered) expect((await answer).join()).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  if (!silent.readableEnded) await once(silent.resume(), 'end');
  expect(await api.ended).toBe(0);
  expect(performance.now() - told).toBeLessThan(STOP_BOUND_MS - 5_000); // it has not come to its bound
});

test('no request on a connection in use is reset, however many stop signals the process gets', async () => {
  const api = await start();
  /** Sends one request after another on one connection until it is asked to close it. */
  let connections = 0;
  const client = async (everyMs: number): Promise<Answer> => {
    const agent = oneConnection();
    for (let requests = 1; ; requests += 1) {
      const answer = await get(api, '/healthz', agent);
      if (requests === 1) connections += 1;
      if (answer.connection === 'close') return answer;
      await pause(everyMs);
    }
  };
  const clients = [1, 3, 7, 20, 45, 90, 150, 200].map(client);
  await until(() => connections === clients.length, 'every connection is in use');
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGINT'] as const) api.child.kill(signal);
  for (const { status } of await Promise.all(clients)) expect(status).toBe(200);
  expect(await api.ended).toBe(0);
});

test('a process that gets a stop signal before it listens stops in order', async () => {
  await suspend(database.pid);
  try {
    const api = await startApiProcess({ databaseUrl: database.url, s3: NO_STORE });
    await until(() => api.output().includes('api starts'), 'the api waits for its database');
    api.child.kill('SIGTERM');
    await isTold(api);
    process.kill(database.pid, 'SIGCONT');
    expect(await api.ended).toBe(0);
    expect(api.output()).not.toContain('api listens');
  } finally {
    process.kill(database.pid, 'SIGCONT');
  }
});

test('a request that never ends is cut, and the process ends within its bound', async () => {
  const tookMs = (await held.endedAt) - held.toldAt;
  expect(tookMs).toBeGreaterThan(15_000);
  expect(tookMs).toBeLessThan(STOP_BOUND_MS + 20_000); // the rest is for a busy machine: the request never ends
  expect(await held.api.ended).toBe(0);
});
