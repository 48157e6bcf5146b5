/** An attacker with many accounts who begins as many large downloads as a process serves, and reads none. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { givenReadyShelf, type TestApp } from '../support/app.js';
import { openConnections } from '../support/half-requests.js';
import { setUpSlowClients } from '../support/slow-clients.js';
import { storeSource } from '../support/sources.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;
const ACCOUNTS = 6;
const DOWNLOADS_EACH = 8;
/** More than sockets hold between a server and a client that does not read. */
const ENDLESS = Buffer.alloc(24 * MIB, '%PDF-1.7\n');
const LARGE = Buffer.alloc(2 * MIB, '%PDF-1.7\nlarge');
const OK = 'HTTP/1.1 200 OK';
const ATTEMPTS = 3;
const SMALL = Buffer.alloc(7_000, '%PDF-1.7\nsmall');

let api: TestApp;
let port: number;
/** A busy machine takes longer than the usual 15 s to begin them all, and those that had ended would be missing below. */
const storage = { idleTimeoutMs: 120_000 };
const sockets = setUpSlowClients((...started) => ([api, port] = started), { storage });

async function givenSource(pdf: Buffer): Promise<{ key: string; url: string }> {
  const { account, key } = await api.user();
  const shelf = await givenReadyShelf(api, account);
  await storeSource(api, shelf, pdf);
  return { key, url: `/v1/shelves/${shelf.publicId}/source` };
}

/** Begins a download, and reads no more of it than the status. */
async function begin(key: string, url: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** The same, again where the object store, which files of tests share, did not answer in time: a 503 holds nothing. */
async function download(key: string, url: string): Promise<void> {
  const statuses: string[] = [];
  while (statuses.at(-1) !== OK && statuses.length < ATTEMPTS) {
    const socket = await begin(key, url);
    const status = String(socket.read(OK.length));
    statuses.push(status);
    if (status !== OK) sockets.splice(sockets.indexOf(socket), 1)[0]!.destroy();
  }
  expect(statuses).toContain(OK);
}

test('downloads that nobody reads keep no small PDF waiting, and give way to a large one of another account', async () => {
  const slow = await Promise.all(Array.from({ length: ACCOUNTS }, () => givenSource(ENDLESS)));
  const others = [await givenSource(SMALL), await givenSource(LARGE)] as const;
  await Promise.all(slow.flatMap(({ key, url }) => Array.from({ length: DOWNLOADS_EACH }, () => download(key, url))));
  const read = ({ key, url }: { key: string; url: string }, headers = {}) => api.as(key)({ url, headers });

  const small = await read(others[0]);
  expect([small.statusCode, small.rawPayload.equals(SMALL)]).toEqual([200, true]);
  const range = await read(others[0], { range: 'bytes=2-9' });
  expect([range.statusCode, range.rawPayload.equals(SMALL.subarray(2, 10))]).toEqual([206, true]);
  expect(await openConnections(api.app.server)).toBe(ACCOUNTS * DOWNLOADS_EACH);

  const reading = read(others[1]);
  await until(async () => (await openConnections(api.app.server)) < sockets.length, 'one has given way');
  // who waits takes one place, and no more
  expect(await openConnections(api.app.server)).toBe(sockets.length - 1);
  const large = await reading;
  expect([large.statusCode, large.rawPayload.equals(LARGE)]).toEqual([200, true]);
}, 120_000);
