/** Clients that open connections to the api and send nothing that can be answered. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { MAX_CONNECTIONS_OF_ADDRESS } from '../../api/app.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { holdConnections, openConnections, type HeldConnections } from '../support/half-requests.js';
import { listen } from '../support/listen.js';
import { until } from '../support/until.js';

const [ATTACKER, READER, PROXY] = ['127.0.0.2', '127.0.0.3', '127.0.0.9'];
const TOO_MANY = 50;
const MANY = MAX_CONNECTIONS_OF_ADDRESS + TOO_MANY;

let api: TestApp;
let port: number;
let held: HeldConnections | null = null;
beforeAll(async () => {
  api = await buildTestApp({ trustedProxies: PROXY });
  port = await listen(api.app);
});
afterEach(() => held?.end());
afterAll(() => api?.stop());

async function read(localAddress: string): Promise<number | undefined> {
  const outgoing = request({ host: '127.0.0.1', port, path: '/healthz', localAddress, agent: false });
  const [reply] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
  reply.resume();
  return reply.statusCode;
}

test('an address has no more connections than its limit, and half headers are not awaited for long', async () => {
  held = await holdConnections(port, { localAddress: ATTACKER, count: MANY });
  const { alive, refused } = held;
  expect(await read(READER)).toBe(200);
  await until(() => refused() === TOO_MANY, 'those beyond its limit are ended at once', 20_000);
  // Node by itself would wait for a minute or more
  await until(() => alive() === 0, 'headers that do not end are not awaited', 40_000);
  await until(async () => (await openConnections(api.app.server)) === 0, 'the api has noticed');
  expect(await read(ATTACKER)).toBe(200);
}, 60_000);

test('a trusted proxy, which brings the clients of all addresses, has no limit', async () => {
  held = await holdConnections(port, { localAddress: PROXY, count: MANY });
  await until(async () => (await openConnections(api.app.server)) === MANY, 'all are open', 8_000);
  expect(await read(PROXY)).toBe(200);
}, 60_000);
