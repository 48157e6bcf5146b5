/** What a call rejects with. Compare `code`, or `name` where the error comes from another realm. */
import type { ErrorBody, Shelf } from './generated.js';

/** The service's error codes; a newer service may have more. */
export type ErrorCode = ErrorBody['code'] | (string & {});

/** Base of all errors of this package. */
export class ShelfwrightError extends Error {
  override name = 'ShelfwrightError';
}

export interface ApiErrorInit {
  operation: string;
  status: number;
  code: ErrorCode;
  message: string;
  details: unknown;
  requestId: string | null;
  retryAfterSeconds: number | null;
}

/** The service has refused a request, or could not carry it out. */
export class ApiError extends ShelfwrightError {
  override name = 'ApiError';
  /** The `operationId`. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  readonly code: ErrorCode;
  /** For a 400 `{field, reason, ...}`; see the service's docs/errors.md. */
  readonly details: unknown;
  /** `x-request-id` of the reply: the service's log has more under it. */
  readonly requestId: string | null;
  /** How long the service asks to wait; null where it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor({ operation, status, code, message, details, requestId, retryAfterSeconds }: ApiErrorInit) {
    super(message);
    this.operation = operation;
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The field that a 400 is about. */
  get field(): string | null {
    return this.detail('field');
  }

  /** The reason in snake_case, where the service gives one. */
  get reason(): string | null {
    return this.detail('reason');
  }

  private detail(member: string): string | null {
    const { details } = this;
    if (typeof details !== 'object' || details === null) return null;
    const value: unknown = Reflect.get(details, member);
    return typeof value === 'string' ? value : null;
  }
}

/** No usable answer came: no connection, a broken one, a time-out, or something that is not this service. */
export class NoAnswerError extends ShelfwrightError {
  override name = 'NoAnswerError';
  /** The `operationId`. */
  readonly operation: string;

  constructor(operation: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.operation = operation;
  }
}

/** A shelf that was waited for has failed; `shelf.errorMessage` says why. */
export class ShelfFailedError extends ShelfwrightError {
  override name = 'ShelfFailedError';
  readonly shelf: Shelf;

  constructor(shelf: Shelf) {
    super(`${shelf.publicId} failed: ${shelf.errorMessage ?? 'without a message'}`);
    this.shelf = shelf;
  }
}

/** A wait took longer than it was allowed to. The shelf goes on being processed. */
export class WaitTimeoutError extends ShelfwrightError {
  override name = 'WaitTimeoutError';
  /** As it was last seen. */
  readonly shelf: Shelf;

  constructor(shelf: Shelf, timeoutMs: number) {
    super(`${shelf.publicId} is still ${shelf.status} after ${timeoutMs} ms`);
    this.shelf = shelf;
  }
}
