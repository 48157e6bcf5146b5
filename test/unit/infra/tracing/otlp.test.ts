/** Sending spans to collectors that refuse them or are away. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { createOtlpTracing } from '../../../../infra/tracing/otlp.js';

const SPAN = {
  place: { traceId: '0123456789abcdef0123456789abcdef', spanId: '0123456789abcdef' },
  parent: null,
  name: 'GET /v1/shelves',
  kind: 'server',
  startMs: 1,
  endMs: 2,
  attributes: {},
  failed: null,
} as const;

test('a collector that refuses the last spans does not fail the stop of a process', async () => {
  let asked = 0;
  const collector = createServer((request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(400).end();
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo;
  const tracing = createOtlpTracing({ endpoint: `http://127.0.0.1:${port}`, headers: {}, sampledPercent: 100 }, 'api');
  tracing.add(SPAN);
  await expect(tracing.close()).resolves.toBeUndefined();
  expect(asked).toBe(1);
  collector.closeAllConnections();
  collector.close();
});
