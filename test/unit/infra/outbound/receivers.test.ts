import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createOutbound, type Reply } from '../../../../infra/outbound/outbound.js';
import {
  floods,
  goesOn,
  reply,
  says,
  startRawReceiver,
  type Behaviour,
  type RawReceiver,
} from '../../../support/raw-receiver.js';

interface Case {
  behaviour: Behaviour;
  expected: Partial<Reply>;
  /** Lower bound of the time it takes. */
  fromMs?: number;
}

/** After 15 s a request is over; the rest is for a loaded machine, since one without that end has none. */
const LATEST_MS = 45_000;
const KIBIBYTE = Buffer.alloc(1024, 'x');
const MEBIBYTE = Buffer.alloc(1024 ** 2, 'x');
/** Made before any request: it takes long enough to hold up the others'. */
const GZIP_BOMB = gzipSync(Buffer.alloc(64 * 1024 ** 2));
const CHUNK = `400\r\n${'x'.repeat(1024)}\r\n`;
const none = { statusCode: null, responseText: null, retryAfterSeconds: null };
const ok = { statusCode: 200, error: null };
const text4096 = { responseText: 'x'.repeat(4096) };
const inAMinute = new Date(Date.now() + 60_000).toUTCString();

const CASES: Record<string, Case> = {
  'answers 200': { behaviour: says(reply(200, { body: 'thanks' })), expected: { ...ok, responseText: 'thanks' } },
  'answers 204': { behaviour: says(reply(204)), expected: { statusCode: 204, error: null, responseText: null } },
  'answers before the request': {
    behaviour: (socket) => socket.write(reply(200, { body: 'early' })),
    expected: ok,
  },
  'answers without a length and closes': {
    behaviour: (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nthanks')),
    expected: { ...ok, responseText: 'thanks' },
  },
  'says 100 and 103 first': {
    behaviour: says(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${reply(200)}`),
    expected: ok,
  },
  'answers 404': {
    behaviour: says(reply(404, { body: 'who?' })),
    expected: { statusCode: 404, error: null, responseText: 'who?' },
  },
  'answers 410': { behaviour: says(reply(410)), expected: { statusCode: 410, error: null } },
  'answers 429 with seconds': {
    behaviour: says(reply(429, { headers: { 'Retry-After': '120' } })),
    expected: { statusCode: 429, error: null, retryAfterSeconds: 120 },
  },
  'answers 503 with a date': {
    behaviour: says(reply(503, { headers: { 'Retry-After': inAMinute } })),
    expected: { statusCode: 503, error: null, retryAfterSeconds: expect.any(Number) as unknown as number },
  },
  'answers text that Postgres cannot store': {
    behaviour: says(reply(500, { body: Buffer.from('a\0b\xffc', 'latin1').toString('latin1') })),
    expected: { statusCode: 500, error: null, responseText: 'a\uFFFDbÿc' },
  },
  'closes at once': { behaviour: (socket) => socket.end(), expected: { ...none, error: 'connection_reset' } },
  'resets at once': {
    behaviour: (socket) => void socket.resetAndDestroy(),
    expected: { ...none, error: 'connection_reset' },
  },
  'resets when the request has come': {
    behaviour: (socket) => socket.once('data', () => socket.resetAndDestroy()),
    expected: { ...none, error: 'connection_reset' },
  },
  'closes in the middle of the head': {
    behaviour: (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nServer: h')),
    expected: { ...none, error: 'connection_reset' },
  },
  'closes in the middle of the body': {
    behaviour: (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf')),
    expected: { statusCode: 200, error: 'connection_reset', responseText: 'half' },
  },
  'speaks another protocol': {
    behaviour: (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
    expected: { ...none, error: 'invalid_reply' },
  },
  'switches protocols': {
    behaviour: says('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    expected: { ...none, error: 'invalid_reply' },
  },
  'contradicts itself about the length': {
    behaviour: says('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    expected: { ...none, error: 'invalid_reply' },
  },
  'says nothing': { behaviour: () => undefined, expected: { ...none, error: 'timeout' }, fromMs: 14_900 },
  'sends a head byte by byte': {
    behaviour: goesOn('HTTP/1.1 200 OK\r\nX-Slow: ', 'x', 100),
    expected: { ...none, error: 'timeout' },
    fromMs: 14_900,
  },
  'sends a body byte by byte': {
    behaviour: goesOn('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nslow', '.', 500),
    expected: {
      statusCode: 200,
      error: 'timeout',
      responseText: expect.stringMatching(/^slow\.{5}/) as unknown as string,
    },
    fromMs: 14_900,
  },
  'sends informational replies without end, slowly': {
    behaviour: goesOn('', 'HTTP/1.1 102 Processing\r\n\r\n', 100),
    expected: { ...none, error: 'invalid_reply' },
  },
  'floods with informational replies': {
    behaviour: floods('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
    expected: { ...none, error: 'invalid_reply' },
  },
  'floods with one endless header': {
    behaviour: floods('HTTP/1.1 200 OK\r\nX-Long: ', KIBIBYTE),
    expected: { ...none, error: 'invalid_reply' },
  },
  'floods with headers': {
    behaviour: floods('HTTP/1.1 200 OK\r\n', 'X-One: more\r\n'.repeat(100)),
    expected: { ...none, error: 'invalid_reply' },
  },
  'floods with an endless body': {
    behaviour: floods('HTTP/1.1 200 OK\r\n\r\n', MEBIBYTE),
    expected: { ...ok, ...text4096 },
  },
  'floods with chunks': {
    behaviour: floods('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', CHUNK),
    expected: { ...ok, ...text4096 },
  },
  'floods with extensions of a chunk': {
    behaviour: floods('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', KIBIBYTE),
    expected: { statusCode: 200, error: 'invalid_reply' },
  },
  'floods with trailers': {
    behaviour: floods('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'X-One: more\r\n'.repeat(100)),
    expected: { statusCode: 200, error: 'invalid_reply' },
  },
  'answers with 10 MB': {
    behaviour: says(reply(200, { body: 'x'.repeat(10_000_000) })),
    expected: { ...ok, ...text4096 },
  },
  'answers with a gzip bomb': {
    behaviour: (socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${GZIP_BOMB.length}\r\n\r\n`);
        socket.write(GZIP_BOMB);
      });
    },
    expected: ok,
  },
};

