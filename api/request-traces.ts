/** A span for each request, under the place that its id has in a trace. */
import type { FastifyInstance } from 'fastify';
import { placeOfRequest } from '../infra/tracing/places.js';
import { nowMs, type Tracing } from '../infra/tracing/tracing.js';

/** Routes that probes and scrapes call. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

export function registerRequestTraces(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onResponse', async ({ id, method, routeOptions, params, account }, reply) => {
    const route = routeOptions.url;
    if (route !== undefined && UNTRACED.has(route)) return;
    const endMs = nowMs();
    const { statusCode, elapsedTime } = reply;
    const named = (params ?? {}) as { id?: string };
    tracing.add({
      place: placeOfRequest(id),
      parent: null,
      name: `${method} ${route ?? 'none'}`,
      kind: 'server',
      startMs: endMs - elapsedTime,
      endMs,
      attributes: {
        'http.request.method': method,
        'http.response.status_code': statusCode,
        ...(route !== undefined && { 'http.route': route }),
        ...(account && { 'shelfwright.account': account.publicId }),
        ...(named.id !== undefined && { 'shelfwright.shelf': named.id }),
        'shelfwright.request': id,
      },
      failed: statusCode >= 500 ? String(statusCode) : null,
    });
  });
}
