/** Traces of requests, activities and engine stages for an OpenTelemetry collector; off unless one is configured. */
import type { Config } from '../config.js';
import type { Place } from './places.js';

/** A span that has ended. */
export interface EndedSpan {
  place: Place;
  parent: Place | null;
  name: string;
  /** `server` for a request that came in, `consumer` for a task that was taken from a queue. */
  kind: 'server' | 'consumer' | 'internal';
  /** Milliseconds since 1970, with their fractions. */
  startMs: number;
  endMs: number;
  /** Public ids, names and numbers; no contents, addresses or keys. */
  attributes: Record<string, string | number | boolean>;
  /** Why it failed; null where it did not. */
  failed: string | null;
}

export interface Tracing {
  /** Takes a span to be sent with others. Never throws; spans that the collector does not take are lost. */
  add(span: EndedSpan): void;
  /** Sends what is left, for a few seconds at most. Never throws. */
  close(): Promise<void>;
}

/** Null where no collector is configured: then nothing of OpenTelemetry is loaded. */
export async function openTracing(config: Config['tracing'], service: string): Promise<Tracing | null> {
  if (config === null) return null;
  const { createOtlpTracing } = await import('./otlp.js');
  return createOtlpTracing(config, service);
}

/** Now, as spans want it. */
export const nowMs = (): number => performance.timeOrigin + performance.now();
