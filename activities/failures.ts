/**
 * What an activity's error becomes for Temporal, in one place:
 *
 * - the document's fault: not retried, type = its code, benign, so that it does not count as an error of the service;
 * - a dependency's outage (Postgres, object store, Temporal, SMTP, disk): left alone, retried by the policy; a mail
 *   server's refusal counts as one, since it may be for now (greylisting, a full mailbox), and mails expire;
 * - a run that is no longer the shelf's, a cancellation: passed on;
 * - anything else is a defect: a few attempts, since a second one may go by another worker, then final.
 *
 * Errors are told apart by `name` and `code`, never by class: they come from child processes and other packages.
 */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { DOCUMENT_ERRORS } from '../contract/vocabulary.js';
import { DEFECT, STALE_RUN, type FailureReason } from '../workflows/messages.js';

const MAX_DEFECT_ATTEMPTS = 5;

/** SQLSTATE classes and codes of a server that is away, full, shutting down or busy, and of lost races. */
const OUTAGE_SQLSTATE = /^(08...|53...|57P..|57014|58...|40001|40P01|55P03|25P03)$/;
/** System errors of sockets, names and full disks, and what the mail client makes of them. */
const SYSTEM_ERROR =
  /^(ECONN(REFUSED|RESET|ABORTED|ECTION)|E(PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|NOTFOUND|ADDRNOTAVAIL|NOSPC|MFILE|NFILE|BUSY|SOCKET|DNS|TLS|PROTOCOL|AUTH)|EAI_AGAIN)$/;
/** What the object store's client says of itself. */
const STORAGE_OUTAGE = /^STORAGE_(TIMEOUT|UNAVAILABLE|REMOVE_FAILED|NO_BUCKET)$/;
const CONNECTION_LOST =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|driver not connected|socket hang up/i;

/** Thrown when run n is not (any more) the run that its shelf works on. */
export function staleRun(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'the shelf has moved on',
    type: STALE_RUN,
    nonRetryable: true,
    category: 'BENIGN',
  });
}

const OUTAGE_CODES = [OUTAGE_SQLSTATE, SYSTEM_ERROR, STORAGE_OUTAGE];

/** Error of an activity as Temporal is to see it. */
export function toFailure(error: unknown): unknown {
  const { name, code, message } = describe(error);
  const { cancellationSignal, cancellationDetails, info } = Context.current();
  if (cancellationSignal.aborted) {
    // What a worker leaves undone as it stops is to be taken up by another; only a cancelled run is the end of it.
    if (cancellationDetails?.workerShutdown) return ApplicationFailure.retryable('the worker stops', 'WorkerShutdown');
    return cancellationSignal.reason;
  }
  if (name === 'ApplicationFailure' || name === 'CancelledFailure') return error;
  const documentError = name === 'DocumentError' && DOCUMENT_ERRORS.find((known) => known === code);
  if (documentError) {
    return ApplicationFailure.create({ message, type: documentError, nonRetryable: true, category: 'BENIGN' });
  }
  if (isOutage(error)) return error;
  const nonRetryable = info.attempt >= MAX_DEFECT_ATTEMPTS;
  return ApplicationFailure.create({ message, type: DEFECT, nonRetryable, cause: asError(error) });
}

/** Whether a dependency is away, by what its client throws; looks along `cause`. */
export function isOutage(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 5; at = (at as { cause?: unknown }).cause, depth += 1) {
    const { code, message, status, smtpReply } = describe(at);
    if (smtpReply !== undefined) return true;
    if (typeof code === 'string' && OUTAGE_CODES.some((pattern) => pattern.test(code))) return true;
    if (status !== undefined && (status >= 500 || status === 429 || status === 408)) return true;
    if (typeof code === 'number' && GRPC_OUTAGE.has(code)) return true;
    if (CONNECTION_LOST.test(message)) return true;
  }
  return false;
}

/** gRPC status codes of a Temporal server that cannot answer now: deadline, exhausted, aborted, internal, unavailable. */
const GRPC_OUTAGE = new Set([4, 8, 10, 13, 14]);

interface Described {
  name: string;
  code: unknown;
  message: string;
  /** Of HTTP. */
  status: number | undefined;
  smtpReply: number | undefined;
}

function describe(error: unknown): Described {
  const from = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return {
    name: String(from.name),
    code: from.code,
    message: String(from.message ?? error),
    status: typeof from.statusCode === 'number' ? from.statusCode : undefined,
    smtpReply: typeof from.responseCode === 'number' ? from.responseCode : undefined,
  };
}

function asError(error: unknown): Error | undefined {
  return Error.isError(error) ? error : undefined;
}

const MESSAGES: Record<FailureReason, string> = {
  unreadable: 'The PDF is damaged and cannot be read.',
  password_required: 'The PDF is protected by a password. Remove the password and upload it again.',
  no_pages: 'The PDF has no pages.',
  too_many_pages: 'The PDF has too many pages.',
  no_text: 'The PDF contains no text. It may consist of scanned images.',
  too_complex: 'The PDF is too complex to be processed.',
  timed_out: 'The PDF took too long to process.',
  verification_failed: 'The result does not match the PDF closely enough for the strict acceptance policy.',
  unavailable: 'The service could not process the PDF because of a temporary problem. Please try again.',
  internal: 'The service could not process the PDF because of an internal error.',
  stopped: 'The processing was stopped by an operator.',
};

/** What the user reads in `errorMessage`: from a closed list, without internals. */
export function userMessage(reason: FailureReason): string {
  return MESSAGES[reason];
}
