/** Sends spans to a collector by OTLP over HTTP, in batches and in the background. */
import { SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Config } from '../config.js';
import { isSampled, type Place } from './places.js';
import type { EndedSpan, Tracing } from './tracing.js';

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
const EXPORT_TIMEOUT_MS = 5_000;
const DELAY_MS = 1_000;
const CLOSE_TIMEOUT_MS = 4_000;

export function createOtlpTracing(
  { endpoint, headers, sampledPercent }: NonNullable<Config['tracing']>,
  service: string,
): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: DELAY_MS });
  const resource = resourceFromAttributes({ 'service.name': `shelfwright-${service}`, 'process.pid': process.pid });
  return {
    add(span) {
      if (isSampled(span.place, sampledPercent)) processor.onEnd(readable(span, resource));
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      });
      // it rejects when the last batch is refused: lost spans must not look like a process that stopped out of order
      const sent = processor.shutdown().catch(() => undefined);
      await Promise.race([sent, late]).finally(() => clearTimeout(timer));
    },
  };
}

function readable(
  { place, parent, name, kind, startMs, endMs, attributes, failed }: EndedSpan,
  resource: Resource,
): ReadableSpan {
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => contextOf(place),
    ...(parent && { parentSpanContext: contextOf(parent) }),
    startTime: timeOf(startMs),
    endTime: timeOf(endMs),
    duration: timeOf(Math.max(0, endMs - startMs)),
    status: failed === null ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: failed },
    attributes,
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'shelfwright' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf({ traceId, spanId }: Place): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}

/** Seconds and nanoseconds. */
function timeOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)];
}
