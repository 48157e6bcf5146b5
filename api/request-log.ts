/** The headers of every reply, and the one log line of every request. */
import type { FastifyInstance } from 'fastify';

export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  app.addHook('onResponse', async (request, reply) => {
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
  });
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ method: request.method, route: request.routeOptions.url ?? null }, 'client went away');
  });
}
