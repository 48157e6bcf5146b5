/** Requests to the API with the session's cookie. */

interface Refusal {
  code: string;
  status: number;
  requestId: string | null;
  details?: unknown;
  retryAfterSeconds?: number | undefined;
}

/** A refused request, or one that got no answer (`code` NO_ANSWER, `status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  /** To quote when asking for help; null when there was no answer. */
  readonly requestId: string | null;
  readonly details: unknown;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { code, status, requestId, details, retryAfterSeconds }: Refusal) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The field of the form that was refused, where the API names one. */
  get field(): string | null {
    const { field } = (this.details ?? {}) as { field?: unknown };
    return typeof field === 'string' ? field : null;
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

const noAnswer = () =>
  new ApiError('The service did not answer. Check your connection, then try again.', {
    code: 'NO_ANSWER',
    status: 0,
    requestId: null,
  });

/** Sends a request; throws ApiError unless the answer is a success. */
export async function send(path: string, { method = 'GET', body, headers = {}, signal }: RequestOptions = {}) {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      // a deletion goes on when the page is left
      keepalive: method === 'DELETE',
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer();
  }
  if (response.ok) return response;
  throw errorOf(
    response.status,
    response.headers.get('x-request-id'),
    await response.text(),
    response.headers.get('retry-after'),
  );
}

/** Sends a request and reads the JSON of its answer. */
export async function requestJson<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await (await send(path, options)).json()) as T;
}

/** The error that a reply's body tells; for replies that are not read by `fetch` as well. */
export function errorOf(status: number, requestId: string | null, text: string, retryAfter: string | null): ApiError {
  if (status === 0) return noAnswer();
  const seconds = Number(retryAfter ?? Number.NaN);
  try {
    const { code, message, details } = JSON.parse(text) as { code: string; message: string; details?: unknown };
    const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
    return new ApiError(message, { code, status, requestId, details, retryAfterSeconds });
  } catch {
    return new ApiError(`The service answered ${status}. Try again.`, { code: 'UNKNOWN', status, requestId });
  }
}

/** A path of segments, each percent-encoded; slashes of `file` part segments. */
export const filePath = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
