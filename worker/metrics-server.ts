/** Serves `/metrics`, `/healthz` and `/readyz` of a worker, on a separate port for operators. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { mayReadMetrics } from '../infra/metrics.js';
import type { Readiness } from '../infra/readiness.js';

/** The SDK's exporter answers from memory. */
const SDK_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 50;

export interface MetricsServerOptions {
  host: string;
  port: number;
  token: string | null;
  registry: Registry;
  /** Port of the SDK's exporter on loopback. */
  sdkPort: number;
  readiness: Readiness;
  /** For each queue that the worker should serve, whether it polls it. */
  polling: () => Record<string, boolean>;
}

export interface MetricsServer {
  close(): Promise<void>;
}

/** Listens; throws when the port is taken. */
export async function serveMetrics(observed: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answer(observed, request).then(
      ({ status, type = 'application/json; charset=utf-8', body }) => reply(response, status, { type, body }),
      () => reply(response, 500, { type: 'application/json', body: '{"code":"INTERNAL_ERROR"}' }),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(observed.port, observed.host);
  await once(server, 'listening');
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** Finds a free port of loopback for the SDK's exporter, which cannot report a port that it chose itself. */
export async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Answer {
  status: number;
  type?: string;
  body: string;
}

async function answer(observed: MetricsServerOptions, { method, url = '', headers }: IncomingMessage): Promise<Answer> {
  const path = url.split('?')[0] ?? '';
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: '{"code":"NOT_FOUND"}' };
  switch (path) {
    case '/healthz':
      return { status: 200, body: '{"status":"ok"}' };
    case '/readyz':
      return readyz(observed);
    case '/metrics':
      if (!mayReadMetrics(observed.token, headers.authorization))
        return { status: 401, body: '{"code":"UNAUTHORIZED"}' };
      return metrics(observed);
    default:
      return { status: 404, body: '{"code":"NOT_FOUND"}' };
  }
}

/** A 503 names in `details` the dependencies that are unavailable and the queues that are not polled. */
async function readyz({ readiness, polling }: MetricsServerOptions): Promise<Answer> {
  const dependencies = await readiness.check();
  const queues = Object.fromEntries(Object.entries(polling()).map(([queue, polls]) => [queue, polls ? 'ok' : 'idle']));
  const missing = Object.entries({ ...dependencies, ...queues }).flatMap(([name, state]) =>
    state === 'ok' ? [] : [name],
  );
  if (missing.length === 0) return { status: 200, body: JSON.stringify({ status: 'ok', dependencies, queues }) };
  const message = `Not reachable, or not polled: ${missing.join(', ')}`;
  return {
    status: 503,
    body: JSON.stringify({ code: 'SERVICE_UNAVAILABLE', message, details: { dependencies, queues } }),
  };
}

/** Our metrics, then the SDK's; only ours when its exporter does not answer. */
async function metrics({ registry, sdkPort }: MetricsServerOptions): Promise<Answer> {
  const [own, sdk] = await Promise.all([registry.metrics(), sdkMetrics(sdkPort)]);
  return { status: 200, type: registry.contentType, body: `${own.trimEnd()}\n${sdk}` };
}

async function sdkMetrics(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(SDK_TIMEOUT_MS) });
    return response.ok ? await response.text() : '';
  } catch {
    return ''; // the exporter starts a moment later than this server, and stops a moment earlier
  }
}

function reply(response: ServerResponse, status: number, { type, body }: { type: string; body: string }): void {
  const headers = { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  response.writeHead(status, headers).end(response.req.method === 'HEAD' ? undefined : body);
}
