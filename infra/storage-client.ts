import http from 'node:http';
import https from 'node:https';
import { Client } from 'minio';
import { blame } from './outages.js';

export type StorageErrorCode =
  | 'STORAGE_TIMEOUT'
  | 'STORAGE_UNAVAILABLE'
  | 'STORAGE_REMOVE_FAILED'
  | 'STORAGE_NO_BUCKET'
  | 'STORAGE_NO_CREDENTIALS'
  | 'STORAGE_NO_SIGNER'
  | 'STORAGE_NO_USERS'
  | 'STORAGE_UNSAFE';

/** What this side of the object store finds at fault; what the store itself says keeps S3's codes (`NoSuchKey`). */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** No byte in either direction for so long ends a request. */
const IDLE_TIMEOUT_MS = 15_000;
/** A request and its whole answer take no longer. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** Kept sockets are closed before servers and load balancers do it, so that none is written to that is half closed. */
const KEPT_SOCKET_MS = 5_000;
/** Answers that another attempt may not get. */
const PASSING_STATUSES = new Set([408, 429, 499, 500, 502, 503, 504, 520]);

export interface Endpoint {
  /** `http://host:port` or `https://host`. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Makes clients that share connections. They cost nothing to make, so one is made for each signal. */
export interface ClientFactory {
  client: (signal?: AbortSignal) => Client;
  /** Closes idle connections. */
  close: () => void;
}

type Request = (
  options: https.RequestOptions,
  onResponse: (response: http.IncomingMessage) => void,
) => http.ClientRequest;

/** node's request with time-outs and a signal, neither of which the S3 client hands through. */
function boundedRequest(base: Request, signal: AbortSignal | undefined): Request {
  return (options, onResponse) => {
    const request = base({ ...options, timeout: IDLE_TIMEOUT_MS, ...(signal && { signal }) }, (response) => {
      if (!PASSING_STATUSES.has(response.statusCode ?? 0)) return onResponse(response);
      // The client would wrap these in an error without a code, and leave the body unread and the socket taken.
      response.resume();
      request.emit(
        'error',
        new StorageError('STORAGE_UNAVAILABLE', `the object store answered ${response.statusCode}`),
      );
    });
    const expire = (what: string) => request.destroy(new StorageError('STORAGE_TIMEOUT', `the object store ${what}`));
    const deadline = setTimeout(() => expire('took too long to answer'), REQUEST_TIMEOUT_MS);
    // before the client's own listeners, which hand on what they get
    request.prependListener('error', (error) => void blame('object_store', error));
    request.on('timeout', () => expire('fell silent'));
    request.on('close', () => clearTimeout(deadline));
    return request;
  };
}

export function createClientFactory({ url, region, accessKey, secretKey }: Endpoint): ClientFactory {
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
        transport: { request: boundedRequest(base, signal) as typeof http.request },
        transportAgent: agent as http.Agent,
        // who calls knows whether and how long to try again
        retryOptions: { disableRetry: true },
      }),
    close: () => agent.destroy(),
  };
}
