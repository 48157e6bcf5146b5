/** How the client waits for a shelf and follows it, whatever becomes of connections. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { NoAnswerError, Shelfwright, WaitTimeoutError } from '../../../clients/typescript/src/index.js';
import {
  answerInTurn,
  eventStream,
  failure,
  json,
  PARSING_SHELF as SHELF,
  SHELF_ID as ID,
} from '../../support/client-answers.js';
import { startReceiver, type Answer, type Receiver } from '../../support/receiver.js';

let server: Receiver;
let client: Shelfwright;
// one for each test: a request that was given up may arrive when its test is over
beforeEach(async () => {
  server = await startReceiver();
  client = new Shelfwright({ baseUrl: `${server.origin}/`, apiKey: 'sk_1' });
});
afterEach(() => server?.stop());

const inTurn = (...answers: (Answer | 'reset' | 'hang')[]) => answerInTurn(server, ...answers);

test('a wait asks for what is new since the last answer, and ends in time', async () => {
  inTurn(json(200, SHELF), json(200, { ...SHELF, updatedAt: '2026-01-02T03:04:06.000Z', status: 'ready' }));
  const seen: string[] = [];
  await client.waitUntilReady(ID, { onProgress: ({ status }) => seen.push(status) });
  expect(seen).toEqual(['parsing', 'ready']);
  const { searchParams } = new URL(server.received[1]!.path, server.origin);
  expect(Object.fromEntries(searchParams)).toEqual({ wait: '30', since: SHELF.updatedAt });
  inTurn(json(200, SHELF));
  await expect(client.waitUntilReady(ID, { timeoutMs: 1 })).rejects.toThrow(WaitTimeoutError);
  inTurn(json(200, { ...SHELF, status: 'failed', errorMessage: 'The PDF has no pages.' }));
  await expect(client.waitUntilReady(ID)).rejects.toMatchObject({
    name: 'ShelfFailedError',
    message: `${ID} failed: The PDF has no pages.`,
  });
});

test('a long poll has no limit where the client has none', async () => {
  const patient = new Shelfwright({ baseUrl: server.origin, apiKey: 'sk_1', maxRetries: 0, timeoutMs: 0 });
  server.answerWith(() => pause(300, json(200, SHELF)));
  expect(await patient.getShelf({ id: ID, wait: 0.01 })).toMatchObject({ status: 'parsing' });
});

test('a stream that ends is connected again after its last message', async () => {
  const state = (id: string, status: string) =>
    `id: ${id}\nevent: shelf\ndata: ${JSON.stringify({ ...SHELF, status })}\n\n`;
  inTurn(
    eventStream(`retry: 1\n\n${state('1', 'parsing')}`),
    eventStream(
      `retry: 1\n\n: still here\n\nevent: unknown\ndata: {}\n\n${state('2', 'ready')}event: deleted\ndata: {"publicId":"${ID}"}\n\n`,
    ),
  );
  const seen: unknown[] = [];
  for await (const message of client.follow(ID))
    seen.push(message.type === 'shelf' ? [message.id, message.shelf.status] : message);
  expect(seen).toEqual([['1', 'parsing'], ['2', 'ready'], { type: 'deleted', publicId: ID }]);
  expect(server.received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1']);
});

test('a shelf that is deleted while no stream is open ends the loop; one that never was is an error', async () => {
  const body = `retry: 1\nid: 1\nevent: shelf\ndata: ${JSON.stringify(SHELF)}\n\n`;
  inTurn(eventStream(body), failure(404, 'NOT_FOUND'));
  const seen: string[] = [];
  for await (const { type } of client.follow(ID)) seen.push(type);
  expect(seen).toEqual(['shelf', 'deleted']);
  inTurn(failure(404, 'NOT_FOUND'));
  await expect(client.follow(ID).next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test("a wait ends at its time, also within a poll, a retry's pause, or the first look; a signal ends it too", async () => {
  const unavailable = failure(503, 'SERVICE_UNAVAILABLE', { headers: { 'retry-after': '30' } });
  const started = performance.now();
  for (const stuck of ['hang' as const, unavailable]) {
    inTurn(json(200, SHELF), stuck);
    const error = client.waitUntilReady(ID, { timeoutMs: 300 });
    await expect(error).rejects.toMatchObject({ name: 'WaitTimeoutError', shelf: SHELF });
  }
  inTurn(json(200, SHELF), 'hang');
  const stopped = client.waitUntilReady(ID, { timeoutMs: 20_000, signal: AbortSignal.timeout(300) });
  await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' });
  server.answerWith(() => 'hang');
  await expect(client.waitUntilReady(ID, { timeoutMs: 1 })).rejects.toMatchObject({ name: 'NoAnswerError' });
  expect(performance.now() - started).toBeLessThan(20_000);
});

const STATE = `retry: 1\n\nid: 1\nevent: shelf\ndata: ${JSON.stringify(SHELF)}\n\n`;
const DELETED = `retry: 1\n\nevent: deleted\ndata: {"publicId":"${ID}"}\n\n`;
async function followedTypes(from: Shelfwright): Promise<string[]> {
  const seen: string[] = [];
  for await (const { type } of from.follow(ID)) seen.push(type);
  return seen;
}

test('a stream that keeps ending at once is given up', async () => {
  inTurn(eventStream('retry: 1\n\n'));
  await expect(client.follow(ID).next()).rejects.toThrow('the stream keeps ending at once');
  expect(server.received).toHaveLength(11);
});

test('a quiet shelf is followed on through streams that hold comments alone', async () => {
  const quiet = Array.from({ length: 20 }, () => eventStream('retry: 1\n\n:\n\n'));
  inTurn(eventStream(STATE), ...quiet, eventStream(DELETED));
  expect(await followedTypes(client)).toEqual(['shelf', 'deleted']);
  expect(server.received).toHaveLength(22);
});

test('a shelf is followed on through an outage, which is not waited for without end', async () => {
  const once = new Shelfwright({ baseUrl: server.origin, apiKey: 'sk_1', maxRetries: 0 });
  const away = ['reset', failure(503, 'SERVICE_UNAVAILABLE'), 'reset', failure(502, 'HTTP_502'), 'reset'] as const;
  inTurn(eventStream(STATE), ...away, eventStream(DELETED));
  expect(await followedTypes(once)).toEqual(['shelf', 'deleted']);
  inTurn(eventStream(STATE), 'reset');
  await expect(followedTypes(once)).rejects.toThrow(NoAnswerError);
  // the first stream, whose end is no failure, and ten more: the eleventh failure is the last
  expect(server.received).toHaveLength(12);
  // neither is a key that was revoked an outage, nor a service that was never there
  for (const answers of [[eventStream(STATE), failure(401, 'UNAUTHORIZED')], ['reset' as const]]) {
    inTurn(...answers);
    await expect(followedTypes(once)).rejects.toMatchObject({
      name: answers.length > 1 ? 'ApiError' : 'NoAnswerError',
    });
    expect(server.received).toHaveLength(answers.length);
  }
});

/** Timers of so long are fired by the test; all others run. */
const LIMIT_MS = 76_543;
function limitsByHand() {
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const waiting = new Map<unknown, (...given: unknown[]) => void>();
  const held = (act: (...given: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== LIMIT_MS) return start(() => act(...rest), ms);
    const timer = start(() => undefined, 0);
    waiting.set(timer, act);
    return timer;
  };
  const spies = [
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(held as typeof setTimeout),
    jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      waiting.delete(timer);
      clear(timer);
    }),
  ];
  return {
    waiting,
    fire: () => waiting.forEach((act) => act()),
    restore: () => spies.forEach((spy) => spy.mockRestore()),
  };
}

test('a stream that does not begin is given up at the limit and connected again; one that has begun has none', async () => {
  const limits = limitsByHand();
  const late = new Shelfwright({ baseUrl: server.origin, apiKey: 'sk_1', maxRetries: 0, timeoutMs: LIMIT_MS });
  const answering = (...answers: (Answer | 'hang')[]) => {
    server.received.splice(0);
    server.answerWith((_, number) => {
      const answer = answers[number - 1]!;
      if (answer === 'hang') limits.fire();
      return answer;
    });
  };
  try {
    answering(eventStream(STATE), 'hang', eventStream(DELETED));
    const seen: string[] = [];
    for await (const { type } of late.follow(ID)) {
      expect(limits.waiting.size).toBe(0);
      seen.push(type);
    }
    expect([seen, server.received.length]).toEqual([['shelf', 'deleted'], 3]);
    answering('hang');
    await expect(late.follow(ID).next()).rejects.toThrow(`no answer within ${LIMIT_MS} ms`);
    expect(limits.waiting.size).toBe(0);
  } finally {
    limits.restore();
  }
});
