/** The only place where errors become replies, and where errors that reach the edge are logged. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, invalid, ServiceError, type ErrorBody } from '../contract/errors.js';
import type { QuotaError } from '../entities/queries/quotas.js';
import { causesOf, isOutage } from '../infra/outages.js';
import { quotaRefusal } from './quotas.js';
import { MAX_PARTS } from './uploads/form-parts.js';
import type { AnswerPage } from './web-app/app.js';

/** `Retry-After` of a 503. */
export const RETRY_AFTER_SECONDS = 5;

/** Not outages, but temporary as well: a full queue, an upload that was swept away while it arrived. */
const TEMPORARY = new Set(['BUSY', 'READER_GONE', 'READING_TOO_LARGE', 'UPLOAD_GONE']);

/** The body of an error; the only shape that leaves the service. */
export function errorBody({ code, message, details }: ServiceError): ErrorBody {
  return details === undefined ? { code, message } : { code, message, details };
}

/** Sends an error as a reply. Also for errors of the framework before a route is found. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toServiceError(error);
  const { status } = ERRORS[refusal.code];
  if (status >= 500)
    request.log[status === 500 ? 'error' : 'warn']({ err: error, route: request.routeOptions?.url }, refusal.code);
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .removeHeader('content-length')
    .removeHeader('etag')
    .send(JSON.stringify(errorBody(refusal)));
}

/** @param answerPage Answers what has no route where a browser asks for a page of the web app. */
export function registerErrors(app: FastifyInstance, answerPage: AnswerPage): void {
  const noRoute = () => new ServiceError('NOT_FOUND', 'There is no such route.');
  // a request without a route is not validated, not even its body
  app.setErrorHandler((error, request, reply) => sendError(request.is404 ? noRoute() : error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (!answerPage(request, reply)) sendError(noRoute(), request, reply);
  });
}

const tooLargeToRead = (): ServiceError =>
  new ServiceError('CONFLICT', 'The shelf is too large for this: it takes more memory than a read may.', {
    reason: 'too_large_to_read',
  });

/** The error that a client sees: its own mistakes in full, everything else without internals. */
function toServiceError(error: unknown): ServiceError {
  const { name, code, statusCode, validation } = (error ?? {}) as Partial<FastifyError>;
  if (name === 'ServiceError') return error as ServiceError;
  if (code === 'QUOTA_EXCEEDED') return quotaRefusal(error as QuotaError);
  if (code === 'READING_TOO_LARGE' && (error as { isFinal?: unknown }).isFinal === true) return tooLargeToRead();
  if (code === 'ACCOUNT_CLOSED') return new ServiceError('UNAUTHORIZED');
  if (validation) return invalidInput(error as FastifyError);
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500) return frameworkRefusal(code);
  if (isOutage(error) || causesOf(error).some((cause) => TEMPORARY.has(String(cause.code)))) {
    return new ServiceError('SERVICE_UNAVAILABLE');
  }
  return new ServiceError('INTERNAL_ERROR');
}

/** Errors of Fastify and its multipart plugin. Those not named here are about the request as a whole. */
function frameworkRefusal(code: string): ServiceError {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalid('content-type', 'unsupported', 'This Content-Type is not understood here.');
    case 'FST_PARTS_LIMIT':
      return invalid('body', 'too_many_parts', 'The form has too many parts.', { maxParts: MAX_PARTS });
    case 'FST_PROTO_VIOLATION':
      return invalid('body', 'malformed_multipart', 'A part has a name that is not allowed');
    case 'FST_ERR_BAD_URL':
      return invalid('path', 'malformed', 'The path is not percent-encoded correctly.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return new ServiceError('NOT_FOUND');
    default:
      return invalid('body', 'malformed', 'The request cannot be read.');
  }
}

/** Our reasons for JSON Schema keywords. */
const REASONS: Record<string, string> = {
  required: 'required',
  type: 'invalid_type',
  format: 'invalid_format',
  pattern: 'invalid_format',
  enum: 'invalid_value',
  const: 'invalid_value',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few',
  maxItems: 'too_many',
  uniqueItems: 'duplicate',
  additionalProperties: 'unknown',
};

function invalidInput({ validation = [], validationContext = 'body' }: FastifyError): ServiceError {
  const [fault] = validation;
  if (!fault) return new ServiceError('VALIDATION_ERROR');
  const { missingProperty, additionalProperty } = fault.params as Record<string, unknown>;
  const named = [missingProperty, additionalProperty].filter((name) => typeof name === 'string');
  const path = fault.instancePath.split('/').filter(Boolean);
  // for an item of a list the field is the list, and the index is a detail
  const [index] = path.filter((segment) => /^\d+$/.test(segment));
  const field = [...path.filter((segment) => segment !== index), ...named].join('.') || validationContext;
  const reason =
    fault.keyword === 'type' && path.length === 0 && named.length === 0 ? 'required' : REASONS[fault.keyword];
  const more = index === undefined ? {} : { index: Number(index) };
  return invalid(field, reason ?? 'invalid', `${field}: ${fault.message ?? 'not valid'}`, more);
}
