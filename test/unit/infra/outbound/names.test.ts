import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Network } from '../../../../infra/outbound/network.js';
import { createOutbound } from '../../../../infra/outbound/outbound.js';
import { findTarget } from '../../../../infra/outbound/webhook-url.js';
import { isPublicAddress } from '../../../../infra/outbound/public-address.js';
import { countConnects } from '../../../support/connects.js';
import { startDnsServer, type Answer, type DnsServer } from '../../../support/dns-server.js';
import { certificate, reply, says, startRawReceiver, type RawReceiver } from '../../../support/raw-receiver.js';

const PUBLIC = '93.184.215.14';
const url = 'https://receiver.example/hook';
const rules = { production: true };

let receiver: RawReceiver;
let dns: DnsServer | null;

beforeEach(async () => {
  dns = null;
  receiver = await startRawReceiver(says(reply(200)), 'receiver');
});

afterEach(async () => {
  await dns?.stop();
  await receiver.stop();
});

/** This machine's `127.0.0.1` stands for a public host; the other loopback addresses stay what they are. */
async function networkWith(answer: Answer): Promise<Network> {
  dns = await startDnsServer(answer);
  return {
    createResolver: dns.createResolver,
    isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
    httpsPort: receiver.port,
    ca: certificate('authority'),
  };
}

const post = (network: Network, to = url) =>
  createOutbound(rules, network).post({ url: to, headers: {}, body: '{}', signal: new AbortController().signal });

test('the connection goes to the address that was vetted, after one look-up of each kind', async () => {
  // a second look-up would be told an address of the inside
  const network = await networkWith((_, before) => [before === 0 ? '127.0.0.1' : '127.0.0.2']);
  expect(await post(network)).toMatchObject({ statusCode: 200, error: null });
  expect(dns!.queries.toSorted()).toEqual(['A receiver.example', 'AAAA receiver.example']);
  expect(receiver.connections()).toBe(1);
});

test('a name that was public at registration and is private at the attempt is not connected to', async () => {
  const network = await networkWith((_, before) => [before === 0 ? PUBLIC : '10.0.0.1']);
  const counter = countConnects();
  await expect(findTarget(url, rules, network)).resolves.toMatchObject({ addresses: [PUBLIC] });
  expect(await post(network)).toMatchObject({ statusCode: null, error: 'private_address' });
  counter.stop();
  expect(counter.counts.connects).toBe(0);
});

test.each([
  [PUBLIC, '10.0.0.1'],
  ['10.0.0.1', PUBLIC],
  [PUBLIC, '::1'],
  [PUBLIC, '::ffff:a00:1'],
  [PUBLIC, '64:ff9b::a00:1'],
  ['2606:2800:21f:cb07::1', '169.254.169.254'],
  ['2606:2800:21f:cb07::1', 'fe80::1'],
  ['0.0.0.0'],
  ['::'],
])('one address that is not public refuses the name: %s %s', async (...addresses) => {
  const network = await networkWith(() => addresses);
  const counter = countConnects();
  expect(await post(network)).toMatchObject({ error: 'private_address' });
  await expect(findTarget(url, rules, network)).rejects.toMatchObject({ reason: 'private_address' });
  counter.stop();
  expect(counter.counts.connects).toBe(0);
});

test('many names, each with one private address among public ones, are refused without a connection', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `r${i}.example`);
  const answers = new Map(
    names.map((name, i) => {
      const addresses = Array.from({ length: 1 + (i % 7) }, (_, k) => `93.184.${i % 256}.${k + 1}`);
      return [name, addresses.toSpliced(i % addresses.length, 1, `10.${i % 256}.0.1`)];
    }),
  );
  const network = await networkWith((name) => answers.get(name) ?? []);
  const counter = countConnects();
  // a few at a time: a look-up that waits for its turn counts as one that is not answered
  for (let at = 0; at < names.length; at += 30) {
    const some = names.slice(at, at + 30).map((name) => post(network, `https://${name}/`));
    for (const { error } of await Promise.all(some)) expect(error).toBe('private_address');
  }
  counter.stop();
  expect(counter.counts.connects).toBe(0);
});

test('a name that does not exist, or has no addresses, is unresolvable', async () => {
  expect(await post(await networkWith(() => []))).toMatchObject({ error: 'unresolvable' });
});

test('a name server that never answers is given up', async () => {
  const network = await networkWith(() => null);
  const startedAt = performance.now();
  await expect(findTarget(url, rules, network)).rejects.toMatchObject({ reason: 'unresolvable' });
  expect(performance.now() - startedAt).toBeLessThan(20_000); // the rest is for a busy machine
});

test('addresses of one kind are enough where the name server keeps silent about the other', async () => {
  const network = await networkWith((_name, _before, type) => (type === 'A' ? ['127.0.0.1'] : null));
  expect(await post(network)).toMatchObject({ statusCode: 200, error: null });
});

test('a name with and without a dot at its end reaches the same receiver, by the name without', async () => {
  const network = await networkWith(() => ['127.0.0.1']);
  expect(await post(network, 'https://receiver.example./hook')).toMatchObject({ statusCode: 200 });
  expect(receiver.received()).toContain('host: receiver.example\r\n');
});

test('where the first address of a host is dead, the next one is tried', async () => {
  const network = { ...(await networkWith(() => ['127.0.0.9', '127.0.0.1'])), isPublic: () => true };
  expect(await post(network)).toMatchObject({ statusCode: 200, error: null });
});
