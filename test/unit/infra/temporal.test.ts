import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTemporal } from '../../../infra/temporal.js';
import { poll } from '../../support/poll.js';

const UNAVAILABLE = '14';
/** A message without fields: not compressed, no bytes. */
const EMPTY_MESSAGE = Buffer.alloc(5);
let server: Http2Server;
let refused = 0;

beforeAll(async () => {
  server = createServer();
  server.on('stream', (stream, headers) => {
    if (headers[':path']?.endsWith('/GetSystemInfo')) return answer(stream, '0');
    refused += 1;
    answer(stream, UNAVAILABLE);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => new Promise((closed) => server.close(closed)));

function answer(stream: ServerHttp2Stream, status: string): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status }));
  stream.end(status === '0' ? EMPTY_MESSAGE : undefined);
}

test('closing waits for a retry that is due, and lets no other follow', async () => {
  const { port } = server.address() as AddressInfo;
  const temporal = createTemporal({ address: `127.0.0.1:${port}`, namespace: 'default', tls: false });
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    const ping = temporal.ping(60_000).then(
      () => 'answered',
      ({ code }: { code: number }) => String(code),
    );
    await poll(() => Promise.resolve(refused >= 3 ? true : null));
    const before = refused;
    await temporal.close();
    expect(await ping).toBe(UNAVAILABLE);
    expect(refused).toBeLessThanOrEqual(before + 1);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
  }
});
