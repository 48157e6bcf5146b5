/** What the client sends, and how it deals with failures: against a server that answers as each test wants. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ApiError, NoAnswerError, Shelfwright } from '../../../clients/typescript/src/index.js';
import { readRetryAfter, waitBeforeRetry } from '../../../clients/typescript/src/retry.js';
import { OPERATIONS } from '../../../clients/typescript/src/generated.js';
import { AT_ONCE, failure, json, PARSING_SHELF as SHELF, SHELF_ID as ID } from '../../support/client-answers.js';
import { startReceiver, type Answer, type Receiver } from '../../support/receiver.js';

let server: Receiver;
let client: Shelfwright;
// one for each test: a request that was given up may arrive when its test is over
beforeEach(async () => {
  server = await startReceiver();
  client = new Shelfwright({ baseUrl: `${server.origin}/`, apiKey: 'sk_1' });
});
afterEach(() => server?.stop());

/** The answers in turn; the last one from then on. */
const inTurn = (...answers: (Answer | 'reset')[]) =>
  server.answerWith((_, number) => answers[Math.min(number, answers.length) - 1] as Answer);

test('sends the key, path, query and headers of an operation', async () => {
  inTurn(json(200, { files: [] }), { status: 200, body: '# A\n', headers: { 'content-type': 'text/markdown' } });
  await client.getOutline({ id: ID, depth: 2 });
  expect(await client.readFile({ id: ID, filePath: '02-part/what & why?.md', offset: 3 })).toBe('# A\n');
  expect(server.received.map(({ path }) => path)).toEqual([
    `/v1/shelves/${ID}/outline?depth=2`,
    `/v1/shelves/${ID}/files/02-part/what%20%26%20why%3F.md?offset=3`,
  ]);
  expect(server.received[0]!.headers).toMatchObject({ authorization: 'Bearer sk_1', accept: 'application/json' });
  inTurn(json(200, SHELF));
  await client.approveShelf(
    { id: ID, body: { operations: [{ type: 'delete', path: 'a.md' }] } },
    { idempotencyKey: 'k' },
  );
  expect(server.received[2]!.headers).toMatchObject({ 'idempotency-key': 'k', 'content-type': 'application/json' });
  expect(JSON.parse(String(server.received[2]!.body))).toEqual({ operations: [{ type: 'delete', path: 'a.md' }] });
});

test.each(['../../webhooks', 'a/../b', './a', 'a//b', ''])(
  'a path "%s" that a URL would change is refused',
  async (filePath) => {
    await expect(client.readFile({ id: ID, filePath })).rejects.toThrow(TypeError);
    expect(server.received).toEqual([]);
  },
);

test('an address that is none is refused at once', () => {
  expect(() => new Shelfwright({ baseUrl: 'shelves.example.com' })).toThrow('baseUrl is not an address');
});

test('an error has code, details, field, reason and request id', async () => {
  inTurn(failure(400, 'VALIDATION_ERROR', { details: { field: 'q', reason: 'too_long' } }));
  const error = await client.search({ id: ID, q: 'x' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    name: 'ApiError',
    operation: 'search',
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'It is VALIDATION_ERROR.',
    field: 'q',
    reason: 'too_long',
    requestId: 'r-1',
    retryAfterSeconds: null,
  });
  expect(server.received).toHaveLength(1);
});

test('an answer of something in front of the service is an error too', async () => {
  inTurn({ status: 403, body: '<html>Forbidden</html>' });
  await expect(client.getShelf({ id: ID })).rejects.toMatchObject({ status: 403, code: 'HTTP_403', requestId: null });
  inTurn({ status: 200, body: '<html>Welcome</html>' });
  await expect(client.getShelf({ id: ID }, { maxRetries: 0 })).rejects.toThrow('the reply of getShelf is not JSON');
});

