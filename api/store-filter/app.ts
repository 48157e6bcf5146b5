/** The filter between clients and the object store: passes what rules.ts allows, byte for byte, with the signed headers. */
import { request as ask } from 'node:http';
import { request as askSecurely } from 'node:https';
import proxy from '@fastify/http-proxy';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import type { FilterConfig } from '../../infra/config.js';
import type { Logger } from '../../infra/logger.js';
import { FILTER_SERVICE } from '../../infra/storage-guard.js';
import { registerDraining } from '../draining.js';
import { judge, type Refusal } from './rules.js';

/** A client has so long to send a request, which has no body. */
const REQUEST_TIMEOUT_MS = 15_000;
/** A connection over which nothing comes or goes is closed, in the middle of a reply too. */
const IDLE_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 1_000;
const STORE_CONNECTIONS = 128;
const STORE_HEADERS_MS = 30_000;
const STORE_BODY_IDLE_MS = 60_000;
const READY_MS = 2_000;
/** A key of 1,024 bytes, all of them percent-encoded. */
const MAX_PATH_LENGTH = 4_096;

declare module 'fastify' {
  interface FastifyRequest {
    /** What the store is sent. */
    passed: Record<string, string>;
  }
}

type Deps = { config: Pick<FilterConfig, 'endpoint' | 'bucket'>; log: Logger };

/** Ready to be listened to; `close()` ends it. */
export async function buildStoreFilter({ config, log }: Deps): Promise<FastifyInstance> {
  const { endpoint, bucket } = config;
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PATH_LENGTH },
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, UNREADABLE),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
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

async function storeRoutes(app: FastifyInstance, { endpoint, bucket }: Deps['config']): Promise<void> {
  app.decorateRequest('passed');
  app.addHook('onRequest', async (request, reply) => {
    const { method = '', url = '', rawHeaders } = request.raw;
    const verdict = judge({ method, url, rawHeaders }, bucket);
    if (verdict.refusal === null) {
      request.passed = verdict.headers;
      return;
    }
    const { code, message } = verdict.refusal;
    // what is left of a body is not waited for
    if (method !== 'GET' && method !== 'HEAD') reply.header('connection', 'close');
    request.log.info({ method, code, message, ip: request.ip }, 'refused');
    return sendRefusal(reply, verdict.refusal);
  });
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, NOT_SERVED));
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'failed');
    return sendRefusal(reply, UNAVAILABLE);
  });
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
      rewriteRequestHeaders: (request) => (request as unknown as { passed: Record<string, string> }).passed,
      // clients of S3 try again by themselves
      retryDelay: () => null,
      onError: (reply, { error }) => {
        reply.log.warn({ err: error }, 'the object store does not answer');
        void sendRefusal(reply as unknown as FastifyReply, UNAVAILABLE);
      },
    },
  });
}

type Answer = Pick<Refusal, 'message'> & { status: number; code: string };

const NOT_SERVED: Answer = { status: 403, code: 'AccessDenied', message: 'Only GET and HEAD are served here.' };
const UNREADABLE: Answer = { status: 400, code: 'InvalidRequest', message: 'The path cannot be read.' };
const UNAVAILABLE: Answer = { status: 503, code: 'ServiceUnavailable', message: 'The object store does not answer.' };

/** As S3 clients read it; HEAD has the status alone. The messages hold nothing that has to be escaped. */
function sendRefusal(reply: FastifyReply, { status, code, message }: Answer): FastifyReply {
  const escaped = message.replace(/[^\w .,:-]/g, '?');
  return reply
    .code(status)
    .header('content-type', 'application/xml')
    .header('cache-control', 'no-store')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escaped}</Message></Error>`);
}

/** Any reply will do: without a signature the store refuses. */
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
