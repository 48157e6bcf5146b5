/** The one log line of every request, and its id in the reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The first status of a refusal. */
const REFUSED = 400;

export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  /** Replies that were given, of requests that have not ended. */
  const given = new WeakMap<FastifyRequest, FastifyReply>();
  app.addHook('onSend', async (request, reply, payload) => {
    given.set(request, reply);
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    if (given.delete(request)) logRequest(request, reply);
  });
  app.addHook('onRequestAbort', async (request) => {
    const reply = given.get(request);
    // a client that is refused before its body was read may leave once it has read the refusal
    if (reply && reply.statusCode >= REFUSED) {
      given.delete(request);
      logRequest(request, reply);
    } else request.log.info({ method: request.method, route: request.routeOptions.url ?? null }, 'client went away');
  });
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions, params, account, ip } = request;
  const named = (params ?? {}) as { id?: string; webhookPublicId?: string; deliveryId?: string };
  request.log.info(
    {
      method,
      route: routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      account: account?.publicId,
      shelf: named.id,
      webhook: named.webhookPublicId,
      delivery: named.deliveryId,
      ip,
    },
    'request',
  );
}