test.each([
  ['a 429', failure(429, 'RATE_LIMITED', { headers: AT_ONCE })],
  ['a 503', failure(503, 'SERVICE_UNAVAILABLE', { headers: AT_ONCE })],
  ['a 408', failure(408, 'HTTP_408', { headers: AT_ONCE })],
  ['a broken connection', 'reset' as const],
])('a read is repeated after %s', async (_, first) => {
  inTurn(first, json(200, SHELF));
  expect(await client.getShelf({ id: ID })).toEqual(SHELF);
  expect(server.received).toHaveLength(2);
});

test('retries are bounded, and can be switched off', async () => {
  inTurn(failure(503, 'SERVICE_UNAVAILABLE', { headers: AT_ONCE }));
  await expect(client.getShelf({ id: ID })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 0,
  });
  expect(server.received).toHaveLength(4);
  await expect(client.getShelf({ id: ID }, { maxRetries: 0 })).rejects.toThrow(ApiError);
  expect(server.received).toHaveLength(5);
});

test('what has a key is repeated with the same key; other POSTs only after a 429', async () => {
  inTurn('reset', failure(503, 'SERVICE_UNAVAILABLE', { headers: AT_ONCE }), json(200, SHELF));
  await client.retryShelf({ id: ID });
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  const webhookPublicId = `wh_${'0'.repeat(24)}`;
  server.received.splice(0);
  inTurn(failure(429, 'RATE_LIMITED', { headers: AT_ONCE }), 'reset');
  await expect(client.rotateWebhookSecret({ webhookPublicId })).rejects.toThrow(NoAnswerError);
  expect(server.received).toHaveLength(2);
});

test('a repeat that comes before the first request has ended waits for it', async () => {
  inTurn('reset', failure(409, 'CONFLICT', { details: { reason: 'in_progress' }, headers: AT_ONCE }), json(200, SHELF));
  expect(await client.retryShelf({ id: ID })).toEqual(SHELF);
  inTurn(failure(409, 'CONFLICT', { details: { reason: 'key_reused' } }));
  await expect(client.retryShelf({ id: ID })).rejects.toMatchObject({ reason: 'key_reused' });
});

