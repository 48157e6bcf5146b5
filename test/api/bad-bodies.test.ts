/** JSON bodies over real sockets: far too large, broken off, wrongly framed, and slower than anybody waits. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readWhole } from '../../api/json-body.js';
import { ServiceError } from '../../contract/errors.js';
import { buildTestApp, givenShelfInReview, type TestApp } from '../support/app.js';
import { keptBytes } from '../support/kept-bytes.js';
import { listen } from '../support/listen.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;
const LARGE = 100 * MIB;
/** What a process may take more meanwhile: of an approval in chunks, 32 MiB are kept before they are too many. */
const SPARE_BYTES = 60 * MIB;

let api: TestApp;
let port: number;
let targets: Record<string, string>;
beforeAll(async () => {
  api = await buildTestApp();
  port = await listen(api.app);
  const { account, key } = await api.user();
  const { publicId } = await givenShelfInReview(api, account);
  const head = 'host: localhost\r\ncontent-type: application/json\r\n';
  targets = {
    register: `POST /v1/auth/register HTTP/1.1\r\n${head}`,
    approve: `POST /v1/shelves/${publicId}/approve HTTP/1.1\r\n${head}authorization: Bearer ${key}\r\n`,
  };
});
afterAll(() => api?.stop());

async function open(sent: string): Promise<{ socket: Socket; received: () => string; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // rejects when the connection is reset
  const closed = once(socket, 'end');
  closed.catch(() => undefined);
  socket.write(sent);
  return { socket, received: () => Buffer.concat(chunks).toString('latin1'), closed };
}

async function send(socket: Socket, data: Buffer): Promise<void> {
  if (!socket.write(data)) await once(socket, 'drain');
}

test.each([
  ['register', 'content-length'],
  ['register', 'transfer-encoding'],
  ['approve', 'content-length'],
  ['approve', 'transfer-encoding'],
])(
  '100 MiB of JSON to %s with %s are refused, not kept, and the client can send all of it',
  async (target, framing) => {
    const isChunked = framing === 'transfer-encoding';
    const { socket, received, closed } = await open(
      `${targets[target]}${framing}: ${isChunked ? 'chunked' : LARGE}\r\n\r\n`,
    );
    const before = keptBytes();
    const text = Buffer.alloc(MIB, '"x'.repeat(8));
    const piece = isChunked ? Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), text, Buffer.from('\r\n')]) : text;
    let most = 0;
    for (let sent = 0; sent < LARGE; sent += MIB) {
      await send(socket, piece);
      if (sent % (25 * MIB) === 0) most = Math.max(most, keptBytes() - before);
    }
    if (isChunked) socket.write('0\r\n\r\n');
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(received()).toMatch(/"details":\{"field":"body","reason":"too_large","maxBytes":\d+\}/);
    expect(most).toBeLessThan(SPARE_BYTES);
    socket.destroy();
  },
);

test.each([
  ['a length that is none', 'content-length: many\r\n\r\n{}'],
  ['a negative length', 'content-length: -1\r\n\r\n{}'],
  ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
  ['a length beside chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  ['a chunk whose size is none', 'transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
  ['a chunk that is longer than it says', 'transfer-encoding: chunked\r\n\r\n1\r\n{}}}\r\n0\r\n\r\n'],
  ['a chunk whose size overflows', `transfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n{}\r\n`],
])('%s is 400, and the connection is closed', async (_what, rest) => {
  for (const target of Object.values(targets)) {
    const { socket, received, closed } = await open(`${target}${rest}`);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(received()).toContain('"code":"VALIDATION_ERROR"');
    socket.destroy();
  }
});

test('a body of many values is refused before it is parsed, to strangers as well', async () => {
  const payload = `{"email":"a@example.com","password":[${'1,'.repeat(200_000)}1]}`;
  const headers = { 'content-type': 'application/json' };
  const refused = await api.request({ method: 'POST', url: '/v1/auth/register', headers, payload });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { details: { field: 'body', reason: 'too_many_values', maxValues: 100_000 } },
  ]);
});

test('what follows a body that is longer than it says is no request', async () => {
  const { socket, received, closed } = await open(`${targets['register']}content-length: 2\r\n\r\n{}garbage\r\n\r\n`);
  await closed;
  const statuses = [...received().matchAll(/^HTTP\/1\.1 (\d+) /gm)].map(([, status]) => status);
  expect(statuses.length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set(['400']));
  socket.destroy();
});

test('a body that breaks off leaves no error in the log, and the service as it is', async () => {
  for (const target of Object.values(targets))
    for (const rest of ['content-length: 100\r\n\r\n{"na', 'transfer-encoding: chunked\r\n\r\n5\r\n{"n']) {
      const { socket } = await open(`${target}${rest}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.destroy();
    }
  const open0 = () => new Promise<number>((done) => api.app.server.getConnections((_error, count) => done(count)));
  await until(async () => (await open0()) === 0, 'the connections are gone');
  expect((await api.request({ url: '/healthz' })).statusCode).toBe(200);
  expect(api.logged.filter((line) => /"level":"(error|fatal)"|"level":[56]0/.test(line))).toEqual([]);
});

test('a body that arrives byte by byte is refused after its time limit, although it never stalls', async () => {
  const refused: unknown[] = [];
  const server = createServer((message, response) => {
    readWhole(message, { maxBytes: MIB, maxMs: 300 }).catch((error: unknown) => {
      refused.push(error);
      response.writeHead(400).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n');
  const dripping = setInterval(() => socket.write('x'), 20);
  await until(() => refused.length === 1, 'it is given up');
  clearInterval(dripping);
  socket.destroy();
  server.close();
  expect(refused[0]).toBeInstanceOf(ServiceError);
  expect((refused[0] as ServiceError).details).toEqual({ field: 'body', reason: 'timed_out' });
});
