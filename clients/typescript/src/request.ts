/** The HTTP request of an operation. */
import type { CallOptions, Operation } from './operation.js';

export type RequestMembers = Readonly<Record<string, unknown>>;

/** What `fetch` takes; `duplex` is not in every version of its types. */
export interface HttpRequest {
  url: string;
  method: string;
  headers: Headers;
  body: string | FormData | ReadableStream<Uint8Array> | null;
}

/**
 * Builds the request. `baseUrl` may have a path of its own, for a service behind one.
 *
 * @throws TypeError when a path parameter is missing or would lead elsewhere.
 */
export function buildRequest(
  baseUrl: string,
  operation: Operation,
  request: RequestMembers,
  options: CallOptions,
): HttpRequest {
  const headers = new Headers({ accept: acceptOf(operation), ...options.headers });
  for (const [member, name] of Object.entries(operation.headers)) {
    const value = request[member];
    if (value !== undefined) headers.set(name, textOf(name, value));
  }
  if (operation.isRepeatable && options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  const { body = null } = request;
  if (operation.body === 'json' && body !== null) headers.set('content-type', 'application/json');
  return {
    url: urlOf(baseUrl, operation, request),
    method: operation.method,
    headers,
    body: body === null ? null : operation.body === 'form' ? formOf(body as FormFields) : JSON.stringify(body),
  };
}

function acceptOf({ reply }: Operation): string {
  return reply === 'json' ? 'application/json' : '*/*';
}

/** The address of an operation with its path and query parameters. */
export function urlOf(baseUrl: string, { id, path, query }: Operation, request: RequestMembers): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentsOf(id, name, request[name]));
  const search = new URLSearchParams();
  for (const name of query) {
    const value = request[name];
    if (value !== undefined) search.set(name, textOf(name, value));
  }
  const text = search.toString();
  return `${baseUrl.replace(/\/+$/, '')}${filled}${text && `?${text}`}`;
}

/** A parameter as text; lists are comma separated. */
function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => textOf(name, one)).join(',');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`${name} is neither a text nor a number`);
}

/** A path parameter; the slashes of a file's path stay. */
function segmentsOf(operation: string, name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new TypeError(`${operation}: ${name} is missing in the request`);
  const segments = name === 'filePath' ? String(value).split('/') : [String(value)];
  // a URL would lose these, and the request would go to another route
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw new TypeError(`${operation}: ${name} has an empty, "." or ".." segment`);
  return segments.map((segment) => encodeURIComponent(segment)).join('/');
}

export type FormFields = Readonly<Record<string, string | Blob | undefined>>;

/** Texts first: the service can then refuse a bad one before it has read the file. */
export function formOf(fields: FormFields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') form.append(name, value);
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.append(name, value, fileNameOf(value));
  return form;
}

/** The name of a `File`; a plain Blob has none. */
export const fileNameOf = (file: Blob): string => (file instanceof File && file.name ? file.name : 'document.pdf');
