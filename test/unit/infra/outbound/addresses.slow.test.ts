import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NETWORK } from '../../../../infra/outbound/network.js';
import { createOutbound, type Outbound } from '../../../../infra/outbound/outbound.js';
import { isPublicAddress } from '../../../../infra/outbound/public-address.js';
import { findTarget } from '../../../../infra/outbound/webhook-url.js';
import { publicHosts, SPECIAL_V4, SPECIAL_V6, specialHosts } from '../../../support/addresses.js';
import { countConnects } from '../../../support/connects.js';

const ADDRESSES = 100_000;
/** Cheaper than one by one. */
const BATCH = 500;
const batchOf = (hosts: fc.Arbitrary<string>) => fc.array(hosts, { minLength: BATCH, maxLength: BATCH });
const post = (outbound: Outbound, host: string) =>
  outbound.post({ url: `https://${host}/hook`, headers: {}, body: '{}', signal: new AbortController().signal });

let server: Server;
let network: typeof NETWORK;
let accepted: number;

beforeAll(async () => {
  accepted = 0;
  server = createServer((socket) => {
    accepted += 1;
    socket.destroy();
  });
  // at all addresses of this machine, loopback ones too
  await new Promise<void>((listening) => server.listen(0, '::', listening));
  network = { ...NETWORK, httpsPort: (server.address() as AddressInfo).port };
});

afterAll(async () => {
  await new Promise((closed) => server.close(closed));
});

test(`${ADDRESSES} special addresses, in every notation and embedding, are refused without a connection or a look-up`, async () => {
  const outbound = createOutbound({ production: true }, network);
  const counter = countConnects();
  await fc.assert(
    fc.asyncProperty(batchOf(specialHosts), async (hosts) => {
      const replies = hosts.map((host) => post(outbound, host));
      for (const [i, { error }] of (await Promise.all(replies)).entries())
        if (error !== 'private_address') throw new Error(`${hosts[i]}: ${error}`);
    }),
    { numRuns: ADDRESSES / BATCH },
  );
  counter.stop();
  expect(counter.counts).toEqual({ connects: 0, lookups: 0 });
  expect(accepted).toBe(0);
}, 400_000);

test('the same request does connect where the address is let through, so that the count counts', async () => {
  const outbound = createOutbound({ production: true }, { ...network, isPublic: () => true });
  const counter = countConnects();
  for (const host of ['127.0.0.1', '0x7f000001', '[::ffff:127.0.0.1]'])
    await expect(post(outbound, host)).resolves.toMatchObject({
      error: 'connection_reset',
    });
  counter.stop();
  expect(counter.counts.connects).toBe(3);
  expect(accepted).toBe(3);
});

test('public addresses are accepted in every notation', async () => {
  await fc.assert(
    fc.asyncProperty(batchOf(publicHosts), async (hosts) => {
      for (const host of hosts) {
        const { origin } = await findTarget(`https://${host}/hook`, { production: true }, NETWORK);
        if (origin !== new URL(`https://${host}`).origin) throw new Error(`${host}: ${origin}`);
      }
    }),
    { numRuns: 10_000 / BATCH },
  );
});

test.each([...SPECIAL_V4, ...SPECIAL_V6])('the first address of %s/%i is not public', (...[address]) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ['1.1.1.1', true],
  ['9.255.255.255', true],
  ['11.0.0.0', true],
  ['100.63.255.255', true],
  ['100.128.0.0', true],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['192.167.255.255', true],
  ['223.255.255.255', true],
  ['2606:4700:4700::1111', true],
  ['2001:200::1', true],
  ['2003::1', true],
  ['169.254.169.254', false],
  ['100.100.100.200', false],
  ['fd00:ec2::254', false],
  ['255.255.255.255', false],
  ['fe80::1%eth0', false],
  ['2606:4700::1%eth0', false],
  ['127.1', false],
  ['', false],
  ['localhost', false],
])('%s as a resolver gives it is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
