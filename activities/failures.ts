/**
 * Maps the errors of activities to failures for Temporal, in one place:
 *
 * - the document's fault: not retried, type = its code, benign, so that it does not count as an error of the service;
 * - an outage of a dependency (Postgres, object store, Temporal, SMTP, disk, engine processes that do not start): retried by
 *   the policy. A refusal of the mail server counts as one, since it may be temporary (greylisting, a full mailbox), and
 *   mails expire;
 * - a job that took too long for the queue of small documents: not retried, the other queue does it;
 * - a receiver without a free slot: retried when one may be free, benign;
 * - a worker without room for what other workers may have room for: retried at once, by whichever of them takes it, benign;
 * - a superseded run, a cancellation: passed on;
 * - anything else is a defect: retried a few times, since another worker may succeed, then final; so is an activity of
 *   which several workers have died (attempt-memory.ts counts both).
 *
 * Operators see failures in Temporal, so their text comes from closed lists. The error's own message may contain keys,
 * paths or parts of documents and goes to the worker's log only.
 *
 * Errors are distinguished by `name` and `code`, never by class: they come from child processes and other packages.
 */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { DOCUMENT_ERRORS } from '../contract/vocabulary.js';
import {
  causesOf,
  DEPENDENCIES,
  dependencyOf,
  isOutage,
  isTemporalOutage,
  outageCode,
  type Dependency,
} from '../infra/outages.js';
import { BUSY, DEFECT, NOT_SMALL, OUTAGE, STALE_RUN, type FailureReason } from '../workflows/messages.js';
import type { AttemptMemory } from './attempt-memory.js';

const MAX_DEFECTS = 5;
/** Short, because a client may be waiting, and the policy's back-off would take half a minute to give up. */
const DEFECT_RETRY_DELAY = '3 seconds';
/** Temporal's shortest. */
const NO_ROOM_RETRY_DELAY = '1 second';
/** Failure type of an activity that a stopping worker leaves to another one. */
const WORKER_STOPS = 'WorkerShutdown';

/** The failure of a run that is not, or no longer, the current run of its shelf. */
export function staleRun(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'the shelf has moved on',
    type: STALE_RUN,
    nonRetryable: true,
    category: 'BENIGN',
  });
}

/** The failure of an attempt at a delivery that is to be repeated when a slot may be free. */
export function noFreeSlot(waitMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'no slot of the receiver is free',
    type: BUSY,
    nextRetryDelay: Math.ceil(waitMs),
    category: 'BENIGN',
  });
}

/** The failure of an attempt that found no room in this worker: any may take the next one. */
export function noRoom(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'the worker has no room for it',
    type: BUSY,
    nextRetryDelay: NO_ROOM_RETRY_DELAY,
    category: 'BENIGN',
  });
}

/** The failure of an activity of which several workers have died: another one would, too. */
export function killsWorkers(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'a defect (several workers died while they were at work on it)',
    type: DEFECT,
    nonRetryable: true,
  });
}

/** The failure that Temporal gets for an activity's error, which `attempts` counts if it is a defect. */
export function toFailure(error: unknown, attempts: Pick<AttemptMemory, 'defects' | 'countDefect'>): unknown {
  const { name, code } = describe(error);
  const { cancellationSignal, cancellationDetails } = Context.current();
  if (cancellationSignal.aborted) {
    // another worker continues what a stopping worker leaves unfinished; only the cancellation of a run is final
    if (cancellationDetails?.workerShutdown) return ApplicationFailure.retryable('the worker stops', WORKER_STOPS);
    return cancellationSignal.reason;
  }
  if (name === 'ApplicationFailure' || name === 'CancelledFailure') return error;
  const documentError = name === 'DocumentError' && DOCUMENT_ERRORS.find((known) => known === code);
  if (documentError) {
    const message = userMessage(documentError);
    return ApplicationFailure.create({ message, type: documentError, nonRetryable: true, category: 'BENIGN' });
  }
  if (name === NOT_SMALL) {
    const message = 'took too long for the queue of small documents';
    return ApplicationFailure.create({ message, type: NOT_SMALL, nonRetryable: true, category: 'BENIGN' });
  }
  if (name === 'BusyError') return noRoom();
  if (isDependencyOutage(error)) return outage(error);
  attempts.countDefect();
  const nonRetryable = attempts.defects >= MAX_DEFECTS;
  const known = [name, code].filter((word) => /^\w{1,60}$/.test(String(word))).join(' ');
  const message = `a defect (${known})`;
  return ApplicationFailure.create({ message, type: DEFECT, nonRetryable, nextRetryDelay: DEFECT_RETRY_DELAY });
}

/** Whether a dependency is unavailable, also judging by replies of HTTP, gRPC and SMTP servers, which only activities call. */
export function isDependencyOutage(error: unknown): boolean {
  return (
    isOutage(error) ||
    isTemporalOutage(error) ||
    causesOf(error).some(
      ({ statusCode, responseCode }) =>
        typeof responseCode === 'number' ||
        (typeof statusCode === 'number' && (statusCode >= 500 || statusCode === 429 || statusCode === 408)),
    )
  );
}

const UNAVAILABLE: Record<Dependency, string> = {
  postgres: 'Postgres does not answer',
  object_store: 'the object store does not answer',
  temporal: 'Temporal does not answer',
  mail_server: 'the mail server did not take the mail',
  disk: 'the worker has no disk space or no descriptors left',
  engine: 'the worker cannot start engine processes',
};

function outage(error: unknown): ApplicationFailure {
  const dependency = dependencyOf(error);
  const code = outageCode(error);
  const message = code === null ? UNAVAILABLE[dependency] : `${UNAVAILABLE[dependency]} (${code})`;
  return ApplicationFailure.create({ message, type: OUTAGE, details: [dependency] });
}

/** Why an activity attempt failed, from a closed list: for metrics and for operators. */
export type AttemptReason = Dependency | 'document' | 'defect' | 'busy' | 'cancelled' | 'worker_stops' | 'other';

/** The reason of a failure that `toFailure` made. */
export function attemptReason(failure: unknown): AttemptReason {
  const { name, type, details } = failure as { name?: unknown; type?: unknown; details?: unknown[] };
  if (name === 'CancelledFailure') return 'cancelled';
  if (type === OUTAGE) return DEPENDENCIES.find((one) => one === details?.[0]) ?? 'other';
  if (type === DEFECT) return 'defect';
  if (type === BUSY) return 'busy';
  if (type === WORKER_STOPS) return 'worker_stops';
  return DOCUMENT_ERRORS.some((code) => code === type) ? 'document' : 'other';
}

function describe(error: unknown): { name: string; code: unknown } {
  const from = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return { name: String(from.name), code: from.code };
}

const MESSAGES: Record<FailureReason, string> = {
  unreadable: 'The PDF is damaged and cannot be read.',
  password_required: 'The PDF is protected by a password. Remove the password and upload it again.',
  no_pages: 'The PDF has no pages.',
  too_many_pages: 'The PDF has too many pages.',
  no_text: 'The PDF contains no text, and none could be recognised in the pictures of its pages.',
  too_complex: 'The PDF is too complex to be processed.',
  timed_out: 'The PDF took too long to process.',
  verification_failed: 'The result does not match the PDF closely enough for the strict acceptance policy.',
  unavailable: 'The service could not process the PDF because of a temporary problem. Please try again.',
  internal: 'The service could not process the PDF because of an internal error.',
  stopped: 'The processing was stopped by an operator.',
};

/** The shelf's `errorMessage`, for its owner: from a closed list, without internals. */
export function userMessage(reason: FailureReason): string {
  return MESSAGES[reason];
}
