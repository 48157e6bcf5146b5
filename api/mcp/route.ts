/** `/mcp`: the Model Context Protocol over HTTP, without sessions, for the current protocol and the one before. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid, ServiceError } from '../../contract/errors.js';
import { accountOf, keyAuth } from '../auth.js';
import type { Deps } from '../deps.js';
import { leaveBodiesUnread, parseJson, readText } from '../json-body.js';
import { accountLimits, messageLimit } from '../rate-limits.js';
import { apiCalls } from './api-calls.js';
import type { ToolCaller } from './define-tool.js';
import { mcpServers } from './server.js';

/** A PDF of 10 MB in base64, and the message around it. */
const MAX_BODY_BYTES = 15 * 1024 * 1024;
/** Values of a message: a call has some ten. They are checked against the protocol's schemas, each several times. */
const MAX_VALUES = 2_000;

export function mcpRoute(scope: FastifyInstance, deps: Deps): void {
  const { config, log, download } = deps;
  const limit = accountLimits(deps);
  const serverFor = mcpServers(download);
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.['caller'] as ToolCaller), {
    onerror: (error) => log.info({ err: error }, 'mcp'),
    // the server sends nothing on its own, and an open stream would only delay the stop of a process
    maxSubscriptions: 0,
  });
  leaveBodiesUnread(scope);
  scope.addHook('onRequest', ownOriginIfAny);
  scope.addHook('onRequest', keyAuth(deps));
  scope.addHook('onRequest', messageLimit(deps));
  scope.addHook('preClose', () => handler.close());
  scope.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    handler: async (request, reply) => {
      const parsedBody =
        request.method === 'POST' ? await readMessage(request, () => limit.call(scope, request, reply)) : undefined;
      const signal = whenAborted(reply);
      const caller: ToolCaller = {
        api: apiCalls(scope, request),
        mayWrite: request.scope === 'write',
        calledTool: calledTool(parsedBody),
        log: request.log,
      };
      const authInfo = { token: '', clientId: accountOf(request).publicId, scopes: [request.scope], extra: { caller } };
      try {
        return await handler.fetch(webRequest(request, signal), { parsedBody, authInfo });
      } catch (error) {
        if (!signal.aborted) throw error;
        return reply.hijack(); // nobody is there any more
      }
    },
  });

  /** A browser names the page that sends the request: a key in a page of another site is no consent. */
  async function ownOriginIfAny({ headers }: FastifyRequest): Promise<void> {
    if (headers.origin === undefined || headers.origin === new URL(config.publicUrl).origin) return;
    throw new ServiceError('FORBIDDEN', 'Pages of other sites cannot use this.', {
      field: 'Origin',
      reason: 'mismatch',
    });
  }

  function webRequest({ method, headers }: FastifyRequest, signal: AbortSignal): Request {
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Request(new URL('/mcp', config.publicUrl), { method, headers: given, signal });
  }
}

/** The one message of a request. Throws ServiceError 400, and what `countLarge` throws. */
async function readMessage(request: FastifyRequest, countLarge: () => Promise<unknown>): Promise<unknown> {
  // a large message is read whole, and counts as what it may be, a PDF
  const text = await readText(request, MAX_BODY_BYTES, countLarge);
  const message = parseJson(request, text, MAX_VALUES);
  // the protocol has no batches any more, and a call in one batch with its own cancellation would never be answered
  if (Array.isArray(message)) throw invalid('body', 'batch', 'Send one message in each request.');
  if (message === undefined) throw invalid('body', 'required', 'The body has to be a message of JSON-RPC.');
  return message;
}

/** The name of the tool that a message calls. */
function calledTool(message: unknown): string | null {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null;
}

/** Aborted when the client goes away before it has its answer. */
function whenAborted({ raw }: FastifyReply): AbortSignal {
  const aborted = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) aborted.abort();
  });
  return aborted.signal;
}
