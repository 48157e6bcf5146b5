/** Requests to the API with the session's cookie. */

/** A refused request, or one that got no answer (`code` NO_ANSWER, `status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** To quote when asking for help; null when there was no answer. */
    readonly requestId: string | null,
    readonly details?: unknown,
    /** From `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
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
  new ApiError('NO_ANSWER', 'The service did not answer. Check your connection, then try again.', 0, null);

/** Sends a request; throws ApiError unless the answer is a success. */
export async function send(path: string, { method = 'GET', body, headers = {}, signal }: RequestOptions = {}) {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer();
  }
  if (response.ok) return response;
  throw errorOf(response.status, response.headers.get('x-request-id'), await response.text(), response.headers.get('retry-after'));
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
    return new ApiError(code, message, status, requestId, details, Number.isFinite(seconds) ? seconds : undefined);
  } catch {
    return new ApiError('UNKNOWN', `The service answered ${status}.`, status, requestId);
  }
}

/** A path of segments, each percent-encoded; slashes of `file` part segments. */
export const filePath = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
