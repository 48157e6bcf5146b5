/** Who may use /mcp, how often, and what happens when a client goes away or an instance changes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { ApiKey } from '../../../entities/api-key.js';
import { RateLimit } from '../../../entities/rate-limit.js';
import { buildTestApp, givenReadyShelf, hash, PUBLIC_URL, type TestApp } from '../../support/app.js';
import { connectMcp, ERAS, listening, type Era } from '../../support/mcp.js';
import { givenApiKey, givenShelf } from '../../support/rows.js';
import { until } from '../../support/until.js';

const READS_PER_MINUTE = 30;

let api: TestApp;
let origin: string;
let other: FastifyInstance;
let otherOrigin: string;
beforeAll(async () => {
  api = await buildTestApp({ limits: { readsPerMinute: READS_PER_MINUTE, writesPerMinute: 2 } });
  origin = await listening(api.app);
  other = await api.anotherInstance();
  otherOrigin = await listening(other);
});
afterAll(async () => {
  await other?.close();
  await api?.stop();
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const post = (body: unknown, headers: Record<string, string>, more: RequestInit = {}) =>
  fetch(`${origin}/mcp`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    ...more,
  });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const names = async (key: string) => {
  const mcp = await connectMcp([origin], key);
  const { tools } = await mcp.client.listTools();
  await mcp.close();
  return tools.map(({ name }) => name);
};

test('without a valid key everything is 401, which names the scheme and no authorization server', async () => {
  const { account } = await api.user();
  const session = await api.withSession(account);
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const replies = [
      await api.request({ method, url: '/mcp' }),
      await session({ method, url: '/mcp' }),
      await api.as('sk_live_none_of_those_keys_there_are')({ method, url: '/mcp' }),
    ];
    for (const { statusCode, headers } of replies)
      expect([method, statusCode, headers['www-authenticate']]).toEqual([method, 401, 'Bearer']);
  }
  for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server'])
    expect((await api.request({ url: `/.well-known/${path}` })).statusCode).toBe(404);
});

test('a page of another site is refused, one of this service is not', async () => {
  const { key } = await api.user();
  for (const from of ['https://evil.example', 'null', origin]) {
    const refused = await post(LIST, { ...bearer(key), origin: from });
    expect([from, refused.status, await refused.json()]).toMatchObject([from, 403, { details: { field: 'Origin' } }]);
  }
  expect((await post(LIST, { ...bearer(key), origin: PUBLIC_URL })).status).toBe(200);
});

test('several messages in one request are refused, and what is no message', async () => {
  const { key } = await api.user();
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  for (const body of [[LIST], [LIST, cancel], []]) {
    const refused = await post(body, bearer(key));
    expect([refused.status, await refused.json()]).toMatchObject([400, { details: { reason: 'batch' } }]);
  }
  for (const body of ['{', '']) {
    const refused = await post(null, bearer(key), { body });
    expect([body, refused.status]).toEqual([body, 400]);
  }
  const tooLarge = await post({ ...LIST, params: { x: 'x'.repeat(15 * 1024 * 1024) } }, bearer(key));
  expect([tooLarge.status, await tooLarge.json()]).toMatchObject([400, { details: { reason: 'too_large' } }]);
});

test('there are no sessions: GET and DELETE are 405', async () => {
  const { key } = await api.user();
  for (const method of ['GET', 'DELETE'])
    expect((await fetch(`${origin}/mcp`, { method, headers: bearer(key) })).status).toBe(405);
});

test('a key that may only read neither sees nor calls what writes', async () => {
  const { account, key } = await api.user();
  const shelf = await givenReadyShelf(api, account);
  const readKey = await givenApiKey(api.database.manager, account.id, 'read');
  const hidden = ['create_shelf', 'delete_shelf'];
  expect((await names(key)).filter((name) => hidden.includes(name))).toEqual(hidden);
  expect((await names(readKey)).filter((name) => hidden.includes(name))).toEqual([]);
  const mcp = await connectMcp([origin], readKey);
  for (const [tool, input] of [
    ['delete_shelf', { shelf_id: shelf.publicId }],
    ['create_shelf', { url: 'https://example.com/a.pdf' }],
  ] as const)
    expect(await mcp.error(tool, input)).toBe(
      'FORBIDDEN: This API key may only read.\nNext: ask the user for an API key that may write.',
    );
  await expect(mcp.call('destroy_shelf', { shelf_id: shelf.publicId })).rejects.toThrow('Tool destroy_shelf not found');
  expect(await mcp.data('list_shelves')).toMatchObject({ total: 1 });
  await mcp.close();
});

test('a key that is revoked opens nothing from then on', async () => {
  const { key } = await api.user();
  const mcp = await connectMcp([origin], key);
  expect(await mcp.data('list_shelves')).toMatchObject({ total: 0 });
  await api.database.manager.update(ApiKey, { keyHash: hash(key) }, { revokedAt: new Date() });
  await expect(mcp.call('list_shelves')).rejects.toThrow();
  expect((await post(LIST, bearer(key))).status).toBe(401);
  await mcp.close();
});

test('a call counts once, as a read or a write, and lists of tools do not; over the limit it says how long to wait', async () => {
  const { account, key } = await api.user();
  const used = (name: string) => api.database.manager.findBy(RateLimit, { key: `${name}:${account.publicId}` });
  const mcp = await connectMcp([origin], key);
  for (let times = 0; times < 5; times += 1) await mcp.client.listTools();
  expect(await used('reads')).toHaveLength(0);
  for (let reads = 0; reads < READS_PER_MINUTE; reads += 1) await mcp.data('list_shelves');
  expect(await mcp.error('list_shelves')).toMatch(
    /^RATE_LIMITED: Too many requests, please try again later\.\nNext: wait \d+ seconds, then repeat the call\. The limit is 30 reads in 60 seconds; who operates the service can raise it \(LIMIT_READS_PER_MINUTE\)\.$/,
  );
  const none = { shelf_id: `shf_${'0'.repeat(24)}` };
  expect(await mcp.error('delete_shelf', none)).toContain('NOT_FOUND');
  expect(await mcp.error('delete_shelf', none)).toContain('NOT_FOUND');
  expect(await mcp.error('delete_shelf', none)).toContain('RATE_LIMITED');
  await mcp.close();
});

test('completions over the limit say so too', async () => {
  const { account, key } = await api.user();
  const { publicId } = await givenReadyShelf(api, account);
  const mcp = await connectMcp([origin], key);
  const complete = (name: string) =>
    mcp.client.complete({
      ref: { type: 'ref/resource', uri: 'shelf://{shelf}/{+path}' },
      ...{ argument: { name, value: '' }, context: { arguments: { shelf: publicId } } },
    });
  expect((await complete('path')).completion.values).toContain('notes.txt');
  for (let reads = 1; reads < READS_PER_MINUTE; reads += 1) await mcp.data('list_shelves');
  for (const name of ['shelf', 'path']) await expect(complete(name)).rejects.toThrow(/RATE_LIMITED: .*\nNext: wait /);
  await mcp.close();
});

test('a large message counts as a write before it is read, and one of unstated length once it is large', async () => {
  const { key } = await api.user();
  const large = { ...LIST, params: { _meta: { x: 'x'.repeat(100_000) } } };
  for (const status of [200, 200, 429]) expect((await post(large, bearer(key))).status).toBe(status);
  expect((await post(LIST, bearer(key))).status).toBe(200);
  const inChunks = (message: object) =>
    post(null, bearer(key), { body: new Blob([JSON.stringify(message)]).stream(), duplex: 'half' });
  expect([(await inChunks(LIST)).status, (await inChunks(large)).status]).toEqual([200, 429]);
});

test('a message of many values is refused, however long its texts may be: all others would wait while it is checked', async () => {
  const { key } = await api.user();
  const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`member${index}`, 1]));
  const pdf = 'JVBERi0x'.repeat(10_000);
  for (const params of [
    { _meta: members },
    { arguments: members },
    { a: Array.from({ length: 5_000 }, () => ({})), pdf },
  ]) {
    const refused = await post({ ...LIST, params }, bearer((await api.user()).key));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { details: { field: 'body', reason: 'too_many_values', maxValues: 2_000 } },
    ]);
  }
  expect((await post({ ...LIST, params: { _meta: { pdf } } }, bearer(key))).status).toBe(200);
});

test.each(Object.keys(ERAS) as Era[])('any instance answers any request (%s)', async (era) => {
  const { account, key } = await api.user();
  const { publicId: shelf_id } = await givenReadyShelf(api, account);
  const mcp = await connectMcp([origin, otherOrigin], key, era);
  for (let times = 0; times < 4; times += 1) {
    expect(await mcp.data('list_shelves')).toMatchObject({ total: 1 });
    expect(await mcp.text('read_shelf_file', { shelf_id, path: 'notes.txt' })).toContain('plain');
  }
  await mcp.close();
});

test('messages at once are all answered, up to twice the reads and writes of a minute; each counts, whatever it asks', async () => {
  const { key } = await api.user();
  const max = 2 * (READS_PER_MINUTE + 2);
  const replies = await Promise.all(Array.from({ length: max }, () => post(LIST, bearer(key))));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const unknown = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'none', arguments: {} } };
  for (const message of [LIST, unknown, { jsonrpc: '2.0', method: 'notifications/initialized' }]) {
    const refused = await post(message, bearer(key));
    expect([refused.status, await refused.json()]).toMatchObject([429, { details: { limit: 'messages', max } }]);
  }
  const { key: another } = await api.user();
  expect((await post(LIST, bearer(another))).status).toBe(200);
});

test('no stream is opened for news, since there are none', async () => {
  const { key } = await api.user();
  const mcp = await connectMcp([origin], key);
  await expect(mcp.client.listen({ toolsListChanged: true })).rejects.toThrow('limit');
  await mcp.close();
});

test('a client that asks for everything at once gets every answer', async () => {
  const { account, key } = await api.user();
  const { publicId: shelf_id } = await givenReadyShelf(api, account);
  const mcp = await connectMcp([origin, otherOrigin], key);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => mcp.text('read_shelf_file', { shelf_id, path: 'notes.txt' })),
  );
  expect(new Set(answers).size).toBe(1);
  await mcp.close();
});

test.each(Object.keys(ERAS) as Era[])('a call that is given up ends what it had begun (%s)', async (era) => {
  const { account, key } = await api.user();
  const { publicId: shelf_id } = await givenShelf(api.database.manager, account.id);
  const streams = async () => {
    const { body } = await api.app.inject('/metrics');
    return /^shelfwright_event_streams_open (\d+)$/m.exec(body)?.[1];
  };
  const stop = new AbortController();
  const waiting = post(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait_for_shelf', arguments: { shelf_id } } },
    bearer(key),
    { signal: stop.signal },
  ).then(
    () => 'answered',
    () => 'given up',
  );
  const mcp = await connectMcp([origin], key, era);
  const given = mcp.client.callTool({ name: 'wait_for_shelf', arguments: { shelf_id } }, { signal: stop.signal }).then(
    () => 'answered',
    () => 'given up',
  );
  await until(async () => (await streams()) === '2', 'two streams are followed');
  stop.abort();
  expect([await waiting, await given]).toEqual(['given up', 'given up']);
  // a client of 2025 says so in another request only, to any instance; what it had begun ends with its connection
  await mcp.close();
  await until(async () => (await streams()) === '0', 'no stream is followed');
  expect(api.logged.filter((line) => line.includes('INTERNAL_ERROR'))).toEqual([]);
});

test('requests are measured by the pattern of the route', async () => {
  const { body } = await api.app.inject('/metrics');
  expect(body).toMatch(
    /shelfwright_http_request_duration_seconds_count\{method="POST",route="\/mcp",status="2xx"\} \d+/,
  );
});

test('a process that is stopping still answers what comes over open connections', async () => {
  const draining = await api.anotherInstance();
  const at = await listening(draining);
  const { key } = await api.user();
  const mcp = await connectMcp([at], key);
  expect(await mcp.data('list_shelves')).toMatchObject({ total: 0 });
  const closed = draining.close();
  expect(await mcp.data('list_shelves')).toMatchObject({ total: 0 });
  await mcp.close();
  await closed;
});
