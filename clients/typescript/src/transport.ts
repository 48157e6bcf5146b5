/** Sends requests: authentication, time-outs, retries. */
import { ApiError, NoAnswerError } from './errors.js';
import { GeneratedApi } from './generated.js';
import type { CallOptions, Operation } from './operation.js';
import { readReply } from './reply.js';
import { buildRequest, type HttpRequest, type RequestMembers } from './request.js';
import { MAX_RETRIES, pause, waitBeforeRetry } from './retry.js';
import { anySignal, clearableTimeout, timeoutSignal, type Clearable } from './signals.js';

export interface ClientOptions {
  /** Address of the service, such as `https://shelves.example.com`; in a page of the service `location.origin`. */
  baseUrl: string;
  /** `sk_...`. Without one requests carry the session's cookie, for pages of the service itself. */
  apiKey?: string | undefined;
  /**
   * How long one attempt may take, in milliseconds: 60,000 unless given. Of streams and downloads it is the time until they
   * begin; uploads have no limit. 0: no limit.
   */
  timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated at most: 3 unless given. */
  maxRetries?: number | undefined;
  /** In place of the global `fetch`; but in browsers an upload with `onProgress` goes by XMLHttpRequest. */
  fetch?: typeof globalThis.fetch | undefined;
}

const TIMEOUT_MS = 60_000;
const MS_PER_SECOND = 1000;
const NOT_FOUND = 404;

/** How long an attempt may take, or until its reply begins; 0: no limit. */
interface Limit {
  ms: number;
  of: 'whole' | 'beginning';
}

/** `clear` is called when the reply has begun. */
function startLimit({ ms, of }: Limit): Clearable {
  if (ms > 0 && of === 'beginning') return clearableTimeout(ms);
  return { signal: ms > 0 ? timeoutSignal(ms) : undefined, clear: () => undefined };
}

/** Sends one attempt of a request and gives its reply. */
export type Sender = (request: HttpRequest, signal: AbortSignal | undefined) => Promise<Response>;

export class Transport extends GeneratedApi {
  readonly baseUrl: string;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    super();
    this.baseUrl = options.baseUrl;
    this.#options = options;
    // said now, and not by the first request
    if (!URL.canParse(options.baseUrl)) throw new TypeError(`baseUrl is not an address: ${options.baseUrl}`);
  }

  protected override send<T>(operation: Operation, request: object, options: CallOptions = {}): Promise<T> {
    return this.sendBy(this.#fetch, { operation, request }, options);
  }

  /** Sends a request by another way than `fetch`, with the same retries. */
  async sendBy<T>(
    sender: Sender,
    { operation, request }: { operation: Operation; request: object },
    options: CallOptions = {},
  ): Promise<T> {
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? MAX_RETRIES;
    // the same for every attempt: this is what makes a repeat safe
    const idempotencyKey = options.idempotencyKey ?? globalThis.crypto.randomUUID();
    let isRepeat = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const members = request as RequestMembers;
        const built = buildRequest(this.baseUrl, operation, members, { ...options, idempotencyKey });
        if (this.#options.apiKey) built.headers.set('authorization', `Bearer ${this.#options.apiKey}`);
        const limit = this.#limitOf(operation, members, options);
        return (await this.#attempt(sender, { operation, built, limit }, options.signal)) as T;
      } catch (error) {
        options.signal?.throwIfAborted();
        // the attempt whose answer was lost had deleted it
        if (isRepeat && operation.method === 'DELETE' && error instanceof ApiError && error.status === NOT_FOUND)
          return { success: true } as T;
        const waitMs = attempt <= maxRetries ? waitBeforeRetry(error, operation, attempt) : null;
        if (waitMs === null) throw error;
        isRepeat = true;
        await pause(waitMs, options.signal);
      }
    }
  }

  async #attempt(
    sender: Sender,
    { operation, built, limit }: { operation: Operation; built: HttpRequest; limit: Limit },
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const timeout = startLimit(limit);
    try {
      const response = await sender(built, anySignal(signal, timeout.signal));
      timeout.clear();
      return await readReply(operation, response);
    } catch (error) {
      // an answer is one, also where a `fetch` of the caller's has taken longer for it
      if (error instanceof ApiError) throw error;
      if (timeout.signal?.aborted && !signal?.aborted)
        throw new NoAnswerError(operation.id, `no answer within ${limit.ms} ms`, error);
      if (error instanceof NoAnswerError || signal?.aborted) throw error;
      throw new NoAnswerError(operation.id, `no answer from ${this.baseUrl}`, error);
    } finally {
      timeout.clear();
    }
  }

  #limitOf(operation: Operation, request: RequestMembers, { timeoutMs }: CallOptions): Limit {
    if (timeoutMs !== undefined) return { ms: timeoutMs, of: 'whole' };
    if (operation.body === 'form') return { ms: 0, of: 'whole' }; // it takes as long as it takes
    const wait = operation.query.includes('wait') && typeof request['wait'] === 'number' ? request['wait'] : 0;
    const { timeoutMs: usual = TIMEOUT_MS } = this.#options;
    // a wait makes no limit where there is none
    const ms = usual > 0 ? usual + wait * MS_PER_SECOND : 0;
    return { ms, of: operation.reply === 'response' ? 'beginning' : 'whole' };
  }

  readonly #fetch: Sender = ({ url, ...init }, signal) => {
    const send = this.fetchFunction; // browsers refuse a `fetch` that is called as a member of another object
    const isStream = init.body instanceof ReadableStream;
    return send(url, {
      ...init,
      ...(signal && { signal }),
      ...(!this.#options.apiKey && { credentials: 'include' as const }),
      ...(isStream && { duplex: 'half' as const }),
    });
  };

  /** The `fetch` that was given, or the global one: it adds nothing to what it sends. */
  get fetchFunction(): typeof globalThis.fetch {
    return this.#options.fetch ?? globalThis.fetch;
  }

  /** One attempt with the client's `fetch`. */
  get fetchSender(): Sender {
    return this.#fetch;
  }

  /** Whether requests carry the session's cookie in place of a key. */
  get usesSession(): boolean {
    return !this.#options.apiKey;
  }
}
