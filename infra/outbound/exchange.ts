/** One HTTP request to vetted addresses, with limits on everything that a receiver can do. */
import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from 'node:net';
import { invalidReply } from './failures.js';
import type { Limits } from './limits.js';
import type { Network } from './network.js';
import type { Target } from './webhook-url.js';

const MAX_HEAD_BYTES = 16_384;
const MAX_BODY_BYTES = 16_384;
const MAX_INFORMATIONAL = 8;
/** Addresses to try of each family, one after the other. */
const MAX_ADDRESSES = 2;
const NEXT_ADDRESS_MS = 1000;

export interface Message {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Filled while the reply arrives, so that what arrived before a failure is kept. */
export interface Seen {
  statusCode: number | null;
  retryAfter: string | undefined;
  body: Buffer[];
}

export interface Exchange {
  target: Target;
  message: Message;
  network: Network;
  limits: Limits;
}

/** Posts the message and fills `seen`. Rejects with the error of the socket, TLS or the parser; always closes the socket. */
export async function exchange({ target, message, network, limits }: Exchange, seen: Seen): Promise<void> {
  const sent = send({ target, message, network, limits, method: 'POST' });
  try {
    const response = await sent.response;
    seen.statusCode = response.statusCode ?? null;
    seen.retryAfter = response.headers['retry-after'];
    await Promise.race([readBody(response, seen.body), sent.failed]);
  } finally {
    sent.end();
  }
}

interface Sent {
  response: Promise<IncomingMessage>;
  /** Rejects with any error, also in the body: that is emitted on the request, while the response just ends. */
  failed: Promise<never>;
  /** Closes the socket; has to be called. */
  end(): void;
}

/** Sends a request; the limits close its socket. Throws when they have passed already. */
export function send({ target, message, network, limits, method }: Exchange & { method: 'GET' | 'POST' }): Sent {
  limits.signal.throwIfAborted();
  const request = open({ target, message, network, method });
  const stop = () => request.destroy();
  limits.signal.addEventListener('abort', stop, { once: true });
  request.once('socket', (socket) => {
    socket.once(target.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => limits.connected());
  });
  const failed = failureFrom(request);
  return {
    response: Promise.race([replyTo(request, message.body), failed]),
    failed,
    end() {
      limits.signal.removeEventListener('abort', stop);
      request.destroy();
    },
  };
}

type ConnectOptions = Pick<TcpSocketConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>;

type ToOpen = Omit<Exchange, 'limits'> & { method: 'GET' | 'POST' };

function open({ target, message: { headers }, network, method }: ToOpen): ClientRequest {
  const { url, origin, hostname, addresses } = target;
  const options: RequestOptions & ConnectOptions = {
    method,
    headers: { ...headers, host: new URL(origin).host },
    // a new agent, without proxies from the environment and without other requests' connections
    agent: false,
    // not called if the host is an address, which was vetted itself
    lookup: pinnedTo(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    maxHeaderSize: MAX_HEAD_BYTES,
    insecureHTTPParser: false,
  };
  if (url.protocol === 'http:') return httpRequest(url, options);
  const { ca, httpsPort } = network;
  // SNI has no addresses and no trailing dot; NODE_TLS_REJECT_UNAUTHORIZED is overridden
  const servername = isIP(hostname) === 0 ? hostname : '';
  return httpsRequest(url, { ...options, port: httpsPort, servername, rejectUnauthorized: true, ca });
}

/** Resolves to the vetted addresses instead of asking a name server again. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = [4, 6].flatMap((family) =>
    addresses
      .filter((address) => isIP(address) === family)
      .slice(0, MAX_ADDRESSES)
      .map((address) => ({ address, family })),
  );
  return (_hostname, _options, done) => done(null, found);
}

/** Keeps listening: a socket may fail again while it is being destroyed. */
function failureFrom(request: ClientRequest): Promise<never> {
  return new Promise((_resolve, reject) => void request.on('error', reject));
}

function replyTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let informational = 0;
    request.on('response', resolve);
    request.on('close', () => reject(invalidReply('closed without a reply')));
    request.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) request.destroy(invalidReply('too many informational replies'));
    });
    request.end(body);
  });
}

/** Reads at most 16 KiB; leaving the loop destroys the stream. */
async function readBody(response: IncomingMessage, chunks: Buffer[]): Promise<void> {
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_BODY_BYTES) return;
  }
}
