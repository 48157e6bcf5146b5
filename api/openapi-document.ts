/** Completes the OpenAPI document: headers that operations share, links, and an example of each error. */
import { ERROR_EXAMPLES, ERRORS } from '../contract/errors.js';
import type { ErrorCode } from '../contract/vocabulary.js';

/** Internal mark of an operation with an optional body: the plugin declares every body as required. */
export const OPTIONAL_BODY = 'x-optional-body';

interface Header {
  description: string;
  required?: boolean;
  schema: { type?: string; example?: unknown };
  example?: unknown;
}
interface Response {
  headers?: Record<string, Header>;
  content?: Record<string, object>;
  links?: Record<string, object>;
}
interface Operation {
  operationId?: string;
  [OPTIONAL_BODY]?: boolean;
  parameters?: object[];
  requestBody?: { required?: boolean };
  responses?: Record<string, Response>;
}

const text = { type: 'string' };
const TAG_EXAMPLE = '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"';

const REQUEST_ID: Record<string, Header> = {
  'X-Request-Id': {
    description: 'The id that the client sent, where logs can hold it, else a new one.',
    required: true,
    schema: text,
    example: '5f0c1c8e-3f6b-4c1e-9a53-2f6d8f3b7a10',
  },
};

const RATE_LIMITS: Record<string, Header> = {
  RateLimit: { description: 'What is left of each limit.', schema: text, example: '"writes";r=0;t=42' },
  'RateLimit-Policy': { description: 'The limits.', schema: text, example: '"writes";q=20;w=60' },
};

const RETRY_AFTER: Record<string, Header> = {
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer' }, example: 42 },
};

const HEADERS_OF_STATUS: Record<string, Record<string, Header>> = {
  304: {
    ETag: { description: 'The tag of what the client has.', required: true, schema: text, example: TAG_EXAMPLE },
  },
  401: { 'WWW-Authenticate': { description: 'How to come.', required: true, schema: text, example: 'Bearer' } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** Request headers of operations that have a reply with this status. */
const PARAMETERS_BY_STATUS: Record<string, object> = {
  304: {
    in: 'header',
    name: 'If-None-Match',
    description: 'Tags that the client has: the reply is a 304 when one of them is that of the content.',
    schema: text,
    example: TAG_EXAMPLE,
  },
  403: {
    in: 'header',
    name: 'Origin',
    description:
      'With a session: the address of this service, as browsers send it by themselves. Not looked at with a key.',
    schema: text,
    example: 'https://shelves.example.com',
  },
};

const MADE = '$response.body#/publicId';

interface Link {
  status: string;
  within: string;
  parameters: Record<string, string>;
}

/** Links from the operations that create something to those that read it, with the parameters that identify it. */
const LINKS: Record<string, Link> = {
  createShelf: { status: '201', within: '/v1/shelves/{id}', parameters: { id: MADE } },
  createApiKey: { status: '201', within: '/v1/dashboard/api-keys/{id}', parameters: { id: MADE } },
  createWebhook: { status: '201', within: '/v1/webhooks/{webhookPublicId}', parameters: { webhookPublicId: MADE } },
  pingWebhook: {
    status: '202',
    within: '/v1/webhooks/{webhookPublicId}/deliveries/{deliveryId}',
    parameters: { webhookPublicId: '$request.path.webhookPublicId', deliveryId: MADE },
  },
};

/** Adds to the document what its operations have in common. Changes its argument. */
export function completed<T extends { paths?: object }>(document: T): T {
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>);
  const all = paths.flatMap(([path, operations]) =>
    Object.values(operations).map((operation) => ({ path, operation })),
  );
  for (const { operation } of all) {
    complete(operation);
    const link = LINKS[operation.operationId ?? ''];
    const made = link && operation.responses?.[link.status];
    if (made) made.links = linksTo(all, link);
  }
  return document;
}

function linksTo(all: { path: string; operation: Operation }[], { within, parameters }: Link) {
  const found = all.filter(({ path }) => path === within || path.startsWith(`${within}/`));
  return Object.fromEntries(
    found.map(({ operation: { operationId = '' } }) => [operationId, { operationId, parameters }]),
  );
}

function complete(operation: Operation): void {
  const { responses = {} } = operation;
  if (operation[OPTIONAL_BODY]) delete operation.requestBody?.required;
  delete operation[OPTIONAL_BODY];
  const asked = Object.entries(PARAMETERS_BY_STATUS).flatMap(([status, parameter]) =>
    status in responses ? [parameter] : [],
  );
  if (asked.length > 0) operation.parameters = [...(operation.parameters ?? []), ...asked];
  for (const [status, response] of Object.entries(responses)) {
    response.headers = {
      ...REQUEST_ID,
      ...('429' in responses && RATE_LIMITS),
      ...HEADERS_OF_STATUS[status],
      ...Object.fromEntries(Object.entries(response.headers ?? {}).map(([name, header]) => [name, lifted(header)])),
    };
    const code = (Object.keys(ERRORS) as ErrorCode[]).find((one) => String(ERRORS[one].status) === status);
    const json = response.content?.['application/json'];
    if (code && json) Object.assign(json, { example: ERROR_EXAMPLES[code] });
  }
}

/** Moves an example from the header's schema, where the framework puts it, to the header. */
function lifted({ schema: { example, ...schema }, ...header }: Header): Header {
  return example === undefined ? { ...header, schema } : { ...header, schema, example };
}
