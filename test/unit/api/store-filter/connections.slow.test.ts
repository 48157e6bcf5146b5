/** Clients that open connections to the filter and send nothing that can be answered. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildStoreFilter, MAX_CONNECTIONS_OF_ADDRESS } from '../../../../api/store-filter/app.js';
import { createLogger } from '../../../../infra/logger.js';
import { holdConnections, openConnections, type HeldConnections } from '../../../support/half-requests.js';
import { until } from '../../../support/until.js';

const FILE = '/shelfwright/users/usr_1/shelves/shf_1/files/ver_1/README.md';
/** More than the process takes from all clients. */
const MANY = 1_100;
const [ATTACKER, READER, PROXY] = ['127.0.0.2', '127.0.0.3', '127.0.0.9'];

let store: Server;
let filter: Awaited<ReturnType<typeof buildStoreFilter>>;
let port: number;
let held: HeldConnections | null = null;

beforeEach(async () => {
  store = createServer((_incoming, reply) => reply.end('text')).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const config = { endpoint, bucket: 'shelfwright', trustedProxies: `10.0.0.0/8, ${PROXY}` };
  filter = await buildStoreFilter({ config, log: createLogger({ level: 'silent', name: 'store-filter' }) });
  await filter.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = filter.server.address() as AddressInfo);
});
afterEach(async () => {
  held?.end();
  filter.server.closeAllConnections();
  await filter.close();
  store.closeAllConnections();
  store.close();
});

async function hold(localAddress: string, count: number): Promise<() => number> {
  held = await holdConnections(port, { localAddress, count });
  return held.alive;
}

async function read(localAddress: string): Promise<number | undefined> {
  const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=a' };
  const outgoing = request({ host: '127.0.0.1', port, path: FILE, headers, localAddress, agent: false });
  const [reply] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
  reply.resume();
  return reply.statusCode;
}

test('an address that holds all the connections it can get stops no read of another, and loses them in seconds', async () => {
  const alive = await hold(ATTACKER, MANY);
  // at once: after some seconds the attacker has lost them all
  expect(await read(READER)).toBe(200);
  await until(() => alive() <= MAX_CONNECTIONS_OF_ADDRESS, 'those beyond its limit are ended');
  await until(() => alive() === 0, 'headers that do not end are not awaited', 20_000);
  expect(await read(ATTACKER)).toBe(200);
});

test('a trusted proxy, which brings the clients of all addresses, has no limit', async () => {
  const alive = await hold(PROXY, MAX_CONNECTIONS_OF_ADDRESS + 20);
  await until(
    async () => (await openConnections(filter.server)) === MAX_CONNECTIONS_OF_ADDRESS + 20,
    'all are open',
    4_000,
  );
  expect(alive()).toBe(MAX_CONNECTIONS_OF_ADDRESS + 20);
  expect(await read(PROXY)).toBe(200);
});
