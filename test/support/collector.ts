/** What takes traces as an OpenTelemetry collector does: OTLP over HTTP, as JSON. Close it in `afterAll`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface TakenSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  /** Of `status`: 2 is an error. */
  code: number;
  milliseconds: number;
  attributes: Record<string, unknown>;
}

interface Value {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
}
interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number };
  attributes: Value[];
}
interface Request {
  resourceSpans: { resource: { attributes: Value[] }; scopeSpans: { spans: Span[] }[] }[];
}

const read = (values: Value[]): Record<string, unknown> =>
  Object.fromEntries(values.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startCollector() {
  const spans: TakenSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (body as Request).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push(taken(span, String(read(resource.attributes)['service.name'])));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    spans,
    headers,
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function taken(span: Span, service: string): TakenSpan {
  const nanoseconds = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano));
  return {
    service,
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || null,
    code: span.status.code,
    milliseconds: nanoseconds / 1_000_000,
    attributes: read(span.attributes),
  };
}
