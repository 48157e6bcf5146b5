import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../contract/errors.js';
import { mayReadMetrics } from '../../infra/metrics.js';
import type { Deps } from '../deps.js';

/** For operators, not part of the interface: open, unless a token is configured. Not served in production without one. */
export function metricsRoute(app: FastifyInstance, { config, metrics, log }: Deps): void {
  const { token } = config.metrics;
  if (token === null && config.nodeEnv === 'production') {
    log.warn('/metrics is not served: set METRICS_TOKEN');
    return;
  }
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(token, request.headers.authorization)) throw new ServiceError('UNAUTHORIZED');
    return reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.metrics());
  });
}
