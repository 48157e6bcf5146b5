import http from 'node:http';
import https from 'node:https';
import { Client } from 'minio';
import { blame } from './outages.js';

export type StorageErrorCode =
  | 'STORAGE_TIMEOUT'
  | 'STORAGE_UNAVAILABLE'
  | 'STORAGE_REMOVE_FAILED'
  | 'STORAGE_REMOVE_REFUSED'
  | 'STORAGE_NO_BUCKET'
  | 'STORAGE_NO_CREDENTIALS'
  | 'STORAGE_NO_SIGNER'
  | 'STORAGE_NO_USERS'
  | 'STORAGE_UNSAFE';

/** A failure detected on our side of the object store; errors of the store itself keep S3's codes (`NoSuchKey`). */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A request ends after this time without a byte in either direction, unless told otherwise. */
const IDLE_TIMEOUT_MS = 15_000;
/** Longest time for a request and its whole response. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** Idle sockets are closed before servers and load balancers close them, so that no half-closed socket is written to. */
const KEPT_SOCKET_MS = 5_000;
/** Statuses worth a retry. */
const PASSING_STATUSES = new Set([408, 429, 499, 500, 502, 503, 504, 520]);

export interface Endpoint {
  /** `http://host:port` or `https://host`. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
  idleTimeoutMs?: number | undefined;
}

export interface FetchedText {
  status: number;
  text: string;
}

/** Creates clients that share connections. They are cheap, so each signal gets its own. */
export interface ClientFactory {
  client: (signal?: AbortSignal) => Client;
  /** Closes idle connections. */
  close: () => void;
}

type Request = (
  options: https.RequestOptions,
  onResponse: (response: http.IncomingMessage) => void,
) => http.ClientRequest;

/** node's request with time-outs and a signal, neither of which the S3 client passes on. */
function boundedRequest(base: Request, idleTimeoutMs: number, signal: AbortSignal | undefined): Request {
  return (options, onResponse) => {
    const request = base({ ...options, timeout: idleTimeoutMs, ...(signal && { signal }) }, (response) => {
      if (!PASSING_STATUSES.has(response.statusCode ?? 0)) return onResponse(response);
      // The client would wrap these in an error without a code, and leave the body unread, which occupies the socket.
      response.resume();
      request.emit(
        'error',
        new StorageError('STORAGE_UNAVAILABLE', `the object store answered ${response.statusCode}`),
      );
    });
    const expire = (what: string) => request.destroy(new StorageError('STORAGE_TIMEOUT', `the object store ${what}`));
    const deadline = setTimeout(() => expire('took too long to answer'), REQUEST_TIMEOUT_MS);
    // before the client's own listeners, which pass the error on
    request.prependListener('error', (error) => void blame('object_store', error));
    request.on('timeout', () => expire('fell silent'));
    request.on('close', () => clearTimeout(deadline));
    return request;
  };
}

/** A request that the S3 client does not support, to the store or the filter. A failure is an outage and names `what`. */
export async function fetchText(what: string, url: URL | string, init: RequestInit): Promise<FetchedText> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new StorageError('STORAGE_UNAVAILABLE', `${what} does not answer`, { cause: error });
  }
}

export function createClientFactory(endpoint: Endpoint): ClientFactory {
  const { url, region, accessKey, secretKey, idleTimeoutMs = IDLE_TIMEOUT_MS } = endpoint;
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  const agentOptions = { keepAlive: true, timeout: KEPT_SOCKET_MS, maxSockets: 64 };
  const agent = secure ? new https.Agent(agentOptions) : new http.Agent(agentOptions);
  const base: Request = secure ? https.request : http.request;
  return {
    client: (signal) =>
      new Client({
        endPoint: hostname,
        port: port ? Number(port) : secure ? 443 : 80,
        useSSL: secure,
        region,
        accessKey,
        secretKey,
        transport: { request: boundedRequest(base, idleTimeoutMs, signal) as typeof http.request },
        transportAgent: agent as http.Agent,
        // the caller decides whether and how long to retry
        retryOptions: { disableRetry: true },
      }),
    close: () => agent.destroy(),
  };
}
