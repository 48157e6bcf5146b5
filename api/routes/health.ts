import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../contract/errors.js';
import { Alive, Readiness } from '../../contract/health.js';
import { registerReadinessGauge } from '../../infra/metrics.js';
import { createReadiness, PROBE_MS } from '../../infra/readiness.js';
import type { Deps } from '../deps.js';
import type { Draining } from '../draining.js';
import { errorReplies, reply } from '../openapi.js';

type Dependencies = Readiness['dependencies'];

/** Public; without a rate limit. */
export function healthRoutes(app: FastifyInstance, deps: Deps, draining: Draining): void {
  const { dataSource, runs, storage, metrics } = deps;
  const readiness = createReadiness({
    postgres: () => dataSource.query('SELECT 1'),
    temporal: () => runs.ping(PROBE_MS),
    s3: () => storage.ping(),
  });
  registerReadinessGauge(metrics, readiness);

  app.get(
    '/healthz',
    {
      schema: {
        tags: ['service'],
        operationId: 'isAlive',
        summary: 'Whether the process answers',
        response: { 200: reply('It does.', Alive), ...errorReplies() },
      },
    },
    () => ({ status: 'ok' }) as const,
  );

  app.get(
    '/readyz',
    {
      schema: {
        tags: ['service'],
        operationId: 'isReady',
        summary: 'Whether the service can do its work',
        description:
          'A 503 names in `details.dependencies` what cannot be reached. A process that is about to stop has none.',
        response: { 200: reply('All dependencies answer.', Readiness), ...errorReplies() },
      },
    },
    async (): Promise<Readiness> => {
      if (draining.hasBegun()) throw new ServiceError('SERVICE_UNAVAILABLE', 'This process is about to stop.');
      const dependencies = await readiness.check();
      const missing = Object.keys(dependencies).filter((name) => dependencies[name as keyof Dependencies] !== 'ok');
      if (missing.length > 0)
        throw new ServiceError('SERVICE_UNAVAILABLE', `Not reachable: ${missing.join(', ')}`, { dependencies });
      return { status: 'ok', dependencies };
    },
  );
}
