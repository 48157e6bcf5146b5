/** How long a stream of events lasts, whatever is sent on it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fastify from 'fastify';
import { HEARTBEAT, sendEvents, toText } from '../../api/event-stream.js';
import { openEvents } from '../support/event-source.js';
import { until } from '../support/until.js';

const LIFETIME_MS = 1_000;
/** Of one that is to stand still for a while before its end, on a busy machine, too. */
const LONG_LIFETIME_MS = 6_000;

const app = fastify();
let url: string;
let port: number;
let yielded = 0;
beforeAll(async () => {
  const end = { closing: new AbortController().signal, lifetimeMs: LIFETIME_MS };
  app.get('/idle', (_, reply) => sendEvents(reply, end, idle));
  app.get('/busy', (_, reply) => sendEvents(reply, { ...end, lifetimeMs: LONG_LIFETIME_MS }, busy));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(url).port);
});
afterAll(() => app.close());

async function* idle(ended: AbortSignal): AsyncGenerator<string> {
  yield toText({ event: 'a', id: '1', data: '"first"' });
  await new Promise((resolve) => ended.addEventListener('abort', resolve));
  yield HEARTBEAT;
}

async function* busy(ended: AbortSignal): AsyncGenerator<string> {
  while (!ended.aborted) {
    yielded += 1;
    yield toText({ event: 'a', data: JSON.stringify('x'.repeat(64 * 1024)) });
  }
}

test('a stream on which nothing happens ends in order after its time', async () => {
  const begun = performance.now();
  const source = await openEvents(`${url}/idle`, { key: 'none' });
  expect(await source.ended).toBe('in order');
  expect(performance.now() - begun).toBeGreaterThan(LIFETIME_MS - 50);
  expect(source.messages).toEqual([{ event: 'a', id: '1', data: 'first' }]);
});

test('a stream that nobody reads is not written on, and is cut after its time', async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /busy HTTP/1.1\r\nhost: x\r\n\r\n');
  await until(() => yielded > 0, 'the stream begins');
  await until(async () => {
    const before = yielded;
    await pause(300);
    return yielded === before;
  }, 'the stream stands still');
  const open = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  expect(await open()).toBe(1);
  await until(async () => (await open()) === 0, 'the connection is cut');
  socket.destroy();
});
