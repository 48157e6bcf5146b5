/** What the generated table tells of an operation, and what a caller may say about a call. */

export interface Operation {
  /** The `operationId` of the OpenAPI document. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for each path parameter. */
  path: string;
  query: readonly string[];
  /** Members of the request that are sent as headers: their name to the header's. */
  headers: Readonly<Record<string, string>>;
  body: 'json' | 'form' | null;
  /** `mixed` is read by the reply's Content-Type; `response` is handed on as it is. */
  reply: 'json' | 'text' | 'mixed' | 'response';
  /** Whether the operation supports `Idempotency-Key`. */
  isRepeatable: boolean;
}

export interface CallOptions {
  /** Ends the call, its retries and its waits; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds, with all of a stream or a download. 0: no limit. */
  timeoutMs?: number | undefined;
  /** Of operations that support it; without one the client makes a new one for each call. */
  idempotencyKey?: string | undefined;
  /** How often a failed attempt is repeated at most; 0: never. */
  maxRetries?: number | undefined;
  /** Further headers. */
  headers?: Readonly<Record<string, string>> | undefined;
}
