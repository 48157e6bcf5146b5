/** Errors on the wire: the table of codes with their statuses, the schema of the body, and the error class. */
import { Type, type Static } from 'typebox';
import { ERROR_CODES, type ErrorCode } from './vocabulary.js';

interface ErrorKind {
  status: number;
  /** The default message. */
  message: string;
}

/** The only place that maps a code to an HTTP status. A test keeps `docs/errors.md` equal to it. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: 'The request is not valid.' },
  UNAUTHORIZED: { status: 401, message: 'Invalid or missing authentication' },
  PAYMENT_REQUIRED: { status: 402, message: 'This needs an active subscription, or a higher quota.' },
  FORBIDDEN: { status: 403, message: 'This request is not allowed.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  CONFLICT: { status: 409, message: 'The resource is not in a state that allows this.' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The file has no bytes in this range.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests, please try again later.' },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is not available at the moment, please try again.' },
} as const satisfies Record<ErrorCode, ErrorKind>;

/** An example of each. */
export const ERROR_EXAMPLES = {
  VALIDATION_ERROR: {
    code: 'VALIDATION_ERROR',
    message: 'page: must be >= 1',
    details: { field: 'page', reason: 'too_small' },
  },
  UNAUTHORIZED: { code: 'UNAUTHORIZED', message: ERRORS.UNAUTHORIZED.message },
  PAYMENT_REQUIRED: { code: 'PAYMENT_REQUIRED', message: 'A new PDF for a shelf needs an active subscription.' },
  FORBIDDEN: {
    code: 'FORBIDDEN',
    message: 'With a session this needs an Origin header with the address of this service.',
    details: { field: 'Origin', reason: 'mismatch' },
  },
  NOT_FOUND: { code: 'NOT_FOUND', message: 'There is no such shelf.', details: { resource: 'shelf' } },
  CONFLICT: {
    code: 'CONFLICT',
    message: 'This is not possible while the shelf is in "parsing".',
    details: { status: 'parsing' },
  },
  RANGE_NOT_SATISFIABLE: {
    code: 'RANGE_NOT_SATISFIABLE',
    message: ERRORS.RANGE_NOT_SATISFIABLE.message,
    details: { sizeBytes: 48211 },
  },
  RATE_LIMITED: {
    code: 'RATE_LIMITED',
    message: ERRORS.RATE_LIMITED.message,
    details: { limit: 'creates', max: 10, windowSeconds: 3600, setting: 'LIMIT_CREATES_PER_HOUR' },
  },
  INTERNAL_ERROR: { code: 'INTERNAL_ERROR', message: ERRORS.INTERNAL_ERROR.message },
  SERVICE_UNAVAILABLE: { code: 'SERVICE_UNAVAILABLE', message: ERRORS.SERVICE_UNAVAILABLE.message },
} as const satisfies Record<ErrorCode, object>;

export const ErrorBody = Type.Object(
  {
    code: Type.Enum([...ERROR_CODES]),
    message: Type.String(),
    details: Type.Optional(
      Type.Unknown({
        description:
          'For a 400: `{field, reason, ...}`, the reason in snake_case; for a 402 of a quota: `{reason, quota, limit, used}`; for a 429: `{limit, max, windowSeconds, setting}`.',
      }),
    ),
  },
  {
    $id: 'Error',
    description: 'The body of every error.',
    examples: Object.values(ERROR_EXAMPLES),
  },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** A refused request. `details` is sent to the client unchanged. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code].message,
    readonly details?: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A 400 with the field and, in snake_case, the reason. */
export function invalid(field: string, reason: string, message: string, more: object = {}): ServiceError {
  return new ServiceError('VALIDATION_ERROR', message, { field, reason, ...more });
}
