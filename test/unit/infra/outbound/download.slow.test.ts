/** Downloads go where requests to receivers may go, and nowhere else; what a server can do is bounded. */
import { afterEach, expect, test } from '@jest/globals';
import { createDownloader } from '../../../../infra/outbound/download.js';
import type { Network } from '../../../../infra/outbound/network.js';
import { isPublicAddress } from '../../../../infra/outbound/public-address.js';
import { countConnects } from '../../../support/connects.js';
import { startDnsServer, type Answer, type DnsServer } from '../../../support/dns-server.js';
import {
  certificate,
  floods,
  reply,
  says,
  startRawReceiver,
  type Behaviour,
  type RawReceiver,
} from '../../../support/raw-receiver.js';

const URL_OF_PDF = 'https://receiver.example/a.pdf';
const PDF = { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.7' };

const stops: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

async function start(behaviour: Behaviour, certified?: string): Promise<RawReceiver> {
  const receiver = await startRawReceiver(behaviour, certified);
  stops.push(() => receiver.stop());
  return receiver;
}

/** This machine's `127.0.0.1` stands for a public host; the other loopback addresses stay what they are. */
async function networkOf(receiver: RawReceiver, answer: Answer = () => ['127.0.0.1']): Promise<Network> {
  const dns: DnsServer = await startDnsServer(answer);
  stops.push(() => dns.stop());
  return {
    createResolver: dns.createResolver,
    isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
    httpsPort: receiver.port,
    ca: certificate('authority'),
  };
}

async function get(
  network: Network,
  url = URL_OF_PDF,
  { production = true, signal = new AbortController().signal } = {},
) {
  const chunks: Buffer[] = [];
  for await (const chunk of createDownloader({ production }, network)(url, signal)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a PDF is had from the address that was vetted, without credentials and compression', async () => {
  const receiver = await start(says(reply(200, PDF)), 'receiver');
  // a second look-up would be told an address of the inside
  expect(await get(await networkOf(receiver, (_, before) => [before === 0 ? '127.0.0.1' : '127.0.0.2']))).toBe(
    '%PDF-1.7',
  );
  expect(receiver.received()).toMatch(/^GET \/a\.pdf HTTP\/1\.1\r\n/);
  expect(receiver.received()).toMatch(/accept-encoding: identity\r\n/i);
  expect(receiver.received()).not.toMatch(/authorization|cookie/i);
});

test.each([
  ['https://10.0.0.1/a.pdf', 'private_address'],
  ['https://inside.example/a.pdf', 'private_address'],
  ['http://receiver.example/a.pdf', 'https_required'],
  ['https://receiver.example:8443/a.pdf', 'port_not_allowed'],
  ['https://localhost/a.pdf', 'host_not_allowed'],
  ['http://localhost:1/a.pdf', 'https_required'],
  ['https://u:p@receiver.example/', 'credentials_not_allowed'],
])('a redirect to %s is refused before anything is sent there', async (location, reason) => {
  const receiver = await start(says(reply(302, { headers: { Location: location } })), 'receiver');
  const network = await networkOf(receiver, (name) => [name === 'inside.example' ? '10.0.0.1' : '127.0.0.1']);
  const counter = countConnects();
  await expect(get(network)).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED', reason });
  counter.stop();
  expect(counter.counts.connects).toBe(1);
});

test('from elsewhere no redirect leads to this machine, even in development', async () => {
  const receiver = await start(says(reply(302, { headers: { Location: 'http://localhost:1/' } })), 'receiver');
  const refused = get(await networkOf(receiver), URL_OF_PDF, { production: false });
  await expect(refused).rejects.toMatchObject({ reason: 'host_not_allowed' });
});

test.each([
  ['an error', reply(404), 'status'],
  ['a page', reply(200, { headers: { 'Content-Type': 'text/html' }, body: '<p>' }), 'not_pdf'],
  ['a length over 100 MiB', reply(200, { headers: { 'content-length': '104857601' } }), 'too_large'],
  ['a body that breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n%PDF', 'connection_reset'],
  ['what is no HTTP', 'hello\r\n\r\n', 'invalid_reply'],
  ['a redirect to nowhere', 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n', 'invalid_reply'],
  ['a redirect to itself', reply(301, { headers: { Location: '/a.pdf' } }), 'too_many_redirects'],
])('%s is no PDF', async (_what, answer, reason) => {
  const receiver = await start((socket) => void socket.once('data', () => socket.end(answer)), 'receiver');
  await expect(get(await networkOf(receiver))).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED', reason });
});

test('more than 100 MiB are not read, whatever the server says of the length', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nConnection: close\r\n\r\n';
  const receiver = await start(floods(head, Buffer.alloc(1024 * 1024)), 'receiver');
  await expect(get(await networkOf(receiver))).rejects.toMatchObject({ reason: 'too_large' });
});

test('whoever gives up ends the download', async () => {
  const stop = new AbortController();
  const receiver = await start(() => stop.abort(new Error('given up')), 'receiver');
  await expect(get(await networkOf(receiver), URL_OF_PDF, { signal: stop.signal })).rejects.toThrow('given up');
  await receiver.idle();
});
