/** The filter between clients and the object store: forwards what rules.ts allows, byte for byte, with the signed headers. */
import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { request as askSecurely } from 'node:https';
import proxy from '@fastify/http-proxy';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { countedAddress } from '../../infra/client-networks.js';
import type { FilterConfig } from '../../infra/config.js';
import type { Logger } from '../../infra/logger.js';
import { FILTER_SERVICE } from '../../infra/storage-guard.js';
import { addressOf } from '../client-address.js';
import { limitConnections } from '../connections.js';
import { registerDraining } from '../draining.js';
import { CLIENT_HEADERS, judge, type Refusal } from './rules.js';

/** How long a client may take to send a request, which has no body. */
const REQUEST_TIMEOUT_MS = 10_000;
/** And its headers, of which there are a few. */
const HEADERS_TIMEOUT_MS = 5_000;
/** How often both are looked at; Node's 30 s would give each client that much more. */
const CHECK_EVERY_MS = 2_000;
/** An idle connection is closed after this time, even in the middle of a reply. */
const IDLE_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 1_000;
/** As many as from clients, because a client that reads slowly occupies one. */
const STORE_CONNECTIONS = MAX_CONNECTIONS;
/** Requests in progress from one IPv4 address or /64 of IPv6; further ones get 503 SlowDown. */
export const MAX_REQUESTS_OF_ADDRESS = 64;
/** As many requests, and as many idle connections. */
export const MAX_CONNECTIONS_OF_ADDRESS = 2 * MAX_REQUESTS_OF_ADDRESS;
const STORE_HEADERS_MS = 30_000;
const STORE_BODY_IDLE_MS = 60_000;
const READY_MS = 2_000;
/** Room for a key of 1,024 bytes, all of them percent-encoded. */
const MAX_PATH_LENGTH = 4_096;
/** Pages of any site may read: the signature authorises a request, and browsers add none by themselves. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'accept-ranges, content-disposition, content-length, content-range, etag, last-modified, x-amz-request-id',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': CLIENT_HEADERS.join(', '),
  'access-control-max-age': '600',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Headers to send to the store. */
    passed: Record<string, string>;
  }
}

type Deps = { config: Pick<FilterConfig, 'endpoint' | 'bucket' | 'trustedProxies'>; log: Logger };

/** Builds the server; the caller starts it with `listen()` and ends it with `close()`. */
export async function buildStoreFilter({ config, log }: Deps): Promise<FastifyInstance> {
  const { endpoint, bucket, trustedProxies } = config;
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies ?? false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PATH_LENGTH },
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, UNREADABLE),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  limitConnections(app, trustedProxies, MAX_CONNECTIONS_OF_ADDRESS);
  const draining = registerDraining(app);
  app.addHook('preClose', async () => {
    await draining.begin(0);
    await draining.end();
  });
  app.get('/healthz', async () => ({ service: FILTER_SERVICE, bucket, status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const status = (await answersAtAll(endpoint)) ? 'ok' : 'unavailable';
    return reply.code(status === 'ok' ? 200 : 503).send({ service: FILTER_SERVICE, status });
  });
  await app.register(storeRoutes, { endpoint, bucket });
  return app;
}

async function storeRoutes(
  app: FastifyInstance,
  { endpoint, bucket }: Omit<Deps['config'], 'trustedProxies'>,
): Promise<void> {
  const takesOne = countByAddress();
  app.decorateRequest('passed');
  app.addHook('onRequest', async (request, reply) => {
    const { method = '', url = '', rawHeaders } = request.raw;
    const verdict = judge({ method, url, rawHeaders }, bucket);
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead || verdict.refusal === null) reply.headers(CORS);
    if (verdict.refusal === null) {
      request.passed = verdict.headers;
      if (takesOne(request, reply)) return;
      request.log.info({ ip: request.ip }, 'too many requests at once');
      return sendRefusal(reply, TOO_MANY);
    }
    const { code, message } = verdict.refusal;
    // the rest of a body is not awaited
    if (!isRead) reply.header('connection', 'close');
    request.log.info({ method, code, message, ip: request.ip }, 'refused');
    return sendRefusal(reply, verdict.refusal);
  });
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, NOT_SERVED));
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'failed');
    return sendRefusal(reply, UNAVAILABLE);
  });
  app.options('/*', (_request, reply) => reply.code(204).headers(PREFLIGHT).send());
  await app.register(proxy, {
    upstream: endpoint,
    httpMethods: ['GET', 'HEAD'],
    disableRequestLogging: true,
    destroyAgent: true,
    undici: {
      connections: STORE_CONNECTIONS,
      headersTimeout: STORE_HEADERS_MS,
      bodyTimeout: STORE_BODY_IDLE_MS,
    },
    replyOptions: {
      rewriteHeaders: asFromFilter,
      rewriteRequestHeaders: (request) => (request as unknown as { passed: Record<string, string> }).passed,
      // S3 clients retry by themselves
      retryDelay: () => null,
      onError: (reply, { error }) => {
        reply.log.warn({ err: error }, 'the object store does not answer');
        void sendRefusal(reply as unknown as FastifyReply, UNAVAILABLE);
      },
    },
  });
}

/**
 * Without what the store says of itself and of all hosts of its domain; and a file that a client has had named HTML or SVG
 * by `response-content-type` runs no script at the store's address.
 */
function asFromFilter(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { server: _, 'strict-transport-security': __, ...kept } = headers;
  return { ...kept, 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };
}

/** Whether an address may have another request in progress; if so, counts it until its reply has ended. */
function countByAddress() {
  const underWay = new Map<string, number>();
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    const ip = countedAddress(addressOf(request));
    const before = underWay.get(ip) ?? 0;
    if (before >= MAX_REQUESTS_OF_ADDRESS) return false;
    underWay.set(ip, before + 1);
    reply.raw.once('close', () => {
      const left = (underWay.get(ip) ?? 0) - 1;
      if (left > 0) underWay.set(ip, left);
      else underWay.delete(ip);
    });
    return true;
  };
}

type Answer = Pick<Refusal, 'message'> & { status: number; code: string };

const NOT_SERVED: Answer = { status: 403, code: 'AccessDenied', message: 'Only GET and HEAD are served here.' };
const UNREADABLE: Answer = { status: 400, code: 'InvalidRequest', message: 'The path cannot be read.' };
const UNAVAILABLE: Answer = { status: 503, code: 'ServiceUnavailable', message: 'The object store does not answer.' };

const TOO_MANY: Answer = { status: 503, code: 'SlowDown', message: 'Too many requests at once from this address.' };

/** Sends an error in the XML that S3 clients read; HEAD gets the status alone. Characters to escape are replaced. */
function sendRefusal(reply: FastifyReply, { status, code, message }: Answer): FastifyReply {
  const escaped = message.replace(/[^\w .,:-]/g, '?');
  return reply
    .code(status)
    .header('content-type', 'application/xml')
    .header('cache-control', 'no-store')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escaped}</Message></Error>`);
}

/** Whether the store is reachable. Any reply counts: without a signature the store refuses the request. */
function answersAtAll(endpoint: string): Promise<boolean> {
  return new Promise((resolve) => {
    const send = endpoint.startsWith('https:') ? askSecurely : ask;
    const request = send(endpoint, { method: 'HEAD', timeout: READY_MS }, (response) => {
      response.resume();
      resolve(true);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(false));
    request.end();
  });
}
