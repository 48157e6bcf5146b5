import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildStoreFilter, MAX_REQUESTS_OF_ADDRESS } from '../../../../api/store-filter/app.js';
import { createLogger } from '../../../../infra/logger.js';
import { until } from '../../../support/until.js';

const FILE = '/shelfwright/users/usr_1/shelves/shf_1/files/ver_1/README.md';
const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=a' };
const PREFLIGHT = { origin: 'https://a.example', 'access-control-request-method': 'GET' };

let store: Server;
let filter: Awaited<ReturnType<typeof buildStoreFilter>>;
let port: number;
let asked: IncomingMessage[];
let waiting: ServerResponse[];
let answersAtOnce: boolean;

beforeEach(async () => {
  [asked, waiting, answersAtOnce] = [[], [], true];
  store = createServer((incoming, reply) => {
    asked.push(incoming);
    reply.setHeader('server', 'MinIO').setHeader('strict-transport-security', 'max-age=1; includeSubDomains');
    if (answersAtOnce) reply.setHeader('etag', '"1"').end('text');
    else waiting.push(reply);
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const config = { endpoint, bucket: 'shelfwright', trustedProxies: null };
  filter = await buildStoreFilter({ config, log: createLogger({ level: 'silent', name: 'store-filter' }) });
  await filter.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = filter.server.address() as AddressInfo);
});
afterEach(async () => {
  filter.server.closeAllConnections();
  await filter.close();
  store.closeAllConnections();
  store.close();
});

type Wire = { method?: string; path?: string; headers?: Record<string, string>; localAddress?: string };

async function ask({ method = 'GET', path = FILE, headers = SIGNED, localAddress }: Wire = {}) {
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers, localAddress, agent: false });
  const [reply] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
}

test('pages of any site may read, and see why they may not', async () => {
  const got = await ask({ headers: { ...SIGNED, origin: 'https://a.example' } });
  expect(got).toMatchObject({
    status: 200,
    body: 'text',
    headers: { 'access-control-allow-origin': '*', etag: '"1"' },
  });
  for (const name of ['etag', 'content-length', 'content-range', 'accept-ranges'])
    expect(got.headers['access-control-expose-headers']?.split(', ')).toContain(name);
  expect(asked[0]?.headers).not.toHaveProperty('origin');
  expect(await ask({ headers: {} })).toMatchObject({ status: 403, headers: { 'access-control-allow-origin': '*' } });
  expect((await ask({ method: 'DELETE' })).headers).not.toHaveProperty('access-control-allow-origin');
});

test("what a browser is told is the filter's word: no script runs here, and nothing is said of other hosts", async () => {
  const { headers } = await ask({ path: `${FILE}?response-content-type=text%2Fhtml` });
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers).not.toHaveProperty('server');
});

test('a preflight is answered here, for what may be read', async () => {
  const reply = await ask({ method: 'OPTIONS', headers: PREFLIGHT });
  expect(reply).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, HEAD' },
  });
  for (const name of ['authorization', 'range', 'x-amz-date', 'x-amz-security-token'])
    expect(reply.headers['access-control-allow-headers']?.split(', ')).toContain(name);
  expect(await ask({ method: 'OPTIONS', headers: PREFLIGHT, path: '/minio/admin/v3/info' })).toMatchObject({
    status: 403,
  });
  expect(await ask({ method: 'OPTIONS', headers: {} })).toMatchObject({ status: 403 });
  expect(asked).toEqual([]);
});

test('an address has so many requests under way, and others are not stalled by it', async () => {
  answersAtOnce = false;
  const first = Array.from({ length: MAX_REQUESTS_OF_ADDRESS }, () => ask());
  await until(() => waiting.length === MAX_REQUESTS_OF_ADDRESS, 'the store is asked');
  const further = await ask();
  expect([further.status, further.body]).toEqual([503, expect.stringContaining('<Code>SlowDown</Code>')]);
  answersAtOnce = true;
  expect(await ask({ localAddress: '127.0.0.2' })).toMatchObject({ status: 200 });
  for (const reply of waiting) reply.end('late');
  expect(new Set((await Promise.all(first)).map(({ body }) => body))).toEqual(new Set(['late']));
  expect(await ask()).toMatchObject({ status: 200 });
});

test('a segment with two dots is refused, and is no outage', async () => {
  expect(await ask({ path: FILE.replace('README.md', '..x/a.md') })).toMatchObject({ status: 403 });
});
