/** What a client is told when TLS is why it cannot reach Temporal, over real handshakes. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadTemporalConfig } from '../../../infra/config.js';
import { createTemporal } from '../../../infra/temporal.js';
import { explainingTls, tlsProblem } from '../../../infra/temporal-tls.js';

const pem = (name: string) => readFileSync(`test/fixtures/certificates/${name}.pem`);
const OWN = { cert: pem('temporal'), key: pem('key') };
const AUTHORITY = { TEMPORAL_TLS_SERVER_CA_CERT_PATH: 'test/fixtures/certificates/authority.pem' };
const CLIENT = {
  TEMPORAL_TLS_CLIENT_CERT_PATH: 'test/fixtures/certificates/temporal.pem',
  TEMPORAL_TLS_CLIENT_KEY_PATH: 'test/fixtures/certificates/key.pem',
};
const STRANGER = { ...CLIENT, TEMPORAL_TLS_CLIENT_CERT_PATH: 'test/fixtures/certificates/self-signed.pem' };

const servers: Http2Server[] = [];
const addresses = {} as Record<'plain' | 'tls' | 'mutual', string>;

async function listening(server: Http2Server): Promise<string> {
  servers.push(server);
  server.on('error', () => {}).on('sessionError', () => {}); // handshakes that fail are what is tested
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  addresses.plain = await listening(createServer());
  addresses.tls = await listening(createSecureServer(OWN));
  const mutual = { ...OWN, ca: pem('authority'), requestCert: true, rejectUnauthorized: true };
  addresses.mutual = await listening(createSecureServer(mutual));
});
afterAll(() => {
  for (const server of servers) server.close();
});

const config = (at: keyof typeof addresses, env: Record<string, string> = {}) =>
  loadTemporalConfig({ TEMPORAL_ADDRESS: addresses[at], ...env });

test('where both sides agree there is nothing to tell', async () => {
  expect(await tlsProblem(config('plain'))).toBeNull();
  expect(await tlsProblem(config('tls', AUTHORITY))).toBeNull();
  expect(await tlsProblem(config('mutual', { ...AUTHORITY, ...CLIENT }))).toBeNull();
});

test('a client without TLS is told that the server speaks it, also one that asks for a certificate', async () => {
  for (const at of ['tls', 'mutual'] as const)
    expect(await tlsProblem(config(at))).toMatch(/speaks TLS, and this client does not: set TEMPORAL_TLS=true/);
});

test('a client with TLS is told which side of it is wrong', async () => {
  expect(await tlsProblem(config('plain', AUTHORITY))).toMatch(/does not speak TLS/);
  expect(await tlsProblem(config('tls', { TEMPORAL_TLS: 'true' }))).toMatch(/not valid.*TEMPORAL_TLS_SERVER_CA_CERT/);
  const named = { ...AUTHORITY, TEMPORAL_TLS_SERVER_NAME: 'other.example' };
  expect(await tlsProblem(config('tls', named))).toMatch(/not valid \(ERR_TLS_CERT_ALTNAME_INVALID\)/);
  expect(await tlsProblem(config('mutual', AUTHORITY))).toMatch(/refuses this client's certificate/);
  expect(await tlsProblem(config('mutual', { ...AUTHORITY, ...STRANGER }))).toMatch(/refuses this client/);
});

test("a request that timed out is explained, with the client's own error as the cause", async () => {
  const plain = config('mutual');
  const temporal = createTemporal(plain);
  const ping = explainingTls(plain, () => temporal.ping(1_000));
  await expect(ping).rejects.toMatchObject({
    message: expect.stringContaining('speaks TLS'),
    cause: expect.anything(),
  });
  await temporal.close();
});

test('an address where nothing listens stays what it is', async () => {
  const away = loadTemporalConfig({ TEMPORAL_ADDRESS: '127.0.0.1:1', TEMPORAL_TLS: 'true' });
  expect(await tlsProblem(away)).toBeNull();
});