const receivers: RawReceiver[] = [];
const outcomes = new Map<string, Promise<{ outcome: Reply; receiver: RawReceiver }>>();

/** Those that take their time at once, the others one after another: some send so much that the rest would come too late. */
beforeAll(async () => {
  const outbound = createOutbound({ production: false });
  const ask = async (name: string, { behaviour }: Case) => {
    const receiver = await startRawReceiver(behaviour);
    receivers.push(receiver);
    const request = {
      url: `http://localhost:${receiver.port}/hook?a=b`,
      headers: { 'webhook-id': 'evt_1' },
      body: '{"ü":1}',
    };
    const asked = outbound.post({ ...request, signal: new AbortController().signal });
    const outcome = asked.then((got) => ({ outcome: got, receiver }));
    outcomes.set(name, outcome);
    return outcome;
  };
  const [slow, quick] = [true, false].map((is) =>
    Object.entries(CASES).filter(([, { fromMs = 0 }]) => fromMs > 0 === is),
  );
  const waiting = Promise.all(slow!.map(([name, one]) => ask(name, one)));
  for (const [name, one] of quick!) await ask(name, one);
  await waiting;
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

describe('a receiver that', () => {
  test.each(Object.entries(CASES))('%s', async (name, { expected, fromMs = 0 }) => {
    const { outcome, receiver } = await outcomes.get(name)!;
    expect(outcome).toMatchObject(expected);
    expect(outcome.durationMs).toBeGreaterThanOrEqual(fromMs);
    expect(outcome.durationMs).toBeLessThan(LATEST_MS);
    expect(Buffer.byteLength(outcome.responseText ?? '')).toBeLessThanOrEqual(4096);
    expect(outcome.responseText ?? '').not.toContain('\0');
    // the connection is gone though the receiver would have it open, and was one
    await receiver.idle();
    expect(receiver.connections()).toBe(1);
    // what systems keep in their buffers, and no more
    expect(receiver.sentBytes()).toBeLessThan(12 * 1024 ** 2);
  });
});

test('the request is as it was given: path, query, headers, body', async () => {
  const { receiver } = await outcomes.get('answers 200')!;
  const [head = '', body] = receiver.received().split('\r\n\r\n');
  expect(head.split('\r\n').sort()).toEqual(
    [
      'POST /hook?a=b HTTP/1.1',
      `host: localhost:${receiver.port}`,
      'Connection: close',
      'Content-Length: 8',
      'webhook-id: evt_1',
    ].sort(),
  );
  expect(body).toBe('{"ü":1}');
});
