/** What a model reads when a route refuses: the route's code and message, and what to do next. */
import type { ErrorBody } from '../../contract/errors.js';
import type { ErrorCode } from '../../contract/vocabulary.js';
import type { RefusedError } from './api-calls.js';

/** Members of requests that are other arguments of tools. */
const ARGUMENTS: Record<string, string> = {
  createdSince: 'created_since',
  createdBefore: 'created_before',
  updatedSince: 'updated_since',
  id: 'shelf_id',
  q: 'query',
  regex: 'query',
  file: 'url or pdf_base64',
  table: 'number',
  shelf: 'shelf_ids',
  'Idempotency-Key': 'idempotency_key',
};

interface Refusal {
  details: {
    field?: string;
    status?: string;
    totalLines?: number;
    reason?: string;
    resource?: string;
    known?: string[];
    limit?: string;
    max?: number;
    windowSeconds?: number;
    setting?: string;
  };
  /** Seconds to wait. */
  wait: number;
}

const ASK_FOR_KEY = 'ask the user for an API key that may write.';

/** The text of the tool's error; `creates`: the tool makes a shelf at every call. */
export function refusalText({ body, retryAfterSeconds }: RefusedError, { creates = false } = {}): string {
  const { code, message, details } = body as ErrorBody & { details?: Refusal['details'] };
  const refusal = { details: details ?? {}, wait: retryAfterSeconds ?? 30 };
  const isOpen = creates && (code === 'INTERNAL_ERROR' || code === 'SERVICE_UNAVAILABLE');
  return `${code}: ${message}\nNext: ${isOpen ? LOOK_FIRST : NEXT_STEPS[code](refusal)}`;
}

/** Of arguments that are not those of the tool. */
export const argumentsText = (faults: string): string =>
  `VALIDATION_ERROR: ${faults}.\nNext: correct the arguments and call again.`;

/** Of a tool that is not for keys that may only read. */
export const READ_ONLY_TEXT = `FORBIDDEN: This API key may only read.\nNext: ${ASK_FOR_KEY}`;

/** Of a fault in the tool itself. */
export function faultText({ creates }: { creates: boolean }): string {
  return `INTERNAL_ERROR: the tool failed.\nNext: ${creates ? LOOK_FIRST : ONCE_MORE}`;
}

/** After this a repeated call may make a second shelf. */
const LOOK_FIRST = 'list_shelves first, since the shelf may have been made; if it was not, call again.';
const ONCE_MORE = 'repeat the call once; if it fails again, tell the user.';

const later = ({ wait }: Refusal) => `wait ${wait} seconds, then repeat the call.`;

const NEXT_STEPS: Record<ErrorCode, (refusal: Refusal) => string> = {
  NOT_FOUND: ({ details }) => afterNotFound(details.resource),
  CONFLICT: (refusal) => {
    const { reason, status } = refusal.details;
    return (reason !== undefined && CONFLICTS[reason]?.(refusal)) || afterConflict(status);
  },
  RANGE_NOT_SATISFIABLE: () => 'correct the arguments and call again.',
  RATE_LIMITED: (refusal) => `${later(refusal)}${whichLimit(refusal)}`,
  SERVICE_UNAVAILABLE: later,
  VALIDATION_ERROR: ({ details: { field, totalLines } }) => {
    const which = field === undefined ? 'the arguments' : `the argument ${ARGUMENTS[field] ?? field}`;
    return `correct ${which}${totalLines === undefined ? '' : ` (the file has ${totalLines} lines)`} and call again.`;
  },
  UNAUTHORIZED: () => 'ask the user for a valid API key; this one was revoked or has expired.',
  FORBIDDEN: () => ASK_FOR_KEY,
  PAYMENT_REQUIRED: () => 'tell the user: it takes a subscription, or a higher quota (details).',
  INTERNAL_ERROR: () => ONCE_MORE,
};

/** Conflicts in which a repeated call is of no use, or only later. */
const CONFLICTS: Record<string, (refusal: Refusal) => string> = {
  not_drawable: () => 'use the text: search_shelf and read_shelf_file; this page has no picture.',
  too_large_to_read: () =>
    'do not repeat this call, which fails again. read_shelf_file reads single files; README.md lists them.',
  key_reused: () =>
    'call again with a new idempotency_key; this one stands for other arguments, whose shelf list_shelves shows.',
  in_progress: ({ wait }) => `wait ${wait} seconds, then repeat the call with the same idempotency_key.`,
};

/** So that the user learns what to ask for, and of whom. Not every limit has a window, or a setting. */
function whichLimit({ details: { limit, max, windowSeconds, setting } }: Refusal): string {
  if (limit === undefined || max === undefined) return '';
  const window = windowSeconds === undefined ? '' : ` in ${windowSeconds} seconds`;
  const operator = setting === undefined ? '' : `; who operates the service can raise it (${setting})`;
  return ` The limit is ${max} ${limit}${window}${operator}.`;
}

function afterNotFound(resource: string | undefined): string {
  if (resource === 'file') return 'get_shelf_tree without folder lists the paths of this shelf.';
  if (resource === 'table') return 'list_tables gives the numbers of the tables.';
  if (resource === 'page') return 'take a page that the PDF has.';
  if (resource === 'version') return 'leave out version, or take one that the shelf has.';
  return 'list_shelves names the shelves that this key can read.';
}

function afterConflict(status: string | undefined): string {
  switch (status) {
    case 'failed':
      return 'get_shelf says why the shelf failed.';
    case 'review':
      return 'a person has to approve the shelf first; tell the user.';
    case undefined:
    case 'ready':
      return ONCE_MORE;
    default:
      return 'wait_for_shelf, then repeat the call.';
  }
}
