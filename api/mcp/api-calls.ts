/**
 * Calls of the service's own routes with the caller's key. What a tool does goes through here and nowhere else, so that
 * authentication, tenant rules, limits, validation and the words of errors are those of the routes.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
// not app.inject, which refuses from the moment a process begins to stop, while open connections are still served
import inject from 'light-my-request';
import { ServiceError, type ErrorBody } from '../../contract/errors.js';

/** The outline of 5,000 files with all their headings has some 10 MB. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;

export interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Segments of the path; each is encoded. */
  path: readonly string[];
  query?: Readonly<Record<string, string | number | undefined>>;
  /** A body with its content type. */
  body?: { type: string; stream: Readable };
  /** `Idempotency-Key` of the request. */
  repeatKey?: string;
  signal?: AbortSignal;
}

export interface Answer {
  headers: Readonly<Record<string, unknown>>;
  body: Readable;
}

/** The routes, as one caller reaches them. Both throw RefusedError, and the signal's error. */
export interface ApiCalls {
  /** The JSON of an answer. */
  json<T>(call: Call): Promise<T>;
  /** An answer whose body is read as far as it is needed; the signal has to end the rest. */
  open(call: Call & { signal: AbortSignal }): Promise<Answer>;
}

/** A route's refusal. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(
    readonly body: ErrorBody,
    /** What `Retry-After` says. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(body.message);
  }
}

/** Makes calls on behalf of `caller`, a request that was authenticated by a key. */
export function apiCalls(app: FastifyInstance, caller: FastifyRequest): ApiCalls {
  const { authorization } = caller.headers;

  async function open({ method = 'GET', path, query = {}, body, repeatKey, signal }: Call): Promise<Answer> {
    signal?.throwIfAborted();
    const dispatch: inject.DispatchFunc = (request, response) => {
      // as a client that goes away; inject's own signal would be an error of the response, which the framework answers
      signal?.addEventListener('abort', () => request.destroy(), { once: true });
      app.routing(request, response);
    };
    const response = await inject(dispatch, {
      method,
      url: `${pathOf(path)}${queryOf(query)}`,
      headers: {
        authorization,
        'x-request-id': caller.id,
        ...(repeatKey !== undefined && { 'idempotency-key': repeatKey }),
        ...(body && { 'content-type': body.type, 'transfer-encoding': 'chunked' }),
      },
      remoteAddress: caller.ip,
      payloadAsStream: true,
      ...(body && { payload: body.stream }),
    });
    const answer = { headers: response.headers, body: response.stream() };
    if (response.statusCode < 400) return answer;
    const { 'retry-after': retryAfter } = response.headers;
    throw new RefusedError(await readJson<ErrorBody>(answer), retryAfter === undefined ? null : Number(retryAfter));
  }

  return { open, json: async <T>(call: Call) => readJson<T>(await open(call)) };
}

async function readJson<T>({ body }: Answer): Promise<T> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_JSON_BYTES) throw new Error(`an answer of more than ${MAX_JSON_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T;
}

/** A segment of dots would be resolved as in any URL, and lead to another route. */
function pathOf(segments: readonly string[]): string {
  if (segments.some((segment) => segment === '.' || segment === '..'))
    throw new RefusedError({ code: 'NOT_FOUND', message: new ServiceError('NOT_FOUND').message }, null);
  return segments.map((segment) => `/${encodeURIComponent(segment.toWellFormed())}`).join('');
}

function queryOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) given.set(name, String(value).toWellFormed());
  return given.size === 0 ? '' : `?${given.toString()}`;
}
