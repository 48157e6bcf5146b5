/**
 * Which failed attempts are repeated, and when.
 *
 * A repeat must not do twice what was asked once: reads, PUT, PATCH and DELETE may be repeated, and so may what is sent
 * with an `Idempotency-Key`. Any other request only after a 429, which the service sends before it begins.
 */
import { ApiError, NoAnswerError } from './errors.js';
import type { Operation } from './operation.js';

export const MAX_RETRIES = 3;
/** A longer `Retry-After` is left to the caller: the limits of a minute end within it, those of an hour do not. */
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

const REQUEST_TIMEOUT = 408;
const CONFLICT = 409;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;
const NOT_IMPLEMENTED = 501;
const MS_PER_SECOND = 1000;

/** Whether sending the request again cannot do anything twice. */
export function mayRepeat({ method, isRepeatable }: Operation): boolean {
  return method !== 'POST' || isRepeatable;
}

/** How long to wait before the next attempt, in milliseconds; null: there is to be none. `attempt` counts from 1. */
export function waitBeforeRetry(error: unknown, operation: Operation, attempt: number): number | null {
  if (!isTransient(error, operation)) return null;
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (asked === null) return backoff(attempt);
  return asked * MS_PER_SECOND > LONGEST_WAIT_MS ? null : asked * MS_PER_SECOND;
}

function isTransient(error: unknown, operation: Operation): boolean {
  if (error instanceof NoAnswerError) return mayRepeat(operation);
  if (!(error instanceof ApiError)) return false;
  const { status, reason } = error;
  if (status === TOO_MANY_REQUESTS) return true;
  if (!mayRepeat(operation)) return false;
  // the first request with this key, whose answer was lost, is still running
  if (status === CONFLICT) return reason === 'in_progress' && operation.isRepeatable;
  return status === REQUEST_TIMEOUT || (status >= SERVER_ERROR && status !== NOT_IMPLEMENTED);
}

/** Doubles from half a second, each wait between a half and the whole of it, so that clients spread. */
function backoff(attempt: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);
  return (longest / 2) * (1 + Math.random());
}

/** The seconds of a `Retry-After`, which may be a date; null where there is none. */
export function readRetryAfter(value: string | null, now = Date.now()): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / MS_PER_SECOND));
}

/** Resolves after the time; rejects with the signal's reason when that comes first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