test('a DELETE whose answer was lost has done its work when the repeat finds nothing', async () => {
  inTurn('reset', failure(404, 'NOT_FOUND'));
  expect(await client.deleteShelf({ id: ID })).toEqual({ success: true });
  inTurn(failure(404, 'NOT_FOUND'));
  server.received.splice(0);
  await expect(client.deleteShelf({ id: ID })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a longer Retry-After than a minute is left to the caller', () => {
  const limited = (retryAfterSeconds: number) =>
    new ApiError({ ...OPERATION, status: 429, code: 'RATE_LIMITED', retryAfterSeconds });
  const OPERATION = { operation: 'createShelf', message: '', details: null, requestId: null };
  expect(waitBeforeRetry(limited(60), OPERATIONS.createShelf, 1)).toBe(60_000);
  expect(waitBeforeRetry(limited(61), OPERATIONS.createShelf, 1)).toBeNull();
  const waits = [1, 2, 3, 10].map((at) => waitBeforeRetry(new NoAnswerError('getShelf', ''), OPERATIONS.getShelf, at)!);
  for (const [at, longest] of [500, 1000, 2000, 8000].entries()) {
    expect(waits[at]).toBeGreaterThanOrEqual(longest / 2);
    expect(waits[at]).toBeLessThanOrEqual(longest);
  }
  expect([readRetryAfter('7'), readRetryAfter(null), readRetryAfter('soon')]).toEqual([7, null, null]);
  expect(readRetryAfter('Fri, 02 Jan 2026 03:04:05 GMT', Date.parse('2026-01-02T03:04:00Z'))).toBe(5);
});

test('the caller ends a call, and a wait before a retry, by a signal', async () => {
  const stop = new AbortController();
  server.answerWith(() => 'hang');
  const hanging = client.getShelf({ id: ID }, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(hanging).rejects.toThrow('enough');
  inTurn(failure(429, 'RATE_LIMITED', { headers: { 'retry-after': '30' } }));
  const signal = AbortSignal.timeout(200);
  await expect(client.getShelf({ id: ID }, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('an attempt that takes too long is no answer', async () => {
  server.answerWith(() => 'hang');
  const error = client.getShelf({ id: ID }, { timeoutMs: 50, maxRetries: 0 });
  await expect(error).rejects.toThrow(NoAnswerError);
  await expect(error).rejects.toThrow('no answer within 50 ms');
});

test('lists are read page by page, and an item that a new one has shifted is given once', async () => {
  const pages = { 1: ['c', 'b'], 2: ['b', 'a'] };
  server.answerWith(({ path }) => {
    const page = Number(new URL(path, server.origin).searchParams.get('page')) as 1 | 2;
    const data = pages[page].map((publicId) => ({ publicId }));
    return json(200, { data, pagination: { page, limit: 2, total: 4, totalPages: 2 } });
  });
  const ids: string[] = [];
  for await (const { publicId } of client.shelves({ limit: 2 })) ids.push(publicId);
  expect(ids).toEqual(['c', 'b', 'a']);
  expect(server.received.map(({ path }) => path)).toEqual(['/v1/shelves?page=1&limit=2', '/v1/shelves?page=2&limit=2']);
});

test('a refusal is told as one, also when the fetch that was given has taken longer for it than an attempt may', async () => {
  // a page that asks its user something before it repeats a request
  const slow = new Shelfwright({
    baseUrl: server.origin,
    apiKey: 'sk_1',
    async fetch(input, init) {
      await new Promise((done) => setTimeout(done, 80));
      return fetch(input, { ...init, signal: null });
    },
  });
  inTurn(failure(409, 'CONFLICT'));
  const error = await slow.getShelf({ id: ID }, { timeoutMs: 20, maxRetries: 0 }).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, code: 'CONFLICT', requestId: 'r-1' });
});

test('a loop that deletes what it is given is given every item', async () => {
  const left = Array.from({ length: 9 }, (_, index) => `s${index}`);
  server.answerWith(({ path }) => {
    const query = new URL(path, server.origin).searchParams;
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const data = left.slice((page - 1) * limit, page * limit).map((publicId) => ({ publicId }));
    const totalPages = Math.ceil(left.length / limit);
    return json(200, { data, pagination: { page, limit, total: left.length, totalPages } });
  });
  const deleted: string[] = [];
  for await (const { publicId } of client.shelves({ limit: 2 })) {
    deleted.push(publicId);
    left.splice(left.indexOf(publicId), 1);
  }
  expect([deleted.toSorted(), left]).toEqual([Array.from({ length: 9 }, (_, index) => `s${index}`), []]);
  expect(server.received.length).toBeLessThan(20);
});

test('an upload is streamed as a form that servers read, and tells how far it is', async () => {
  inTurn(failure(503, 'SERVICE_UNAVAILABLE', { headers: AT_ONCE }), json(201, SHELF));
  const bytes = new Uint8Array(300_000).fill(37);
  const file = new File([bytes], 'a "b"\n.pdf', { type: 'application/pdf' });
  const told: { sentBytes: number; totalBytes: number }[] = [];
  const options = { onProgress: (progress: (typeof told)[number]) => told.push(progress) };
  expect(await client.upload({ file, name: 'Grüße', review: false }, options)).toEqual(SHELF);
  const [first, second] = server.received;
  expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
  expect(told.filter(({ sentBytes }) => sentBytes === 0)).toHaveLength(2);
  expect(told.at(-1)).toEqual({ sentBytes: second!.body.length, totalBytes: second!.body.length });
  const type = String(second!.headers['content-type']);
  const form = await new Response(new Uint8Array(second!.body), { headers: { 'content-type': type } }).formData();
  expect([...form.keys()]).toEqual(['name', 'review', 'file']);
  expect([form.get('name'), form.get('review')]).toEqual(['Grüße', 'false']);
  expect(new Uint8Array(await (form.get('file') as File).arrayBuffer())).toEqual(bytes);
});
