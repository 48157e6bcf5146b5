/**
 * Where a span is in a trace. The id of a request names its trace: api and worker know it from the rows and from the inputs
 * of activities, so a trace continues over a lost run, a restart by the reconciler and months of review, and no workflow has
 * to hand anything on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';

export interface Place {
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits. */
  spanId: string;
}

const current = new AsyncLocalStorage<Place>();

/** The place of a request's own span, the root of its trace. */
export function placeOfRequest(requestId: string): Place {
  const digest = createHash('sha256').update(requestId).digest('hex');
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

/** A new place in the trace of `parent`, or in one of its own. */
export function newPlace(parent: Place | null): Place {
  return { traceId: parent?.traceId ?? randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
}

/** Does `work`, during which `currentPlace` answers this one. */
export function at<T>(place: Place, work: () => T): T {
  return current.run(place, work);
}

/** Null outside of any span. */
export function currentPlace(): Place | null {
  return current.getStore() ?? null;
}

/** Whether a trace is among the sampled ones: the same for all its spans, in whatever process they are. */
export function isSampled({ traceId }: Place, percent: number): boolean {
  return Number.parseInt(traceId.slice(0, 8), 16) < (percent / 100) * 2 ** 32;
}
