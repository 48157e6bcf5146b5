/** An attacker with many accounts who begins as many large JSON bodies as a process takes, and ends none. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import type { TestApp } from '../support/app.js';
import { setUpSlowClients } from '../support/slow-clients.js';
import { until } from '../support/until.js';

/** Some bodies more than are taken in at once. */
const ACCOUNTS = 10;
const BODIES_EACH = 2;
const SMALL_BYTES = 64 * 1024;

let api: TestApp;
let port: number;
const sockets = setUpSlowClients((...started) => ([api, port] = started));

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Sends the beginning of a message of unstated length, and then a byte a second. Answers what has come back. */
async function drip(key: string, beginning: string): Promise<() => string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let received = '';
  socket.on('error', () => undefined).on('data', (data: Buffer) => (received += data.toString('latin1')));
  const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ntransfer-encoding: chunked\r\n`;
  socket.write(`${head}content-type: application/json\r\n\r\n${chunk(beginning)}`);
  const dripping = setInterval(() => socket.write(chunk(' ')), 1_000);
  socket.on('close', () => clearInterval(dripping));
  return () => received;
}

async function attack(beginning: string): Promise<(() => string)[]> {
  for (const socket of sockets) socket.destroy();
  sockets.length = 0;
  const held = [];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { key } = await api.user();
    for (let at = 0; at < BODIES_EACH; at += 1) held.push(await drip(key, beginning));
  }
  return held;
}

/** The status of a large message of another account. */
async function sendLarge(): Promise<number> {
  const { key } = await api.user();
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: { x: 'x'.repeat(SMALL_BYTES) } } };
  const { status } = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    body: JSON.stringify(message),
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      authorization: `Bearer ${key}`,
    },
  });
  return status;
}

test('bodies that have hardly begun hold nothing that a large body of another account waits for', async () => {
  const held = await attack('{');
  expect(await sendLarge()).toBe(200);
  expect(held.filter((received) => received() !== '')).toEqual([]);
});

test('large bodies that go on byte by byte give way to those of other accounts', async () => {
  const held = await attack(' '.repeat(SMALL_BYTES + 1));
  expect(await sendLarge()).toBe(200);
  await until(() => held.some((received) => received().includes('"reason":"body_too_slow"')), 'one has given way');
  const ended = held.filter((received) => received() !== '');
  for (const received of ended) expect(received()).toMatch(/^HTTP\/1\.1 503 /);
  expect(ended.length).toBeLessThan(held.length);
}, 60_000);
